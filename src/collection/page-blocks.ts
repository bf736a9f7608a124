/** The blocks of an archived page, kept and dropped, each with why: the judgement of the catalogue made again, for a person to look at. */
import { decodeBody } from '../coding/index.ts';
import { COMMENTS } from '../content/element-evidence.ts';
import { blockText, type SiteMemory } from '../content/index.ts';
import { pageReason } from '../content/verdict-reasons.ts';
import { documentMedia } from './document-media.ts';
import { keptBlocks } from './kept-blocks.ts';
import { readPage } from './page-record.ts';

export interface ExplainedBlock {
  readonly text: string;
  readonly verdict: 'content' | 'headline' | 'comment' | 'boilerplate';
  /** 0 … 1: how sure it is that the block is content. */
  readonly score: number;
  /** A word for why: `links`, `short`, `repeated-text` …; `nothing-else` for what was kept because the page has nothing better. */
  readonly reason: string;
  readonly path: string;
  /** Share of the other pages of its template that have this text; absent when nothing is known of the site. */
  readonly repeated?: number;
}

const MOST_BLOCKS = 5_000;
const LONGEST_BLOCK = 20_000;
const LONGEST_PATH = 24;

/** Empty for what is no page of HTML. */
export function explainedBlocks(
  stored: Uint8Array,
  head: {
    readonly url: string;
    readonly contentType: string | null;
    readonly contentEncoding: string | null;
  },
  memory: SiteMemory | null,
): ExplainedBlock[] {
  const { bytes } = decodeBody(stored, head.contentEncoding);
  if (documentMedia(head.contentType, bytes) !== 'html') return [];
  const page = readPage(bytes, head);
  const { keep, rescued, site, title } = keptBlocks(page, memory);
  const { blocks, regions, scores } = page.judgement;
  const headline = title.block;
  const list: ExplainedBlock[] = [];
  for (let i = 0; i < blocks.count && i < MOST_BLOCKS; i++) {
    const content = keep[i] === 1;
    const inComments = !content && (regions.above[blocks.node[i]!]! & COMMENTS) !== 0;
    const bySite = site?.reasons[i];
    const z = Math.max(-20, Math.min(20, site?.scores[i] ?? scores[i]!));
    list.push({
      text: blockText(blocks, i).slice(0, LONGEST_BLOCK),
      verdict: i === headline ? 'headline' : content ? 'content' : inComments ? 'comment' : 'boilerplate',
      score: Number((1 / (1 + Math.exp(-z))).toFixed(3)),
      reason:
        rescued && content
          ? 'nothing-else'
          : bySite !== undefined && bySite !== 'page'
            ? bySite
            : pageReason(blocks, regions, i, content, scores[i]!, headline),
      path: blocks.doc.path(blocks.node[i]!, LONGEST_PATH),
      ...(site === null ? {} : { repeated: Number(site.textShare[i]!.toFixed(3)) }),
    });
  }
  return list;
}
