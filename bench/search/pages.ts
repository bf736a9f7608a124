/** Pages for the catalogue, made of the records for the index. */
import type { PageRecord } from '../../src/catalogue/index.ts';
import { payloadDigest } from '../../src/warc/index.ts';
import { makeRecord } from './records.ts';
import { Dice, type RunningText } from './running-text.ts';

export const LINKS = 15;
const DAY = 86_400_000;

function urlOf(text: RunningText, seed: number, n: number, site = makeRecord(text, seed, n).site): string {
  return `https://${site}/noticias/${2000 + (n % 25)}/pagina-${n}.html`;
}

/** Pages as an analysis makes them: a text in segments, with places and links to other pages of the collection. */
export function makePage(text: RunningText, seed: number, n: number, earlier: readonly string[]): PageRecord {
  const record = makeRecord(text, seed, n);
  const dice = new Dice((seed * 7_919 + n * 104_729) >>> 0);
  const url = urlOf(text, seed, n, record.site);
  const body = record.text;
  const count = Math.max(1, record.periods.length);
  const at = (i: number): number => Math.floor((body.length * i) / count);
  return {
    url,
    key: url.replace('https:', 'http:'),
    site: record.site,
    fetchedAt: Date.UTC(2026, 0, 1) + n * 1000,
    digest: payloadDigest(Buffer.from(url)),
    status: 200,
    mime: 'text/html',
    charset: 'utf-8',
    language: record.language,
    type: 'article',
    title: record.title,
    byline: '',
    published:
      record.published === null
        ? null
        : {
            date: new Date(record.published * DAY).toISOString().slice(0, 10),
            confidence: 0.9,
            source: 'meta',
            where: 'article:published_time',
            text: '',
          },
    modified: null,
    text: body,
    html: body
      .split(/(?<=\.) /)
      .map((paragraph) => `<p>${paragraph}</p>`)
      .join('\n'),
    marks: record.periods.map(({ from, to }, i) => ({
      start: at(i),
      end: Math.min(body.length, at(i) + 10),
      type: 'DATE' as const,
      value: new Date(from * DAY).toISOString().slice(0, 10),
      period: { from, to },
    })),
    segments: Array.from({ length: count }, (_, i) => ({
      start: at(i),
      end: at(i + 1),
      periods: record.periods[i] === undefined ? [] : [record.periods[i]],
    })),
    places: [],
    links: Array.from({ length: Math.min(LINKS, earlier.length) }, () => {
      const to = dice.int(earlier.length);
      return { url: earlier[to]!, text: `notícia ${to}` };
    }),
    entities: [],
    simhash: null,
    archive: { file: 'collection.warc.gz', offset: n * 4_000, length: 4_000 },
  };
}
