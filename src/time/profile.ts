/**
 * Parameters of the time room as plain objects: printed by `--explain`, stored with a run. One that reads as well as is known today, one as
 * published (docs/methods.md, Temporal crawl (Pereira 2013)), and one for talk.
 */

/** Locales that a profile can name: languages of the room in a country. */
export type LocaleName = 'pt-PT' | 'pt-BR';

export type SegmentUnit = 'paragraph' | 'sentence' | 'clause';

export interface TimeProfile {
  readonly name: string;
  /** Seasons, holidays and festivities of one country. */
  readonly locale: LocaleName;
  /** Names of events of history are dates. */
  readonly events: boolean;
  /** A date without a year may take that of an earlier date of its section. */
  readonly yearFromText: boolean;
  /** The tense of the nearest verb tells past from future. */
  readonly useTense: boolean;
  /** A date without a year and without evidence: the nearest to the document's date, or the next one (talk). */
  readonly undated: 'nearest' | 'future';
  /** A clock time alone belongs to the date of its sentence only, or else to the day of the document (talk). */
  readonly clockAlone: 'sentence' | 'dct';
  /** `a semana anterior` in a text that has no date yet counts from the document's date. */
  readonly anaphoricFallback: 'none' | 'dct';
  readonly segmentUnit: SegmentUnit;
  readonly undatedPolicy: 'none' | 'section' | 'always';
  /** Share of a segment's dates that must be inside the scope, as an exact fraction: k/n > tau. */
  readonly tau: number;
  readonly scopeMatch: 'contain' | 'overlap';
  readonly intervalMode: 'endpoints' | 'range';
  readonly yearless: 'outside' | 'ignore';
}

export const TIME_MODERN: TimeProfile = {
  name: 'modern',
  locale: 'pt-PT',
  events: true,
  yearFromText: true,
  useTense: true,
  undated: 'nearest',
  clockAlone: 'sentence',
  anaphoricFallback: 'dct',
  segmentUnit: 'paragraph',
  undatedPolicy: 'section',
  tau: 0.99,
  scopeMatch: 'contain',
  intervalMode: 'range',
  yearless: 'ignore',
};

export const TIME_THESIS: TimeProfile = {
  ...TIME_MODERN,
  name: 'thesis',
  events: false,
  yearFromText: false,
  useTense: false,
  anaphoricFallback: 'none',
  intervalMode: 'endpoints',
  yearless: 'outside',
};

/** For short messages and search boxes: what is said without a date is said of now and of what comes next. */
export const DIALOGUE: TimeProfile = {
  ...TIME_MODERN,
  name: 'dialogue',
  undated: 'future',
  clockAlone: 'dct',
};
