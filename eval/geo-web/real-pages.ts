/**
 * The classifier of pages on real ones that nobody wrote for it: whole sites (a folder of `*.jsonl.gz` with `SOURCES.tsv` beside them, whose
 * column `geo_files` says which of them publish geographic files). Sites are halved by a hash of their host: the rules were tuned on one
 * half. Links of the other had been seen before, so that it tells how far they carry and is no clean test.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Bar, MeasureTable } from '../../bench/measure.ts';
import { GeoPageReader } from '../../src/geo/policy/index.ts';
import { evidenceOfPage, GeoVocabulary } from '../../src/geo/vocabulary/index.ts';
import { type FlatDocument, visibleText } from '../../src/html/index.ts';
import { readPage } from '../../src/page/index.ts';

interface StoredFile {
  readonly host: string;
  readonly path: string;
  readonly contentType: string;
  readonly utf8?: string;
  readonly bytesBase64?: string;
}

export interface RealSite {
  readonly host: string;
  readonly file: string;
  /** Paths of the pages that it begins with. */
  readonly fronts: ReadonlySet<string>;
  /** It has geographic files in its folders. */
  readonly publishes: boolean;
  readonly half: 'seen' | 'kept aside';
}

export interface RealPage {
  readonly url: string;
  readonly path: string;
  readonly document: FlatDocument;
}

/** Sites of a folder; null where it has none. */
export function realSites(folder: string): RealSite[] | null {
  const list = join(folder, 'SOURCES.tsv');
  if (!existsSync(list)) return null;
  const [head, ...lines] = readFileSync(list, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split('\t'));
  const at = (name: string): number => head!.indexOf(name);
  if (['host', 'file', 'seeds', 'geo_files'].some((name) => at(name) < 0)) return null;
  return lines
    .map((cells) => ({
      host: cells[at('host')]!,
      file: cells[at('file')]!,
      fronts: new Set(cells[at('seeds')]!.split(/[\s,]+/).flatMap(frontPaths)),
      publishes: Number(cells[at('geo_files')]) > 0,
      half: halfOf(cells[at('host')]!),
    }))
    .filter(({ file }) => existsSync(join(folder, file)));
}

const halfOf = (host: string): RealSite['half'] =>
  createHash('sha256').update(host).digest()[0]! % 2 === 0 ? 'seen' : 'kept aside';

/** Where a stored site may have the page of a first address. */
function frontPaths(seed: string): string[] {
  if (!URL.canParse(seed)) return [];
  const path = decodeURIComponent(new URL(seed).pathname);
  const folder = path.endsWith('/') ? path : `${path}/`;
  return [path, folder, `${folder}index.html`, `${folder}index.htm`];
}

export function* realPages(folder: string, site: RealSite): Generator<RealPage> {
  const lines = gunzipSync(readFileSync(join(folder, site.file)))
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
    if (document !== null) yield { url, path: stored.path, document };
  }
}

interface Judged {
  readonly site: RealSite;
  pages: number;
  /** Pages that are about such things by their words, or link to what would be looked into. */
  spoken: number;
  /** The page that the site begins with is one. */
  front: boolean;
  /** Pages with a link that would be looked into for the words around it alone. */
  byWords: number;
  /** Pages that link to something geographic by its address: there is geographic data to be found. */
  byAddress: number;
  /** Pages with an archive that is passed by. */
  passedBy: number;
}

const LONGEST_TEXT = 1 << 20;
const PROFILES = ['compat', 'modern'] as const;
/** Of sites without geographic data, those that may be taken for candidates: one in twenty-five. */
const BAR = 1 / 25;

export interface RealPages {
  readonly tables: readonly MeasureTable[];
  readonly figures: Readonly<Record<string, number>>;
  readonly bars: readonly Bar[];
}

