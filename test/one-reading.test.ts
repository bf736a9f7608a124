/**
 * A page is read once by the crawl and again by whoever reads its archive, and both say the same: every host of the sample web, hostile
 * ones too, is crawled and analysed, and every fact that the crawl recorded of a page is held against the catalogue's and the replay's.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTS } from '../samples/hosts.ts';
import { startSampleWeb } from '../samples/server.ts';
import { collect } from '../src/app/index.ts';
import { loopbackResolver } from '../src/app/input/loopback-resolver.ts';
import type { PageRecord } from '../src/catalogue/index.ts';
import {
  analyseArchive,
  analysePageRecord,
  collectionPlace,
  explainedBlocks,
  findToReplay,
  rewriteFound,
  rewritePlaces,
} from '../src/collection/index.ts';
import { RecordingCatalogue } from '../src/collection/recording-catalogue.suite.ts';
import {
  analysePage,
  createAnalyser,
  extractContent,
  keptBlocks,
  SiteMemories,
} from '../src/content/index.ts';
import { readVisits, type Visit } from '../src/crawl/index.ts';
import { createPageAnalysis } from '../src/crawl/page-analysis.ts';
import { URL_KIND } from '../src/frontier/index.ts';
import type { Item } from '../src/html/index.ts';
import { type Page, readDocument } from '../src/page/index.ts';
import {
  createNormaliser,
  normaliseUrl,
  refuseByRule,
  TRAP_REFUSAL_SCORE,
  trapScore,
  trapSignals,
} from '../src/url/index.ts';
import { type HttpMessage, type ReplayedPage, readRecordAt, WarcArchive } from '../src/warc/index.ts';
import { browserReader, everyFact } from './portable-reading.ts';
import { tinyWeb } from './tiny-web.ts';

const DAY = Date.UTC(2024, 5, 16);
/**
 * Of each host the first pages, breadth first, which is the same order every time. `npm run soak -- reading` takes them all: the largest
 * site has 400 addresses, and the traps without end go no further.
 */
const WHOLE = process.env.ONE_READING === 'whole';
const PAGES_PER_HOST = WHOLE ? 450 : 12;
/** Give no robots file, so that nothing of them may be asked for, or ask to be asked in an hour: only the whole waits for them. */
const LATER: ReadonlySet<string> = new Set(
  WHOLE ? [] : [HOSTS.robotsError, HOSTS.robotsSilent, HOSTS.busy].map(({ host }) => host),
);
/** A page of megabytes is judged block by block in the whole alone: it has 60,000. */
const LARGEST_JUDGED = WHOLE ? Number.POSITIVE_INFINITY : 1 << 20;
/** Characters of a text and links of a page that the catalogue keeps; blocks that are shown of it, and letters of each. */
const TEXT_KEPT = 1_000_000;
const LINKS_KEPT = 1_000;
const BLOCKS_SHOWN = 5_000;
const LETTERS_SHOWN = 20_000;

const analysis = await createPageAnalysis({
  links: {
    scope: 'any',
    seeds: [],
    urlProfile: 'modern',
    politeness: 'site',
    forgetRepeated: false,
    forgotten: null,
  },
  product: 'Tarrafa',
  robotsMeta: 'ignore',
  relNofollow: 'ignore',
  languages: [],
  requisites: false,
  feeds: false,
  analysers: [{ module: new URL('./structured-data-analyser.ts', import.meta.url).href, options: null }],
  linkRows: true,
});

/** What a crawl makes of a body. */
function crawled(url: string, body: Uint8Array, contentType: string | null, contentEncoding: string | null) {
  return analysis({
    url,
    status: 200,
    kind: URL_KIND.page,
    contentType,
    contentEncoding,
    xRobots: [],
    lastModified: null,
    fetchedAt: DAY,
    follow: true,
    body,
  });
}

function archived(url: string, body: Uint8Array, contentEncoding: string | null = null) {
  const head = {
    url,
    status: 200,
    contentType: 'text/html',
    contentEncoding,
    lastModified: null,
    fetchedAt: DAY,
    digest: 'sha1:A',
    archive: null,
  };
  return analysePageRecord(body, head, { memory: () => null, gazetteer: null });
}

/** Everything that an item says, a line each: `json-ld $.offers.price 10`. */
function statements(item: Item, path = '$'): string[] {
  return [...item.properties].flatMap(([name, values]) =>
    values.flatMap((value) =>
      typeof value === 'string'
        ? [`${item.syntax} ${path}.${name} ${value}`]
        : statements(value, `${path}.${name}`),
    ),
  );
}

