/**
 * The latest history of its database that a worker has met, kept in its folder: a server that was replaced while the worker was away, and came
 * back, has an earlier one, and is not believed though no other answers. It is known only where several hosts are named.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFileWhole } from '../../files/index.ts';

const pathOf = (folder: string): string => join(folder, 'history.json');

/** 0 when none is known. */
export function seenHistory(folder: string): number {
  try {
    const { timeline } = JSON.parse(readFileSync(pathOf(folder), 'utf8')) as { readonly timeline?: unknown };
    return Number.isSafeInteger(timeline) ? (timeline as number) : 0;
  } catch {
    return 0;
  }
}

export function keepHistory(folder: string, timeline: number): void {
  if (timeline > seenHistory(folder)) writeFileWhole(pathOf(folder), `${JSON.stringify({ timeline })}\n`);
}
