/**
 * The latest visits of a crawl, read from the end of its log backwards, piece by piece: however long the log is, and however seldom what is looked
 * for comes, a look costs so many bytes and no more. Where it stopped is said, so that the next goes on there.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { Language } from '../../words/index.ts';
import { visitReasonName } from '../../words/visit-names.ts';
import type { CrawlActivity, RecentVisits } from '../schemas/answers.ts';

type Recent = RecentVisits['visits'][number];
type Outcome = Recent['outcome'];

const OUTCOMES: readonly string[] = [
  'analysed',
  'unchanged',
  'redirected',
  'failed',
  'blocked',
  'gone',
  'refused',
  'skipped',
] satisfies Outcome[];

/** Outcomes that a person would call an error. */
const ERRORS: readonly Outcome[] = ['failed', 'gone'];
/** Visits that are counted by their outcomes. */
const COUNTED = 1_000;

/** Of one look. A line takes some 500 bytes. */
const MOST_READ = 512 << 10;
const PIECE = 64 << 10;
/** Longer lines are damage. */
const LONGEST_LINE = 128 << 10;
const LONGEST_URL = 2_048;
const LONGEST_TITLE = 200;

export interface VisitsWanted {
  /** Place in the log before which they stand; null: from its end. */
  readonly before: number | null;
  readonly most: number;
  readonly outcomes: readonly Outcome[] | null;
  /** A host, or a site with all its hosts. */
  readonly host: string | null;
}

interface LatestVisits {
  readonly visits: readonly Recent[];
  readonly looked: number;
  /** Place before which nothing was looked at; null when that is the beginning. */
  readonly next: number | null;
}

export function latestVisits(path: string, wanted: VisitsWanted, language: Language): LatestVisits {
  let file: number;
  try {
    // A pipe under this name would hold the server up for ever.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch {
    return { visits: [], looked: 0, next: null };
  }
  try {
    const stats = fstatSync(file);
    const size = stats.isFile() ? stats.size : 0;
    return readBack(file, Math.min(wanted.before ?? size, size), wanted, language);
  } finally {
    closeSync(file);
  }
}

function readBack(file: number, end: number, wanted: VisitsWanted, language: Language): LatestVisits {
  const visits: Recent[] = [];
  const floor = Math.max(0, end - MOST_READ);
  let looked = 0;
  let at = end;
  /** Bytes from `at` on up to the end of a line that is not whole yet. */
  let rest = Buffer.alloc(0);
  while (at > floor) {
    const from = Math.max(floor, at - PIECE);
    const piece = Buffer.alloc(at - from);
    const got = readSync(file, piece, 0, piece.length, from);
    const bytes = Buffer.concat([piece.subarray(0, got), rest]);
    at = from;
    // What stands before the first end of a line belongs to the piece before.
    const first = from === 0 ? 0 : bytes.indexOf(10) + 1;
    if (from > 0 && (first === 0 || first > bytes.length)) {
      rest = bytes.length > LONGEST_LINE ? Buffer.alloc(0) : bytes;
      continue;
    }
    let stop = bytes.length;
    while (stop > first) {
      const start = Math.max(first, bytes.lastIndexOf(10, stop - 2) + 1);
      const visit = readLine(bytes.toString('utf8', start, stop));
      stop = start;
      if (visit === null) continue;
      looked++;
      if (!isWanted(visit, wanted)) continue;
      visits.push(shown(visit, language));
      if (visits.length >= wanted.most)
        return { visits, looked, next: from + start > 0 ? from + start : null };
    }
    rest = bytes.subarray(0, first);
  }
  // The line that begins before what was read is read by who goes on.
  const next = at + rest.length;
  return { visits, looked, next: at === 0 || next >= end ? null : next };
}

type Line = Readonly<Record<string, unknown>> & { readonly url: string; readonly outcome: Outcome };

/** Null for a torn line, damage, and what was taken out of the log. */
function readLine(text: string): Line | null {
  if (text.length > LONGEST_LINE) return null;
  try {
    const line = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    const { url, outcome } = line ?? {};
    return typeof url === 'string' && OUTCOMES.includes(outcome as string) ? (line as Line) : null;
  } catch {
    return null;
  }
}

function isWanted({ outcome, queue, url }: Line, { outcomes, host }: VisitsWanted): boolean {
  if (outcomes !== null && !outcomes.includes(outcome)) return false;
  if (host === null || queue === host) return true;
  try {
    const { hostname } = new URL(url);
    return hostname === host || hostname.endsWith(`.${host}`);
  } catch {
    return false;
  }
}

const whole = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : 0;
const words = (value: unknown, most: number): string | null =>
  typeof value === 'string' ? value.slice(0, most) : null;

function shown(line: Line, language: Language): Recent {
  const why = words(line.reason, 100);
  return {
    n: whole(line.n),
    url: line.url.slice(0, LONGEST_URL),
    at: typeof line.at === 'number' && Math.abs(line.at) <= 8.64e15 ? line.at : 0,
    outcome: line.outcome,
    status: whole(line.status),
    why: why === null ? null : visitReasonName(why, language),
    bytes: whole(line.bytes),
    ms: whole(line.ms),
    type: words(line.type, 100),
    title: words(line.title, LONGEST_TITLE),
    queue: words(line.queue, 255) ?? '',
  };
}

/** How the latest visits ended, and what kept those from bringing anything that failed. */
export function activityOf(
  path: string,
  language: Language,
): Pick<CrawlActivity, 'counted' | 'outcomes' | 'errors'> {
  const { visits } = latestVisits(
    path,
    { before: null, most: COUNTED, outcomes: null, host: null },
    language,
  );
  const outcomes = new Map<Outcome, number>();
  const errors = new Map<string, number>();
  const add = <Key>(counts: Map<Key, number>, key: Key) => counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { outcome, status, why } of visits) {
    add(outcomes, outcome);
    if (ERRORS.includes(outcome)) add(errors, why ?? `HTTP ${status}`);
  }
  const ordered = <Key>(counts: Map<Key, number>) => [...counts].sort(([, a], [, b]) => b - a);
  return {
    counted: visits.length,
    outcomes: ordered(outcomes).map(([outcome, count]) => ({ outcome, count })),
    errors: ordered(errors)
      .slice(0, 20)
      .map(([why, count]) => ({ why, count })),
  };
}
