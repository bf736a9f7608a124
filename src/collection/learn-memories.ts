/**
 * The memories of sites, learned from archives that no crawl of ours made: a first reading, of so many pages of each part of a site,
 * before the pages are judged. What was learned is kept beside the catalogue with how far it goes, and takes the place of what was known
 * only when it is whole, so that a kill in the middle leaves what was there before.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathPrefix, SiteMemories } from '../content/index.ts';
import { storageError, TarrafaError } from '../errors.ts';
import { putInPlace } from '../files/index.ts';
import type { WarcRecord } from '../warc/index.ts';
import type { ArchiveFile } from './archive-file.ts';
import { archivedCaptures } from './archived-captures.ts';
import { type CountAnswers, doesCount } from './counted-answers.ts';
import { addressOf } from './page-record.ts';
import { type PoolAnswer, type ReadingPool, readIn } from './reading-pool.ts';

/** Beyond so many pages another one says what the others have said. */
const PAGES_OF_A_PART = 60;
const PAGES_OF_A_SITE = 600;
/** Counts of parts that are kept; a collection of more has sites of few pages. */
const MOST_COUNTS = 1_000_000;
const LEARNED = 'learned.json';
const LEARNED_FORMAT = 1;
const LONGEST_QUEUE = 8;

interface Learned {
  /** Not there in what was written before it had one. */
  readonly format?: number;
  readonly files: Readonly<Record<string, { readonly offset: number; readonly head: string }>>;
  /** Pages taken of each site and of each part of one. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface LearningOptions {
  readonly onProgress?: (bytes: number) => void;
  readonly signal?: AbortSignal | undefined;
  /** Which answers count; all of them without it. */
  readonly answers?: CountAnswers | undefined;
}

function readLearned(folder: string): Learned {
  const path = join(folder, LEARNED);
  let value: Partial<Learned> | null = null;
  try {
    value = JSON.parse(readFileSync(path, 'utf8')) as Partial<Learned> | null;
  } catch {
    // Not there, or not whole: nothing was learned.
  }
  if ((value?.format ?? 1) > LEARNED_FORMAT)
    throw new TarrafaError('TRF_FORMAT_NEWER', [path, value!.format!, LEARNED_FORMAT]);
  const { files, counts } = value ?? {};
  return typeof files === 'object' && typeof counts === 'object'
    ? { files, counts }
    : { files: {}, counts: {} };
}

/** The files of which something has not been learned yet. */
export function unlearned(folder: string, files: readonly ArchiveFile[]): ArchiveFile[] {
  const { files: known } = readLearned(folder);
  return files.filter(({ name, size, head }) => {
    const mark = known[name];
    return mark === undefined || mark.head !== head || mark.offset < size;
  });
}

/** Learns what is new in the files into `folder`. Returns false when it was stopped: the next time it goes on from there. */
export async function learnMemories(
  folder: string,
  files: readonly ArchiveFile[],
  pool: ReadingPool,
  options: LearningOptions = {},
): Promise<boolean> {
  const todo = unlearned(folder, files);
  if (todo.length === 0) return true;
  const fresh = `${folder}.new`;
  const learned = readLearned(folder);
  const known: Record<string, { offset: number; head: string }> = { ...learned.files };
  try {
    rmSync(fresh, { recursive: true, force: true });
    if (existsSync(folder)) cpSync(folder, fresh, { recursive: true });
    else mkdirSync(fresh, { recursive: true });
  } catch (cause) {
    throw storageError(fresh, cause);
  }
  const memories = new SiteMemories(fresh);
  const counts = new Map(Object.entries(learned.counts));
  const queue: { readonly site: string; readonly answer: Promise<PoolAnswer> }[] = [];
  const take = async (): Promise<void> => {
    const { site, answer } = queue.shift()!;
    const read = await answer;
    if (read.kind === 'facts' && read.facts !== null) memories.learn(site, read.facts);
  };
  const stopped = (): boolean => options.signal?.aborted === true;
  for (const { source, name, size, head } of todo) {
    if (stopped()) break;
    const mark = known[name];
    let last = mark !== undefined && mark.head === head && mark.offset < size ? mark.offset : 0;
    const answers = await options.answers?.(name, last);
    const range = {
      source,
      file: name,
      start: last,
      end: size,
      date: 0,
      counts: (record: WarcRecord) => answers === undefined || doesCount(answers, record, false),
    };
    for await (const capture of archivedCaptures(range)) {
      // In a file whose records have no place of their own there is no place to go on from.
      if (stopped() && capture.end !== null) break;
      if (capture.kind === 'document') {
        const { site } = addressOf(capture.head.url);
        if (site !== '' && wanted(counts, site, capture.head.url)) {
          const answer = readIn(pool, { want: 'facts', head: capture.head, body: capture.body });
          // Looked at when its turn comes; until then a failure waits.
          answer.catch(() => {});
          queue.push({ site, answer });
          if (queue.length >= LONGEST_QUEUE * pool.width) await take();
        }
      }
      if (capture.end === null) continue;
      options.onProgress?.(capture.end - last);
      last = capture.end;
    }
    if (!stopped()) {
      options.onProgress?.(size - last);
      last = size;
    }
    known[name] = { offset: last, head };
  }
  while (queue.length > 0) await take();
  try {
    memories.save();
    const now: Learned = { format: LEARNED_FORMAT, files: known, counts: Object.fromEntries(counts) };
    writeFileSync(join(fresh, LEARNED), `${JSON.stringify(now)}\n`);
    rmSync(folder, { recursive: true, force: true });
    putInPlace(fresh, folder);
  } catch (cause) {
    throw storageError(folder, cause);
  }
  return !stopped();
}

/** Whether a page is among the first of its part of the site. */
function wanted(counts: Map<string, number>, site: string, url: string): boolean {
  const part = `${site} ${pathPrefix(url)}`;
  const ofSite = counts.get(site) ?? 0;
  const ofPart = counts.get(part) ?? 0;
  if (ofSite >= PAGES_OF_A_SITE || ofPart >= PAGES_OF_A_PART) return false;
  if (counts.size >= MOST_COUNTS) counts.clear();
  counts.set(site, ofSite + 1);
  counts.set(part, ofPart + 1);
  return true;
}
