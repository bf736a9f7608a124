/**
 * Known pages looked for again, on whole real sites: is the page among the first ten answers, and where. All pages are searched; questions
 * are drawn from two halves of the sites, by a hash of the host: one for development, one whose questions nobody has looked at. The same
 * questions are put to SQLite's text search over the same titles and texts.
 *
 * A page of the same content (the same text, or nearly, by its fingerprint) is as right as the page that was asked for.
 */
import { type Bar, cpuMs, type MeasureResult, type MeasureTable } from '../../bench/measure.ts';
import { type PageRecord, parseLine, type SearchAnswer } from '../../src/catalogue/index.ts';
import type { AnalysedRecord } from '../../src/collection/page-record.ts';
import {
  foldedHash,
  hammingDistance,
  MAX_NEAR_DISTANCE,
  parseSimhash,
  type SimHash,
} from '../../src/text/index.ts';
import type { RealSite } from '../geo-web/real-pages.ts';
import { PlainSearch } from './known-items/plain-search.ts';
import { COLLECTED_AT, collectionOf } from './known-items/real-collection.ts';
import { KINDS, type KnownItem, type KnownPage, knownItems, WordPages } from './known-items/recipe.ts';

const FIRST = 10;
const BAR_FOUND = 0.95;
const BAR_RANK = 0.85;
const DAY_MS = 86_400_000;

interface Judged extends KnownItem {
  readonly half: RealSite['half'];
  /** Place of the first right page, from 1; 0: not among the first ten. */
  readonly place: number;
  readonly plain: number;
  /** Its first answers, for the list of misses. */
  readonly found: readonly string[];
}

export async function judgeKnownItems(
  records: Iterable<AnalysedRecord> | AsyncIterable<AnalysedRecord>,
  sites: readonly RealSite[],
  { perKind, seed }: { readonly perKind: number; readonly seed: number },
): Promise<MeasureResult> {
  const pages: PageOfSite[] = [];
  const plain = new PlainSearch();
  const collection = await collectionOf(records, (page) => {
    pages.push(pageOfSite(page));
    plain.add(page.url, page.title, page.text);
  });
  try {
    const known = new WordPages(pages);
    const halves = new Map(sites.map((site) => [site.host, site.half]));
    const byUrl = new Map(pages.map((page) => [page.url, page]));
    const places = await collection.catalogue.places();
    const context = {
      gazetteer: collection.gazetteer,
      today: Math.floor(COLLECTED_AT / DAY_MS),
      known: (key: string) => places.has(key),
    };
    const judged: Judged[] = [];
    let ms = 0;
    for (const half of ['seen', 'kept aside'] as const) {
      const own = pages.filter((page) => page.language === 'pt' && halves.get(page.host) === half);
      for (const item of knownItems(own, known, perKind, seed)) {
        const right = rightFor(item.page as PageOfSite, pages);
        const from = cpuMs();
        const answer = await collection.catalogue.search(parseLine(item.line, context), {
          limit: FIRST,
          facets: false,
        });
        ms += cpuMs() - from;
        const found = shownFirst(answer);
        const place = (urls: readonly string[]): number =>
          1 + urls.findIndex((url) => right.has(byUrl.get(url)?.url ?? url));
        judged.push({
          ...item,
          half,
          place: place(found),
          plain: place(plain.search(item.line, FIRST)),
          found: found.slice(0, 3),
        });
      }
    }
    return resultOf(judged, pages.length, ms / Math.max(1, judged.length));
  } finally {
    plain.close();
    await collection.close();
  }
}

interface PageOfSite extends KnownPage {
  readonly language: string | null;
  readonly content: string;
  readonly simhash: SimHash | null;
}

function pageOfSite(page: PageRecord): PageOfSite {
  const { url, title, text, language, simhash } = page;
  return {
    url,
    host: new URL(url).host,
    title,
    text,
    language,
    simhash: simhash === null ? null : parseSimhash(simhash),
    content: foldedHash(text),
  };
}

