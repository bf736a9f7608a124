/**
 * Whole sites as they were packed: a folder of `<host>….jsonl.gz` with a page a line in its original bytes, `SOURCES.tsv` with what is known of
 * each, and `gold.jsonl.gz` with what some of the pages were built from.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { NothingToMeasure } from '../../bench/measure.ts';

export interface PackedSite {
  readonly host: string;
  /** Under which path of the host it stands: `/` or `/curso`. */
  readonly base: string;
  readonly scheme: string;
  readonly language: string;
  /** In the words of who packed it: what site it is and what made it. */
  readonly kind: string;
  readonly seeds: readonly string[];
  /** Path of its file. */
  readonly file: string;
}

export interface PackedPage {
  readonly host: string;
  /** Path of the file that the server sends. */
  readonly path: string;
  /** As a reader sees it: the index of a folder is the folder. */
  readonly url: string;
  readonly contentType: string;
  readonly lastModified: string | null;
  readonly bytes: Uint8Array;
}

/** What a page was built from. */
export interface PackedGold {
  readonly host: string;
  readonly path: string;
  readonly title: string | null;
  readonly date: string | null;
  /** Where on the page the date stands; empty when it stands nowhere. */
  readonly date_evidence: readonly string[];
  readonly main_content: string;
}

const WANTED = 'SOURCES.tsv and *.jsonl.gz of packed sites';

function linesOf<T>(path: string): T[] {
  return gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

/** The sites of a folder in the order of its list. Throws when there are none. */
export function packedSites(data: string | undefined): readonly PackedSite[] {
  const list = join(data ?? '', 'SOURCES.tsv');
  if (data === undefined || !existsSync(list)) throw new NothingToMeasure(data, WANTED);
  const [head = '', ...rows] = readFileSync(list, 'utf8').trim().split(/\r?\n/);
  const names = head.split('\t');
  const there = new Set(readdirSync(data));
  const sites = rows.flatMap((row) => {
    const cells = row.split('\t');
    const cell = (name: string): string => cells[names.indexOf(name)] ?? '';
    const file = cell('file');
    return there.has(file)
      ? [
          {
            host: cell('host'),
            base: cell('base'),
            scheme: cell('scheme'),
            language: cell('language'),
            kind: cell('kind'),
            seeds: cell('seeds').split(/[\s,]+/),
            file: join(data, file),
          },
        ]
      : [];
  });
  if (sites.length === 0) throw new NothingToMeasure(data, WANTED);
  return sites;
}

export function pagesOfSite({ file, scheme }: PackedSite): readonly PackedPage[] {
  return linesOf<{
    readonly host: string;
    readonly path: string;
    readonly contentType: string;
    readonly lastModified?: string;
    readonly utf8?: string;
    readonly bytesBase64?: string;
  }>(file).map(({ host, path, contentType, lastModified, utf8, bytesBase64 }) => ({
    host,
    path,
    url: `${scheme}://${host}${encodeURI(path.replace(/\/index\.html$/, '/'))}`,
    contentType,
    lastModified: lastModified ?? null,
    bytes: utf8 === undefined ? Buffer.from(bytesBase64 ?? '', 'base64') : Buffer.from(utf8),
  }));
}

/** By host and path. */
export function packedGold(data: string): ReadonlyMap<string, PackedGold> {
  const path = join(data, 'gold.jsonl.gz');
  if (!existsSync(path)) throw new NothingToMeasure(data, 'gold.jsonl.gz');
  return new Map(linesOf<PackedGold>(path).map((gold) => [`${gold.host}${gold.path}`, gold]));
}
