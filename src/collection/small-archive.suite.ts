/** Archives of a few pages in folders of their own, for the tests of this room. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Exchange, WarcWriter } from '../warc/index.ts';
import type { DocumentHead } from './page-record.ts';

export const NOON = Date.UTC(2024, 4, 6, 12);

/** A folder of its own that is gone after the file's tests. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-collection-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function headOf(url: string, more: Partial<DocumentHead> = {}): DocumentHead {
  return {
    url,
    status: 200,
    contentType: 'text/html; charset=utf-8',
    contentEncoding: null,
    lastModified: null,
    fetchedAt: NOON,
    digest: 'sha1:AAAA',
    archive: { file: 'a.warc.gz', offset: 10, length: 20 },
    ...more,
  };
}

export type SmallPage = Partial<Exchange> & { readonly url: string; readonly html?: string };

function exchangeOf({ html, ...page }: SmallPage): Exchange {
  return {
    date: NOON,
    status: 200,
    statusText: 'OK',
    httpVersion: '1.1',
    rawHeaders: ['Content-Type', 'text/html; charset=utf-8'],
    body: Buffer.from(html ?? ''),
    requestHead: `GET / HTTP/1.1\r\nHost: x\r\n\r\n`,
    ...page,
  };
}

/** Writes pages at the end of the archive of a folder. */
export function addPages(folder: string, pages: readonly SmallPage[]): void {
  const writer = WarcWriter.open(join(folder, 'archive'), { software: 'teste/1' });
  for (const page of pages) writer.writeExchange(exchangeOf(page));
  writer.close();
}

/** The folder of a crawl that has ended. */
export function crawlFolder(pages: readonly SmallPage[]): string {
  const folder = tempFolder();
  mkdirSync(join(folder, 'content'));
  writeFileSync(join(folder, 'crawl.json'), '{"format":1}');
  addPages(folder, pages);
  return folder;
}

const SUBJECTS = [
  'a ponte',
  'a escola',
  'o mercado',
  'a estação',
  'o teatro',
  'a praça',
  'o museu',
  'o porto',
];

/** A news page of a site: the same menu, box and foot on each, and a story of its own. */
export function newsPage(site: string, n: number): SmallPage {
  const subject = SUBJECTS[n % SUBJECTS.length]!;
  const year = 1930 + n;
  return {
    url: `http://www.${site}/noticias/${n}.html`,
    date: NOON + n * 1000,
    html: `<html lang="pt"><head><title>Notícia ${n}: ${subject}</title></head><body>
      <ul><li><a href="/">Início</a><li><a href="/noticias/">Notícias</a><li><a href="/contato">Contato</a></ul>
      <h1>Notícia ${n}: ${subject}</h1>
      <div class="texto"><p>Em ${year} a prefeitura inaugurou ${subject} número ${n}, depois de longas obras que custaram muito mais do que se previa.</p>
      <p>Os moradores da rua ${n} contam que ${subject} mudou a vida do bairro e trouxe gente de toda a região naquele tempo.</p></div>
      <p>Assine o boletim ${site} e receba toda semana as histórias da cidade contadas por quem viveu cada uma delas de perto.</p>
      <p>Redação e administração de ${site}: rua das Flores, 100, aberta de segunda a sexta para receber os leitores do jornal.</p>
      </body></html>`,
  };
}
