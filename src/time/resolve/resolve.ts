/**
 * The date resolver: expressions to chronons, in reading order. What an expression needs (the document date, the last date of the text)
 * is looked up here and recorded, so that another document date only means running this again over the same annotations.
 */
import { type Chronon, dayOfChronon, parseChronon } from '../chronon.ts';
import type { Expression } from '../expression.ts';
import type { Locale } from '../locale.ts';
import { TIME_MODERN, type TimeProfile } from '../profile.ts';
import type { Part, Timex } from '../timex.ts';
import type { Context, Focus, Value } from './context.ts';
import { evaluate } from './evaluate.ts';
import { timex3Of } from './timex3-value.ts';

export interface ResolveOptions {
  readonly dct?: Chronon | null;
  readonly profile?: TimeProfile;
  /** Section of each block; without it the whole text is one section. */
  readonly sectionOf?: (blockIndex: number) => number;
}

/** Focuses kept: an expression looks back to the last one, or to the last with a day. */
const MEMORY = 64;

/** Resolves annotated expressions; the input is not changed. */
export function resolve(timexes: readonly Timex[], locale: Locale, options: ResolveOptions = {}): Timex[] {
  const profile = options.profile ?? TIME_MODERN;
  const dct = options.dct ?? null;
  const sectionOf = options.sectionOf ?? (() => 0);
  const focuses: Focus[] = [];
  const out: Timex[] = [];
  for (let i = 0; i < timexes.length; i++) {
    const t = timexes[i]!;
    if (t.expression.kind === 'event' && !profile.events) continue;
    const section = sectionOf(t.blockIndex);
    const ctx: Context = {
      evaluate,
      dct,
      dctDay: dct ? dayOfChronon(dct) : null,
      profile,
      locale,
      focuses,
      block: t.blockIndex,
      section,
      sentence: t.sentence,
      tense: profile.useTense ? t.tense : null,
      ahead: () => {
        for (let j = i + 1; j < timexes.length && j < i + 8; j++) {
          const other = timexes[j]!;
          if (other.blockIndex !== t.blockIndex || other.sentence !== t.sentence) break;
          const year = yearSaid(other.expression);
          if (year !== null) return { year, timexId: other.id };
        }
        return null;
      },
    };
    const { expression } = t;
    const reached = expression.kind === 'within' ? evaluate(expression, ctx) : null;
    const placed = t.type === 'CALENDAR_REF' || reached !== null;
    const value = reached ?? (placed ? evaluate(expression, ctx) : null);
    // `o quinto domingo de fevereiro de 2021`: a day that no calendar has is none.
    if (expression.kind === 'nth-weekday' && value === null && evaluate(expression.of, ctx) !== null)
      continue;
    const bound =
      expression.kind === 'set' && expression.until !== undefined ? evaluate(expression.until, ctx) : value;
    const chronons = value ? (value.hi ? [value.lo, value.hi] : [value.lo]) : [];
    // Written out field by field: a spread of so many fields costs more than the resolution.
    out.push({
      id: t.id,
      blockIndex: t.blockIndex,
      start: t.start,
      end: t.end,
      text: t.text,
      coreStart: t.coreStart,
      coreText: t.coreText,
      type: placed ? 'CALENDAR_REF' : t.type,
      subtype: reached ? 'DATE' : t.subtype,
      refClass: reached ? 'DEICTIC' : t.refClass,
      patternId: t.patternId,
      chronons,
      resolved: chronons.length > 0,
      timex3: timex3Of(t, bound),
      anchor: value?.anchor ?? null,
      rule: value?.rule ?? (placed ? 'unresolved' : t.type.toLowerCase()),
      known: value ? knownParts(value) : [],
      implied: value?.implied ?? [],
      low:
        value?.low === true ||
        value?.mod === 'APPROX' ||
        (t.expression.kind === 'duration' && t.expression.approximate === true),
      exact: value?.exact,
      sentence: t.sentence,
      tense: t.tense,
      expression: t.expression,
      atoms: t.atoms,
    });
    const last = chronons[chronons.length - 1];
    if (last && last.year !== null) {
      focuses.push({
        chronon: last,
        timexId: t.id,
        block: t.blockIndex,
        section,
        sentence: t.sentence,
        wide: isWide(t.expression),
        several: chronons.length === 2 && dayOfChronon(chronons[0]!) !== dayOfChronon(last),
      });
      if (focuses.length > MEMORY) focuses.splice(0, MEMORY / 2);
    }
  }
  return out;
}

/** Reads a document date: `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, with an hour if there is one. */
export function parseDct(text: string): Chronon | null {
  const c = parseChronon(text.trim().replace(/(?:Z|[+-]\d{2}:?\d{2})$/, ''));
  return c && c.year !== null ? c : null;
}

function isWide(e: Expression): boolean {
  switch (e.kind) {
    case 'decade':
    case 'century':
    case 'millennium':
      return true;
    case 'edge':
    case 'open':
      return isWide(e.of);
    case 'range':
      return isWide(e.from) || isWide(e.to);
    default:
      return false;
  }
}

function yearSaid(e: Expression): number | null {
  switch (e.kind) {
    case 'date':
    case 'season':
    case 'holiday':
      return e.year;
    case 'moment':
      return yearSaid(e.day);
    case 'apposition':
      return yearSaid(e.named);
    case 'range':
      return yearSaid(e.to) ?? yearSaid(e.from);
    case 'open':
    case 'edge':
      return yearSaid(e.of);
    default:
      return null;
  }
}

function knownParts(v: Value): Part[] {
  const out: Part[] = [];
  for (const part of ['year', 'month', 'day', 'hour', 'minute', 'second'] as const) {
    if (v.lo[part] !== null && v.lo[part] !== undefined && !v.implied.includes(part)) out.push(part);
  }
  return out;
}