/** Null for a folder that holds no such sites. */
export function judgeRealPages(folder: string): RealPages | null {
  const sites = realSites(folder);
  if (sites === null) return null;
  const rows: (string | number)[][] = [];
  const detail: (string | number)[][] = [];
  const figures: Record<string, number> = {};
  const bars: Bar[] = [];
  for (const profile of PROFILES) {
    const judged = sites.map((site) => judge(folder, site, profile)).filter(({ pages }) => pages > 0);
    for (const half of ['seen', 'kept aside'] as const)
      for (const has of [true, false]) {
        const group = judged.filter(
          (one) => one.site.half === half && (one.site.publishes || one.byAddress > 0) === has,
        );
        if (group.length === 0) continue;
        const sum = (of: (one: Judged) => number): number => group.reduce((all, one) => all + of(one), 0);
        const count = (is: (one: Judged) => boolean): number => group.filter(is).length;
        const candidates = count((one) => one.byWords > 0);
        const fronts = count((one) => one.front);
        const name = `${profile}.${half.replace(' ', '-')}.${has ? 'with' : 'without'}`;
        figures[`${name}.sites`] = group.length;
        figures[`${name}.fronts`] = fronts;
        figures[`${name}.candidates`] = candidates;
        figures[`${name}.pages.spoken`] = sum((one) => one.spoken) / sum((one) => one.pages);
        rows.push([
          profile,
          half,
          has ? 'geographic data' : 'none',
          group.length,
          sum((one) => one.pages),
          fronts,
          `${((100 * sum((one) => one.spoken)) / sum((one) => one.pages)).toFixed(1)} %`,
          count((one) => one.spoken > 0),
          count((one) => one.byWords + one.passedBy > 0),
          candidates,
          sum((one) => one.byWords),
        ]);
        if (profile === 'modern' && !has)
          for (const [what, found] of [
            ['front pages taken for geographic', fronts],
            ['sites of which something is looked into for its words', candidates],
          ] as const)
            bars.push({
              what: `without geographic data, ${half}: ${what}`,
              bar: `≤ 1 of 25`,
              measured: `${found} of ${group.length}`,
              met: found / group.length <= BAR,
            });
      }
    if (profile === 'modern')
      for (const one of judged)
        if (one.site.publishes || one.byAddress + one.byWords > 0 || one.front)
          detail.push([
            one.site.host,
            one.site.half,
            one.site.publishes ? 'publishes' : one.byAddress > 0 ? 'links to it' : 'none',
            one.front ? 'yes' : 'no',
            one.pages,
            one.spoken,
            one.byAddress,
            one.byWords,
          ]);
  }
  return {
    bars,
    figures,
    tables: [
      {
        title: 'Geographic words on real pages',
        columns: [
          'profile',
          'half',
          'sites with',
          'sites',
          'pages',
          'front pages taken for geographic',
          'pages taken for geographic',
          'sites with such a page',
          'sites with archives or doubtful files',
          'of these, looked into for words',
          'pages with something looked into for words',
        ],
        rows,
        note: 'Sites and pages were collected for other ends; halved by a hash of the host. "Geographic data": files in the folders of the site, or links to files and services that are geographic by their address. In the thesis, of 50 sites: 25 of 25 producers and 1 of 25 others had a word.',
      },
      {
        title: 'Real sites with geographic data, or taken for it (modern)',
        items: true,
        columns: [
          'site',
          'half',
          'geographic data',
          'front page',
          'pages',
          'taken for geographic',
          'with links that are by their address',
          'looked into for words',
        ],
        rows: detail,
      },
    ],
  };
}

function judge(folder: string, site: RealSite, profile: (typeof PROFILES)[number]): Judged {
  const reader = new GeoPageReader({ profile });
  const vocabulary = new GeoVocabulary({ profile });
  const judged: Judged = {
    site,
    pages: 0,
    spoken: 0,
    front: false,
    byWords: 0,
    byAddress: 0,
    passedBy: 0,
  };
  for (const { url, path, document } of realPages(folder, site)) {
    const read = reader.read(document, url);
    const has = (...names: readonly string[]): boolean =>
      read.links.some((link) => names.includes(link.class));
    judged.pages++;
    // As the reader takes them, which in `compat` looks only where there is an archive.
    const meta = profile === 'compat' ? '' : `${read.description} . ${read.keywords.join(' . ')}`;
    const { isAbout } = evidenceOfPage(vocabulary, {
      lead: `${read.title} . ${meta}`,
      body: visibleText(document, LONGEST_TEXT),
    });
    const isTaken = isAbout || read.geoInteresting;
    if (isTaken) judged.spoken++;
    if (site.fronts.has(path) && isTaken) judged.front = true;
    if (has('GEO_CONTEXT')) judged.byWords++;
    if (has('GEO_EXPLICIT', 'GEO_NAMED', 'GEO_SERVICE')) judged.byAddress++;
    if (has('ARCHIVE_REJECTED')) judged.passedBy++;
  }
  return judged;
}
