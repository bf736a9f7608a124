/** How the hosts of a queue behave, as those who share a crawl tell it to whoever gets the queue next. Of one that behaves there is nothing to tell. */
import type { PatternEvidence } from '../url/index.ts';
import { readToldJson, writeToldJson } from './told-bytes.ts';

export interface ToldHost {
  readonly host: string;
  /** In a row. */
  readonly failures: number;
  /** How long its answers take, ms, when that is long; null otherwise. */
  readonly slowness: number | null;
  /** Its answers are not HTTP to the letter. */
  readonly careless: boolean;
}

export interface ToldQueue {
  readonly hosts: readonly ToldHost[];
  /** The delay that it was raised to, ms; 0 when it was not. */
  readonly raised: number;
  /** Patterns of addresses that look like traps. */
  readonly patterns: readonly PatternEvidence[];
}

/** Told of one queue; the others are found out again. */
const MOST_HOSTS = 16;
const MOST_PATTERNS = 16;
const LONGEST_HOST = 255;
const MOST_RECENT = 8;
const LARGEST = 2 ** 32 - 1;
const DAY = 86_400_000;
/** How long answers take changes with each of them; it is told again when it changed by so much, ms. */
const STEP = 1_000;

export const NOTHING_TOLD: ToldQueue = { hosts: [], raised: 0, patterns: [] };

/** The same queue is always told in the same bytes. */
export function writeToldQueue({ hosts, raised, patterns }: ToldQueue): Uint8Array {
  const failing = [...hosts]
    .sort((a, b) => b.failures - a.failures || (a.host < b.host ? -1 : 1))
    .slice(0, MOST_HOSTS);
  const worst = [...patterns]
    .sort((a, b) => b.repeats - a.repeats || a.pattern - b.pattern)
    .slice(0, MOST_PATTERNS);
  return writeToldJson([
    failing.map(({ host, failures, slowness, careless }) => [
      host,
      failures,
      Math.ceil((slowness ?? 0) / STEP) * STEP,
      Number(careless),
    ]),
    Math.round(raised),
    worst.map(({ pattern, seen, compared, repeats, recent }) => [
      pattern,
      seen,
      compared,
      repeats,
      ...recent,
    ]),
  ]);
}

/** Null when it cannot be believed. */
export function readToldQueue(told: Uint8Array): ToldQueue | null {
  const fields = readToldJson(told);
  if (!Array.isArray(fields) || fields.length !== 3) return null;
  const [hosts, raised, patterns] = fields as unknown[];
  if (!isList(hosts, MOST_HOSTS) || !isNumber(raised, DAY) || !isList(patterns, MOST_PATTERNS)) return null;
  const read = { hosts: hosts.map(hostOf), raised, patterns: patterns.map(patternOf) };
  if (read.hosts.includes(null) || read.patterns.includes(null)) return null;
  return read as ToldQueue;
}

function hostOf(fields: unknown): ToldHost | null {
  if (!isList(fields, 4) || fields.length !== 4) return null;
  const [host, failures, slowness, careless] = fields;
  if (typeof host !== 'string' || host.length > LONGEST_HOST) return null;
  if (!isNumber(failures, LARGEST) || !isNumber(slowness, DAY) || !isNumber(careless, 1)) return null;
  return { host, failures, slowness: slowness === 0 ? null : slowness, careless: careless === 1 };
}

function patternOf(fields: unknown): PatternEvidence | null {
  if (!isList(fields, 4 + MOST_RECENT) || fields.length < 4) return null;
  if (!fields.every((value): value is number => isNumber(value, LARGEST))) return null;
  const [pattern, seen, compared, repeats, ...recent] = fields;
  return { pattern: pattern!, seen: seen!, compared: compared!, repeats: repeats!, recent };
}

const isList = (value: unknown, most: number): value is readonly unknown[] =>
  Array.isArray(value) && value.length <= most;

const isNumber = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
