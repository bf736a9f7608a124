/** What the pages of some visits refer to, in columns: it goes with the end of these visits, in one statement. */
import type { Votes } from '../frontier/index.ts';
import { numberArray, type Parameter, textArray } from '../postgres/index.ts';
import type { LinkSender } from './link-sender.ts';

export class VoteBatch {
  readonly #sender: Pick<LinkSender, 'names' | 'isOurs'>;
  readonly #pages: string[] = [];
  readonly #targets: string[] = [];
  /** What may move up, with the least that speaks against it. */
  readonly #handicaps = new Map<string, number>();

  constructor(sender: Pick<LinkSender, 'names' | 'isOurs'>) {
    this.#sender = sender;
  }

  get isEmpty(): boolean {
    return this.#pages.length === 0;
  }

  /** A page of this queue votes: once for each, not for itself, and not for what is none of this worker's business. */
  add(queue: string, { page, targets }: Votes): void {
    const { names, isOurs } = this.#sender;
    const own = names.url(names.site(queue), page);
    const voted = new Set<string>();
    for (const { queue: there, key, handicap } of targets) {
      const site = names.site(there);
      const fp = names.url(site, key);
      if (fp === own || !isOurs(site.id)) continue;
      voted.add(fp);
      if (handicap !== null) this.#handicaps.set(fp, Math.min(handicap, this.#handicaps.get(fp) ?? handicap));
    }
    this.#pages.push(own);
    this.#targets.push(numberArray([...voted]));
  }

  /** What `count_votes` takes. */
  parameters(urgency: readonly number[] | undefined): Parameter[] {
    return [
      numberArray(this.#pages),
      textArray(this.#targets),
      numberArray([...this.#handicaps.keys()]),
      numberArray([...this.#handicaps.values()]),
      urgency === undefined ? null : numberArray(urgency),
    ];
  }
}
