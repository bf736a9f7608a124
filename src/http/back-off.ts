/** How long to leave a host alone after it failed, or said so. */
import { FNV_SEED, fnv32, mix32 } from '../bytes/index.ts';

export interface BackOffOptions {
  /** Of the first retry, in ms. */
  readonly baseMs?: number;
  readonly maxMs?: number;
  /** Share of the delay that is spread, 0 to 1, so that hosts that failed together are not retried together. */
  readonly jitter?: number;
}

/** The same key and attempt always wait the same, so a crawl can be repeated and explained. */
function unit(key: string, attempt: number): number {
  return (mix32(fnv32(key, FNV_SEED ^ attempt)) >>> 0) / 0x1_0000_0000;
}

/**
 * Delay before retry number `attempt` (1 for the first): doubles each time up to the maximum, less a part of it that depends on the key.
 */
export function backOff(attempt: number, key: string, options: BackOffOptions = {}): number {
  const base = options.baseMs ?? 5_000;
  const max = options.maxMs ?? 300_000;
  const jitter = options.jitter ?? 0.25;
  const full = Math.min(max, base * 2 ** Math.min(30, Math.max(0, attempt - 1)));
  return Math.round(full * (1 - jitter * unit(key, attempt)));
}

export const MAX_HOST_DELAY = 300_000;

/** Delay between requests to a host that answered 429 or 503: twice what it was, up to five minutes, and what it asked for. */
export function raisedDelay(currentMs: number, retryAfterMs: number | null, maxMs = MAX_HOST_DELAY): number {
  return Math.min(maxMs, Math.max(1_000, currentMs * 2, retryAfterMs ?? 0));
}

const MAX_RETRY_AFTER = 86_400_000;

/**
 * `Retry-After` in ms from now: seconds or an HTTP date, between 0 and a day (a server's mistake must not end a host's crawl). Null when
 * it is missing or cannot be read.
 */
export function retryAfter(
  value: string | null | undefined,
  now: number,
  maxMs = MAX_RETRY_AFTER,
): number | null {
  const text = value?.trim();
  if (!text || text.length > 64) return null;
  if (/^\d+(\.\d+)?$/.test(text)) return Math.min(maxMs, Math.round(Number(text) * 1000));
  // A date has letters; a bare number that Date.parse would take for a year has none.
  if (!/[a-z]/i.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.min(maxMs, Math.max(0, at - now));
}
