/** A collection of news that is served by the built command, for load and attacks over real sockets. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  GEO_INDEX_FILE,
  type GeoFile,
  newFile,
  toJsonLines,
  writeKeptGeo,
  writeKeptPayload,
} from '../src/geo/index.ts';
import { WarcWriter } from '../src/warc/index.ts';
import { MAIN } from './tarrafa-process.ts';

const NOON = Date.UTC(2024, 4, 6, 12);
const PLACES = ['Porto Alegre', 'Lisboa', 'Recife', 'Coimbra', 'Manaus', 'Braga', 'Salvador', 'Faro'];
const THINGS = ['a ponte', 'a escola', 'o mercado', 'a estação', 'o teatro', 'a praça', 'o museu', 'o porto'];

export const LARGE_PAGE = 'http://www.grande.br/tudo.html';

function newsPage(n: number): string {
  const [place, thing] = [PLACES[n % 8]!, THINGS[(n >> 3) % 8]!];
  const days = Array.from(
    { length: 12 },
    (_, i) => `${1 + ((n + i) % 28)} de maio de ${1900 + ((n + i) % 100)}`,
  );
  return `<html lang="pt"><head><title>Notícia ${n}: ${thing} de ${place}</title></head><body><h1>Notícia ${n}: ${thing}</h1>
<p>Em ${days.join(', em ')} a prefeitura de ${place} inaugurou ${thing} número ${n}, depois de longas obras que custaram mais do que se previa.</p>
<p>Os moradores contam que ${thing} mudou a vida do bairro e trouxe gente de toda a região; a enchente de 1941 ainda é lembrada em ${place}.</p>
<p><a href="/noticias/${n + 1}.html">seguinte</a> <img src="/foto-${n}.png" alt=""></p></body></html>`;
}

/** A page of so many bytes, of nothing but links and pictures. */
function largePage(bytes: number): string {
  const part = (i: number) =>
    `<p><a href="/p/${i}?a=${i}&amp;b=2" style="background:url(/f/${i}.png)">ligação ${i}</a><img src="//cdn.grande.br/${i}.jpg" srcset="/a${i}.jpg 1x, /b${i}.jpg 2x"></p>\n`;
  const parts: string[] = ['<html><head><title>Tudo</title></head><body>\n'];
  for (let size = 0, i = 0; size < bytes; i++) {
    const text = part(i);
    parts.push(text);
    size += text.length;
  }
  return parts.join('');
}

/** What stands in a collection that was made. */
export interface MadeCollection {
  /** How many pages of news. */
  readonly pages: number;
  /** Moment of the large page. */
  readonly largeMoment: string;
}

/** Pages of players, of which a table can be made. */
export const PLAYER = 'http://www.copa.br/jogadores/jogador1.htm';
const PLAYERS = 12;

function playersPage(): string {
  const links = Array.from(
    { length: PLAYERS },
    (_, n) => `<li><a href="/jogadores/jogador${n}.htm">Jogador ${n}</a></li>`,
  );
  return `<html lang="pt"><head><title>Jogadores</title></head><body><h1>Jogadores</h1><ul>${links.join('\n')}</ul></body></html>`;
}

function playerPage(n: number): string {
  const rows = Object.entries({
    Nome: `João ${THINGS[n % 8]!.slice(2)} ${n}`,
    Posição: ['Goleiro', 'Zagueiro', 'Volante'][n % 3],
    Nascimento: `${1 + n} de maio de ${1980 + n}`,
    Clube: `Atlético ${PLACES[n % 8]}`,
    Altura: `${170 + n} cm`,
  }).map(([name, value]) => `<tr><th>${name}</th><td>${value}</td></tr>`);
  return `<html lang="pt"><head><title>Jogador ${n}</title></head><body><h1>Jogador ${n}</h1><table>${rows.join('\n')}</table>
<p><a href="/jogadores/">Jogadores</a></p></body></html>`;
}

/**
 * Writes the folder of a crawl that has ended: so many pages of news, and one of so many bytes. With visits, also their logs, geographic files
 * and pages of players: something for every route to tell.
 */
export function makeCollection(
  folder: string,
  { pages, largest = 0, visits = 0 }: { pages: number; largest?: number; visits?: number },
): MadeCollection {
  mkdirSync(join(folder, 'content'), { recursive: true });
  writeFileSync(join(folder, 'crawl.json'), '{"format":1}');
  if (visits > 0) {
    writeLogs(folder, visits);
    writeGeographicFiles(folder);
  }
  const writer = WarcWriter.open(join(folder, 'archive'), { software: 'carga/1' });
  const write = (url: string, html: string, n: number) =>
    writer.writeExchange({
      url,
      date: NOON + n * 1000,
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      rawHeaders: ['Content-Type', 'text/html; charset=utf-8'],
      body: Buffer.from(html),
      requestHead: 'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
    });
  // What the large page was the day before: a difference of two such has much to do.
  if (largest > 0 && visits > 0) write(LARGE_PAGE, largePage(largest).replaceAll(' a ', ' uma '), -86_400);
  for (let n = 0; n < pages; n++) write(newsUrl(n), newsPage(n), n);
  if (largest > 0) write(LARGE_PAGE, largePage(largest), pages);
  if (visits > 0) {
    write('http://www.copa.br/jogadores/', playersPage(), pages + 1);
    for (let n = 0; n < PLAYERS; n++)
      write(`http://www.copa.br/jogadores/jogador${n}.htm`, playerPage(n), pages + 2 + n);
  }
  writer.close();
  return { pages, largeMoment: newsMoment(pages) };
}

