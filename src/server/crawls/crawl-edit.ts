/** What of an order may be another in the next session: budgets, rests, contact, scope, and further seeds. All else its files are built on. */
import type { Static } from 'typebox';
import type { EditCrawl } from '../schemas/crawls.ts';
import type { AskedCrawl, CrawlOrder } from './crawl-order.ts';

export type CrawlEdit = Static<typeof EditCrawl>;

/** More than anybody writes into a form. */
const MOST_SEEDS = 2_000;

/** The order with what was changed; what is null is asked for no more. */
export function editedOrder(
  order: CrawlOrder & { readonly asked: AskedCrawl },
  { addSeeds = [], ...changes }: CrawlEdit,
  editedAt: string,
): CrawlOrder & { readonly asked: AskedCrawl } {
  const asked: Record<string, unknown> = { ...order.asked };
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) delete asked[name];
    else if (value !== undefined) asked[name] = value;
  }
  return {
    ...order,
    asked: asked as AskedCrawl,
    seeds: [...new Set([...order.seeds, ...addSeeds])].slice(0, MOST_SEEDS),
    editedAt,
  };
}
