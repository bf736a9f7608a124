/**
 * Which blocks of a page are its content. Where the content room finds none (a card of data, a list of links), the catalogue would know
 * nothing of the page but its title: then whatever the page has of its own is kept, and what its site repeats is not.
 */
import { AGAINST } from '../content/element-evidence.ts';
import { type AnalysedPage, judgeBlocks, type MemoryJudgement, type SiteMemory } from '../content/index.ts';
import { labelsWithoutTitle, type PageTitle, pageTitle } from '../content/page-title.ts';

export interface KeptBlocks {
  /** 1 for each block that is content; the title is not. */
  readonly keep: Uint8Array;
  /** True: nothing was content, and these are the page's own words. */
  readonly rescued: boolean;
  readonly site: MemoryJudgement | null;
  readonly title: PageTitle;
}

/** Fewer words than this are no content. */
const FEWEST_WORDS = 5;
/** Text on a larger share of the site's pages is the site's. */
const LARGEST_SHARE = 0.5;

export function keptBlocks(page: AnalysedPage, memory: SiteMemory | null): KeptBlocks {
  const { labels, site } = judgeBlocks(page, memory === null ? {} : { memory });
  const { blocks, regions } = page.judgement;
  const title = pageTitle(page.doc, page.judgement, page.url);
  const keep = labelsWithoutTitle(page.judgement, labels, title, site?.textShare);
  let words = 0;
  for (let i = 0; i < blocks.count; i++) if (keep[i] === 1) words += blocks.words[i]!;
  if (words >= FEWEST_WORDS) return { keep, rescued: false, site, title };
  const compared = site !== null && site.pages > 2;
  let own = 0;
  const rescue = new Uint8Array(blocks.count);
  for (let i = 0; i < blocks.count; i++) {
    if (i === title.block) continue;
    const repeated = compared && site.textShare[i]! > LARGEST_SHARE;
    const furniture = !compared && ((regions.above[blocks.node[i]!]! | regions.line[i]!) & AGAINST) !== 0;
    if (keep[i] === 0 && (repeated || furniture)) continue;
    rescue[i] = 1;
    own += blocks.words[i]!;
  }
  return own > words ? { keep: rescue, rescued: true, site, title } : { keep, rescued: false, site, title };
}
