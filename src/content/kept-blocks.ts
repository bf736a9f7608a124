/**
 * Which blocks of a page are its content, from the facts that cross threads: the same answer in a crawl, in the catalogue and for every
 * command. The title is taken out, which is said apart, and a headline that is not the title is put back in: it would be lost otherwise.
 *
 * Where nothing is content (a card of data, a list of links), nothing would be known of the page but its title: then whatever the page has of
 * its own is kept, and what its site repeats is not, unless the page states its text for machines.
 */
import { FURNITURE, HEADLINE_FURNITURE, type PageBlockFacts, TITLE_AGAIN } from './page-block-facts.ts';
import { CONTENT_NEAR } from './page-title.ts';
import type { MemoryJudgement } from './site-memory.ts';

export interface KeptBlocks {
  /** 1 for each block that is content; the title is not. */
  readonly keep: Uint8Array;
  /** True: nothing was content, and these are the page's own words. */
  readonly rescued: boolean;
  readonly words: number;
  /** 1 for each block of which a person decided; absent when nobody did. */
  readonly decided?: Uint8Array;
}

/** Fewer words than this are no content. */
export const FEWEST_WORDS = 5;
/** Text on a larger share of the site's pages is the site's. */
const LARGEST_SHARE = 0.5;
/** So many pages have to be compared before what they have in common says anything. */
const FEWEST_PAGES = 3;

/** `site`: what the memory of the site says of the page; null to judge the page alone. */
export function keptBlocks(facts: PageBlockFacts, site: MemoryJudgement | null): KeptBlocks {
  const keep = withoutTitle(facts, site);
  const words = wordsOf(facts, keep);
  if (words >= FEWEST_WORDS || facts.stated) return { keep, rescued: false, words };
  const rescue = ownBlocks(facts, site, keep);
  const own = wordsOf(facts, rescue);
  return own > words ? { keep: rescue, rescued: true, words: own } : { keep, rescued: false, words };
}

function wordsOf({ words }: PageBlockFacts, keep: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < keep.length; i++) if (keep[i] === 1) sum += words[i]!;
  return sum;
}

function withoutTitle(facts: PageBlockFacts, site: MemoryJudgement | null): Uint8Array {
  const { count, title, headline, marks } = facts;
  const labels = site?.labels ?? facts.labels;
  const keep = labels.slice();
  if (headline >= 0 && headline !== title) {
    let near = false;
    for (let i = headline + 1; i <= headline + CONTENT_NEAR && i < count; i++)
      if (labels[i] === 1) near = true;
    const kept =
      near &&
      (marks[headline]! & HEADLINE_FURNITURE) === 0 &&
      (site?.textShare[headline] ?? 0) <= LARGEST_SHARE;
    keep[headline] = kept ? 1 : 0;
  }
  for (let i = 0; i < count; i++) if ((marks[i]! & TITLE_AGAIN) !== 0) keep[i] = 0;
  return keep;
}

function ownBlocks(facts: PageBlockFacts, site: MemoryJudgement | null, keep: Uint8Array): Uint8Array {
  const compared = site !== null && site.pages >= FEWEST_PAGES;
  const own = new Uint8Array(facts.count);
  for (let i = 0; i < facts.count; i++) {
    if (i === facts.title) continue;
    const foreign = compared ? site.textShare[i]! > LARGEST_SHARE : (facts.marks[i]! & FURNITURE) !== 0;
    if (keep[i] === 1 || !foreign) own[i] = 1;
  }
  return own;
}
