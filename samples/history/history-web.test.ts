import { beforeAll, describe, expect, it } from 'vitest';
import { links, parseHtml } from '../../src/html/index.ts';
import {
  annotateDocument,
  documentBlocks,
  rangeOfChronon,
  segment,
  TIME_THESIS,
} from '../../src/time/index.ts';
import { HISTORY_PARAMETERS, type HistoryWeb, historyWeb } from './index.ts';

const ARTICLES = 4_000;
const SAMPLE = 250;

describe('the history web', () => {
  let web: HistoryWeb;
  beforeAll(() => {
    web = historyWeb({ seed: 3, articles: ARTICLES });
  });
  const sample = (): number[] =>
    Array.from({ length: SAMPLE }, (_, i) => 10 + Math.floor((i * (ARTICLES - 10)) / SAMPLE));

  it('is the same for the same seed, in whatever order pages are asked for, and another for another', () => {
    const again = historyWeb({ seed: 3, articles: ARTICLES });
    const other = historyWeb({ seed: 4, articles: ARTICLES });
    const later = again.pageOf(2_001);
    expect(again.pageOf(77)).toBe(web.pageOf(77));
    expect(later).toBe(web.pageOf(2_001));
    expect(again.seeds(1939, 1945, 10)).toEqual(web.seeds(1939, 1945, 10));
    expect(other.pageOf(77)).not.toBe(web.pageOf(77));
  });

  it('gives every article an address of its own', () => {
    const seen = new Set<string>();
    for (let id = 0; id < ARTICLES; id++) {
      const url = web.urlOf(id);
      if (web.idOf(url) !== id || seen.has(url)) throw new Error(url);
      seen.add(url);
    }
    expect(web.idOf('https://outro.example/wiki/Ajuda')).toBe(-1);
    expect(web.idOf(`${web.urlOf(0)}%`)).toBe(-1);
    expect(web.page('https://outro.example/')).toBeNull();
  });

  it('lists the links of a page without making it', () => {
    for (const id of [12, 345, 3_999]) {
      const url = web.urlOf(id);
      const onPage = new Set<string>();
      for (const { kind, href } of links(parseHtml(web.page(url)!)))
        if (kind === 'navigation') onPage.add(new URL(href, url).href);
      expect(new Set(web.links(url))).toEqual(onPage);
      expect(web.linkIds(id).length).toBeGreaterThan(20);
    }
  });

  it('knows what is relevant: the short way and the truth agree, and seeds are about their years', () => {
    for (const id of sample()) {
      const { segments } = web.truth(id);
      for (const [from, to] of [
        [1939, 1945],
        [2001, 2001],
      ] as const) {
        const inside = (years: readonly number[]) =>
          years.length > 0 && years.every((y) => y >= from && y <= to);
        expect(web.relevantId(id, from, to)).toBe(segments.some(inside));
      }
    }
    for (const url of web.seeds(1939, 1945, 10)) expect(web.relevant(url, 1939, 1945)).toBe(true);
  });

  it('has the published statistics, measured by the segmenter', () => {
    let dated = 0;
    let chronons = 0;
    let dates = 0;
    let span = 0;
    let spanned = 0;
    let bytes = 0;
    const granularity = { full: 0, year: 0, yearMonth: 0, month: 0, day: 0, all: 0 };
    for (const id of sample()) {
      const html = web.pageOf(id);
      bytes += Buffer.byteLength(html);
      const blocks = documentBlocks(parseHtml(html), web.urlOf(id));
      const timexes = annotateDocument(blocks, { profile: TIME_THESIS });
      for (const t of timexes) {
        if (t.type !== 'CALENDAR_REF') continue;
        dates++;
        // A clock time alone is a date of neither year nor month.
        for (const c of t.chronons.length > 0 ? t.chronons : [{ year: null, month: null, day: null }]) {
          granularity.all++;
          if (c.year !== null) granularity.year++;
          if (c.year !== null && c.month !== null) granularity.yearMonth++;
          if (c.month !== null) granularity.month++;
          if (c.month !== null && c.day !== null) granularity.day++;
          if (c.year !== null && c.month !== null && c.day !== null) granularity.full++;
        }
      }
      for (const s of segment(blocks, timexes, TIME_THESIS)) {
        if (s.chronons.length === 0) continue;
        dated++;
        chronons += s.chronons.length;
      }
      // The source's pages had hardly a link and no bibliography: neither years in titles nor those of books count here.
      const end = blocks.findIndex((b) => b.text === 'Referências');
      const own = timexes.filter(
        (t) =>
          t.blockIndex < end && !blocks[t.blockIndex]!.links.some((l) => t.start < l.end && t.end > l.start),
      );
      for (const s of segment(blocks.slice(0, end), own, TIME_THESIS)) {
        if (s.chronons.length === 0) continue;
        spanned++;
        const days = s.chronons.map((c) => rangeOfChronon(c)?.start).filter((d) => d !== undefined);
        if (days.length > 1) span += Math.max(...days) - Math.min(...days);
      }
    }
    const share = (n: number) => (100 * n) / granularity.all;
    const near = (measured: number, published: number, tolerance: number) =>
      expect(Math.abs(measured - published), `${measured} is not ${published} ± ${tolerance}`).toBeLessThan(
        tolerance,
      );
    near(dated / SAMPLE, 79, 5); // Table 8.2: 74.9 and 82.6
    near(chronons / SAMPLE, 104, 12); // Table 8.2: 96.4 and 111.9
    near(dates / dated, 1.53, 0.12); // Table 6.9
    near(share(granularity.full), 13.47, 2); // Table 6.8
    near(share(granularity.year), 69.44, 5);
    near(share(granularity.yearMonth), 14.91, 2.5);
    near(share(granularity.month), 30.41, 3);
    near(share(granularity.day), 25.45, 2.5);
    near(span / spanned, 39.69, 8); // Table 6.9
    near(bytes / SAMPLE, HISTORY_PARAMETERS.pageBytes.value, 4_000);
  });

  it('says where every number comes from', () => {
    for (const [name, { source }] of Object.entries(HISTORY_PARAMETERS))
      expect(source, name).toMatch(/§|Table|Fixture|issue|assumption|literature/);
  });

  it('refuses to be too small', () => {
    expect(() => historyWeb({ articles: 10 })).toThrow(RangeError);
  });
});
