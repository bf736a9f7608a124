/** A collection of news that is served by the built command, for load and attacks over real sockets. */
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WarcWriter } from '../src/warc/index.ts';

const MAIN = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));
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

/** Writes the folder of a crawl that has ended: so many pages of news, and one of so many bytes. */
export function makeCollection(
  folder: string,
  { pages, largest = 0 }: { pages: number; largest?: number },
): void {
  mkdirSync(join(folder, 'content'), { recursive: true });
  writeFileSync(join(folder, 'crawl.json'), '{"format":1}');
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
  for (let n = 0; n < pages; n++) write(newsUrl(n), newsPage(n), n);
  if (largest > 0) write(LARGE_PAGE, largePage(largest), pages);
  writer.close();
}

export function newsUrl(n: number): string {
  return `http://www.jornal${n % 7}.br/noticias/${n}.html`;
}

export interface ServedProcess {
  /** `http://127.0.0.1:8730`. */
  readonly origin: string;
  readonly token: string;
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