/** Addresses of pages with the same content. */
function rightFor(asked: PageOfSite, pages: readonly PageOfSite[]): ReadonlySet<string> {
  const own = asked.simhash;
  const right = new Set([asked.url]);
  for (const { url, content, simhash } of pages)
    if (
      content === asked.content ||
      (own !== null && simhash !== null && hammingDistance(own, simhash) <= MAX_NEAR_DISTANCE)
    )
      right.add(url);
  return right;
}

/** What stands on the first page of answers, in the order in which a person sees it. */
function shownFirst(answer: SearchAnswer): string[] {
  return [answer, ...answer.others].flatMap(({ hits }) => hits.map(({ url }) => url)).slice(0, FIRST);
}

interface Scores {
  readonly found: number;
  readonly rank: number;
}

function scoresOf(places: readonly number[]): Scores {
  const sum = (of: (place: number) => number): number =>
    places.reduce((all, place) => all + of(place), 0) / Math.max(1, places.length);
  return { found: sum((place) => (place > 0 ? 1 : 0)), rank: sum((place) => (place > 0 ? 1 / place : 0)) };
}

function resultOf(judged: readonly Judged[], pages: number, ms: number): MeasureResult {
  const rows: (string | number)[][] = [];
  const figures: Record<string, number> = { pages, 'CPU ms a question': Number(ms.toFixed(2)) };
  const bars: Bar[] = [];
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  for (const half of ['seen', 'kept aside'] as const) {
    for (const kind of [...KINDS, 'all']) {
      const own = judged.filter((one) => one.half === half && (kind === 'all' || one.kind === kind));
      const scores = scoresOf(own.map(({ place }) => place));
      const plain = scoresOf(own.map((one) => one.plain));
      rows.push([
        half,
        kind,
        own.length,
        percent(scores.found),
        scores.rank.toFixed(3),
        percent(plain.found),
        plain.rank.toFixed(3),
      ]);
      const name = `${half}, ${kind}`;
      figures[`${name}: questions`] = own.length;
      figures[`${name}: in the first ten`] = Number(scores.found.toFixed(4));
      figures[`${name}: reciprocal rank`] = Number(scores.rank.toFixed(4));
      figures[`${name}: FTS5 in the first ten`] = Number(plain.found.toFixed(4));
      figures[`${name}: FTS5 reciprocal rank`] = Number(plain.rank.toFixed(4));
      if (kind !== 'all') continue;
      bars.push(
        {
          what: `${half}: the page is among the first ten`,
          bar: `≥ ${percent(BAR_FOUND)}`,
          measured: percent(scores.found),
          met: scores.found >= BAR_FOUND,
        },
        {
          what: `${half}: reciprocal rank`,
          bar: `≥ ${BAR_RANK}`,
          measured: scores.rank.toFixed(3),
          met: scores.rank >= BAR_RANK,
        },
      );
    }
  }
  const misses: MeasureTable = {
    title: 'Not found first, of the sites for development',
    items: true,
    columns: ['question', 'kind', 'place', 'FTS5', 'page', 'found'],
    rows: judged
      .filter((one) => one.half === 'seen' && one.place !== 1)
      .map((one) => [one.line, one.kind, one.place, one.plain, one.page.url, one.found.join(' ')]),
  };
  return {
    tables: [
      {
        title: `Known pages looked for again among ${pages} of real sites`,
        columns: [
          'sites',
          'question',
          'questions',
          'in the first ten',
          'reciprocal rank',
          'FTS5: in the first ten',
          'reciprocal rank',
        ],
        rows,
        note: 'Questions are drawn by a fixed recipe from words that few pages have. Of the sites kept aside only these figures were looked at. FTS5: words without accents, all of them, or any where none has all; the title counts five times.',
      },
      misses,
    ],
    figures,
    bars,
  };
}
