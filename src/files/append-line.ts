/** A line added to a file that grows. */
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { storageError } from '../errors.ts';

const LINE_FEED = 0x0a;

/** Adds lines, on a line of their own also where the last one was cut by the death of its writer. */
export function appendLines(path: string, lines: readonly string[]): void {
  try {
    const fd = openSync(path, 'a+');
    try {
      const { size } = fstatSync(fd);
      const last = new Uint8Array(1);
      const torn = size > 0 && readSync(fd, last, 0, 1, size - 1) === 1 && last[0] !== LINE_FEED;
      const bytes = Buffer.from(`${torn ? '\n' : ''}${lines.join('\n')}\n`);
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    } finally {
      closeSync(fd);
    }
  } catch (cause) {
    throw storageError(path, cause);
  }
}
