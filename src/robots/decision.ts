/**
 * What follows from the attempt to fetch a robots.txt file (RFC 9309 §2.3.1): rules, everything allowed, or nothing for now; and for
 * how long that may be believed. A decision is plain data, so that it can be kept with the host and survive a restart.
 */
import {
  EMPTY_FILE,
  parseRobots,
  type RobotsFile,
  type RobotsGroup,
  type RobotsRule,
} from './robots-file.ts';
import { DISALLOW_ALL, narrowTo, normalRulesFor, type RobotsRules } from './rules.ts';

/** At least this much of a file is read; what follows is not. */
export const MAX_ROBOTS_BYTES = 500 * 1024;
export const MAX_ROBOTS_REDIRECTS = 5;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A file that says "do not cache" is still not fetched for every page. */
const MIN_LIFE = 10 * MINUTE;
const MAX_LIFE = DAY;
/** After so long a failure a file counts as one that does not exist. */
const GIVE_UP = 30 * DAY;

export interface RobotsOutcome {
  /** Of the last response; null when there was none (no such host, refused, timed out, cut off). */
  readonly status: number | null;
  /** With its content encoding undone. */
  readonly body?: Uint8Array;
  /** False when the body ended before its end: the unfinished last line is then not believed. */
  readonly complete?: boolean;
  readonly cacheControl?: string | null;
  /** Redirects followed to get there. */
  readonly redirects?: number;
  /** When, in ms since the epoch. */
  readonly at: number;
  /** `failingSince` of the decision before this one. */
  readonly failingSince?: number | null;
}

export interface RobotsDecision {
  readonly kind: 'rules' | 'allow-all' | 'disallow-all';
  readonly reason:
    | 'fetched'
    | 'none'
    | 'too-many-redirects'
    | 'rate-limited'
    | 'server-error'
    | 'unreachable'
    | 'gave-up';
  readonly file: RobotsFile;
  readonly at: number;
  readonly expires: number;
  /** When the unbroken row of failures began; null when the last attempt did not fail. */
  readonly failingSince: number | null;
}

function lifeOf(cacheControl: string | null | undefined): number {
  if (!cacheControl) return MAX_LIFE;
  const header = cacheControl.slice(0, 1000).toLowerCase();
  if (/(^|[\s,])no-(cache|store)([\s,=]|$)/.test(header)) return MIN_LIFE;
  const found = /(^|[\s,])max-age\s*=\s*"?(\d{1,12})/.exec(header);
  return found ? Math.min(MAX_LIFE, Math.max(MIN_LIFE, Number(found[2]) * 1000)) : MAX_LIFE;
}

/** Up to the limit, and without a last line that goes on where we do not. */
function wholeLines(body: Uint8Array, complete: boolean): Uint8Array {
  const cut = body.length > MAX_ROBOTS_BYTES;
  if (!cut && complete) return body;
  let end = Math.min(body.length, MAX_ROBOTS_BYTES);
  while (end > 0 && body[end - 1] !== 10 && body[end - 1] !== 13) end--;
  return body.subarray(0, end);
}

/**
 * - 2xx: the rules of the file, for a day or what Cache-Control says below that (never less than ten minutes);
 * - 3xx (after five redirects, or leading nowhere) and 4xx: there is no file, everything is allowed, for a day;
 * - 429: not "no such file" but "not now", as Google takes it: nothing is allowed, tried again soon;
 * - 5xx and no answer: nothing is allowed; tried again after as long as it has failed, ten minutes to a day; after thirty days of
 *   failure everything is allowed.
 */
export function robotsFromResponse(outcome: RobotsOutcome): RobotsDecision {
  const { status, at } = outcome;
  const astray = (outcome.redirects ?? 0) > MAX_ROBOTS_REDIRECTS;
  if (!astray && status !== null && status >= 200 && status < 300) {
    return {
      kind: 'rules',
      reason: 'fetched',
      file: parseRobots(wholeLines(outcome.body ?? new Uint8Array(0), outcome.complete ?? true)),
      at,
      expires: at + lifeOf(outcome.cacheControl),
      failingSince: null,
    };
  }
  if (astray || (status !== null && status >= 300 && status < 500 && status !== 429)) {
    const reason = astray || status! < 400 ? 'too-many-redirects' : 'none';
    return {
      kind: 'allow-all',
      reason,
      file: EMPTY_FILE,
      at,
      expires: at + lifeOf(outcome.cacheControl),
      failingSince: null,
    };
  }
  // A clock set back must not make a failure begin in the future.
  const failingSince = Math.min(outcome.failingSince ?? at, at);
  const failing = at - failingSince;
  if (failing >= GIVE_UP)
    return {
      kind: 'allow-all',
      reason: 'gave-up',
      file: EMPTY_FILE,
      at,
      expires: at + MAX_LIFE,
      failingSince,
    };
  return {
    kind: 'disallow-all',
    reason: status === null ? 'unreachable' : status === 429 ? 'rate-limited' : 'server-error',
    file: EMPTY_FILE,
    at,
    expires: at + Math.min(MAX_LIFE, Math.max(MIN_LIFE, failing)),
    failingSince,
  };
}

/** What the decision means to this crawler, in the normal form of RFC 9309 (`normalRulesFor`). */
export function rulesOf(decision: RobotsDecision, productToken: string): RobotsRules {
  return decision.kind === 'disallow-all' ? DISALLOW_ALL : normalRulesFor(decision.file, productToken);
}

/** One line of JSON, with only the groups that speak to this crawler. */
export function writeDecision(decision: RobotsDecision, productToken: string): string {
  return JSON.stringify({ ...decision, file: narrowTo(decision.file, productToken) });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRule(value: unknown): value is RobotsRule {
  return (
    isRecord(value) &&
    (value.type === 'allow' || value.type === 'disallow') &&
    typeof value.pattern === 'string' &&
    value.pattern !== '' &&
    typeof value.line === 'number'
  );
}

function isGroup(value: unknown): value is RobotsGroup {
  return (
    isRecord(value) &&
    Array.isArray(value.agents) &&
    value.agents.every((agent) => typeof agent === 'string') &&
    Array.isArray(value.rules) &&
    value.rules.every(isRule)
  );
}

function isDelay(value: unknown): value is readonly [string, number] {
  return Array.isArray(value) && typeof value[0] === 'string' && Number.isFinite(value[1]);
}

function isFile(value: unknown): value is RobotsFile {
  return (
    isRecord(value) &&
    Array.isArray(value.groups) &&
    value.groups.every(isGroup) &&
    Array.isArray(value.crawlDelays) &&
    value.crawlDelays.every(isDelay) &&
    Array.isArray(value.sitemaps) &&
    value.sitemaps.every((sitemap) => typeof sitemap === 'string')
  );
}

/** What `writeDecision` wrote; null for anything else, which then is fetched again. */
export function readDecision(text: string): RobotsDecision | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const ok =
    isRecord(value) &&
    (value.kind === 'rules' || value.kind === 'allow-all' || value.kind === 'disallow-all') &&
    typeof value.reason === 'string' &&
    Number.isFinite(value.at) &&
    Number.isFinite(value.expires) &&
    (value.failingSince === null || Number.isFinite(value.failingSince)) &&
    isFile(value.file);
  return ok ? (value as unknown as RobotsDecision) : null;
}
