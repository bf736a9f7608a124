/**
 * What a run of X-CEX is made of: tag list, measures, weights, limits. Plain objects, so that a run can be written down, compared and
 * repeated; the named ones reproduce published runs (docs/methods.md, "X-CEX").
 */
import { TarrafaError } from '../../errors.ts';
import { type Reason, reason } from '../../words/why.ts';

/** Ordered tag lists: the order is part of the list. */
export const TAG_LISTS = {
  /** X-CEX's own. Without `section`: one `section` beside the article would take the article's place. */
  xcex: ['body', 'main', 'article', 'div', 'p'],
  list1: ['body', 'main', 'article', 'section', 'div', 'p'],
  /** Content Extractor's, of 2005. */
  list2: ['table', 'tr', 'p', 'hr', 'ul', 'div', 'span'],
} as const satisfies Record<string, readonly string[]>;

export type StyleMeasure = 'html-similarity' | 'griazev' | 'cosine';
export type ContentMeasure = 'cosine' | 'hamming' | 'levenshtein' | 'damerau' | 'jaro-winkler';
export type Tokenizer = 'ascii-compat' | 'unicode';
export type ExactRule = 'off' | 'html' | 'text';

export interface GriazevCosts {
  readonly constant: number;
  readonly modify: number;
  readonly insert: number;
  readonly remove: number;
}

export interface XcexParameters {
  readonly tagList: readonly string[];
  readonly styleMeasure: StyleMeasure;
  readonly contentMeasure: ContentMeasure;
  /** SImp; with `contentImportance` it sums to 1. */
  readonly structureImportance: number;
  /** CImp. */
  readonly contentImportance: number;
  /** ε: two blocks are similar when their similarity is strictly above it. */
  readonly similarityLimit: number;
  /** τ: a block similar to blocks of fewer than this share of the pages is content. */
  readonly pageFraction: number;
  /** `integer` keeps |S| < max(1, ⌊τN⌋); `formula` is the printed 1/|S| > 1/⌊τN⌋, which keeps nothing when ⌊τN⌋ ≤ 1. */
  readonly limitRule: 'integer' | 'formula';
  readonly exactRule: ExactRule;
  readonly exactScope: 'other-pages' | 'whole-collection';
  /** The exact rule asks for copies on at least this many pages, the block's own counted. 2 is the published rule. */
  readonly exactMinPages: number;
  /** The exact rule looks only at blocks of at most this many words; 0: at all. Longer copies may well be meant. */
  readonly exactMaxWords: number;
  readonly compareOwnPage: boolean;
  readonly requireText: boolean;
  /** Below this many pages a warning is given: the template cannot be recognised. */
  readonly minPages: number;
  readonly tokenizer: Tokenizer;
  /** Stop words by language (`pt`); null: the lists of the house. */
  readonly stopWords: Readonly<Record<string, readonly string[]>> | null;
  /** Keep a parent from which a tag would take more than half of the words, and add titles, captions, quotations and items. */
  readonly extractionFallbacks: boolean;
  /** Drop what readers wrote, known by its markup. */
  readonly commentFilter: boolean;
  readonly griazev: GriazevCosts;
}

const FAITHFUL: XcexParameters = {
  tagList: TAG_LISTS.xcex,
  styleMeasure: 'html-similarity',
  contentMeasure: 'cosine',
  structureImportance: 0.3,
  contentImportance: 0.7,
  similarityLimit: 0.5,
  pageFraction: 0.2,
  limitRule: 'integer',
  exactRule: 'html',
  exactScope: 'other-pages',
  exactMinPages: 2,
  exactMaxWords: 0,
  compareOwnPage: true,
  requireText: true,
  minPages: 10,
  tokenizer: 'ascii-compat',
  stopWords: null,
  extractionFallbacks: false,
  commentFilter: false,
  griazev: { constant: 0.9, modify: 0.5, insert: 0, remove: 0 },
};

export const PRESETS = {
  /** The run of the first published table. */
  faithful: FAITHFUL,
  /** What the work recommends in the end, and never ran together. */
  best: { ...FAITHFUL, contentMeasure: 'hamming', pageFraction: 0.25 },
  /** X-CEX with what followed from its known failures. The product's default is the site memory, not this. */
  modern: {
    ...FAITHFUL,
    pageFraction: 0.25,
    exactRule: 'text',
    tokenizer: 'unicode',
    extractionFallbacks: true,
    commentFilter: true,
  },
} as const satisfies Record<string, XcexParameters>;

export type PresetName = keyof typeof PRESETS;

const SUM_TOLERANCE = 1e-9;

/** A preset with changes. Values that make no sense together are refused. */
export function xcexParameters(
  changes: Partial<XcexParameters> = {},
  preset: PresetName = 'faithful',
): XcexParameters {
  const base: XcexParameters = PRESETS[preset];
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const all: XcexParameters = { ...base, ...given };
  const refuse = (name: string, why: Reason): never => {
    throw new TarrafaError('TRF_CONFIG_INVALID', [`content.${name}`, why]);
  };
  const inUnit = (value: number) => Number.isFinite(value) && value >= 0 && value <= 1;
  for (const name of [
    'structureImportance',
    'contentImportance',
    'similarityLimit',
    'pageFraction',
  ] as const) {
    if (!inUnit(all[name])) refuse(name, reason('not-between', { value: all[name] }));
  }
  const sum = all.structureImportance + all.contentImportance;
  if (Math.abs(sum - 1) > SUM_TOLERANCE) {
    refuse('structureImportance + contentImportance', reason('sum-not-one', { sum }));
  }
  if (all.tagList.length === 0) refuse('tagList', reason('empty'));
  return all;
}
