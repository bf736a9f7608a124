/**
 * The words the miner starts from: lexical markers, of which expressions of time are made; grammatical markers, which may stand beside
 * them; negative words, whose neighbours are names of places. Plain data: a corpus of another kind is mined with other lists.
 */
import { foldWord } from '../characters.ts';

/** What a lexical marker is; months, weekdays and seasons are counted under one tag each. */
export type LexicalKind =
  | 'month'
  | 'weekday'
  | 'season'
  | 'unit'
  | 'week'
  | 'part'
  | 'deictic'
  | 'adverb'
  | 'times';

/** What a grammatical marker is: words of one kind may take each other's place in a pattern. */
export type GrammaticalKind =
  | 'preposition'
  | 'article'
  | 'lead'
  | 'determiner'
  | 'quantifier'
  | 'modifier'
  | 'adverb'
  | 'relative';

export interface MarkerData {
  readonly lexical: Readonly<Record<LexicalKind, string>>;
  readonly grammatical: Readonly<Record<GrammaticalKind, string>>;
  readonly negative: string;
}

/** Tags that stand for what was written in the text. */
export const TAGS = [
  'tag_DATE',
  'tag_MONTH',
  'tag_YEAR',
  'tag_WEEK',
  'tag_DAY',
  'tag_HOUR',
  'tag_SEASON',
  'tag_NUM',
  'tag_ORD',
  'tag_DECADE',
  'tag_CENTURY',
] as const;
export type Tag = (typeof TAGS)[number];

const LEXICAL_TAG: Partial<Record<LexicalKind, Tag>> = {
  month: 'tag_MONTH',
  weekday: 'tag_DAY',
  season: 'tag_SEASON',
  week: 'tag_WEEK',
};

/** Tags around which candidates are collected, as around a lexical marker: a number alone is no reason to look. */
const KEY_TAGS: ReadonlySet<string> = new Set(TAGS.filter((tag) => tag !== 'tag_NUM' && tag !== 'tag_ORD'));

/** The markers folded and ready for look-up. */
export class Markers {
  /** Folded word to its kind, or to the tag it is counted under. */
  readonly lexical = new Map<string, LexicalKind>();
  readonly grammatical = new Map<string, GrammaticalKind>();
  readonly negative = new Set<string>();

  constructor(data: MarkerData) {
    const words = (list: string): string[] =>
      list
        .split(/\s+/)
        .filter((word) => word !== '')
        .map(foldWord);
    for (const [kind, list] of Object.entries(data.lexical))
      for (const word of words(list)) this.lexical.set(word, kind as LexicalKind);
    for (const [kind, list] of Object.entries(data.grammatical))
      for (const word of words(list))
        if (!this.grammatical.has(word)) this.grammatical.set(word, kind as GrammaticalKind);
    for (const word of words(data.negative)) this.negative.add(word);
  }

  /** What a lexical marker is counted as: its tag, or the word itself. */
  keyOf(word: string): string {
    const kind = this.lexical.get(word);
    return (kind === undefined ? undefined : LEXICAL_TAG[kind]) ?? word;
  }

  isKey(token: string): boolean {
    return KEY_TAGS.has(token) || this.lexical.has(token);
  }
}
