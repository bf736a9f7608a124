/** A collection of hostile pages with its archive, small enough to export a hundred times. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedCatalogue } from '../../catalogue/index.ts';
import type { CataloguePlace, EntityRecord, PageRecord } from '../../catalogue/port.ts';
import type { Query } from '../../catalogue/question.ts';
import type { GeoFile } from '../../geo/index.ts';
import { archivePaths, WarcWriter } from '../../warc/index.ts';
import type { ExportSource } from './selection.ts';

export const FETCHED = Date.UTC(2026, 0, 31, 12, 30, 15);
/** What somebody would write who wants a spreadsheet, a parser or a terminal to do something. */
export const HOSTILE =
  '=HYPERLINK("http://mau.example";"x")\r\n<script>&]]>\u0000\u0007\ud800 "aspas", vírgula; fim';

const PLACE: CataloguePlace = {
  key: 'BR/RS/porto-alegre',
  name: 'Porto Alegre',
  kind: 'municipality',
  country: 'BR',
  state: 'RS',
  within: ['Rio Grande do Sul', 'Brasil'],
  lat: -30.03,
  lon: -51.23,
  box: [-51.3, -30.27, -51.01, -29.93],
};

const FILE: GeoFile = {
  kind: 'file',
  url: 'https://geo.exemplo.br/solo.zip',
  name: 'solo.zip',
  type: 'zip',
  site: 'exemplo.br',
  state: 'indexed',
  reason: '',
  discovery: 'explicit',
  size: 1000,
  bytesFetched: 100,
  etag: null,
  sha256: null,
  indexedAt: FETCHED,
  downloads: 0,
  strikes: 0,
  firstStrike: 0,
  anchors: [{ page: 'https://geo.exemplo.br/', text: '+solos', before: [], after: [] }],
  datasets: [
    {
      layer: 'solos',
      format: 'shapefile',
      kind: 'vector',
      geometryType: 'Polygon',
      count: 12,
      box: [-52, -31, -50, -29],
      crs: 'EPSG:4674',
      columns: ['NOME'],
      title: 'Solos',
      abstract: null,
      keywords: [],
      licence: null,
    },
  ],
  places: [],
};

export interface SmallSource extends ExportSource {
  readonly catalogue: EmbeddedCatalogue;
  readonly folder: string;
  readonly pages: readonly PageRecord[];
  query(words: string): Query;
  close(): void;
}

/** `count` pages, the second of them hostile, the third captured twice. */
export function smallSource(count = 5): SmallSource {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-export-'));
  const archive = join(folder, 'archive');
  const writer = WarcWriter.open(archive, { clock: () => FETCHED, software: 'test' });
  const catalogue = EmbeddedCatalogue.open(join(folder, 'catalogue.db'), { now: () => FETCHED });
  const pages: PageRecord[] = [];
  for (let i = 1; i <= count; i++) {
    const url = `https://www.exemplo.br/noticias/${i}?a=1&b=2`;
    const body = Buffer.from(
      `<!doctype html><title>Enchente ${i}</title><p>A enchente de 1941 em Porto Alegre, parte ${i}.`,
    );
    const exchange = {
      url,
      date: FETCHED + i * 1000,
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      rawHeaders: ['Content-Type', 'text/html; charset=utf-8'],
      body,
      requestHead: `GET /noticias/${i} HTTP/1.1\r\nHost: www.exemplo.br\r\n\r\n`,
      address: '192.0.2.1',
    };
    const written = writer.writeExchange(exchange);
    const again =
      i === 3
        ? writer.writeExchange({ ...exchange, date: FETCHED + 9e6, revisitOf: { url, date: exchange.date } })
        : null;
    const text = i === 2 ? `Em 1941 ${HOSTILE}` : `A enchente de 1941 em Porto Alegre, parte ${i}.`;
    const at = text.indexOf('1941');
    pages.push({
      url,
      key: `exemplo.br/noticias/${i}`,
      site: 'exemplo.br',
      fetchedAt: exchange.date,
      digest: written.payloadDigest!,
      status: 200,
      mime: 'text/html',
      charset: 'utf-8',
      language: 'pt',
      type: 'article',
      title: i === 2 ? HOSTILE : `Enchente ${i}`,
      byline: '',
      published: { date: '1991-05-08', confidence: 0.9, source: 'meta', where: 'meta', text: '1991-05-08' },
      modified: null,
      text,
      html: '<p>…</p>',
      marks: [{ start: at, end: at + 4, type: 'DATE', value: '1941', period: { from: -10592, to: -10228 } }],
      segments: [
        { start: 0, end: at, periods: [] },
        { start: at, end: text.length, periods: [{ from: -10592, to: -10228 }] },
      ],
      places:
        i === 2
          ? []
          : [
              {
                start: text.indexOf('Porto'),
                end: text.indexOf('Porto') + 12,
                place: PLACE.key,
                confidence: 0.9,
              },
            ],
      links: [
        {
          url: `https://www.exemplo.br/noticias/${(i % count) + 1}?a=1&b=2`,
          text: i === 2 ? HOSTILE : 'próxima',
        },
      ],
      entities: [entity(url, i)],
      simhash: null,
      archive: {
        file: (again ?? written).file,
        offset: (again ?? written).offset,
        length: (again ?? written).length,
      },
    });
  }
  writer.close();
  const table = {
    name: 'Jogadores',
    example: pages[0]?.url ?? '',
    columns: [
      { name: 'nome', kind: 'text', rules: [] },
      { name: 'page', kind: 'text', rules: [] },
    ],
    rows: pages
      .slice(0, 2)
      .map(({ url }, i) => ({ ...entity(url, i), table: 'Jogadores', type: 'Jogadores' })),
    madeAt: FETCHED,
  };
  catalogue.write({
    pages,
    places: [PLACE],
    geo: [{ file: FILE, thumbnail: null, preview: null }],
    ...(count === 0 ? {} : { tables: [table] }),
  });
  catalogue.settle();
  return {
    title: 'Pequena',
    folder,
    catalogue,
    files: count === 0 ? [] : archivePaths([archive]),
    pages,
    query: (words) => ({ line: words, clause: { kind: 'word', text: words }, chips: [], unknownPlaces: [] }),
    close: () => catalogue.close(),
  };
}

function entity(url: string, i: number): EntityRecord {
  return {
    url,
    site: 'exemplo.br',
    type: 'Person',
    name: `Fulana ${i}`,
    values: [
      {
        attribute: 'nome',
        value: i === 2 ? HOSTILE : `-Fulana ${i}`,
        normal: null,
        provenance: 'json-ld $.name',
      },
      { attribute: 'nome', value: `F. ${i}`, normal: null, provenance: 'json-ld $.name' },
    ],
    table: null,
  };
}
