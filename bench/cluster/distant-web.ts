/**
 * A web that answers after a while, as a distant one does: many hosts of many pages, small generated ones or real ones. A program of its own,
 * so that its work counts for no crawler.
 *
 * Of the links of a page a crawl has to send about nine on: five to pages that nobody else links to, and most of four to pages of other hosts,
 * which every worker sends when it first meets them. The others are the menu of the site, which its worker knows. What a page says of its own is
 * appended to its real body as a second member of the gzip stream, so that nothing is compressed on demand but that.
 *
 * `node --import tsx bench/cluster/distant-web.ts '{"hosts":256,"latency":100,"data":"…"}'` prints `{"port":…,"meanBytes":…,"meanWire":…}`.
 */
import { createReadStream, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip, gzipSync } from 'node:zlib';
import { nationalHost, nationalIndex } from '../../samples/national-hosts.ts';
import { mixed } from './load-web.ts';

export interface DistantWebOptions {
  readonly hosts: number;
  /** Ms until an answer begins. */
  readonly latency: number;
  /** A folder of real pages: lines of `{html}`, or of `{contentType, utf8 | bytesBase64}`. */
  readonly data?: string | undefined;
}

const NEW_LINKS = 5;
const OUTWARD = 4;
const MENU = 12;
/** Pages of a host that others link to. */
const FAMOUS = 100;
const LEAST = 8_000;
const MOST = 350_000;
const MOST_SOURCES = 300;

interface Line {
  readonly html?: string;
  readonly contentType?: string;
  readonly utf8?: string;
}

/** Real pages, taken evenly from all there are. */
async function realPages(folder: string): Promise<string[]> {
  const found: string[] = [];
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz') && !name.startsWith('gold'));
  for (const name of files.sort())
    for await (const line of createInterface({
      input: createReadStream(join(folder, name)).pipe(createGunzip()),
    })) {
      const { html, contentType, utf8 } = JSON.parse(line) as Line;
      const text = html ?? (/html/.test(contentType ?? '') ? utf8 : undefined);
      if (text !== undefined && text.length >= LEAST && text.length <= MOST) found.push(text);
    }
  const step = Math.max(1, found.length / MOST_SOURCES);
  return Array.from({ length: Math.min(found.length, MOST_SOURCES) }, (_, i) => found[Math.floor(i * step)]!);
}

const SENTENCES = [
  'A prefeitura informou que as obras da escola serão retomadas assim que terminar o período de chuvas.',
  'O preço do café subiu pela terceira semana seguida, e os produtores esperam uma boa colheita.',
  'O museu abre de terça a domingo, e a entrada é gratuita para estudantes e professores.',
  'Os pescadores saem antes do amanhecer e voltam quando o vento muda de direção.',
  'A biblioteca recebeu uma doação de livros antigos, entre eles um dicionário impresso em Lisboa.',
  'O rio subiu mais de dois metros durante a noite, mas nenhuma casa foi atingida.',
];

/** Pages of some 3 kB each, with a menu. */
function generatedPages(): string[] {
  return Array.from({ length: 60 }, (_, n) => {
    const text = Array.from(
      { length: 20 },
      (_, i) => `<p>${SENTENCES[mixed(n, i) % SENTENCES.length]} ${mixed(n, i) % 9999}</p>`,
    );
    const menu = Array.from({ length: 12 }, (_, i) => `<li><a href="#">Seção ${i}</a></li>`);
    return `<!DOCTYPE html><html lang="pt"><head><meta charset="utf-8"><title>Página ${n}</title></head><body><ul>${menu.join('')}</ul>${text.join('\n')}</body></html>`;
  });
}

/** A page whose links all lead into the menu of its site, whichever that is; what it asks of robots is taken out. */
function withMenu(html: string): Buffer {
  let links = 0;
  const tame = html
    .replace(/name\s*=\s*(["']?)robots\1/gi, 'name="outros"')
    .replace(/nofollow/gi, 'follow')
    .replace(/rel\s*=\s*(["']?)canonical\1/gi, 'rel="outro"')
    .replace(/http-equiv\s*=\s*(["']?)refresh\1/gi, 'name="outro"')
    .replace(/<base\b[^>]*>/gi, '')
    // What leads elsewhere by other means than links: nobody is there.
    .replace(/\b(href|src|content|action|cite|data)(\s*=\s*["']?)(?:https?:)?\/\//gi, '$1$2#')
    .replace(
      /(<(?:a|area|frame|iframe)\b[^>]*?\s(?:href|src)\s*=\s*)(?:"[^"]*"|'[^']*'|[^\s>]+)/gi,
      (_, start) => `${start}"/m${links++ % MENU}.html"`,
    );
  return Buffer.from(tame);
}

/** The links that only this page has. */
function ownLinks(host: number, page: number, hosts: number): string {
  const hrefs: string[] = [];
  for (let i = 0; i < NEW_LINKS; i++) hrefs.push(`/n${NEW_LINKS * page + i + 1}.html`);
  for (let i = 0; i < OUTWARD; i++) {
    const drawn = mixed(host * 1_000_003 + page, i + 100);
    hrefs.push(`http://${nationalHost(drawn % hosts)}/o${(drawn >>> 16) % FAMOUS}.html`);
  }
  return `<ul>${hrefs.map((href) => `<li><a href="${href}">Leia também ${href.slice(-12)}</a></li>`).join('')}</ul>`;
}

/** The number of a page: 0 for the first one of a host; each kind has pages of its own below it. */
function pageNumber(path: string): number {
  if (path === '/') return 0;
  const [, kind, number] = /^\/([mno])(\d+)\.html$/.exec(path) ?? [];
  if (number === undefined) return -1;
  return Number(number) + 1_000_000_000 * 'nmo'.indexOf(kind!);
}

const { hosts, latency, data } = JSON.parse(process.argv[2]!) as DistantWebOptions;
const bodies = (data === undefined ? generatedPages() : await realPages(data)).map(withMenu);
if (bodies.length === 0) throw new Error(`no pages in ${data}`);
const packed = bodies.map((body) => gzipSync(body, { level: 5 }));
const mean = (all: readonly Buffer[]): number =>
  Math.round(all.reduce((sum, { length }) => sum + length, 0) / all.length);

const server = createServer({ keepAlive: true, noDelay: true }, (request, response) => {
  const host = nationalIndex((request.headers.host ?? '').replace(/:\d+$/, ''));
  const page = pageNumber(request.url ?? '/');
  const known = host >= 0 && host < hosts && page >= 0;
  setTimeout(() => {
    if (!known) return void response.writeHead(404, { 'Content-Type': 'text/plain' }).end('não há');
    const source = packed[mixed(host, page) % packed.length]!;
    const own = gzipSync(`<!-- ${host} ${page} -->${ownLinks(host, page, hosts)}`, { level: 1 });
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Encoding': 'gzip',
      'Content-Length': source.length + own.length,
    });
    response.write(source);
    response.end(own);
  }, latency);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(
    `${JSON.stringify({ port, sources: bodies.length, meanBytes: mean(bodies), meanWire: mean(packed) })}\n`,
  );
});
process.on('disconnect', () => process.exit(0));
