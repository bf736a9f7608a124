/**
 * Texts of real pages with the places that were read in them. The pages are in the folder of data that is given; what was read is in
 * `pages.places.jsonl` here: of which page, from which offset of its visible lines, and a digest that says whether it is the text that was read.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { packedSites, pagesOfSite } from '../realweb/packed-sites.ts';
import { pageText } from './page-lines.ts';
import type { GoldPlace, PlaceText, PlaceTexts } from './place-texts.ts';

export { pageText };

export interface DataSite {
  /** By which it is kept aside, all its pages or none. */
  readonly name: string;
  readonly pages: () => readonly DataPage[];
}

export interface DataPage {
  readonly path: string;
  readonly contentType: string | null;
  readonly bytes: Uint8Array;
}

const LOOSE = join('content', 'brazilian-pages.jsonl.gz');
const READ = fileURLToPath(new URL('pages.places.jsonl', import.meta.url));

/** The packed real sites of a folder of data, and each of its loose Brazilian pages as a site of its own. */
export function sitesOf(data: string): DataSite[] {
  const packed = join(data, 'realweb');
  const sites: DataSite[] = [];
  if (existsSync(join(packed, 'SOURCES.tsv')))
    for (const site of packedSites(packed)) sites.push({ name: site.host, pages: () => pagesOfSite(site) });
  if (existsSync(join(data, LOOSE)))
    for (const line of gunzipSync(readFileSync(join(data, LOOSE)))
      .toString('utf8')
      .split('\n')) {
      if (line === '') continue;
      const { id, html } = JSON.parse(line) as { readonly id: string; readonly html: string };
      sites.push({
        name: id,
        pages: () => [{ path: '', contentType: 'text/html; charset=utf-8', bytes: Buffer.from(html) }],
      });
    }
  return sites;
}

export const pagesOf = (site: DataSite): readonly DataPage[] => site.pages();

export const digestOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);

interface ReadPassage {
  readonly host: string;
  readonly path: string;
  readonly from: number;
  readonly length: number;
  readonly digest: string;
  readonly gold: readonly (readonly [start: number, end: number, text: string, kind: string])[];
}

/** Blocks stand apart by a blank line, as in the text of a page in the catalogue. */
const breaksIn = (text: string, end: number): number => text.slice(0, end).split('\n').length - 1;

/** Null where the folder has none of the pages. Passages whose page is another now are left out. */
export function readPageTexts(data: string | undefined): PlaceTexts | null {
  if (data === undefined || !existsSync(data) || !existsSync(READ)) return null;
  const bySite = new Map<string, ReadPassage[]>();
  for (const line of readFileSync(READ, 'utf8').split('\n')) {
    if (line === '') continue;
    const passage = JSON.parse(line) as ReadPassage;
    const own = bySite.get(passage.host);
    if (own === undefined) bySite.set(passage.host, [passage]);
    else own.push(passage);
  }
  const texts: PlaceText[] = [];
  for (const site of sitesOf(data)) {
    const wanted = bySite.get(site.name);
    if (wanted === undefined) continue;
    const pages = new Map(site.pages().map((page) => [page.path, page]));
    for (const { host, path, from, length, digest, gold } of wanted) {
      const page = pages.get(path);
      if (page === undefined) continue;
      const lines = pageText(page.bytes, page.contentType).slice(from, from + length);
      if (digestOf(lines) !== digest) continue;
      texts.push({
        id: `${host}${path} ${from}`,
        drawnBy: host,
        text: lines.replaceAll('\n', '\n\n'),
        gold: gold.map(([start, end, surface, kind]): GoldPlace => {
          const before = breaksIn(lines, start);
          return {
            start: start + before,
            end: end + before + breaksIn(surface, surface.length),
            text: surface,
            kind,
          };
        }),
      });
    }
  }
  return texts.length === 0 ? null : { name: 'pages', texts };
}
