/** Speed of page dating: CPU time a page on top of the parse, on real pages when given, else on pages made here. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type FlatDocument, parseHtml, textBlocks } from '../src/html/index.ts';
import { datePage } from '../src/time/dating/index.ts';
import { cpuMs, foundIn, type MeasureArgs, type MeasureResult } from './measure.ts';

export const title = 'Page dating: CPU time a page';

const BAR_MS = 2;
const FETCHED = Date.UTC(2026, 0, 1);

interface Page {
  readonly url: string;
  readonly html: string;
}

function realPages(data: string): Page[] {
  if (!existsSync(data)) return [];
  const files = statSync(data).isDirectory()
    ? readdirSync(data)
        .filter((name) => name.endsWith('.jsonl.gz'))
        .map((name) => join(data, name))
    : [data];
  return files.flatMap((file) =>
    gunzipSync(readFileSync(file))
      .toString('utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as Page)
      .filter((page) => typeof page.html === 'string'),
  );
}

/** A news page of about the size of real ones: head, menu, article, related items, comments. */
function madePage(n: number): Page {
  const day = String((n % 27) + 1).padStart(2, '0');
  const menu = Array.from(
    { length: 120 },
    (_, i) => `<li class="item"><a href="/secao/${i}">Seção ${i}</a></li>`,
  );
  const text = Array.from(
    { length: 40 },
    (_, i) =>
      `<p class="texto">Em ${1990 + (i % 30)}, o conselho aprovou a obra ${i}, que seria entregue em ${i + 1} de março de 2019. ${'A cidade cresceu desde então. '.repeat(20)}</p>`,
  );
  const related = Array.from(
    { length: 30 },
    (_, i) =>
      `<div class="related-item"><span class="date">${(i % 28) + 1}/02/2021</span><a href="/n/${i}">Notícia ${i}</a></div>`,
  );
  const script = `<script>var estado=${JSON.stringify(Array.from({ length: 1500 }, (_, i) => ({ id: i, url: `/2020/01/${i}`, n: 'x'.repeat(20) })))}</script>`;
  const meta =
    n % 3 === 0 ? `<meta property="article:published_time" content="2021-03-${day}T10:30:00-03:00">` : '';
  return {
    url: `https://jornal.exemplo.br/noticia-${n}.html`,
    html: `<!doctype html><html lang="pt-BR"><head><title>Notícia ${n}</title>${meta}${script}</head><body><ul>${menu.join('')}</ul><article><h1>Notícia ${n}</h1><p class="data">Publicado em ${day}/03/2021 às 10h30</p>${text.join('')}</article><div class="relacionadas">${related.join('')}</div></body></html>`,
  };
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const found = foundIn(
    args.data,
    args.data === undefined ? [] : realPages(args.data),
    '*.jsonl.gz of dated pages',
  );
  const made = found.length === 0;
  const all = made ? Array.from({ length: 200 }, (_, i) => madePage(i)) : found;
  const pages = args.quick ? all.slice(0, 40) : all;
  const docs = pages.map((page) => parseHtml(page.html));
  const rounds = args.quick ? 2 : 5;
  const time = (work: (doc: FlatDocument, i: number) => void): number => {
    for (let i = 0; i < docs.length; i++) work(docs[i]!, i);
    let best = Number.POSITIVE_INFINITY;
    for (let round = 0; round < rounds; round++) {
      const from = cpuMs();
      for (let i = 0; i < docs.length; i++) work(docs[i]!, i);
      best = Math.min(best, (cpuMs() - from) / docs.length);
    }
    return best;
  };
  const parse = time((doc) => void parseHtml(doc.html));
  const dating = time((doc, i) => void datePage(doc, { url: pages[i]!.url, fetchedAt: FETCHED }));
  const blocks = docs.map(textBlocks);
  const shared = time(
    (doc, i) => void datePage(doc, { url: pages[i]!.url, fetchedAt: FETCHED, blocks: blocks[i]! }),
  );
  let slowest = 0;
  for (const [i, doc] of docs.entries()) {
    const from = cpuMs();
    datePage(doc, { url: pages[i]!.url, fetchedAt: FETCHED });
    slowest = Math.max(slowest, cpuMs() - from);
  }
  const bytes = pages.reduce((sum, page) => sum + page.html.length, 0) / pages.length;
  return {
    tables: [
      {
        title: `${pages.length} ${made ? 'made' : 'real'} pages, ${Math.round(bytes / 1000)} kB each`,
        columns: ['what', 'ms CPU a page'],
        rows: [
          ['parse', parse.toFixed(3)],
          ['dating, on top of the parse', dating.toFixed(3)],
          ['dating, text blocks already made', shared.toFixed(3)],
          ['slowest page, dated once', slowest.toFixed(3)],
        ],
        note: 'htmldate (Python) is published with 7.0 ms (fast) and 11.5 ms (extensive) a page, parse included; go-htmldate 0.77 and 1.68 ms. Not run here.',
      },
    ],
    figures: { parseMs: parse, datingMs: dating, datingSharedMs: shared, slowestMs: slowest },
    bars: [
      {
        what: 'page dating on top of the parse',
        bar: `≤ ${BAR_MS} ms CPU`,
        measured: `${dating.toFixed(2)} ms`,
        met: dating <= BAR_MS,
      },
    ],
  };
}
