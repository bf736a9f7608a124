/** The annotation of one time expression: where it stands, what kind it is, what it says, and what it was resolved to. */
import type { Chronon } from './chronon.ts';
import type { Expression } from './expression.ts';
import type { Atom } from './items.ts';
import type { Tense } from './tense.ts';

export type TimexType = 'CALENDAR_REF' | 'DURATION' | 'FREQUENCY';
export type TimexSubtype = 'DATE' | 'HOUR' | 'INTERVAL';
export type RefClass = 'EXPLICIT' | 'IMPLICIT' | 'DEICTIC' | 'ANAPHORIC' | 'VAGUE';

/** A part of a value, for telling what the text says from what was inferred. */
export type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

/** The date an expression was computed from. */
export interface UsedAnchor {
  readonly kind: 'dct' | 'text';
  /** The expression that gave the date, when it is one of the text. */
  readonly timexId?: number;
  /** The date itself, as a chronon is written. */
  readonly at: string;
}

export interface Timex3 {
  readonly type: 'DATE' | 'TIME' | 'DURATION' | 'SET';
  readonly value: string;
  readonly mod?: string;
  readonly quant?: string;
  readonly freq?: string;
  /** Of what comes again: until when, and how often. */
  readonly endPoint?: string;
  readonly count?: number;
}

export interface Timex {
  /** Unique inside the document, from 1. */
  readonly id: number;
  readonly blockIndex: number;
  /** UTF-16 offsets inside the text of the block; the introducing preposition is inside. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Where the expression begins without its preposition, article or head noun (`no dia`). */
  readonly coreStart: number;
  readonly coreText: string;
  readonly type: TimexType;
  readonly subtype?: TimexSubtype | undefined;
  readonly refClass: RefClass;
  readonly patternId: string;
  /** None: unresolved; one: a point; two: the bounds of an interval. */
  readonly chronons: readonly Chronon[];
  readonly resolved: boolean;
  readonly timex3: Timex3;
  /** What the arithmetic started from; `null` when nothing but the expression was needed, or nothing was found. */
  readonly anchor: UsedAnchor | null;
  /** The rule of the resolver that gave the value. */
  readonly rule: string;
  /** Parts said by the text, and parts inferred. */
  readonly known: readonly Part[];
  readonly implied: readonly Part[];
  /** Approximate, or resolved on weak evidence. */
  readonly low: boolean;
  /** The computed point at its finest, where the value is given in a coarser unit: `há dois meses` to the day. */
  readonly exact?: Chronon | undefined;
  readonly sentence: number;
  readonly tense: Tense | null;
  readonly expression: Expression;
  readonly atoms: readonly Atom[];
}
