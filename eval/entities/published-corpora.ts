/**
 * The two published corpora of entity pages, whole: SWDE as it was distributed (`webpages/<vertical>/<vertical>-<site>(<n>)/0000.htm` with
 * `groundtruth/<vertical>/<vertical>-<site>-<attribute>.txt`), and either of them as `<vertical>-<site>.jsonl.gz`. What was loaded is held
 * against the published sizes, so that a figure never stands on half a corpus unnoticed.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSite, siteFiles } from './corpus.ts';

export interface CorpusSize {
  readonly pages: number;
  readonly sites: number;
  /** Of a vertical, each once. */
  readonly attributes: number;
}

export const PUBLISHED_SIZES: Readonly<Record<'SWDE' | 'WEIR', CorpusSize>> = {
  SWDE: { pages: 124_291, sites: 80, attributes: 32 },
  WEIR: { pages: 24_035, sites: 40, attributes: 29 },
};

/** The size of the corpus in a folder, in whichever of the two forms; null when there is none. */
export function corpusSize(folder: string): CorpusSize | null {
  if (existsSync(join(folder, 'webpages')) && existsSync(join(folder, 'groundtruth')))
    return distributedSize(folder);
  const files = siteFiles(folder);
  if (files.length === 0) return null;
  const attributes = new Set<string>();
  let pages = 0;
  for (const { vertical, path } of files)
    for (const { gold } of readSite(path)) {
      pages++;
      for (const name of Object.keys(gold)) attributes.add(`${vertical} ${name}`);
    }
  return { pages, sites: files.length, attributes: attributes.size };
}

function folders(path: string): string[] {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function distributedSize(folder: string): CorpusSize {
  let pages = 0;
  let sites = 0;
  for (const vertical of folders(join(folder, 'webpages')))
    for (const site of folders(join(folder, 'webpages', vertical))) {
      if (!/^[^-]+-.+\(\d+\)$/.test(site)) continue;
      sites++;
      for (const name of readdirSync(join(folder, 'webpages', vertical, site)))
        if (/^\d+\.html?$/.test(name)) pages++;
    }
  const attributes = new Set<string>();
  for (const vertical of folders(join(folder, 'groundtruth')))
    for (const name of readdirSync(join(folder, 'groundtruth', vertical))) {
      const attribute = /^[^-]+-.+-([^-]+)\.txt$/.exec(name)?.[1];
      if (attribute !== undefined) attributes.add(`${vertical} ${attribute}`);
    }
  return { pages, sites, attributes: attributes.size };
}

/** The true values of one attribute of a distributed site: page number → values. Two lines of head; then number, count and values. */
export function readGroundTruth(path: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, readonly string[]>();
  for (const line of readFileSync(path, 'utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .slice(2)) {
    const [page, count, ...rest] = line.split('\t');
    if (page === undefined || count === undefined || !/^\d+$/.test(page)) continue;
    values.set(
      page,
      rest.slice(0, Number(count)).filter((value) => value !== '' && value !== '<NULL>'),
    );
  }
  return values;
}

/** Whether the folder holds a published corpus whole, in words. */
export function compareWithPublished(name: keyof typeof PUBLISHED_SIZES, folder: string): string {
  const size = corpusSize(folder);
  if (size === null) return `${name} is not in ${folder}: skipped`;
  const published = PUBLISHED_SIZES[name];
  const differences = (['pages', 'sites', 'attributes'] as const)
    .filter((what) => size[what] !== published[what])
    .map((what) => `${size[what]} ${what} of ${published[what]}`);
  return differences.length === 0 ? `${name} is whole` : `${name} is not whole: ${differences.join(', ')}`;
}
