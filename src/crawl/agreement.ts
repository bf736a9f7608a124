/**
 * Whether the files of a crawl hold what the frontier's journal says of them. After a kill they always do. After a power failure the journal
 * may be ahead: the system writes files in any order. And somebody may have cut or removed one. The journal is then taken back to the last
 * completion whose word still holds; URLs that were visited later are in the queue again, and what the archive has of them is not asked for
 * a second time (`kept-answers.ts`).
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inOrderOfWriting, wholeEnd } from '../warc/index.ts';
import type { CrawlPaths } from './crawl-folder.ts';
import { type LedgerMark, readMark } from './ledger.ts';
import { wholeLines } from './visit-log.ts';

/** How far the files really reach; what lies before the ends that were brought to the disk is believed. */
export interface HeldEnds {
  /** Archive files in the order of writing, each with the end of its last whole record, as far as that was looked at. */
  readonly archive: ReadonlyMap<string, number>;
  readonly order: readonly string[];
  readonly visits: number;
  readonly policy: number;
}

/** What a crawl of which nothing counts yet may have written before it was first brought to the disk, bytes. */
const FIRST_SECONDS = 64 * 2 ** 20;

export function heldEnds(paths: CrawlPaths, mark: LedgerMark, steered: boolean): HeldEnds {
  const order = inOrderOfWriting(readdirSync(paths.archive)).map(({ name }) => name);
  const archive = new Map<string, number>();
  const sizes = order.map((name) => statSync(join(paths.archive, name)).size);
  const small = sizes.reduce((sum, size) => sum + size, 0) <= FIRST_SECONDS;
  const synced = mark.synced?.archive ?? (mark.archive === null && small ? { file: '', offset: 0 } : null);
  const first = synced ? order.indexOf(synced.file) : -1;
  order.forEach((name, i) => {
    const path = join(paths.archive, name);
    const size = sizes[i]!;
    // Of a folder of an earlier version nothing is known but lengths.
    if (synced === null || i < first) archive.set(name, size);
    else {
      const from = name === synced.file ? synced.offset : 0;
      archive.set(name, size < from ? wholeEnd(path, 0) : wholeEnd(path, from));
    }
  });
  const from = Math.min(mark.visits, mark.synced?.visits ?? mark.visits);
  return {
    archive,
    order,
    visits: wholeLines(paths.visits, from, mark.visits),
    policy: !steered
      ? Number.POSITIVE_INFINITY
      : existsSync(paths.policyLog)
        ? statSync(paths.policyLog).size
        : 0,
  };
}

/** Whether all that a mark speaks of is there. */
export function holds({ archive, visits, policy }: LedgerMark, held: HeldEnds): boolean {
  if (visits > held.visits || policy > held.policy) return false;
  return archive === null || archive.offset <= (held.archive.get(archive.file) ?? -1);
}

/** Asked of each mark in the journal. Marks come in order, so that the first that does not hold ends it. */
export function marksThatHold(held: HeldEnds): (mark: string) => boolean {
  return (mark) => holds(readMark(mark), held);
}
