/**
 * What a time expression says, before anything is known of the document: plain data made by the annotator and read by the resolver. It
 * is kept with the annotation, so a value can be computed again when the document's date becomes known or changes.
 */
/** Units of time; the value of a UNIT word of a lexicon is its index here. */
export const UNIT_NAMES = [
  'second', 'minute', 'hour', 'day', 'week', 'fortnight', 'month', 'bimester', 'quarter', 'fourmonths', 'semester', 'year',
  'biennium', 'triennium', 'quadrennium', 'lustrum', 'decade', 'century', 'millennium', 'weekend', 'halfhour', 'fiveyears',
] as const; // biome-ignore format: one list
export type UnitName = (typeof UNIT_NAMES)[number];

/** Parts of the day; the value of a PART word is its index here. */
export const PART_NAMES = ['dawn', 'morning', 'afternoon', 'evening', 'noon'] as const;
export type PartName = (typeof PART_NAMES)[number];

/** Where the arithmetic of an expression starts: the document's date, or the last date of the text. */
export type Anchor = 'dct' | 'focus';

export interface DateExpression {
  readonly kind: 'date';
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
  /** ISO weekday that the text gives beside the date, or alone with the day of the month. */
  readonly weekday?: number;
  /** `ano fiscal de 2008`. */
  readonly kindOfYear?: 'school' | 'fiscal';
  /** The event of history that is called by its day: `o 25 de Abril`. */
  readonly event?: string;
  /** The year is given by another expression: `10 de maio do ano passado`. */
  readonly yearOf?: Expression;
  /** `18 de Junho passado`, `maio próximo`: which side of the document's date. */
  readonly side?: 'past' | 'future' | 'this';
}

export interface ClockExpression {
  readonly kind: 'clock';
  readonly hour: number;
  readonly minute: number | null;
  readonly second: number | null;
  /** Said on the twelve-hour dial, with nothing that tells morning from afternoon. */
  readonly dial?: boolean;
}

export interface PartOfDayExpression {
  readonly kind: 'part-of-day';
  readonly part: PartName;
}

export interface OffsetExpression {
  readonly kind: 'offset';
  readonly unit: UnitName;
  readonly n: number;
  readonly anchor: Anchor;
  /** `aligned`: the unit as a whole (`no próximo mês`); `counted`: so many units from the anchor (`há dois meses`). */
  readonly by: 'aligned' | 'counted';
  /** Spoken without an anchor of its own: the document's date serves when the text has none yet. */
  readonly loose?: boolean;
  /** The last that has begun rather than the one to come: a weekend told of in the past. */
  readonly recent?: boolean;
  readonly finer?: { readonly unit: UnitName; readonly n: number };
  /** `ano letivo`, `ano fiscal`. */
  readonly kindOfYear?: 'school' | 'fiscal';
  /** Counted from what is named beside it and has no date: `25 anos após o fim do regime`. */
  readonly toEvent?: boolean;
}

export interface WindowExpression {
  readonly kind: 'window';
  readonly unit: UnitName;
  /** Negative: the last n units; positive: the next. */
  readonly n: number;
  readonly anchor: Anchor;
}

export interface WeekdayExpression {
  readonly kind: 'weekday';
  readonly weekday: number;
  readonly which: 'bare' | 'this' | 'that' | 'last' | 'before-last' | 'next' | 'coming' | 'after' | 'before';
  /** With a week named: weeks from the week of the document. */
  readonly week?: number;
}

/** `dia 15`: a day of a month that the text does not name, or names relatively. */
export interface MonthDayExpression {
  readonly kind: 'month-day';
  readonly day: number;
  readonly weekday?: number;
  readonly months?: number;
  readonly which: 'bare' | 'next' | 'last';
}

