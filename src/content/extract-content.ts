/**
 * The content of a page: title, byline, main text in three written forms, comments apart, and every block with its verdict and why.
 *
 * ```ts
 * const page = analysePage(parseHtml(html), { url });
 * const content = extractContent(page);
 * console.log(content.title, content.text);
 * ```
 *
 * With a `SiteMemory` the page is judged by comparison with its site; call `memory.learn(page.facts)` for each page as it comes, and
 * pass what it returned as `counted`.
 */
import { type FlatDocument, metas } from '../html/index.ts';
import { type ContentPart, contentParts } from './content-parts.ts';
import { COMMENTS } from './element-evidence.ts';
import { judgePage, type PageJudgement, type PageType } from './extract-page.ts';
import { blockFacts, type PageBlockFacts } from './page-block-facts.ts';
import { blockText } from './page-blocks.ts';
import { pageByline } from './page-byline.ts';
import { labelsWithoutTitle, pageTitle } from './page-title.ts';
import type { MemoryJudgement, MemoryReason, SiteMemory } from './site-memory.ts';
import { statedText } from './stated-text.ts';
import { type PageReason, pageReason } from './verdict-reasons.ts';
import { toHtml, toMarkdown, toText } from './written-forms.ts';

export type Verdict = 'content' | 'headline' | 'comment' | 'boilerplate';

export interface ContentBlock {
  readonly text: string;
  readonly verdict: Verdict;
  /** 0 … 1: how sure it is that the block is content. */
  readonly score: number;
  readonly reason: PageReason | MemoryReason;
  /** With a memory: share of the other pages of its template that have this text. */
  readonly repeated?: number;
  /** Tag path. */
  readonly path: string;
  readonly words: number;
  readonly linkShare: number;
}

/** A page read once: what the page alone says, and the facts that a site's memory needs. */
export interface AnalysedPage {
  readonly doc: FlatDocument;
  readonly url: string;
  readonly judgement: PageJudgement;
  readonly facts: PageBlockFacts;
}

export interface AnalyseOptions {
  readonly url?: string;
}

export interface ExtractOptions {
  readonly memory?: SiteMemory;
  /** Whether the memory has counted this very page: the page is not its own witness. It is known by its likeness too, unless that is long ago. */
  readonly counted?: boolean;
  /** Dates found by somebody else, passed through. */
  readonly published?: string | null;
  readonly modified?: string | null;
}

export interface Content {
  readonly url: string;
  readonly type: PageType;
  readonly title: string;
  readonly byline: string;
  readonly published: string | null;
  readonly modified: string | null;
  readonly text: string;
  readonly markdown: string;
  readonly html: string;
  /** Texts of reader comments, in order. */
  readonly comments: readonly string[];
  readonly blocks: readonly ContentBlock[];
  readonly parts: readonly ContentPart[];
  /** Words kept, and words of the page. */
  readonly words: number;
  readonly pageWords: number;
  /** What the memory compared with; null without one. */
  readonly site: Pick<MemoryJudgement, 'pages' | 'cluster' | 'version' | 'liveCoverage'> | null;
}

/** Reads a page: its blocks, what the page alone says of them, and their fingerprints. */
export function analysePage(doc: FlatDocument, options: AnalyseOptions = {}): AnalysedPage {
  const url = options.url ?? '';
  const judgement = judgePage(doc, url === '' ? {} : { url });
  return { doc, url, judgement, facts: blockFacts(judgement, url) };
}

/** The verdicts alone: 1 for each block that is content. */
export function judgeBlocks(
  page: AnalysedPage,
  options: ExtractOptions = {},
): { readonly labels: Uint8Array; readonly site: MemoryJudgement | null } {
  if (options.memory === undefined) return { labels: page.judgement.labels, site: null };
  const site = options.memory.judge(page.facts, options.counted === true);
  return { labels: site.labels, site };
}

const LONGEST_PATH = 24;
/** Log-odds of a headline, at least: a short line has little to say for itself. */
const HEADLINE_SCORE = 2;

export function extractContent(page: AnalysedPage, options: ExtractOptions = {}): Content {
  const { judgement, doc, url } = page;
  const { blocks, regions } = judgement;
  const { labels, site } = judgeBlocks(page, options);
  const said = metas(doc);
  const title = pageTitle(doc, judgement, url, said);
  const headline = title.block;
  const keep = labelsWithoutTitle(judgement, labels, title, site?.textShare);
  const list: ContentBlock[] = [];
  const comments: string[] = [];
  let words = 0;
  let pageWords = 0;
  for (let i = 0; i < blocks.count; i++) {
    const text = blockText(blocks, i);
    // What the site's places say is said of texts under a headline, not of headlines.
    const score =
      i === headline
        ? Math.max(HEADLINE_SCORE, judgement.scores[i]!)
        : (site?.scores[i] ?? judgement.scores[i]!);
    const content = keep[i] === 1;
    const inComments = !content && (regions.above[blocks.node[i]!]! & COMMENTS) !== 0;
    const verdict: Verdict =
      i === headline ? 'headline' : content ? 'content' : inComments ? 'comment' : 'boilerplate';
    if (verdict === 'comment' && blocks.words[i]! >= 3 && blocks.linkWords[i]! < blocks.words[i]! * 0.5)
      comments.push(text);
    const memoryReason = site?.reasons[i];
    const reason =
      memoryReason !== undefined && memoryReason !== 'page' && i !== headline
        ? memoryReason
        : pageReason(blocks, regions, i, content, judgement.scores[i]!, headline);
    const n = blocks.words[i]!;
    pageWords += n;
    if (content) words += n;
    list.push({
      text,
      verdict,
      score: Number((1 / (1 + Math.exp(-Math.max(-20, Math.min(20, score))))).toFixed(3)),
      reason,
      ...(site === null ? {} : { repeated: Number(site.textShare[i]!.toFixed(3)) }),
      path: blocks.doc.path(blocks.node[i]!, LONGEST_PATH),
      words: Math.round(n),
      linkShare: n === 0 ? 0 : Number(Math.min(1, blocks.linkWords[i]! / n).toFixed(2)),
    });
  }
  const read = contentParts(blocks, keep, url === '' ? undefined : url);
  const stated = statedText(doc, judgement.type, words, () => toText(read));
  for (const text of stated) {
    const n = text.split(/\s+/).length;
    words += n;
    pageWords += n;
    list.push({ text, verdict: 'content', score: 1, reason: 'stated', path: '', words: n, linkShare: 0 });
  }
  const parts: readonly ContentPart[] =
    stated.length === 0
      ? read
      : [...read, ...stated.map((text): ContentPart => ({ kind: 'paragraph', runs: [{ text }] }))];
  return {
    url,
    type: judgement.type,
    title: title.text,
    byline: pageByline(doc, judgement, title, url, said),
    published: options.published ?? null,
    modified: options.modified ?? null,
    text: toText(parts),
    markdown: toMarkdown(parts),
    html: toHtml(parts),
    comments,
    blocks: list,
    parts,
    words: Math.round(words),
    pageWords: Math.round(pageWords),
    site:
      site === null
        ? null
        : {
            pages: site.pages,
            cluster: site.cluster,
            version: site.version,
            liveCoverage: site.liveCoverage,
          },
  };
}
