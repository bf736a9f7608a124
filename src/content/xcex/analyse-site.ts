/**
 * X-CEX over the pages of one site: blocks, |S|, IBDF, verdicts.
 *
 * ```ts
 * const read = files.map((bytes, i) => readPage({ url: `file:///p${i}`, contentType: 'text/html', bytes }));
 * const { pages, report } = analyseSite(read.map((page) => ({ id: page.url, document: page.document!, language: page.language })));
 * for (const page of pages) console.log(page.text);
 * ```
 */
import { countSimilarPagesByAllPairs, type SimilarPages } from './all-pairs.ts';
import type { XcexBlock } from './block.ts';
import { type Collection, collectionOf } from './collection.ts';
import { EXACT_COPY_IBDF, ibdf, isContent, pageLimit } from './ibdf.ts';
import { liveCoveragePages } from './live-coverage.ts';
import { type PresetName, type XcexParameters, xcexParameters } from './parameters.ts';
import { type ReadPage, readPage, type SitePage, type SiteWarning } from './read-page.ts';
import { countSimilarPages } from './similar-pages.ts';

export type BlockReason = 'exact-duplicate' | 'frequent' | 'comment' | 'kept';

export interface JudgedBlock extends XcexBlock {
  /** |S|: pages with a similar block; null where an exact copy settled the block without a comparison. */
  readonly similarPages: number | null;
  readonly ibdf: number;
  readonly verdict: 'content' | 'non-content';
  readonly reason: BlockReason;
}

export interface JudgedPage {
  readonly id: string;
  readonly language: string;
  readonly blocks: readonly JudgedBlock[];
  /** The content blocks' text, a block a line. */
  readonly text: string;
  /** Follows an event minute by minute: built otherwise than the site's articles, and not what this method is for. */
  readonly liveCoverage: boolean;
}

export interface RunReport {
  readonly parameters: XcexParameters;
  /** N. */
  readonly pages: number;
  /** n: candidate blocks. */
  readonly blocks: number;
  /** From this many pages with a similar block on, a block is not content. */
  readonly pageLimit: number;
  readonly vocabulary: number;
  /** Candidates that each phase removed. */
  readonly removed: {
    readonly wordless: number;
    readonly exactDuplicate: number;
    readonly frequent: number;
    readonly comment: number;
  };
  readonly kept: number;
  /** Pairs of blocks (or of kinds of blocks) of which the similarity was worked out. */
  readonly comparisons: number;
  readonly milliseconds: { readonly extraction: number; readonly comparison: number };
  readonly warnings: readonly SiteWarning[];
}

export interface SiteResult {
  readonly pages: readonly JudgedPage[];
  readonly report: RunReport;
}

export interface XcexOptions {
  readonly preset?: PresetName;
  /** How |S| is counted; the answers are the same. */
  readonly algorithm?: 'indexed' | 'all-pairs';
}

/** The candidate blocks of a site's pages, which need their documents no longer. */
export interface SiteRead {
  readonly pages: readonly ReadPage[];
  readonly warnings: readonly SiteWarning[];
  /** That reading took. */
  readonly milliseconds: number;
}

export function analyseSite(
  pages: readonly SitePage[],
  changes: Partial<XcexParameters> = {},
  options: XcexOptions = {},
): SiteResult {
  const parameters = xcexParameters(changes, options.preset);
  const started = performance.now();
  const warnings: SiteWarning[] = [];
  const read = pages.map((page) => readPage(page, parameters, warnings));
  return judgeSite(
    { pages: read, warnings, milliseconds: performance.now() - started },
    parameters,
    options.algorithm,
  );
}

/** The second and third phase, over pages that were read one by one. */
export function judgeSite(
  site: SiteRead,
  parameters: XcexParameters,
  algorithm: XcexOptions['algorithm'] = 'indexed',
): SiteResult {
  const read = site.pages;
  const started = performance.now();
  const warnings: SiteWarning[] = [...site.warnings];
  if (read.length < parameters.minPages) {
    warnings.push({
      kind: 'too-few-pages',
      pageId: null,
      detail: `${read.length} pages; a template is recognised from ${parameters.minPages} on`,
    });
  }
  const live = liveCoveragePages(read.map(({ blocks }) => blocks.map(({ text }) => text)));
  live.forEach((found, i) => {
    if (found)
      warnings.push({
        kind: 'live-coverage',
        pageId: read[i]!.id,
        detail: `${read[i]!.blocks.length} blocks`,
      });
  });
  const collection = collectionOf(
    read.map(({ blocks }) => blocks),
    read.map(({ stopWords }) => stopWords),
    parameters,
  );
  const extracted = performance.now();
  const counted =
    algorithm === 'all-pairs'
      ? countSimilarPagesByAllPairs(collection, parameters)
      : countSimilarPages(collection, parameters);
  const judged = judge(read, live, collection, counted, parameters);
  const reasons = { kept: 0, 'exact-duplicate': 0, frequent: 0, comment: 0 };
  for (const page of judged) for (const block of page.blocks) reasons[block.reason]++;
  return {
    pages: judged,
    report: {
      parameters,
      pages: read.length,
      blocks: collection.count,
      pageLimit: pageLimit(parameters.pageFraction, read.length),
      vocabulary: collection.vocabularySize,
      removed: {
        wordless: read.reduce((sum, page) => sum + page.wordless, 0),
        exactDuplicate: reasons['exact-duplicate'],
        frequent: reasons.frequent,
        comment: reasons.comment,
      },
      kept: reasons.kept,
      comparisons: counted.comparisons,
      milliseconds: {
        extraction: site.milliseconds + extracted - started,
        comparison: performance.now() - extracted,
      },
      warnings,
    },
  };
}

function judge(
  read: readonly ReadPage[],
  live: readonly boolean[],
  collection: Collection,
  counted: SimilarPages,
  parameters: XcexParameters,
): JudgedPage[] {
  let at = 0;
  return read.map(({ id, blocks, language, comments }, i) => {
    const judged = blocks.map((block): JudgedBlock => {
      const index = at++;
      if (collection.exactCopy[index] === 1) {
        return {
          ...block,
          similarPages: null,
          ibdf: EXACT_COPY_IBDF,
          verdict: 'non-content',
          reason: 'exact-duplicate',
        };
      }
      const similarPages = counted.counts[index]!;
      const rare = isContent(similarPages, read.length, parameters);
      const reason = !rare ? 'frequent' : comments.has(block.indexInPage) ? 'comment' : 'kept';
      return {
        ...block,
        similarPages,
        ibdf: ibdf(similarPages),
        verdict: reason === 'kept' ? 'content' : 'non-content',
        reason,
      };
    });
    return {
      id,
      language,
      blocks: judged,
      text: judged
        .filter(({ verdict }) => verdict === 'content')
        .map(({ text }) => text)
        .join('\n'),
      liveCoverage: live[i]!,
    };
  });
}
