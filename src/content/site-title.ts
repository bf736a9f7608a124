/**
 * The title of a page whose site is known: what most of its pages are called says nothing of this one ("Câmara Municipal" on all of them), and the part
 * that most titles end with is the name of the site.
 */
import { foldWords } from '../text/index.ts';
import type { AnalysedPage } from './extract-content.ts';
import { TITLE_LINE } from './page-blocks.ts';
import {
  CONTENT_NEAR,
  HEADLESS,
  headingText,
  LEAD_WORDS,
  MOST_HEADINGS,
  MOST_WORDS,
  type PageTitle,
  pageTitle,
} from './page-title.ts';
import type { MemoryJudgement } from './site-memory.ts';
import { titleParts } from './title-parts.ts';

/** Shares of the other pages. The beginning of a title is rather a series that the page belongs to. */
const MOST_PAGES = 0.5;
const MOST_ENDS = 0.6;
const MOST_BEGINNINGS = 0.8;
/** A heading on more of the pages is not this page's. */
const OWN = 0.3;
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

/**
 * The first heading of the highest rank that stands over the content and on few other pages; null where there is none, or where it may be an item's: of a page that
 * is no article it has to be the first of all that are its own, and the only one of its rank.
 */
function ownHeading(page: AnalysedPage, site: MemoryJudgement): PageTitle | null {
  const { blocks, labels, type } = page.judgement;
  if (type === 'front' || type === 'forum') return null;
  const isArticle = type === 'article' || type === 'documentation';
  let best = -1;
  let rank = '';
  let before = 0;
  let headings = 0;
  for (let i = 0; i < blocks.count && headings < MOST_HEADINGS; i++) {
    if (blocks.kind[i] !== TITLE_LINE) {
      if (labels[i] === 1 && site.textShare[i]! < OWN) before += blocks.words[i]!;
      if (isArticle && before > LEAD_WORDS) break;
      continue;
    }
    headings++;
    if (!isOwn(page, site, i)) continue;
    const tag = blocks.doc.tagName(blocks.node[i]!);
    if (best >= 0) {
      if (!isArticle && tag <= rank) return null;
      if (tag >= rank) continue;
    } else if (before > LEAD_WORDS) return null;
    if (!hasContentBelow(page, i)) continue;
    best = i;
    rank = tag;
  }
  return best < 0 ? null : { text: headingText(blocks, best), block: best };
}

/** A heading that may be the title of this page, and of hardly any other. */
function isOwn(page: AnalysedPage, site: MemoryJudgement, block: number): boolean {
  const { blocks, regions } = page.judgement;
  const size = blocks.words[block]!;
  return (
    site.headingShare[block]! < OWN &&
    size > 0 &&
    size <= MOST_WORDS &&
    (regions.above[blocks.node[block]!]! & HEADLESS) === 0 &&
    foldWords(headingText(blocks, block)) !== foldWords(page.title.text)
  );
}

function hasContentBelow({ judgement: { blocks, labels } }: AnalysedPage, heading: number): boolean {
  for (let i = heading + 1; i <= heading + CONTENT_NEAR && i < blocks.count; i++)
    if (labels[i] === 1) return true;
  return false;
}