/** Whether the rules of a crawl refuse an address, whatever the page that leads there. */
function isRefused(address: string): boolean {
  const url = normaliseUrl(address);
  return (
    url.kind !== 'url' ||
    refuseByRule(url, address) !== null ||
    trapScore(trapSignals(url)) >= TRAP_REFUSAL_SCORE
  );
}

/** Where the links of a page for people lead, but to itself: each once, in order. */
function addressesOf(page: Page): string[] {
  const normalise = createNormaliser(page.base);
  const own = normaliseUrl(page.url);
  const found = new Set<string>();
  for (let i = 0; i < (page.links?.count ?? 0); i++) {
    const kind = page.links!.kind(i);
    if (kind !== 'navigation' && kind !== 'frame') continue;
    const target = normalise(page.address(page.links!, i));
    if (target.kind === 'url' && !(own.kind === 'url' && own.key === target.key)) found.add(target.fetch);
  }
  return [...found];
}

/** Where two texts part, with what stands there; nothing when they are the same. */
function firstDifference(a: string, b: string): readonly string[] {
  if (a === b) return [];
  let at = 0;
  while (a[at] === b[at]) at++;
  return [a, b].map((text) => text.slice(Math.max(0, at - 40), at + 40));
}

interface Compared {
  readonly visit: Visit;
  readonly record: PageRecord;
  readonly http: HttpMessage;
  readonly page: Page;
}

