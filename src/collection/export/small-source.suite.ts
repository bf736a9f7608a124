/** A collection of hostile pages with its archive, small enough to export a hundred times. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EntityRecord, PageRecord, Query } from '../../catalogue/index.ts';
import { EmbeddedCatalogue } from '../../catalogue/index.ts';
import { entity, geo, layer, PORTO_ALEGRE, page } from '../../catalogue/records.suite.ts';
import { archivePaths, WarcWriter } from '../../warc/index.ts';
import type { ExportSource } from './selection.ts';

const FETCHED = Date.UTC(2026, 0, 31, 12, 30, 15);
/** What somebody would write who wants a spreadsheet, a parser or a terminal to do something. */
export const HOSTILE =
  '=HYPERLINK("http://mau.example";"x")\r\n<script>&]]>\u0000\u0007\ud800 "aspas", vírgula; fim';

const SOILS = geo('https://geo.exemplo.br/solo.zip', {
  site: 'exemplo.br',
  size: 1000,
  bytesFetched: 100,
  indexedAt: FETCHED,
  anchors: [{ page: 'https://geo.exemplo.br/', text: '+solos', before: [], after: [] }],
  datasets: [layer('solos', [-52, -31, -50, -29], { count: 12, crs: 'EPSG:4674', title: 'Solos' })],
});

export interface SmallSource extends ExportSource {
  readonly catalogue: EmbeddedCatalogue;
  readonly folder: string;
  readonly pages: readonly PageRecord[];
  query(words: string): Query;
  close(): Promise<void>;
}

/** `count` pages, the second of them hostile, the third captured twice. */
export async function smallSource(count = 5): Promise<SmallSource> {
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
    const record = page(url, {
      key: `exemplo.br/noticias/${i}`,
      fetchedAt: exchange.date,
      digest: written.payloadDigest!,
      title: i === 2 ? HOSTILE : `Enchente ${i}`,
      published: { date: '1991-05-08', confidence: 0.9, source: 'meta', where: 'meta', text: '1991-05-08' },
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
                place: PORTO_ALEGRE.key,
                confidence: 0.9,
              },
            ],
      links: [
        {
          url: `https://www.exemplo.br/noticias/${(i % count) + 1}?a=1&b=2`,
          text: i === 2 ? HOSTILE : 'próxima',
        },
      ],
      entities: [person(url, i)],
      archive: {
        file: (again ?? written).file,
        offset: (again ?? written).offset,
        length: (again ?? written).length,
      },
    });
    pages.push(record);
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
      .map(({ url }, i) => ({ ...person(url, i), table: 'Jogadores', type: 'Jogadores' })),
    madeAt: FETCHED,
  };
  await catalogue.write({
    pages,
    places: [PORTO_ALEGRE],
    geo: [SOILS],
    ...(count === 0 ? {} : { tables: [table] }),
  });
  await catalogue.settle();
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

function person(url: string, i: number): EntityRecord {
  const normal = null;
  const provenance = 'json-ld $.name';
  return entity(url, `Fulana ${i}`, {
    values: [
      { attribute: 'nome', value: i === 2 ? HOSTILE : `-Fulana ${i}`, normal, provenance },
      { attribute: 'nome', value: `F. ${i}`, normal, provenance },
    ],
  });
}
