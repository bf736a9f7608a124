/** Records for tests: pages, entities and geographic files with everything filled in, of which a test says only what it is about. */
import { createHash } from 'node:crypto';
import { newFile } from '../geo/query/index.ts';
import type {
  CataloguePlace,
  EntityRecord,
  GeoRecordIn,
  PageRecord,
  Period,
  SamePage,
} from './ports/index.ts';
import type { Query } from './ports/question.ts';
import { parseLine } from './query/index.ts';
import { keyOf } from './store/addresses.ts';

export const NOW = Date.UTC(2026, 0, 15);
export const HOUR = 3_600_000;
const TODAY = Math.floor(NOW / 86_400_000);
export const day = (date: string): number => Math.floor(Date.parse(date) / 86_400_000);
export const year = (n: number): Period => ({ from: day(`${n}-01-01`), to: day(`${n}-12-31`) });

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** A digest as WARC files have it. */
export function digestOf(text: string): string {
  const bytes = createHash('sha1').update(text).digest();
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return `sha1:${bits.replace(/.{5}/g, (five) => LETTERS[Number.parseInt(five, 2)]!)}`;
}

export function page(url: string, more: Partial<PageRecord> = {}): PageRecord {
  const text = more.text ?? `Texto da página ${url}.`;
  return {
    url,
    key: keyOf(url),
    site: new URL(url).host.replace(/^www\./, ''),
    fetchedAt: NOW,
    digest: digestOf(`${url}\n${text}\n${more.title ?? ''}`),
    status: 200,
    mime: 'text/html',
    charset: 'utf-8',
    language: 'pt',
    type: 'article',
    title: `Página ${url.slice(url.lastIndexOf('/') + 1)}`,
    byline: '',
    published: null,
    modified: null,
    text,
    html: `<p>${text}</p>`,
    marks: [],
    segments: [],
    places: [],
    links: [],
    entities: [],
    simhash: null,
    archive: { file: 'A-00001.warc.gz', offset: 0, length: 100 },
    ...more,
  };
}

export function same(as: PageRecord, more: Partial<SamePage> = {}): SamePage {
  const { url, key, fetchedAt, digest, archive } = as;
  return { url, key, fetchedAt, digest, archive, ...more };
}

export function entity(url: string, name: string, more: Partial<EntityRecord> = {}): EntityRecord {
  return {
    url,
    site: new URL(url).host.replace(/^www\./, ''),
    type: 'Person',
    name,
    values: [{ attribute: 'name', value: name, normal: null, provenance: 'json-ld $.name' }],
    table: null,
    ...more,
  };
}

export const PORTO_ALEGRE: CataloguePlace = {
  key: 'municipality:BR:4314902',
  name: 'Porto Alegre',
  kind: 'municipality',
  country: 'BR',
  state: 'RS',
  within: ['Rio Grande do Sul', 'Brasil'],
  lat: -30.03,
  lon: -51.23,
  box: [-51.31, -30.27, -51.01, -29.93],
};

export const COIMBRA: CataloguePlace = {
  key: 'municipality:PT:0603',
  name: 'Coimbra',
  kind: 'municipality',
  country: 'PT',
  state: '06',
  within: ['Coimbra', 'Portugal'],
  lat: 40.2,
  lon: -8.41,
  box: null,
};

export function geo(
  url: string,
  more: Partial<GeoRecordIn['file']> & { thumbnail?: Uint8Array | null; preview?: string | null } = {},
): GeoRecordIn {
  const { thumbnail = null, preview = null, ...file } = more;
  const name = url.slice(url.lastIndexOf('/') + 1);
  const made = newFile(url, new URL(url).host, name, name.slice(name.lastIndexOf('.') + 1));
  return { file: { ...made, indexedAt: NOW, ...file }, thumbnail, preview };
}

export function layer(
  name: string,
  box: readonly [number, number, number, number] | null,
  more: Partial<GeoRecordIn['file']['datasets'][number]> = {},
): GeoRecordIn['file']['datasets'][number] {
  return {
    layer: name,
    format: 'shapefile',
    kind: 'vector',
    geometryType: 'Polygon',
    count: 10,
    box,
    crs: 'EPSG:4326',
    columns: ['NOME'],
    title: null,
    abstract: null,
    keywords: [],
    licence: null,
    ...more,
  };
}

/** A line as a person types it, without a gazetteer. */
export const ask = (line: string): Query => parseLine(line, { gazetteer: null, today: TODAY });

/** Chips as the page makes them, where no gazetteer is at hand. */
export const whereBox = (box: readonly [number, number, number, number]): Query =>
  ask(`onde:${box.join(',')}`);
