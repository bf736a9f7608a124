/** The scope test: which segments of a page, and so which of its links, lie inside an imposed period. */
import { TarrafaError } from '../errors.ts';
import { annotateText } from './annotate-document.ts';
import type { LinkRef, TextBlock } from './block.ts';
import { civilDay, type DayRange } from './calendar.ts';
import { type Chronon, dayOfChronon, formatChronon, parseChronon, rangeOfChronon } from './chronon.ts';
import type { Locale } from './locale.ts';
import { TIME_MODERN, type TimeProfile } from './profile.ts';
import { linksIn, type Segment, segment } from './segment.ts';
import type { Timex } from './timex.ts';

/** Inclusive at both ends: `2001` is 2001-01-01 to 2001-12-31. */
export interface TemporalScope {
  readonly range: DayRange;
  readonly label: string;
  readonly target: 'content' | 'publication';
}

export interface ScopeOptions {
  readonly target?: TemporalScope['target'];
  /** Names with a period: `{ 'governo Dilma': '2011..2016' }`. */
  readonly names?: Readonly<Record<string, string>>;
}

/**
 * Reads a scope: `1939..1945`, `2001`, `2001-09..2001-12`, `2001-09-11`, `século XIX`, `anos 40`, or a name given a period. Throws
 * TRF_PERIOD_EMPTY, TRF_PERIOD_UNKNOWN or TRF_PERIOD_REVERSED.
 */
export function parseScope(text: string, locale: Locale, options: ScopeOptions = {}): TemporalScope {
  const label = text.trim();
  if (label === '') throw new TarrafaError('TRF_PERIOD_EMPTY', []);
  const unknown = (part: string): never => {
    throw new TarrafaError('TRF_PERIOD_UNKNOWN', [part.length > 100 ? `${part.slice(0, 100)}…` : part]);
  };
  if (label.length > 200) unknown(label);
  const target = options.target ?? 'content';
  const named = Object.entries(options.names ?? {}).find(
    ([name]) => name.toLowerCase() === label.toLowerCase(),
  );
  if (named) return { ...parseScope(named[1], locale, { target }), label };
  const parts = label.split(/\s*\.{2,3}\s*/);
  if (parts.length > 2) unknown(label);
  const [first, last] = [periodOf(parts[0]!, locale), periodOf(parts[parts.length - 1]!, locale)];
  if (!first) return unknown(parts[0]! || label);
  if (!last) return unknown(parts[parts.length - 1]! || label);
  if (last.end < first.start || last.start < first.start)
    throw new TarrafaError('TRF_PERIOD_REVERSED', [label]);
  return { range: { start: first.start, end: last.end }, label, target };
}

function periodOf(text: string, locale: Locale): DayRange | null {
  const c = parseChronon(text);
  if (c) return c.year === null ? null : rangeOfChronon(c);
  const digits = /^\d{1,3}$/.exec(text);
  if (digits) return rangeOfChronon({ year: Number(text), month: null, day: null, timeline: 'T_y' });
  // `2001-13` is a slip of the pen for a month, not the years from 2001 to 2013.
  if (/^\d{4}-\d/.test(text)) return null;
  // Any single expression of the language that needs no document date.
  const found = annotateText(text, locale);
  const t = found[0];
  if (found.length !== 1 || !t || !t.resolved || t.anchor !== null) return null;
  if (text.slice(0, t.start).trim() !== '' || text.slice(t.end).trim() !== '') return null;
  return rangeOf(t);
}

/** Days that an expression covers, from its first bound to its last; `null` when it cannot be placed. */
export function rangeOf(timex: Timex): DayRange | null {
  const first = timex.chronons[0];
  const last = timex.chronons[timex.chronons.length - 1];
  if (!first || !last) return null;
  const a = rangeOfChronon(first);
  const b = rangeOfChronon(last);
  return a && b ? { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) } : null;
}

/** Whether a day range lies in the scope. */
export function inside(
  range: DayRange,
  scope: DayRange,
  match: TimeProfile['scopeMatch'] = 'contain',
): boolean {
  return match === 'contain'
    ? range.start >= scope.start && range.end <= scope.end
    : range.start <= scope.end && range.end >= scope.start;
}

export interface Verdict {
  /** Dates that count, and those of them inside the scope. */
  readonly n: number;
  readonly k: number;
  readonly inScope: boolean;
}

/** k / n > tau without floating point: tau is taken to four decimals. */
export function exceeds(k: number, n: number, tau: number): boolean {
  return n > 0 && k * 10_000 > Math.round(tau * 10_000) * n;
}

export type ScopePolicy = Pick<TimeProfile, 'tau' | 'scopeMatch' | 'intervalMode' | 'yearless'>;

/** Judges one segment. `timexes` are those of the page. */
export function judge(
  seg: Segment,
  scope: TemporalScope,
  timexes: ReadonlyMap<number, Timex>,
  policy: ScopePolicy = TIME_MODERN,
): Verdict {
  let n = 0;
  let k = 0;
  const count = (range: DayRange | null): void => {
    if (range === null) {
      if (policy.yearless === 'outside') n++;
      return;
    }
    n++;
    if (inside(range, scope.range, policy.scopeMatch)) k++;
  };
  if (policy.intervalMode === 'endpoints') for (const c of seg.chronons) count(rangeOfChronon(c));
  else {
    for (const id of seg.timexIds) {
      const t = timexes.get(id);
      if (t && t.chronons.length > 0) count(rangeOf(t));
    }
  }
  return { n, k, inScope: exceeds(k, n, policy.tau) };
}

export interface PageAnalysis {
  readonly segments: readonly (Segment & { readonly verdict: Verdict })[];
  /** At least one segment is inside the scope. */
  readonly relevant: boolean;
  /** Links of valid segments, each address once, in the order of the page. */
  readonly validLinks: readonly LinkRef[];
}

/** Temporal analysis of a page: segments, their verdicts, and the links worth following. */
export function analysePage(
  blocks: readonly TextBlock[],
  timexes: readonly Timex[],
  scope: TemporalScope,
  locale: Locale,
  profile: TimeProfile = TIME_MODERN,
  dct: Chronon | null = null,
): PageAnalysis {
  const byId = new Map(timexes.map((t) => [t.id, t]));
  const segments = segment(blocks, timexes, profile, locale).map((s) => ({
    ...s,
    verdict: judge(s, scope, byId, profile),
  }));
  const valid = new Set<string>();
  let relevant = false;
  if (scope.target === 'publication') {
    const day = dct ? dayOfChronon(dct) : null;
    relevant = day !== null && inside({ start: day, end: day }, scope.range);
    if (relevant) for (const b of blocks) for (const l of b.links) valid.add(l.url);
  } else {
    for (const s of segments) {
      if (!s.verdict.inScope) continue;
      relevant = true;
      for (const link of linksIn(s, blocks)) valid.add(link.url);
    }
  }
  const seen = new Set<string>();
  const validLinks: LinkRef[] = [];
  for (const block of blocks) {
    for (const link of block.links) {
      if (!valid.has(link.url) || seen.has(link.url)) continue;
      seen.add(link.url);
      validLinks.push(link);
    }
  }
  return { segments, relevant, validLinks };
}

/** `1939-01-01..1945-12-31` */
export function formatScope(scope: TemporalScope): string {
  const text = (day: number): string => {
    const c = civilDay(day);
    return formatChronon({ ...c, timeline: 'T_d' });
  };
  return `${text(scope.range.start)}..${text(scope.range.end)}`;
}
