/** The pages that HTML parsers are measured on: real ones of a crawl's usual size, or generated ones without a corpus. */
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { NothingToMeasure } from '../measure.ts';

export interface HtmlPages {
  /** Folder of `*.jsonl.gz` files whose lines have an `html`. */
  readonly data?: string | undefined;
  readonly wanted: number;
}

const SMALLEST = 60_000;
const LARGEST = 350_000;

export async function loadPages({ data, wanted }: HtmlPages): Promise<string[]> {
  const pages: string[] = [];
  if (data !== undefined && existsSync(data)) {
    const files = readdirSync(data)
      .filter((file) => file.endsWith('.jsonl.gz'))
      .sort();
    for (const file of files) {
      const lines = createInterface({
        input: createReadStream(join(data, file)).pipe(createGunzip()),
        crlfDelay: Number.POSITIVE_INFINITY,
      });
      let taken = 0;
      for await (const line of lines) {
        const { html } = JSON.parse(line) as { html?: unknown };
        if (typeof html !== 'string' || html.length < SMALLEST || html.length > LARGEST) continue;
        pages.push(html);
        if (++taken >= Math.ceil(wanted / files.length)) break;
      }
      lines.close();
    }
  }
  if (data === undefined) for (let i = 0; i < wanted; i++) pages.push(generatedPage(i));
  if (pages.length === 0)
    throw new NothingToMeasure(data, '*.jsonl.gz with pages of 60 to 350 kB (a line: {"html": …})');
  return pages;
}

/** A page of the size and shape of a news site's, for machines without the corpus. */
function generatedPage(seed: number): string {
  let state = seed * 2654435761 + 12345;
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return (state >>> 8) % below;
  };
  const words =
    'a o de que em São Paulo não cidade praça você ação história notícia 1889 república &amp; música'.split(
      ' ',
    );
  const sentence = (length: number): string =>
    Array.from({ length }, () => words[random(words.length)]).join(' ');
  const parts = [`<!doctype html>\n<html lang="pt-BR"><head><title>${sentence(6)}</title>`];
  for (let i = 0; i < 20; i++) parts.push(`<meta property="og:x${i}" content="${sentence(8)}">\n`);
  parts.push(
    `<script>${'var a = {"b": 1}; if (a < 2) { f("</div>"); }\n'.repeat(400)}</script></head><body class="page">\n`,
  );
  parts.push(
    '<nav><ul>',
    ...Array.from({ length: 80 }, (_, i) => `<li class="m"><a href="/s/${i}">${sentence(2)}</a></li>\n`),
  );
  parts.push('</ul></nav><main>');
  for (let i = 0; i < 120; i++) {
    parts.push(
      `<div class="card c${i}" data-id="${i}"><h2><a href="/n/${i}.html?x=1&amp;y=2">${sentence(7)}</a></h2>\n`,
    );
    parts.push(`<p>${sentence(40)} <b>${sentence(3)}</b> ${sentence(30)}<br>${sentence(10)}</p>\n`);
    parts.push(
      `<img src="/i/${i}.jpg" alt="${sentence(4)}"><span class="d">12/03/20${10 + (i % 10)}</span></div>\n`,
    );
  }
  parts.push(
    '<table>',
    ...Array.from({ length: 60 }, () => `<tr><td>${sentence(2)}<td>${sentence(1)}<td>${random(999)}\n`),
  );
  parts.push('</table></main></body></html>');
  return parts.join('');
}
