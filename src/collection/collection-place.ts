/** Where the parts of a collection are: its archive files, its catalogue, the memories of its sites. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { crawlPaths } from '../crawl/index.ts';
import { inputError, TarrafaError } from '../errors.ts';
import { archivePaths } from '../warc/index.ts';
import { reason, type Why } from '../words/why.ts';

export const CATALOGUE_NAME = 'catalogue.db';

export interface CollectionPlace {
  readonly name: string;
  /** The folder of the collection: that of the crawl, or that of the first file. */
  readonly folder: string;
  /** What was given: a crawl's folder, or archive files. */
  readonly inputs: readonly string[];
  readonly catalogue: string;
  /** What people added, when it is not beside the catalogue. */
  readonly kept: string | undefined;
  /** Where what sites repeat was learned by a crawl; null when there was none. */
  readonly crawlMemories: string | null;
  /** Where it is learned from archives of others. */
  readonly ownMemories: string;
  /** Whether it is the folder of a crawl of ours, which may still be running. */
  readonly isCrawl: boolean;
}

/** The place of what a person named: one folder, or archive files. Throws TRF_INPUT_MISSING for what is not there or holds no archive. */
export function collectionPlace(inputs: readonly string[], out?: string, kept?: string): CollectionPlace {
  const first = inputs[0];
  if (first === undefined) throw new TarrafaError('TRF_INPUT_MISSING', ['', reason('no-folder-named')]);
  const paths = inputs.map((input) => resolve(input));
  for (const path of paths)
    if (!existsSync(path)) throw new TarrafaError('TRF_INPUT_MISSING', [path, reason('no-such-path')]);
  const isFolder = statSync(paths[0]!).isDirectory();
  const folder = isFolder ? paths[0]! : dirname(paths[0]!);
  const isCrawl = isFolder && existsSync(join(folder, 'crawl.json'));
  // A crawl that has only begun has no archive yet; anything else must have one.
  if (!isCrawl) for (const path of archivePaths(paths)) checkArchive(path);
  const given = out === undefined ? folder : resolve(out);
  const catalogue = existsSync(given) && statSync(given).isDirectory() ? join(given, CATALOGUE_NAME) : given;
  const crawlMemories = join(folder, 'content');
  return {
    name: isFolder ? basename(folder) : basename(paths[0]!).replace(/\.w?arc(?:\.gz)?$/i, ''),
    folder,
    inputs: paths,
    catalogue,
    kept,
    crawlMemories: isFolder && existsSync(crawlMemories) ? crawlMemories : null,
    ownMemories: `${catalogue.replace(/\.db$/i, '')}-content`,
    isCrawl,
  };
}

/** Says early and clearly what cannot be an archive: the reader would look for records to its end. */
function checkArchive(path: string): void {
  const refuse = (why: Why): never => {
    throw new TarrafaError('TRF_INPUT_MISSING', [path, why]);
  };
  const bytes = Buffer.alloc(16);
  let n = 0;
  try {
    const fd = openSync(path, 'r');
    try {
      n = readSync(fd, bytes, 0, bytes.length, 0);
    } finally {
      closeSync(fd);
    }
  } catch (cause) {
    throw inputError(path, cause);
  }
  const head = bytes.toString('latin1', 0, n);
  if (n === 0) refuse(reason('empty'));
  if (head.startsWith('PK')) refuse(reason('a-zip'));
  if (head.startsWith('(µ/ý')) refuse(reason('zstd'));
  if (!/^\s*(?:WARC\/|filedesc:|\x1f\x8b)/.test(head)) refuse(reason('not-an-archive'));
}

/** The log of the visits by which a crawl made the collection; null when none did. */
export function visitsIn({ folder, isCrawl }: CollectionPlace): string | null {
  const { visits } = crawlPaths(folder);
  return isCrawl && existsSync(visits) ? visits : null;
}

/** The archive files of a place, now: a crawl that has only begun has none. */
export function archivesOf(place: CollectionPlace): string[] {
  if (!place.isCrawl) return archivePaths(place.inputs);
  try {
    return archivePaths(place.inputs);
  } catch (error) {
    // An archive that cannot be read now is not one that has nothing.
    if (error instanceof TarrafaError && error.code === 'TRF_INPUT_MISSING') return [];
    throw error;
  }
}