/** A visit a line, and a line of progress a second. */
function writeLogs(folder: string, count: number): void {
  const visits: string[] = [];
  const progress: string[] = [];
  for (let n = 1; n <= count; n++) {
    const at = NOON + n * 1000;
    const site = `jornal${n % 7}.br`;
    const links = { found: 40, added: 9, duplicate: 30, dropped: 1 };
    visits.push(
      JSON.stringify({
        n,
        record: n,
        url: newsUrl(n),
        at,
        outcome: 'analysed',
        status: 200,
        bytes: 20_000 + n,
        ms: 100,
        site,
        queue: site,
        depth: n % 9,
        hops: 0,
        links,
      }),
    );
    progress.push(
      JSON.stringify({ at, pages: n, requests: n, bytes: n * 20_000, queued: count - n, policy: {} }),
    );
  }
  writeFileSync(join(folder, 'visits.jsonl'), `${visits.join('\n')}\n`);
  writeFileSync(join(folder, 'progress.jsonl'), `${progress.join('\n')}\n`);
}

/** The file of the first of them, which was kept. */
export const KEPT_FILE = 'solos-0.geojson';

/** Of which the first has as many layers, words and shapes as are kept of one. */
function writeGeographicFiles(folder: string): void {
  const files: GeoFile[] = [];
  for (let n = 0; n < 50; n++) {
    const name = `solos-${n}.geojson`;
    const url = `http://geo.exemplo.br/${name}`;
    files.push({
      ...newFile(url, 'geo.exemplo.br', name, 'geojson'),
      size: 10_000,
      bytesFetched: 10_000,
      indexedAt: NOON,
      anchors: Array.from({ length: 20 }, (_, i) => ({
        page: newsUrl(i),
        text: `mapa de solos ${n} ${'do município '.repeat(20)}`,
        before: new Array(20).fill('antes'),
        after: new Array(20).fill('depois'),
      })),
      datasets: Array.from({ length: n === 0 ? 200 : 1 }, (_, i) => ({
        layer: `camada ${i}`,
        format: 'geojson',
        kind: 'vector',
        geometryType: 'Polygon',
        count: 1_000,
        box: [-47 + n / 100, -24, -46 + n / 100, -23] as const,
        crs: 'EPSG:4326',
        columns: Array.from({ length: 100 }, (_, c) => `coluna_${c}`),
        title: `Solos ${n}`,
        abstract: 'Mapa de solos. '.repeat(200),
        keywords: Array.from({ length: 50 }, (_, k) => `palavra ${k}`),
        licence: null,
      })),
    });
  }
  const point = (i: number) => [-47 + i / 10_000, -24 + i / 10_000];
  const preview = JSON.stringify({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: {},
        geometry: { type: 'LineString', coordinates: Array.from({ length: 4_000 }, (_, i) => point(i)) },
      },
    ],
  });
  writeKeptGeo(folder, files[0]!.url, { thumbnail: new Uint8Array(100_000), preview });
  writeKeptPayload(folder, files[0]!.url, KEPT_FILE, new Uint8Array(8_000_000));
  writeFileSync(join(folder, GEO_INDEX_FILE), [...toJsonLines(files)].join(''));
}

/** When a page of news was archived, as an address of the replay has it. */
export function newsMoment(n: number): string {
  return new Date(NOON + n * 1000).toISOString().replace(/\D/g, '').slice(0, 14);
}

export function newsUrl(n: number): string {
  return `http://www.jornal${n % 7}.br/noticias/${n}.html`;
}

export interface ServedProcess {
  /** `http://127.0.0.1:8730`. */
  readonly origin: string;
  readonly token: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Serves a folder by the built command until it is stopped. `before`: a command that runs it, with its words. */
export function serveFolder(
  folder: string,
  words: readonly string[] = [],
  before: readonly string[] = [],
): Promise<ServedProcess> {
  return serveWith([folder, '--crawls', join(folder, 'crawls'), ...words], before);
}

export async function serveWith(
  words: readonly string[],
  before: readonly string[] = [],
): Promise<ServedProcess> {
  const token = 'um-token-de-teste-comprido';
  const args = ['serve', '--lang', 'en', '--port', '0', ...words];
  const [command, ...rest] = [...before, process.execPath, MAIN, ...args];
  const child = spawn(command!, rest, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TARRAFA_TOKEN: token },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk;
      const address = /open (http:\S+)\n/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => reject(new Error(said)));
  });
  return {
    origin: new URL(url).origin,
    token,
    pid: child.pid!,
    stop: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
}

/** A figure of the server's own. */
export async function figure(origin: string, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  if (line === undefined) throw new Error(`no ${name} in /metrics`);
  return Number(line.slice(name.length + 1));
}
