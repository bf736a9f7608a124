/** The product's own answer: each page judged with the memory of the site's earlier pages, which goes on learning. */

import type { EvaluatedPage } from '../../src/content/index.ts';
import { analysePage, extractContent, SiteMemory } from '../../src/content/index.ts';
import { parseHtml } from '../../src/html/index.ts';
import type { GeneratedSite } from './site-scores.ts';

export interface ModernAnswer {
  readonly withMemory: readonly EvaluatedPage[];
  /** The same pages, each judged alone. */
  readonly alone: readonly EvaluatedPage[];
}

export function modernAnswer(site: GeneratedSite): ModernAnswer {
  const memory = new SiteMemory();
  const read = (page: { readonly html: string; readonly url: string }) =>
    analysePage(parseHtml(page.html), { url: page.url });
  for (const page of site.training) memory.learn(read(page).facts);
  const judged = (blocks: readonly { readonly text: string; readonly verdict: string }[]) =>
    blocks.map(({ text, verdict }) => ({
      text,
      verdict:
        verdict === 'content' || verdict === 'headline' ? ('content' as const) : ('non-content' as const),
    }));
  const withMemory: EvaluatedPage[] = [];
  const alone: EvaluatedPage[] = [];
  for (const page of site.test) {
    const analysed = read(page);
    const counted = memory.learn(analysed.facts);
    withMemory.push({ id: page.id, blocks: judged(extractContent(analysed, { memory, counted }).blocks) });
    alone.push({ id: page.id, blocks: judged(extractContent(analysed).blocks) });
  }
  return { withMemory, alone };
}
