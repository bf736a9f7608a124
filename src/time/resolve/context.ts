/** What an expression is resolved in: the document date, the dates of the text so far, the parameters; and what it comes to. */
import { type Chronon, chronon, formatChronon } from '../chronon.ts';
import type { Expression } from '../expression.ts';
import type { Locale } from '../locale.ts';
import type { TimeProfile } from '../profile.ts';
import type { Tense } from '../tense.ts';
import type { Part, UsedAnchor } from '../timex.ts';
import { type RuleName, ruleName } from './rule-names.ts';

/** What an expression comes to. */
export interface Value {
  readonly lo: Chronon;
  readonly hi: Chronon | null;
  readonly value: string;
  readonly rule: string;
  readonly anchor: UsedAnchor | null;
  readonly implied: readonly Part[];
  readonly mod?: string;
  readonly low?: boolean;
  readonly exact?: Chronon;
  readonly time?: boolean;
}

export interface Focus {
  readonly chronon: Chronon;
  readonly timexId: number;
  readonly block: number;
  readonly section: number;
  readonly sentence: number;
  /** A decade, a century: it is no year that another date could take. */
  readonly wide: boolean;
  /** Days from one to another: an hour beside them is of each, not of the last. */
  readonly several: boolean;
}

export interface Context {
  /** The evaluation of an expression inside another. */
  readonly evaluate: (e: Expression, ctx: Context) => Value | null;
  readonly dct: Chronon | null;
  readonly dctDay: number | null;
  readonly profile: TimeProfile;
  readonly locale: Locale;
  readonly focuses: readonly Focus[];
  readonly block: number;
  readonly section: number;
  readonly sentence: number;
  readonly tense: Tense | null;
  /** A later date with a year in the same sentence. */
  readonly ahead: () => { year: number; timexId: number } | null;
}

/** A rule as the locale calls it. */
export const says = (ctx: Context, rule: RuleName): string => ruleName(ctx.locale.rules, rule);

export const dctAnchor = (ctx: Context): UsedAnchor => ({ kind: 'dct', at: formatChronon(ctx.dct!) });

export const textAnchor = (f: Focus): UsedAnchor => ({
  kind: 'text',
  timexId: f.timexId,
  at: formatChronon(f.chronon),
});

export function lastFocus(ctx: Context): Focus | null {
  return ctx.focuses[ctx.focuses.length - 1] ?? null;
}

/** The last date of the section that is at least as fine as asked; never a finer one invented from a coarse one. */
export function focusWith(ctx: Context, part: 'month' | 'day'): Focus | null {
  for (let i = ctx.focuses.length - 1; i >= 0; i--) {
    const f = ctx.focuses[i]!;
    if (f.chronon[part] !== null) return i === ctx.focuses.length - 1 || f.section === ctx.section ? f : null;
    if (f.section !== ctx.section) return null;
  }
  return null;
}

export function partsOf(c: Chronon): Part[] {
  return (['year', 'month', 'day', 'hour', 'minute', 'second'] as const).filter(
    (p) => c[p] !== null && c[p] !== undefined,
  );
}

export function pad(n: number, width: number): string {
  return String(n).padStart(width, '0');
}

export function years(lo: number, hi: number, value: string, rule: string): Value {
  return { lo: chronon(lo), hi: chronon(hi), value, rule, anchor: null, implied: [] };
}
