/**
 * Cursors of long lists: opaque to who holds them, but checked when they come back. Each names the list it belongs to, so that the
 * cursor of one list is not taken for that of another.
 */
import { TarrafaError } from '../../errors.ts';
import type { SliceOptions } from '../ports/index.ts';

export type CursorPart = string | number;

export function writeCursor(list: string, parts: readonly CursorPart[]): string {
  return Buffer.from(JSON.stringify([list, ...parts])).toString('base64url');
}

/** The parts of a cursor; `like` says of which types they must be. */
export function readCursor<Parts extends readonly CursorPart[]>(
  list: string,
  cursor: string,
  like: Parts,
): { [Place in keyof Parts]: Parts[Place] extends number ? number : string } {
  const wrong = (): TarrafaError => new TarrafaError('TRF_CURSOR_INVALID', [String(cursor).slice(0, 80)]);
  if (typeof cursor !== 'string' || cursor.length > 4000) throw wrong();
  let read: unknown;
  try {
    read = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw wrong();
  }
  if (!Array.isArray(read) || read.length !== like.length + 1 || read[0] !== list) throw wrong();
  const parts = read.slice(1) as CursorPart[];
  for (let i = 0; i < like.length; i++) {
    const part = parts[i];
    if (typeof part !== typeof like[i]) throw wrong();
    if (typeof part === 'number' && !Number.isFinite(part)) throw wrong();
  }
  return parts as never;
}

/** What is asked for, within bounds. */
export function clampedLimit(limit: number | undefined, usual: number, most: number): number {
  if (limit === undefined || !Number.isFinite(limit)) return usual;
  return Math.max(1, Math.min(most, Math.floor(limit)));
}

export const SLICE_LIMIT = 20;
const SLICE_MOST = 1000;

export const sliceLimit = (options: SliceOptions): number =>
  clampedLimit(options.limit, SLICE_LIMIT, SLICE_MOST);
