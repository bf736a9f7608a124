/** What the miner asks of a language beside its locale: the words it starts from, what they mean in a row, and how they are written. */
import type { ClassName } from '../lexicon.ts';
import type { Pattern } from '../pattern.ts';
import type { RefClass, TimexSubtype, TimexType } from '../timex.ts';
import type { MarkerData, Markers, Tag } from './markers.ts';

/** What a mined sequence means: which constructor of the annotator makes its value, and its type and class. */
export interface Meaning {
  readonly type: TimexType;
  readonly subtype?: TimexSubtype;
  readonly refClass: RefClass;
  readonly make: string;
  readonly as: ClassName;
  readonly with?: Pattern['with'];
  /** How tokens are written in the form when the usual way does not serve: tag to fragments. */
  readonly slots?: Readonly<Record<string, readonly string[]>>;
}

/** Words that belong together with what stands beside them. All are folded. */
export interface MinedWords {
  /** Follow the name of a weekday, when the marker is one of the lists: `segunda-feira`. */
  readonly weekdayTails: ReadonlySet<string>;
  readonly weekdayMarker: string;
  /** Stand before a Roman numeral. */
  readonly centuries: ReadonlySet<string>;
  readonly centuryMarker: string;
  /** Stand before the figures of a decade, with a link between; the short one takes no link and no full year. */
  readonly decades: ReadonlySet<string>;
  readonly shortDecade: string;
  readonly decadeLinks: ReadonlySet<string>;
  readonly decadeMarker: string;
  /** Articles that are the number one before a unit, or before a word for occasions. */
  readonly ones: ReadonlySet<string>;
  readonly occasions: ReadonlySet<string>;
  /** Stand between day, month and year. */
  readonly dateLinks: ReadonlySet<string>;
  /** Of these, the one that makes a month of a word which alone is another one. */
  readonly of: string;
  /** Words that fold to a marker but are another word, unless they are written with this letter. */
  readonly writtenWith: Readonly<Record<string, string>>;
  /** Markers that are also names of persons. */
  readonly alsoNames: ReadonlySet<string>;
  /** Glued to the figures of an hour. */
  readonly hourSign: string;
  /** Adverbs that may open an expression. */
  readonly openers: ReadonlySet<string>;
  /** Grammatical words that close no expression. */
  readonly neverLast: ReadonlySet<string>;
  /** Words after which the noun they place is missing. */
  readonly placing: ReadonlySet<string>;
  /** Before a unit at the end, they leave it without what places it. */
  readonly unitArticles: ReadonlySet<string>;
}

export interface Mining {
  readonly markers: MarkerData;
  readonly words: MinedWords;
  /** The meaning of a sequence without alternatives. */
  readonly meaningOf: (tokens: readonly string[], markers: Markers) => Meaning;
  /** Tags in the pattern language. */
  readonly fragments: Readonly<Record<Tag, readonly string[]>>;
  /** Tags as sources of regular expressions, for the flags `iu`; every repetition bounded. */
  readonly expressions: Readonly<Record<Tag, string>>;
  /** Letters with the ways in which they may be written, as sources of regular expressions. */
  readonly letters: Readonly<Record<string, string>>;
}
