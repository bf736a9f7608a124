/**
 * The classifier of pages on real ones that nobody wrote for it: whole sites (a folder of `*.jsonl.gz` with `SOURCES.tsv` beside them, whose
 * column `geo_files` says which of them publish geographic files).
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { MeasureTable } from '../../bench/measure.ts';
import { cluesOfPage, GeoPageReader, URL_CLASSES } from '../../src/geo/policy/index.ts';
import { visibleText } from '../../src/html/index.ts';
import { readPage } from '../../src/page/index.ts';

interface StoredFile {
  readonly host: string;
  readonly path: string;
  readonly contentType: string;
  readonly utf8?: string;
  readonly bytesBase64?: string;
}

interface Counted {
  readonly host: string;
  readonly producer: boolean;
  pages: number;
  /** Pages with enough geographic words for an archive on them to be looked into. */
  worded: number;
  /** The page that the site begins with has them. */
  front: boolean;
  /** Pages with a link that would be looked into. */
  interesting: number;
  /** Pages with a link to an archive or a geographic file of any class. */
  archives: number;
}

/** Of a site that stands in a folder of its host, too. */
const FRONT = /^(?:\/[^/]+)?\/(?:index\.html?)?$/;
const LONGEST_TEXT = 1 << 20;
/** Of the vocabulary, in both profiles. */
const THRESHOLD = 1;
const PROFILES = ['compat', 'modern'] as const;

export interface RealPages {
  readonly tables: readonly MeasureTable[];
  readonly figures: Readonly<Record<string, number>>;
}

/** Null for a folder that holds no such sites. */
export function judgeRealPages(folder: string): RealPages | null {
  const list = join(folder, 'SOURCES.tsv');
  if (!existsSync(list)) return null;
  const [head, ...lines] = readFileSync(list, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
  const at = (name: string): number => head!.indexOf(name);
  if (at('file') < 0 || at('geo_files') < 0) return null;
  const rows: (string | number)[][] = [];
  const figures: Record<string, number> = {};
  const detail: (string | number)[][] = [];
  for (const profile of PROFILES) {
    const reader = new GeoPageReader({ profile });
    const sites = lines.map((cells) =>
      counted(folder, cells[at('file')]!, cells[at('host')]!, Number(cells[at('geo_files')]) > 0, reader),
    );
    for (const producer of [true, false]) {
      const group = sites.filter((site) => site.producer === producer && site.pages > 0);
      const sum = (of: (site: Counted) => number): number => group.reduce((all, site) => all + of(site), 0);
      const name = `${profile}.${producer ? 'producers' : 'others'}`;
      const pages = sum((site) => site.pages);
      const archives = group.filter((site) => site.archives > 0);
      figures[`${name}.sites`] = group.length;
      figures[`${name}.pages.worded`] = sum((site) => site.worded) / Math.max(1, pages);
      figures[`${name}.sites.worded`] =
        group.filter((site) => site.worded > 0).length / Math.max(1, group.length);
      rows.push([
        profile,
        producer ? 'publish geographic files' : 'publish none',
        group.length,
        pages,
        `${((100 * sum((site) => site.worded)) / Math.max(1, pages)).toFixed(1)} %`,
        group.filter((site) => site.worded > 0).length,
        group.filter((site) => site.front).length,
        archives.length,
        archives.filter((site) => site.interesting > 0).length,
        sum((site) => site.interesting),
      ]);
    }
    if (profile === 'modern')
      for (const site of sites)
        if (site.producer || site.interesting > 0)
          detail.push([
            site.host,
            site.producer ? 'yes' : 'no',
            site.pages,
            site.worded,
            site.archives,
            site.interesting,
          ]);
  }
  return {
    tables: [
      {
        title: 'Geographic words on real pages',
        columns: [
          'profile',
          'sites that',
          'sites',
          'pages',
          'pages with enough words',
          'sites with such a page',
          'with such a front page',
          'sites with archives or geographic links',
          'of these, looked into',
          'pages looked into',
        ],
        rows,
        note: 'Sites and pages were collected for other ends. In the thesis, of 50 sites: 25 of 25 producers and 1 of 25 others had a word.',
      },
      {
        title: 'Real sites with something to look into (modern)',
        columns: [
          'site',
          'publishes geographic files',
          'pages',
          'with words',
          'with archives',
          'looked into',
        ],
        rows: detail,
      },
    ],
    figures,
  };
}

function counted(
  folder: string,
  file: string,
  host: string,
  producer: boolean,
  reader: GeoPageReader,
): Counted {
  const site: Counted = { host, producer, pages: 0, worded: 0, front: false, interesting: 0, archives: 0 };
  if (!existsSync(join(folder, file))) return site;
  const other = URL_CLASSES.indexOf('ARCHIVE_REJECTED');
  const lines = gunzipSync(readFileSync(join(folder, file)))
    .toString('utf8')
    .split('\n');
  for (const line of lines) {
    if (line === '') continue;
    const stored = JSON.parse(line) as StoredFile;
    if (!/html/i.test(stored.contentType)) continue;
    const bytes =
      stored.utf8 === undefined
        ? Buffer.from(stored.bytesBase64 ?? '', 'base64')
        : Buffer.from(stored.utf8, 'utf8');
    const url = `http://${stored.host}${stored.path}`;
    const { document } = readPage({ url, contentType: stored.contentType, bytes, expected: 'page' });
    if (document === null) continue;
    const read = reader.read(document, url);
    const clues = cluesOfPage(read);
    site.pages++;
    // As the reader takes them: what stands in attributes counts only today.
    const said = reader.rules.name === 'compat' ? '' : ` ${read.description} . ${read.keywords.join(' . ')}`;
    if (reader.scoreOf(`${read.title} . ${visibleText(document, LONGEST_TEXT)} .${said}`) >= THRESHOLD) {
      site.worded++;
      if (FRONT.test(stored.path)) site.front = true;
    }
    if (clues.geoInteresting) site.interesting++;
    if (clues.geoInteresting || clues.classes.includes(other)) site.archives++;
  }
  return site;
}
