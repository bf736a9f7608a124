/**
 * The title of a page whose site is known: what most of its pages are called says nothing of this one ("Câmara Municipal" on all of them), and the part
 * that most titles end with is the name of the site.
 */
import { foldWords } from '../text/index.ts';
import type { AnalysedPage } from './extract-content.ts';
import { blockText, TITLE_LINE } from './page-blocks.ts';
import { ANCHOR_SIGN, CONTENT_NEAR, HEADLESS, LEAD_WORDS, type PageTitle, pageTitle } from './page-title.ts';
import type { MemoryJudgement } from './site-memory.ts';
import { titleParts } from './title-parts.ts';

/** Shares of the other pages. The beginning of a title is rather a series that the page belongs to. */
const MOST_PAGES = 0.5;
const MOST_ENDS = 0.6;
const MOST_BEGINNINGS = 0.8;
/** A heading on more of the pages is not this page's. */
const OWN = 0.3;
const MOST_WORDS = 40;
const MOST_HEADINGS = 60;
const FEWEST_PAGES = 3;

/** The title as the page alone says it where the site has nothing to say of it. */
export function siteTitle(page: AnalysedPage, site: MemoryJudgement | null): PageTitle {
  const { title } = page;
  if (site === null || site.pages < FEWEST_PAGES) return title;
  const { whole, first, last } = site.titleShares;
  if (whole >= MOST_PAGES) return ownHeading(page, site) ?? title;
  const parts = titleParts(title.text);
  const learned = [
    ...(last >= MOST_ENDS ? [parts.last] : []),
    ...(first >= MOST_BEGINNINGS ? [parts.first] : []),
  ];
  return learned.length === 0 ? title : pageTitle(page.doc, page.judgement, page.url, page.metas, learned);
}

/** The first heading of the highest rank that stands over the content and on few other pages; null where there is none, or where it may be an item's. */
function ownHeading(page: AnalysedPage, site: MemoryJudgement): PageTitle | null {
  const { blocks, regions, labels, type } = page.judgement;
  if (type === 'listing' || type === 'front' || type === 'forum') return null;
  const said = foldWords(page.title.text);
  let best = -1;
  let rank = '';
  let before = 0;
  let headings = 0;
  for (let i = 0; i < blocks.count && before <= LEAD_WORDS && headings < MOST_HEADINGS; i++) {
    if (blocks.kind[i] !== TITLE_LINE) {
      if (labels[i] === 1 && site.textShare[i]! < OWN) before += blocks.words[i]!;
      continue;
    }
    headings++;
    const row = blocks.node[i]!;
    const size = blocks.words[i]!;
    const tag = blocks.doc.tagName(row);
    if (
      site.headingShare[i]! >= OWN ||
      size === 0 ||
      size > MOST_WORDS ||
      (regions.above[row]! & HEADLESS) !== 0
    )
      continue;
    if (best >= 0 && tag >= rank) continue;
    if (foldWords(textOf(page, i)) === said || !hasContentBelow(page, i)) continue;
    best = i;
    rank = tag;
  }
  if (best < 0) return null;
  // Where a page is made of sections alike, the first is none that stands for all.
  if (type === 'service' && rank !== 'h1')
    for (let i = best + 1; i < blocks.count; i++)
      if (blocks.kind[i] === TITLE_LINE && labels[i] === 1 && blocks.doc.tagName(blocks.node[i]!) === rank)
        return null;
  return { text: textOf(page, best), block: best };
}

function textOf(page: AnalysedPage, block: number): string {
  return blockText(page.judgement.blocks, block, 400).replace(/\s+/g, ' ').trim().replace(ANCHOR_SIGN, '');
}

function hasContentBelow({ judgement: { blocks, labels } }: AnalysedPage, heading: number): boolean {
  for (let i = heading + 1; i <= heading + CONTENT_NEAR && i < blocks.count; i++)
    if (labels[i] === 1) return true;
  return false;
}
