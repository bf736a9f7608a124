/**
 * Content Extractor (Debnath, Mitra, Pal and Giles, 2005), from which X-CEX comes: each block is one vector, the counts of its elements
 * followed by its words, and blocks whose vectors nearly coincide with blocks of many other pages are template.
 */
import {
  ibdf,
  isContent,
  type JudgedBlock,
  type JudgedPage,
  pageLimit,
  type ReadingParameters,
  readPage,
  type SitePage,
  type SiteRead,
  type SiteWarning,
  TAG_LISTS,
  type Tokenizer,
  termsOf,
  type XcexBlock,
  xcexParameters,
} from '../xcex/index.ts';

export interface ContentExtractorParameters {
  readonly tagList: readonly string[];
  /** ε. */
  readonly similarityLimit: number;
  /** Of the pages: none is published for this run, so X-CEX's. */
  readonly pageFraction: number;
  /** The number of words as a feature among the counts. It drowns the words themselves: above eight, all blocks look alike. */
  readonly includeTermCount: boolean;
  readonly requireText: boolean;
  readonly tokenizer: Tokenizer;
  readonly stopWords: Readonly<Record<string, readonly string[]>> | null;
}

export const CONTENT_EXTRACTOR: ContentExtractorParameters = {
  tagList: TAG_LISTS.list2,
  similarityLimit: 0.9,
  pageFraction: 0.2,
  includeTermCount: false,
  requireText: true,
  tokenizer: 'ascii-compat',
  stopWords: null,
};

/** The vector of a block in two parts: counts by element name, and words (each a 1). */
export interface BlockVector {
  readonly counts: ReadonlyMap<string, number>;
  readonly terms: ReadonlySet<string>;
  /** Square of its length. */
  readonly square: number;
}

const TERM_COUNT = '#terms';

export function blockVector(
  block: Pick<XcexBlock, 'tags' | 'text'>,
  parameters: Pick<ContentExtractorParameters, 'includeTermCount' | 'tokenizer'>,
  stopWords: ReadonlySet<string> | null,
): BlockVector {
  const counts = new Map<string, number>();
  for (const tag of block.tags) if (tag !== 'comment') counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const terms = new Set(termsOf(block.text, parameters.tokenizer, stopWords));
  if (parameters.includeTermCount) counts.set(TERM_COUNT, terms.size);
  let square = terms.size;
  for (const count of counts.values()) square += count * count;
  return { counts, terms, square };
}

function countsDot(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let dot = 0;
  for (const [name, count] of a) dot += count * (b.get(name) ?? 0);
  return dot;
}

const cosine = (dot: number, squares: number): number => (squares === 0 ? 0 : dot / Math.sqrt(squares));

export function vectorSimilarity(a: BlockVector, b: BlockVector): number {
  let dot = countsDot(a.counts, b.counts);
  for (const term of a.terms) if (b.terms.has(term)) dot++;
  return cosine(dot, a.square * b.square);
}

/** Exact ties are not similar, whatever rounding made of them. */
const TIE = 1e-12;

export interface ContentExtractorResult {
  readonly pages: readonly JudgedPage[];
  readonly parameters: ContentExtractorParameters;
  readonly blocks: number;
  readonly pageLimit: number;
  readonly vocabulary: number;
  /** Candidates without a word, which were dropped. */
  readonly wordless: number;
  /** Pairs of blocks of which the similarity was worked out. */
  readonly comparisons: number;
  readonly milliseconds: { readonly extraction: number; readonly comparison: number };
  readonly warnings: readonly SiteWarning[];
}

/** The parameters with changes. Values that make no sense are refused. */
export function contentExtractorParameters(
  changes: Partial<ContentExtractorParameters> = {},
): ContentExtractorParameters {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const all: ContentExtractorParameters = { ...CONTENT_EXTRACTOR, ...given };
  // What X-CEX has too is held to its rules.
  const { similarityLimit, pageFraction, tagList } = all;
  xcexParameters({ similarityLimit, pageFraction, tagList });
  return all;
}

/** What reading a page for Content Extractor needs, in X-CEX's words. */
export function contentExtractorReading(parameters: ContentExtractorParameters): ReadingParameters {
  return {
    tagList: parameters.tagList,
    requireText: parameters.requireText,
    stopWords: parameters.stopWords,
    contentMeasure: 'cosine',
    extractionFallbacks: false,
    commentFilter: false,
  };
}