describe('a crawl of the whole sample web, and its catalogue', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-one-reading-'));
  const pages: Compared[] = [];
  let memories: SiteMemories;
  let archive: WarcArchive;

  /** As a server shows it, with addresses left as they are. */
  async function replayed({ url, warc }: Visit): Promise<ReplayedPage> {
    const record = await readRecordAt(join(folder, 'archive', warc!.file), warc!.offset);
    const [capture] = archive.captures(url);
    const shown = rewriteFound(
      { capture: { ...capture!, url }, record, original: record },
      { path: (address) => address, banner: '' },
    );
    if (shown.kind !== 'page') throw new Error(`${url}: ${shown.kind}`);
    return shown.page;
  }

  beforeAll(async () => {
    const sites = Object.values(HOSTS)
      .map(({ host }) => host)
      .filter((host) => !LATER.has(host));
    const web = await startSampleWeb({ sites, slowMs: 1 });
    try {
      await collect(
        folder,
        {
          seeds: web.seeds,
          scope: 'any',
          policy: 'breadth-first',
          delay: 0,
          addressDelay: 0,
          workers: 0,
          maxPagesPerHost: PAGES_PER_HOST,
          retries: WHOLE ? 2 : 0,
          retryDelay: 1,
          maxTime: 180_000,
          // Some hosts never answer, or never end.
          timeouts: { connect: 2_000, headers: 2_000, body: 2_000, total: 5_000 },
        },
        { resolver: loopbackResolver((hostname) => web.resolve(hostname)) },
      );
    } finally {
      await web.close();
    }
    const catalogue = new RecordingCatalogue();
    await analyseArchive(collectionPlace([folder]), catalogue, { threads: 0, places: false });
    memories = new SiteMemories(join(folder, 'content'));
    archive = await WarcArchive.open([folder]);
    const records = new Map(catalogue.pages.map((record) => [record.archive?.offset, record]));
    for await (const visit of readVisits(join(folder, 'visits.jsonl'))) {
      if (visit.outcome !== 'analysed' || visit.warc === undefined || visit.duplicateOf !== undefined)
        continue;
      const { http } = await readRecordAt(join(folder, 'archive', visit.warc.file), visit.warc.offset);
      const record = records.get(visit.warc.offset);
      // What cannot be read at all is a page to a crawl, which was there, and nothing to a reader.
      if (visit.decoded === 0) {
        expect([visit.url, record]).toEqual([visit.url, undefined]);
        continue;
      }
      expect([visit.url, record?.url, http === null]).toEqual([visit.url, visit.url, false]);
      const page = await readDocument({
        url: visit.url,
        contentType: http!.header('content-type'),
        bytes: http!.decoded().bytes,
      });
      pages.push({ visit, record: record!, http: http!, page });
    }
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('have very many pages of every kind in common', () => {
    expect(pages.length).toBeGreaterThan(150);
    expect(new Set(pages.map(({ page }) => page.media))).toEqual(new Set(['html', 'pdf']));
    expect(new Set(pages.map(({ visit }) => visit.site)).size).toBeGreaterThan(20);
    expect(pages.some(({ http }) => http.header('content-encoding') !== null)).toBe(true);
  });

  it('say the same of the page alone', () => {
    for (const { visit, record, page } of pages) {
      const { charset, language, simhash, title, scriptOnly, softNotFound } = page.facts;
      expect(visit).toMatchObject({ decoded: page.bytes.length, digest: record.digest });
      expect({
        url: visit.url,
        type: visit.type ?? '',
        charset: visit.charset ?? null,
        language: visit.lang ?? null,
        simhash: visit.simhash ?? null,
        title: visit.title ?? null,
        scriptOnly: visit.scriptOnly === true,
        softNotFound: visit.reason === 'soft-404',
      }).toEqual({
        url: visit.url,
        type: record.mime,
        charset,
        language,
        simhash,
        title,
        scriptOnly,
        softNotFound,
      });
      expect([record.charset, record.language, record.simhash]).toEqual([charset, language, simhash]);
    }
  });

  it('say the same in a browser, where nothing of Node is', async () => {
    const browser = await browserReader();
    for (const { visit, http, page } of pages) {
      const source = {
        url: visit.url,
        contentType: http.header('content-type'),
        bytes: new Uint8Array(http.decoded().bytes),
      };
      expect(everyFact(await browser.readDocument(source))).toEqual(everyFact(page));
    }
  });

  it('say the same of what a page is called and of what kind of page it is', () => {
    const analyser = createAnalyser();
    for (const { visit, record, page } of pages) {
      if (page.document === null) continue;
      const { title, byline, type } = analyser.analyse(page.document, { url: visit.url });
      expect([visit.url, record.title, record.byline, record.type]).toEqual([visit.url, title, byline, type]);
      expect(visit.notes?.content?.type).toBe(type);
    }
  });

  it('say the same of what the page states for machines', async () => {
    const syntaxes = new Set<string>();
    const dated: string[] = [];
    let things = 0;
    for (const { visit, record, http, page } of pages) {
      const type = http.header('content-type');
      const { more } = await crawled(visit.url, http.payload, type, http.header('content-encoding'));
      const { items, pairs } = page.structuredData;
      expect([visit.url, more.structured]).toEqual([
        visit.url,
        page.document === null ? undefined : { items, pairs },
      ]);
      for (const { syntax } of items) syntaxes.add(syntax);
      // What the catalogue calls a thing, the page states with every value.
      const stated = new Set(items.flatMap((item) => statements(item)));
      for (const { values } of record.entities) {
        things++;
        for (const { value, provenance } of values)
          expect([visit.url, provenance, stated.has(`${provenance} ${value}`)]).toEqual([
            visit.url,
            provenance,
            true,
          ]);
      }
      // A date that is said to be from JSON-LD stands there.
      if (record.published?.source === 'json-ld') {
        const dates = [...stated].filter((line) => /^json-ld \$\.\S*date/i.test(line));
        expect([visit.url, dates.some((line) => line.includes(record.published!.date))]).toEqual([
          visit.url,
          true,
        ]);
        dated.push(visit.url);
      }
    }
    expect(syntaxes).toEqual(new Set(['json-ld', 'microdata', 'open-graph']));
    expect(things).toBeGreaterThan(10);
    expect(dated.length).toBeGreaterThan(2);
  });

  it('lead to the same pages, and to no others', async () => {
    let followed = 0;
    for (const { visit, record, http, page } of pages) {
      if (page.links === null || page.softNotFound) continue;
      const { links } = await crawled(
        visit.url,
        http.payload,
        http.header('content-type'),
        http.header('content-encoding'),
      );
      const lines = links.text.split('\n').map((line) => line.split('\t')[0]!);
      const own = normaliseUrl(visit.url);
      const known = new Set(record.links.map(({ url }) => url));
      const sent = new Set<string>();
      for (let i = 0; i < page.links.count; i++) {
        const kind = page.links.kind(i);
        const row = links.rows?.[i] ?? -1;
        if (row < 0 || (kind !== 'navigation' && kind !== 'frame')) continue;
        const target = lines[row]!;
        const key = normaliseUrl(target);
        if (own.kind === 'url' && key.kind === 'url' && own.key === key.key) continue;
        sent.add(target);
        if (known.size < LINKS_KEPT)
          expect([visit.url, target, known.has(target)]).toEqual([visit.url, target, true]);
        followed++;
      }
      // What the catalogue knows of and the crawl does not follow is refused by a rule of addresses.
      for (const { url } of record.links)
        expect([visit.url, url, sent.has(url) || isRefused(url)]).toEqual([visit.url, url, true]);
    }
    expect(followed).toBeGreaterThan(500);
  });

  it('lead to the same pages in the replay', async () => {
    let compared = 0;
    for (const { visit, page } of pages) {
      if (page.links === null) continue;
      const shown = await replayed(visit);
      const again = await readDocument({
        url: visit.url,
        contentType: shown.contentType,
        bytes: shown.bytes,
      });
      expect([visit.url, addressesOf(again)]).toEqual([visit.url, addressesOf(page)]);
      expect([visit.url, ...firstDifference(again.text, page.text)]).toEqual([visit.url]);
      compared++;
    }
    expect(compared).toBeGreaterThan(100);
  });

  it('say the same of what is content, judged with the memory of its site', () => {
    let compared = 0;
    for (const { visit, record, http, page } of pages) {
      if (page.document === null || page.bytes.length > LARGEST_JUDGED) continue;
      const memory = memories.of(record.site);
      const read = analysePage(page.document, { url: visit.url });
      const content = extractContent(read, { memory });
      // Of a text without end the catalogue keeps the beginning.
      const kept = content.text.length > TEXT_KEPT ? content.text.slice(0, record.text.length) : content.text;
      expect([visit.url, ...firstDifference(kept, record.text)]).toEqual([visit.url]);
      // What a crawl would write down of it now, and what a person is shown of it.
      const { keep } = keptBlocks(read.facts, memory.judge(read.facts));
      const head = {
        url: visit.url,
        contentType: http.header('content-type'),
        contentEncoding: http.header('content-encoding'),
      };
      const shown = explainedBlocks(http.payload, head, memory);
      expect(shown.map(({ text, verdict, score, reason }) => [text, verdict, score, reason])).toEqual(
        content.blocks
          .slice(0, BLOCKS_SHOWN)
          .map(({ text, verdict, score, reason }) => [text.slice(0, LETTERS_SHOWN), verdict, score, reason]),
      );
      if (content.blocks.length > BLOCKS_SHOWN) continue;
      const blocks = shown.filter(({ reason }) => reason !== 'stated');
      expect(blocks.map(({ verdict }) => (verdict === 'content' ? 1 : 0))).toEqual([...keep]);
      if (content.site !== null && content.site.pages > 2) compared++;
    }
    expect(compared).toBeGreaterThan(50);
  });
});

describe('the crawl and the archive', () => {
  const SHORT =
    '<html lang="en"><title>Aviso</title><p>A prefeitura informa que as aulas de hoje foram canceladas por causa da chuva forte.</p>';

  it('find a short Portuguese page Portuguese, whatever it declares', async () => {
    const body = Buffer.from(SHORT);
    expect((await crawled('http://a.com/', body, 'text/html', null)).language).toBe('pt');
    expect((await archived('http://a.com/', body))?.page.language).toBe('pt');
  });

  it('read the same beginning of a page that is too long', async () => {
    // A comment without end, of words that do not repeat within what gzip remembers: long, and soon parsed.
    const rubbish = Buffer.from(
      Array.from({ length: 12_000 }, (_, i) => (i * 7919 * i).toString(36)).join(' '),
    );
    const start = Buffer.from(
      `<title>Cheia</title><p>${'A água subiu na cidade, e ninguém saiu. '.repeat(8)}</p><!-- `,
    );
    const copies = Math.ceil((40 << 20) / rubbish.length);
    const body = gzipSync(Buffer.concat([start, ...new Array<Buffer>(copies).fill(rubbish)]), { level: 1 });
    const seen = await crawled('http://a.com/', body, 'text/html', 'gzip');
    expect([seen.decodedBytes, seen.problem]).toEqual([32 << 20, 'bomb']);
    const kept = await archived('http://a.com/', body, 'gzip');
    expect(kept?.page).toMatchObject({ title: 'Cheia', simhash: seen.simhash });
    const whole = await readDocument({ url: 'http://a.com/', contentType: 'text/html', bytes: start });
    expect(seen.simhash).toBe(whole.simhash);
  });

  it('undo codings that a server tells in several lines', async () => {
    const html = `<html lang="pt"><title>Duas vezes</title><p>${'Uma página em português, comprimida duas vezes pelo servidor. '.repeat(20)}</p>`;
    const web = await tinyWeb({
      'a.br': {
        '/': (_, response) => {
          response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Encoding': ['gzip', 'br'] });
          response.end(brotliCompressSync(gzipSync(html)));
        },
      },
    });
    const folder = mkdtempSync(join(tmpdir(), 'tarrafa-two-codings-'));
    try {
      const settings = { seeds: ['http://a.br/'], delay: 0, addressDelay: 0, workers: 0 };
      await collect(folder, settings, { resolver: web.resolver });
      const visits: Visit[] = [];
      for await (const visit of readVisits(join(folder, 'visits.jsonl'))) visits.push(visit);
      const catalogue = new RecordingCatalogue();
      await analyseArchive(collectionPlace([folder]), catalogue, { threads: 0, places: false });
      expect(visits.map(({ title, decoded }) => [title, decoded])).toEqual([
        ['Duas vezes', Buffer.byteLength(html)],
      ]);
      expect(catalogue.pages.map(({ title, language }) => [title, language])).toEqual([['Duas vezes', 'pt']]);
    } finally {
      await web.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('lead from an old page without a charset to the same addresses, and so does its replay', async () => {
    const html =
      '<html><p>As notícias da região não são de hoje, são de então.</p>' +
      '<a href="/notícias/ação.html">notícia</a> <a href="/busca?q=ação">busca</a>';
    const web = await tinyWeb({
      'a.br': {
        '/': (_, response) => {
          response.writeHead(200, { 'Content-Type': 'text/html' });
          response.end(Buffer.from(html, 'latin1'));
        },
      },
    });
    const folder = mkdtempSync(join(tmpdir(), 'tarrafa-old-page-'));
    try {
      const settings = { seeds: ['http://a.br/'], delay: 0, addressDelay: 0, workers: 0 };
      await collect(folder, settings, { resolver: web.resolver });
      const catalogue = new RecordingCatalogue();
      await analyseArchive(collectionPlace([folder]), catalogue, { threads: 0, places: false });
      const [page] = catalogue.pages;
      const archive = await WarcArchive.open([folder]);
      const { timestamp } = archive.lookup('http://a.br/', '2024')!;
      const capture = await findToReplay(archive, 'http://a.br/', timestamp);
      if (capture.kind !== 'found') throw new Error(capture.kind);
      const shown = await rewritePlaces(capture.places, { path: (url) => url, banner: '' });
      if (shown.kind !== 'page') throw new Error(shown.kind);
      const links = ['http://a.br/not%C3%ADcias/a%C3%A7%C3%A3o.html', 'http://a.br/busca?q=a%E7%E3o'];
      const asked = web.paths('a.br').filter((path) => path !== '/');
      expect(asked.map((path) => `http://a.br${path}`).sort()).toEqual([...links].sort());
      expect(page?.links.map(({ url }) => url)).toEqual(links);
      expect([...shown.page.bytes.toString().matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(
        links,
      );
      expect([page?.charset, shown.page.bytes.toString()]).toEqual([
        'windows-1252',
        expect.stringContaining('As notícias da região'),
      ]);
    } finally {
      await web.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('judge a page of links alike', async () => {
    const links = Array.from(
      { length: 12 },
      (_, i) => `<li><a href="/${i}">Registro ${i} do arquivo</a></li>`,
    );
    const body = Buffer.from(
      `<title>Arquivo da cidade</title><body><h1>Arquivo da cidade</h1><ul>${links.join('')}</ul></body>`,
    );
    const { document } = await readDocument({ url: 'http://a.com/', contentType: 'text/html', bytes: body });
    const content = extractContent(analysePage(document!, { url: 'http://a.com/' }));
    const head = { url: 'http://a.com/', contentType: 'text/html', contentEncoding: null };
    const shown = explainedBlocks(body, head, null);
    expect(shown.map(({ verdict, score }) => [verdict, score])).toEqual(
      content.blocks.map(({ verdict, score }) => [verdict, score]),
    );
    expect(shown[0]).toMatchObject({ verdict: 'headline', score: 0.881 });
    expect(shown[1]!.verdict).toBe('content');
    expect((await archived('http://a.com/', body))?.page.text).toBe(content.text);
    expect(content.text).toContain('Registro 11 do arquivo');
  });
});
