/**
 * What a crawl says that nobody watches: one line of JSON for each thing, in its folder, so that it is known also when who started it has
 * gone. An error is its code with what fills its message; the words are those of whoever tells it.
 */
import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES, type ErrorCode, type ErrorValue, TarrafaError } from '../errors.ts';
import type { Reason } from '../words/why.ts';
import type { Wait } from './watchdog.ts';

export type CrawlMessage =
  /** The folder is taken, and everything that was asked for is in order. */
  | { readonly kind: 'opened'; readonly resumed: boolean; readonly pages: number }
  /** Nothing has moved for a while. */
  | ({ readonly kind: 'waiting' } & Wait)
  /** What was found damaged or missing, and what was done about it. */
  | { readonly kind: 'mended'; readonly what: readonly Reason[] }
  | { readonly kind: 'ended'; readonly reason: string; readonly pages: number }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly values: readonly ErrorValue[] }
  /** Said by who started it: it ended without a word, by a signal or with a code. */
  | { readonly kind: 'died'; readonly signal: string | null; readonly code: number | null };

/** More than the last message. */
const TAIL = 65_536;

const pathOf = (folder: string) => join(folder, 'crawl-log.jsonl');

/** Adds a message. A disk that takes none loses it: who listens has it, and the crawl has more important things to write. */
export function logMessage(folder: string, message: CrawlMessage, at: number): void {
  try {
    appendFileSync(pathOf(folder), `${JSON.stringify({ at, ...message })}\n`);
  } catch {
    // Said above.
  }
}

/** The error that the crawl of a folder ended with, if that was the last thing it said. */
export function loggedFailure(folder: string): TarrafaError | null {
  const last = tailOf(pathOf(folder)).split('\n').filter(Boolean).at(-1);
  if (last === undefined) return null;
  try {
    const { kind, code, values } = JSON.parse(last) as Record<string, unknown>;
    return kind === 'failed' ? errorOf(code, values) : null;
  } catch {
    return null;
  }
}

/** What was said last of a crawl, and when; of an end only. Null for anything else, and for what nobody says. */
export function lastMessage(
  folder: string,
):
  | ({ readonly at: number } & (
      | { readonly kind: 'failed'; readonly code: string }
      | { readonly kind: 'died'; readonly signal: string | null }
    ))
  | null {
  const last = tailOf(pathOf(folder)).split('\n').filter(Boolean).at(-1);
  if (last === undefined) return null;
  try {
    const { at, kind, code, signal } = JSON.parse(last) as Record<string, unknown>;
    if (typeof at !== 'number') return null;
    if (kind === 'failed' && typeof code === 'string') return { at, kind, code };
    if (kind !== 'died') return null;
    return {
      at,
      kind,
      signal: typeof signal === 'string' && /^SIG[A-Z0-9]{1,12}$/.test(signal) ? signal : null,
    };
  } catch {
    return null;
  }
}

/** The end of `crawl.log`, where version 0.1 said everything, in the language of that day, and where today only the system speaks. */
export function lastWords(folder: string): string | null {
  const text = tailOf(join(folder, 'crawl.log')).slice(-4_096).trim();
  return text === '' ? null : text.split('\n').slice(-2).join(' ').slice(0, 500);
}

/** An error as another process tells it; a code that is not known here, of another version, is given up. */
export function errorOf(code: unknown, values: unknown): TarrafaError | null {
  if (!ERROR_CODES.includes(code as ErrorCode) || !Array.isArray(values)) return null;
  try {
    return new TarrafaError(code as ErrorCode, values as ErrorValue[]);
  } catch {
    // A reason that is not known here.
    return null;
  }
}

function tailOf(path: string): string {
  let file: number | null = null;
  try {
    file = openSync(path, 'r');
    const from = Math.max(0, fstatSync(file).size - TAIL);
    const bytes = Buffer.alloc(TAIL);
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, TAIL, from));
  } catch {
    return '';
  } finally {
    if (file !== null) closeSync(file);
  }
}
