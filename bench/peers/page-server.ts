/**
 * Serves pages of real size for the crawl benchmark, in a process of its own so that its work counts for no crawler. A crawler
 * finds them all by following links from the first page, over lists; bodies are compressed beforehand, as a front server of the Web does.
 *
 * `node --import tsx bench/peers/page-server.ts <pages> [data folder]` prints `{port, pages, meanBytes, meanWire}`.
 */
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip, gzipSync } from 'node:zlib';

const LEAST = 60_000;
const MOST = 350_000;
const LIST = 500;

/** Real pages between 60 and 350 KB, from any corpus of the form `{html}` a line. */
async function realPages(folder: string): Promise<string[]> {
  const pages: string[] = [];
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.jsonl.gz'))
    .sort()) {
    for await (const line of createInterface({
      input: createReadStream(join(folder, name)).pipe(createGunzip()),
    })) {
      const { html } = JSON.parse(line) as { html?: string };
      if (html && html.length >= LEAST && html.length <= MOST) pages.push(html);
    }
  }
  return pages;
}

/** Without a corpus: pages of the same sizes and of a like mixture of markup, text and script. */
function generatedPages(): string[] {
  return Array.from({ length: 60 }, (_, n) => {
    const size = LEAST + ((n * 7919) % (MOST - LEAST));
    let html = `<!DOCTYPE html><html lang="pt"><head><meta charset="utf-8"><title>Página ${n}</title></head><body>`;
    for (let i = 0; html.length < size; i++) {
      html += `<div class="bloco b${i % 7}"><h3>Notícia ${i} da cidade</h3><p>A câmara municipal aprovou em sessão ordinária o projeto número ${i * 31}, que trata da <em>iluminação</em> das ruas &amp; praças.</p><ul><li><a href="https://exemplo${i}.invalid/noticia/${n}/${i}">Leia também</a></li><li><span>${'texto '.repeat(i % 9)}</span></li></ul></div>`;
      if (i % 10 === 0)
        html += `<script>window.dados=${JSON.stringify({ i, lista: [1, 2, 3], chave: 'valor' })};</script>`;
    }
    return `${html}</body></html>`;
  });
}

/** A number from a text, the same in every run. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/**
 * A real page as a page of the list. Links inside its own site (the relative ones, most of a real page's) lead to pages of the list, each
 * address always to the same one; links to elsewhere stay. What it asks of robots is taken out, because the peers would not obey it and
 * the lists must be the same. A number makes it a payload of its own.
 */
function ofTheList(html: string, page: number, pages: number): string {
  const tame = html
    .replace(/name\s*=\s*(["']?)robots\1/gi, 'name="outros"')
    .replace(/nofollow/gi, 'follow')
    .replace(/<base\b[^>]*>/gi, '')
    .replace(
      /(<a\b[^>]*?\shref\s*=\s*)(["'])(?![a-z][a-z0-9+.-]*:|\/\/|#)([^"']*)\2/gi,
      (_, start, quote, href) => `${start}${quote}/p/${numberOf(href) % pages}.html${quote}`,
    );
  return `${tame}<!-- ${page} -->`;
}

/** The first page names lists of pages, and each list its pages. */
function listPage(hrefs: readonly string[]): Buffer {
  const links = hrefs.map((href) => `<li><a href="${href}">Página ${href}</a></li>`).join('');
  return gzipSync(
    `<!DOCTYPE html><html lang="pt"><head><title>Lista</title></head><body><ul>${links}</ul></body></html>`,
  );
}

const pages = Number(process.argv[2] ?? 3000);
const folder = process.argv[3];
const sources = folder ? (existsSync(folder) ? await realPages(folder) : []) : generatedPages();
if (sources.length === 0) {
  // Pages of another kind in their place would be measured under their name.
  process.stdout.write(`${JSON.stringify({ pages: 0 })}\n`);
  process.exit(0);
}

const bodies = new Map<number, Buffer>();
let bytes = 0;
let wire = 0;
/** Made on first demand and kept while few: a large list would not fit. */
function bodyOf(page: number): Buffer {
  const kept = bodies.get(page);
  if (kept) return kept;
  const html = Buffer.from(ofTheList(sources[page % sources.length]!, page, pages));
  const packed = gzipSync(html, { level: 5 });
  bytes += html.length;
  wire += packed.length;
  if (bodies.size < 6000) bodies.set(page, packed);
  return packed;
}
for (let page = 0; page < Math.min(pages, 6000); page++) bodyOf(page);
const means = { meanBytes: Math.round(bytes / bodies.size), meanWire: Math.round(wire / bodies.size) };

let served = new Set<number>();
const server = createServer({ keepAlive: true }, (request, response) => {
  const path = request.url ?? '/';
  if (path === '/count') {
    response.end(String(served.size));
    return;
  }
  if (path === '/reset') {
    served = new Set();
    response.end();
    return;
  }
  const list = path === '/' ? -1 : Number(/^\/l\/(\d+)\.html$/.exec(path)?.[1] ?? Number.NaN);
  if (!Number.isNaN(list)) {
    const hrefs =
      list < 0
        ? Array.from({ length: Math.ceil(pages / LIST) }, (_, k) => `/l/${k}.html`)
        : Array.from({ length: Math.min(LIST, pages - list * LIST) }, (_, k) => `/p/${list * LIST + k}.html`);
    const body = listPage(hrefs);
    response
      .writeHead(200, {
        'Content-Type': 'text/html',
        'Content-Encoding': 'gzip',
        'Content-Length': body.length,
      })
      .end(body);
    return;
  }
  const page = Number(/^\/p\/(\d+)\.html$/.exec(path)?.[1] ?? Number.NaN);
  if (Number.isNaN(page) || page >= pages) {
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('não há');
    return;
  }
  served.add(page);
  const body = bodyOf(page);
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Encoding': 'gzip',
    'Content-Length': body.length,
  });
  response.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ port, pages, sources: sources.length, ...means })}\n`);
});
process.on('disconnect', () => process.exit(0));
