/**
 * The lines of a growing file, read once from the start to where the file ended when it was opened: a crawl may be writing to it.
 * A torn last line, and lines that are not JSON objects, are counted and left out; a line of absurd length never enters memory.
 */
import { open } from 'node:fs/promises';
import { storageError } from '../errors.ts';

const CHUNK = 1 << 18;

/** A visit's line is a few hundred bytes; URLs are bounded. Longer than this is damage, unless the file is of another kind. */
const LONGEST_LINE = 1 << 20;

export interface LinesRead {
  readonly lines: number;
  /** Lines that were damaged or torn. */
  readonly skipped: number;
}

export type JsonObject = Readonly<Record<string, unknown>>;

/** Calls `take` for each line that holds a JSON object, with its length on disk. A file that is not there has no lines. */
export async function eachJsonLine(
  path: string,
  take: (value: JsonObject, bytes: number) => void,
  longest: number = LONGEST_LINE,
): Promise<LinesRead> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { lines: 0, skipped: 0 };
    throw storageError(path, error);
  }
  let lines = 0;
  let skipped = 0;
  const line = (bytes: Buffer): void => {
    if (bytes.length === 0) return;
    let value: unknown;
    try {
      value = JSON.parse(bytes.toString('utf8'));
    } catch {
      value = null;
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      lines++;
      take(value as JsonObject, bytes.length + 1);
    } else skipped++;
  };
  try {
    const end = (await file.stat()).size;
    const chunk = Buffer.allocUnsafe(CHUNK);
    let rest: Buffer[] = [];
    let restLength = 0;
    let overlong = false;
    for (let at = 0; at < end; ) {
      const { bytesRead } = await file.read(chunk, 0, Math.min(CHUNK, end - at), at);
      if (bytesRead === 0) break;
      at += bytesRead;
      let from = 0;
      for (let to = chunk.indexOf(10); to >= 0 && to < bytesRead; to = chunk.indexOf(10, from)) {
        if (overlong) skipped++;
        else
          line(
            restLength > 0 ? Buffer.concat([...rest, chunk.subarray(from, to)]) : chunk.subarray(from, to),
          );
        rest = [];
        restLength = 0;
        overlong = false;
        from = to + 1;
      }
      if (from < bytesRead && !overlong) {
        restLength += bytesRead - from;
        overlong = restLength > longest;
        if (overlong) rest = [];
        else rest.push(Buffer.from(chunk.subarray(from, bytesRead)));
      }
    }
    // No line feed: either torn, or whole but for it. It counts only when it is whole.
    if (overlong) skipped++;
    else if (restLength > 0) line(Buffer.concat(rest));
  } catch (error) {
    throw storageError(path, error);
  } finally {
    await file.close();
  }
  return { lines, skipped };
}

/** The last whole JSON line, without reading the rest of the file. */
export async function lastJsonLine(path: string): Promise<JsonObject | null> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw storageError(path, error);
  }
  try {
    const end = (await file.stat()).size;
    const tail = Buffer.alloc(Math.min(end, 1 << 16));
    const { bytesRead } = await file.read(tail, 0, tail.length, end - tail.length);
    const texts = tail.subarray(0, bytesRead).toString('utf8').split('\n');
    for (let i = texts.length - 1; i >= 0; i--) {
      try {
        const value: unknown = JSON.parse(texts[i]!);
        if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject;
      } catch {
        // Torn or damaged: the line before it tells nearly the same.
      }
    }
    return null;
  } finally {
    await file.close();
  }
}

/** A finite number of at least 0, or the other value: what is in a damaged line must not spoil a sum. */
export function numberIn(value: unknown, otherwise = 0): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : otherwise;
}

export function textIn(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
