/**
 * What the room asks of a language and of a country. The core finds expressions, places them on the calendar and cuts texts; every word,
 * ending, sign and feast by which it does so is handed to it here. Another language is another `Locale`, and no change of the core.
 */
import type { Expression } from './expression.ts';
import type { LexiconEntry } from './lexicon.ts';
import type { Pattern } from './pattern.ts';
import type { LocalCalendar } from './resolve/local-calendar.ts';
import type { RuleNames } from './resolve/rule-names.ts';
import type { Site } from './site.ts';
import type { TenseForms } from './tense.ts';

/** The patterns of a language, level by level; `mined` patterns of the miner have the same form and join the first level. */
export interface Grammar {
  readonly atoms: readonly Pattern[];
  readonly compounds: readonly Pattern[];
  readonly intervals: readonly Pattern[];
}

/** Reads the slots of a match and gives the expression, or nothing when the words do not mean time here. */
export type Maker = (site: Site) => Expression | null;

/** How numbers are written. The values of numerals in words are in the lexicon. */
export interface Numerals {
  /** Joins the parts of a cardinal in words. */
  readonly and: string;
  /** Follows the full stop of an ordinal: `1o. de maio`. */
  readonly of: string;
  /** Letters written for the sign of the ordinal, `1o` and `2a`; a day of the month takes the first. */
  readonly dayOrdinal: string;
  readonly otherOrdinal: string;
  readonly thousands: string;
  readonly decimal: string;
  /** Whether `next` may follow the cardinal read `sofar`, whose last part is `last`; `joined`: with `and` between. */
  readonly continues: (sofar: number, last: number, next: number, joined: boolean) => boolean;
}

/** Folded words around an expression that do or do not belong to its full extent. */
export interface Introducers {
  /** They introduce an expression and belong to its full extent. */
  readonly leads: ReadonlySet<string>;
  /** Of these, those before which another may stand. */
  readonly articles: ReadonlySet<string>;
  /** Nouns that head an expression: `no dia 5`. */
  readonly heads: ReadonlySet<string>;
  /** They introduce an interval and a part of the day, nothing else. */
  readonly ofIntervals: ReadonlySet<string>;
  /** Patterns of intervals that are not introduced so. */
  readonly plainIntervals: ReadonlySet<string>;
  /** They stand between a negative word and the name that follows it: `largo do 5 de Outubro`. */
  readonly ofNames: ReadonlySet<string>;
  /** A hyphen may bind them to a figure that is a date nevertheless: `pré-1930`, `14h-16h`. */
  readonly hyphenated: ReadonlySet<string>;
}

/** Dates in a row, which take what they lack from one another. */
export interface Lists {
  readonly and: string;
  readonly or: string;
  /** Identifier of the pattern of years in two figures. */
  readonly shortYear: string;
  /** Identifier of the pattern of whole dates in figures. */
  readonly figures: string;
  /** How a decade begins that others may follow: `décadas de 80 e 90`. */
  readonly decades: RegExp;
}

/** What a name of the calendar is within an expression, for those who mark names only. */
export interface CalendarNames {
  /** Names of days that are kept, which are events. */
  readonly observances?: RegExp;
  /** Nouns at the head, and parts of the day at the end, that are no part of the name. */
  readonly head: RegExp;
  readonly tail: RegExp;
  /** The two ends of an interval, as groups. */
  readonly joined: RegExp;
  /** A span that is a name without figure or capital. */
  readonly span: RegExp;
}

export interface Locale {
  /** Of language and country: `pt-PT`. */
  readonly name: string;
  readonly lexicon: readonly LexiconEntry[];
  readonly grammar: Grammar;
  /** Constructors of meaning by the names that patterns give them. */
  readonly meanings: Readonly<Record<string, Maker>>;
  readonly tense: TenseForms;
  readonly numerals: Numerals;
  readonly introducers: Introducers;
  readonly lists: Lists;
  /** Whether a folded word, in small letters and no grammar, is a noun that is counted: `1939 soldados`. */
  readonly isCounted: (word: string) => boolean;
  readonly calendar: LocalCalendar;
  /** Words for the rules of the resolver; a rule without one goes by its own name. */
  readonly rules: RuleNames;
  readonly names: CalendarNames;
  /** What begins a clause, a semicolon included; with the flag `g`. */
  readonly clause: RegExp;
  /** Headings of what a page cites rather than says. */
  readonly citing: RegExp;
  /** Words in small letters that name nothing, in what a link says and in its address. */
  readonly fillers: ReadonlySet<string>;
}