export interface CenturyExpression {
  readonly kind: 'century';
  /** Negative before Christ. */
  readonly century: number;
}
export interface MillenniumExpression {
  readonly kind: 'millennium';
  readonly millennium: number;
}
export interface DecadeExpression {
  readonly kind: 'decade';
  readonly start: number;
}
export interface SeasonExpression {
  readonly kind: 'season';
  /** 0 spring … 3 winter. */
  readonly season: number;
  readonly year: number | null;
  readonly yearOf?: Expression;
  readonly side?: 'past' | 'future' | 'this' | 'focus';
}
/** `1º semestre de 2021`, `última semana de maio`, `as primeiras duas semanas do ano`. */
export interface NthExpression {
  readonly kind: 'nth';
  readonly unit: UnitName;
  /** From 1; negative counts from the end. */
  readonly n: number;
  readonly count: number;
  readonly of: Expression | null;
}
/** `primeira segunda de maio`, `último domingo do ano`, `segundo fim de semana de junho`. */
export interface NthWeekdayExpression {
  readonly kind: 'nth-weekday';
  readonly weekday: number;
  /** The Saturday, with the Sunday after it. */
  readonly weekend?: boolean;
  readonly n: number;
  readonly of: Expression;
}
/** `a segunda depois do Natal`, `4 segundas a partir de agora`: the n-th such day after the one named, or before it. */
export interface CountedWeekdayExpression {
  readonly kind: 'counted-weekday';
  readonly weekday: number;
  readonly n: number;
  readonly of: Expression;
}
/** Days on which people work, counted from a day (`em 3 dias úteis`) or in a month or a year (`5.º dia útil de maio`). */
export interface WorkdayExpression {
  readonly kind: 'workday';
  readonly n: number;
  /** The document's date when it is not named. */
  readonly of: Expression | null;
  readonly within: boolean;
}
/** `a semana de 15 de janeiro`. */
export interface WeekOfExpression {
  readonly kind: 'week-of';
  readonly of: Expression;
}
/** `em 15 dias`: in talk the day that is reached, in a text so much time. */
export interface WithinExpression {
  readonly kind: 'within';
  readonly amounts: readonly { readonly unit: UnitName; readonly n: number }[];
}
export interface IsoWeekExpression {
  readonly kind: 'iso-week';
  readonly week: number;
  readonly of: Expression | null;
}
export interface HolidayExpression {
  readonly kind: 'holiday';
  readonly name: string;
  readonly year: number | null;
  readonly yearOf?: Expression;
  readonly side?: 'past' | 'future' | 'this';
  /** Days from the day of the feast: the eve is −1. */
  readonly days?: number;
}
export interface EventExpression {
  readonly kind: 'event';
  readonly name: string;
}
export interface EdgeExpression {
  readonly kind: 'edge';
  readonly part:
    | 'start'
    | 'middle'
    | 'end'
    | 'first-half'
    | 'second-half'
    | 'first-quarter'
    | 'second-quarter'
    | 'third-quarter'
    | 'last-quarter';
  readonly of: Expression;
}
export interface MomentExpression {
  readonly kind: 'moment';
  readonly day: Expression;
  readonly time: ClockExpression | PartOfDayExpression;
}
export interface RangeExpression {
  readonly kind: 'range';
  readonly from: Expression;
  readonly to: Expression;
}
export interface OpenExpression {
  readonly kind: 'open';
  readonly side: 'before' | 'after' | 'until' | 'since' | 'about';
  readonly of: Expression;
  /** What the words themselves tell where no verb does: `desde março` has begun, `a partir de março` is to begin. */
  readonly toward?: 'past' | 'future';
}
/** `dois dias depois de hoje`. */
export interface ShiftExpression {
  readonly kind: 'shift';
  readonly unit: UnitName;
  readonly n: number;
  readonly of: Expression;
}
export interface DurationExpression {
  readonly kind: 'duration';
  readonly amounts: readonly { readonly unit: UnitName; readonly n: number | null }[];
  readonly approximate?: boolean;
}
export interface SetExpression {
  readonly kind: 'set';
  readonly value: string;
  readonly frequency?: string;
  readonly quantity?: string;
  /** It comes again until then, the end not included, or so many times. */
  readonly until?: Expression;
  readonly count?: number;
}
export interface VagueExpression {
  readonly kind: 'vague';
  readonly reference: 'PAST_REF' | 'PRESENT_REF' | 'FUTURE_REF';
}
/** `hoje, 22 de maio`, `na próxima terça, 28/5`, `no ano passado, 2023`: one time told twice. */
export interface AppositionExpression {
  readonly kind: 'apposition';
  readonly beside: Expression;
  readonly named: DateExpression | MonthDayExpression | WeekdayExpression;
}
/** `agora`: the moment of writing. */
export interface NowExpression {
  readonly kind: 'now';
}

export type Expression =
  | DateExpression
  | ClockExpression
  | PartOfDayExpression
  | OffsetExpression
  | WindowExpression
  | WeekdayExpression
  | MonthDayExpression
  | CenturyExpression
  | MillenniumExpression
  | DecadeExpression
  | SeasonExpression
  | NthExpression
  | NthWeekdayExpression
  | CountedWeekdayExpression
  | WorkdayExpression
  | WeekOfExpression
  | WithinExpression
  | IsoWeekExpression
  | HolidayExpression
  | EventExpression
  | EdgeExpression
  | MomentExpression
  | RangeExpression
  | OpenExpression
  | ShiftExpression
  | DurationExpression
  | SetExpression
  | VagueExpression
  | AppositionExpression
  | NowExpression;
