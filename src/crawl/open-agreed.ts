/** Opens the frontier of a crawl so that all it says of the archive and the logs is true; what had to be cut for that is told. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cutOff, DISK, writeFileWhole } from '../files/index.ts';
import {
  EmbeddedFrontier,
  type Frontier,
  type FrontierOptions,
  type JournalCut,
  type Leftover,
} from '../frontier/index.ts';
import { archiveFiles, buildCdxj, indexMark, isIndexWhole, LOG_NAME } from '../warc/index.ts';
import { type Reason, reason } from '../words/why.ts';
import { type HeldEnds, heldEnds, holds, marksThatHold } from './agreement.ts';
import type { CrawlEnvironment } from './crawl-environment.ts';
import type { CrawlPaths } from './crawl-folder.ts';
import { type LedgerMark, readMark } from './ledger.ts';

export interface AgreedFrontier {
  readonly frontier: Frontier;
  readonly leftover: Leftover;
  readonly mark: LedgerMark;
  readonly mended: readonly Reason[];
}

export async function openAgreed(
  paths: CrawlPaths,
  options: FrontierOptions,
  environment: CrawlEnvironment,
): Promise<AgreedFrontier> {
  const handed = await environment.frontier?.(options);
  if (handed !== undefined) {
    const leftover = await handed.resume();
    return { frontier: handed, leftover, mark: readMark(leftover.mark), mended: [] };
  }
  const steered = environment.linkPolicy !== undefined;
  const folder = { ...options, files: environment.disk };
  let frontier = await EmbeddedFrontier.open(paths.frontier, folder);
  let leftover = await frontier.resume();
  let mark = readMark(leftover.mark);
  const mended = frontier.cuts.map(toldCut);
  if (leftover.mark === null && frontier.cuts.length === 0) {
    const visits = countLines(paths.visits);
    // One alone is that of a process that was killed.
    if (visits > 1) mended.push(reason('mended-frontier-gone', { visits }));
  }
  const held = heldEnds(paths, mark, steered);
  if (!agrees(mark, held)) {
    await frontier.close();
    frontier = await EmbeddedFrontier.open(paths.frontier, { ...folder, acceptsMark: marksThatHold(held) });
    const before = mark.totals.visits;
    leftover = await frontier.resume();
    mark = readMark(leftover.mark);
    const lost = before - mark.totals.visits;
    if (lost > 0) mended.push(reason('mended-behind', { visits: lost, path: frontier.cuts[0]?.path ?? '' }));
  }
  mended.push(...(await cutArchive(paths, held, environment)));
  return { frontier, leftover, mark, mended };
}

/**
 * Cuts from the archive what is not whole and was written after the last time it was brought to the disk, with what stands behind it: a hole
 * in the middle of a file would be there for ever.
 */
async function cutArchive(
  paths: CrawlPaths,
  held: HeldEnds,
  { disk = DISK }: CrawlEnvironment,
): Promise<Reason[]> {
  const told: Reason[] = [];
  let indexed = false;
  const index = indexMark(paths.archive);
  for (const [file, end] of held.archive) {
    const path = join(paths.archive, file);
    const { size } = statSync(path);
    if (end >= size) continue;
    const fd = disk.open(path, 'r+');
    try {
      told.push(reason('mended-archive-end', { bytes: size - end, path: cutOff(path, fd, end, disk) }));
    } finally {
      disk.close(fd);
    }
    // The index may speak of what was cut.
    if (file !== held.order.at(-1) || index?.filename !== file || index.offset > end) indexed = true;
  }
  if (indexed) await buildCdxj(paths.archive);
  return told;
}

function countLines(path: string): number {
  if (!existsSync(path)) return 0;
  let lines = 0;
  for (const byte of readFileSync(path)) if (byte === 10) lines++;
  return lines;
}

/** Makes the index of the archive again when it is not what it was; whether it did. */
export async function mendIndex({ archive }: CrawlPaths): Promise<Reason[]> {
  if (
    isIndexWhole(
      archive,
      archiveFiles(archive).map((path) => basename(path)),
    )
  )
    return [];
  // The mark of how far the index reaches comes to stand here.
  writeFileWhole(join(archive, LOG_NAME), '');
  await buildCdxj(archive);
  return [reason('mended-index')];
}

/** A file that was begun after the last that is known to be on the disk: its marks alone do not tell of the end of the one before. */
function agrees(mark: LedgerMark, held: HeldEnds): boolean {
  const { archive, synced } = mark;
  return holds(mark, held) && (archive === null || synced === null || synced.archive.file === archive.file);
}

function toldCut({ why, path, bytes }: JournalCut): Reason {
  return why === 'torn' ? reason('mended-torn', { bytes, path }) : reason('mended-damage', { bytes, path });
}