export function runContentExtractor(
  pages: readonly SitePage[],
  changes: Partial<ContentExtractorParameters> = {},
): ContentExtractorResult {
  const parameters = contentExtractorParameters(changes);
  const warnings: SiteWarning[] = [];
  const started = performance.now();
  const reading = contentExtractorReading(parameters);
  const read = pages.map((page) => readPage(page, reading, warnings));
  return judgeByContentExtractor(
    { pages: read, warnings, milliseconds: performance.now() - started },
    parameters,
  );
}

/** Pages that were read one by one. */
export function judgeByContentExtractor(
  site: SiteRead,
  parameters: ContentExtractorParameters,
): ContentExtractorResult {
  const read = site.pages;
  const started = performance.now();
  const vectors: BlockVector[] = [];
  const pageOf: number[] = [];
  read.forEach(({ blocks, stopWords }, page) => {
    for (const block of blocks) {
      vectors.push(blockVector(block, parameters, stopWords));
      pageOf.push(page);
    }
  });
  const extracted = performance.now();
  const similar = countSimilarPages(vectors, pageOf, read.length, parameters.similarityLimit);
  let at = 0;
  const judged = read.map(({ id, blocks, language }): JudgedPage => {
    const list = blocks.map((block): JudgedBlock => {
      const count = similar.counts[at++]!;
      const kept = isContent(count, read.length, {
        pageFraction: parameters.pageFraction,
        limitRule: 'integer',
      });
      return {
        ...block,
        similarPages: count,
        ibdf: ibdf(count),
        verdict: kept ? 'content' : 'non-content',
        reason: kept ? 'kept' : 'frequent',
      };
    });
    return {
      id,
      language,
      blocks: list,
      text: list
        .filter(({ verdict }) => verdict === 'content')
        .map(({ text }) => text)
        .join('\n'),
      liveCoverage: false,
    };
  });
  return {
    pages: judged,
    parameters,
    blocks: vectors.length,
    pageLimit: pageLimit(parameters.pageFraction, read.length),
    vocabulary: similar.vocabulary,
    wordless: read.reduce((sum, page) => sum + page.wordless, 0),
    comparisons: similar.comparisons,
    milliseconds: {
      extraction: site.milliseconds + extracted - started,
      comparison: performance.now() - extracted,
    },
    warnings: site.warnings,
  };
}

/** For each block, the other pages that hold a similar one. Words shared are counted through an index; forms of counts are few. */
function countSimilarPages(
  vectors: readonly BlockVector[],
  pageOf: readonly number[],
  pageCount: number,
  limit: number,
): { readonly counts: Int32Array; readonly comparisons: number; readonly vocabulary: number } {
  const forms: ReadonlyMap<string, number>[] = [];
  const formIds = new Map<string, number>();
  const form = vectors.map(({ counts }) => {
    const key = [...counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, count]) => `${name}=${count}`)
      .join(' ');
    let id = formIds.get(key);
    if (id === undefined) {
      formIds.set(key, (id = forms.length));
      forms.push(counts);
    }
    return id;
  });
  const holders = new Map<string, number[]>();
  vectors.forEach(({ terms }, block) => {
    for (const term of terms) {
      const list = holders.get(term);
      if (list === undefined) holders.set(term, [block]);
      else list.push(block);
    }
  });
  const counts = new Int32Array(vectors.length);
  let comparisons = 0;
  const shared = new Int32Array(vectors.length);
  const marked = new Int32Array(pageCount).fill(-1);
  for (let block = 0; block < vectors.length; block++) {
    const { terms, square } = vectors[block]!;
    shared.fill(0);
    for (const term of terms) for (const other of holders.get(term)!) shared[other]!++;
    /** Dot products of the counts with each form, as they are asked for. */
    const dots = new Float64Array(forms.length).fill(-1);
    for (let other = 0; other < vectors.length; other++) {
      const page = pageOf[other]!;
      if (page === pageOf[block] || marked[page] === block) continue;
      comparisons++;
      let dot = dots[form[other]!]!;
      if (dot < 0) dot = dots[form[other]!] = countsDot(forms[form[block]!]!, forms[form[other]!]!);
      if (cosine(dot + shared[other]!, square * vectors[other]!.square) - limit > TIE) {
        marked[page] = block;
        counts[block]!++;
      }
    }
  }
  return { counts, comparisons, vocabulary: holders.size };
}
