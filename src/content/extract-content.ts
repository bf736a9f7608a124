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
import { type FlatDocument, type Meta, metas } from '../html/index.ts';
import { type ContentPart, contentParts } from './content-parts.ts';
import { COMMENTS } from './element-evidence.ts';
import { judgePage, type PageJudgement, type PageType } from './extract-page.ts';
import { FEWEST_WORDS, type KeptBlocks, keptBlocks } from './kept-blocks.ts';
import { blockFacts, type PageBlockFacts, retitled } from './page-block-facts.ts';
import { blockText, type PageBlocks } from './page-blocks.ts';
import { pageByline } from './page-byline.ts';
import { type PageTitle, pageTitle } from './page-title.ts';
import type { MemoryJudgement, MemoryReason, SiteMemory } from './site-memory.ts';
import { siteTitle } from './site-title.ts';
import { statedText, statesText } from './stated-text.ts';
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
  readonly metas: readonly Meta[];
  readonly judgement: PageJudgement;
  readonly title: PageTitle;
  readonly facts: PageBlockFacts;
}

export interface AnalyseOptions {
  readonly url?: string;
}

export interface ExtractOptions {
  readonly memory?: SiteMemory;
  /** Whether the memory has counted this very page: the page is not its own witness. It is known by its likeness too, unless that is long ago. */
  readonly counted?: boolean;
  /** What a person says of a block by its text: whether it is content; null when they say nothing. It wins. */
  readonly decide?: ((text: string) => boolean | null) | undefined;
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
  const said = metas(doc);
  const title = pageTitle(doc, judgement, url, said);
  const { blocks, labels } = judgement;
  let words = 0;
  for (let i = 0; i < blocks.count; i++) if (labels[i] === 1) words += blocks.words[i]!;
  const stated = words < FEWEST_WORDS && statesText(doc);
  return { doc, url, metas: said, judgement, title, facts: blockFacts(judgement, url, title, stated) };
}

/** What of a page is content, before it is written in any form. */
export interface JudgedPage {
  readonly page: AnalysedPage;
  readonly site: MemoryJudgement | null;
  readonly kept: KeptBlocks;
  /** Text that the page states of itself and does not show: it follows the parts of the blocks. */
  readonly stated: readonly string[];
  readonly parts: readonly ContentPart[];
}

export function judgeContent(alone: AnalysedPage, options: ExtractOptions = {}): JudgedPage {
  const site = options.memory?.judge(alone.facts, options.counted === true) ?? null;
  const page = knownBySite(alone, site);
  const { doc, url, judgement, facts } = page;
  const kept = decidedBlocks(keptBlocks(facts, site), judgement.blocks, options.decide);
  const read = contentParts(judgement.blocks, kept.keep, url === '' ? undefined : url);
  const stated = statedText(doc, judgement.type, kept.words, () => toText(read)).filter(
    (text) => options.decide?.(text) !== false,
  );
  const parts: readonly ContentPart[] =
    stated.length === 0
      ? read
      : [...read, ...stated.map((text): ContentPart => ({ kind: 'paragraph', runs: [{ text }] }))];
  return { page, site, kept, stated, parts };
}

/** The page under the title that the memory of its site leaves it. */
function knownBySite(page: AnalysedPage, site: MemoryJudgement | null): AnalysedPage {
  const title = siteTitle(page, site);
  if (title === page.title) return page;
  return { ...page, title, facts: retitled(page.facts, page.judgement, title.block) };
}

/** The same blocks where a person decided otherwise of some. */
function decidedBlocks(kept: KeptBlocks, blocks: PageBlocks, decide: ExtractOptions['decide']): KeptBlocks {
  if (decide === undefined) return kept;
  const keep = kept.keep.slice();
  const decided = new Uint8Array(blocks.count);
  let words = 0;
  for (let i = 0; i < blocks.count; i++) {
    const content = decide(blockText(blocks, i));
    if (content !== null) {
      keep[i] = content ? 1 : 0;
      decided[i] = 1;
    }
    if (keep[i] === 1) words += blocks.words[i]!;
  }
  return { ...kept, keep, words, decided };
}

const LONGEST_PATH = 24;
/** Log-odds of a headline, at least: a short line has little to say for itself. */
const HEADLINE_SCORE = 2;

/** The blocks of a page in their order, each with its verdict and why; what the page only states comes last. */
export function contentBlocks({ page, site, kept, stated }: JudgedPage, most?: number): ContentBlock[] {
  const { judgement, title } = page;
  const { blocks, regions } = judgement;
  const headline = title.block;
  const list: ContentBlock[] = [];
  const count = Math.min(blocks.count, most ?? Number.POSITIVE_INFINITY);
  for (let i = 0; i < count; i++) {
    // What the site's places say is said of texts under a headline, not of headlines.
    const score =
      i === headline
        ? Math.max(HEADLINE_SCORE, judgement.scores[i]!)
        : (site?.scores[i] ?? judgement.scores[i]!);
    const content = kept.keep[i] === 1;
    const isDecided = kept.decided?.[i] === 1;
    const inComments = !content && (regions.above[blocks.node[i]!]! & COMMENTS) !== 0;
    const bySite = site?.reasons[i];
    const words = blocks.words[i]!;
    list.push({
      text: blockText(blocks, i),
      verdict:
        i === headline && !isDecided
          ? 'headline'
          : content
            ? 'content'
            : inComments
              ? 'comment'
              : 'boilerplate',
      score: isDecided
        ? Number(content)
        : Number((1 / (1 + Math.exp(-Math.max(-20, Math.min(20, score))))).toFixed(3)),
      reason: isDecided
        ? 'corrected'
        : kept.rescued && content
          ? 'nothing-else'
          : bySite !== undefined && bySite !== 'page' && i !== headline
            ? bySite
            : pageReason(blocks, regions, i, content, judgement.scores[i]!, headline),
      ...(site === null ? {} : { repeated: Number(site.textShare[i]!.toFixed(3)) }),
      path: blocks.doc.path(blocks.node[i]!, LONGEST_PATH),
      words: Math.round(words),
      linkShare: words === 0 ? 0 : Number(Math.min(1, blocks.linkWords[i]! / words).toFixed(2)),
    });
  }
  for (const text of stated)
    list.push({
      text,
      verdict: 'content',
      score: 1,
      reason: 'stated',
      path: '',
      words: text.split(/\s+/).length,
      linkShare: 0,
    });
  return list;
}

export function extractContent(alone: AnalysedPage, options: ExtractOptions = {}): Content {
  const judged = judgeContent(alone, options);
  const { page, site, parts } = judged;
  const { judgement, doc, url, title } = page;
  const list = contentBlocks(judged);
  let words = 0;
  let pageWords = 0;
  const comments: string[] = [];
  for (const block of list) {
    pageWords += block.words;
    if (block.verdict === 'content') words += block.words;
    if (block.verdict === 'comment' && block.words >= 3 && block.linkShare < 0.5) comments.push(block.text);
  }
  return {
    url,
    type: judgement.type,
    title: title.text,
    byline: pageByline(doc, judgement, title, url, page.metas),
    published: options.published ?? null,
    modified: options.modified ?? null,
    text: toText(parts),
    markdown: toMarkdown(parts),
    html: toHtml(parts),
    comments,
    blocks: list,
    parts,
    words,
    pageWords,
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
