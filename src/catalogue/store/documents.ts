/** Pages, entities and geographic files as the search index takes them. */
import { type BoundingBox, checkedBox, union } from '../../geo/box.ts';
import type { GeoFile } from '../../geo/query/index.ts';
import type { Day, EntityRecord, PageRecord, Period, StoredEntity } from '../ports/index.ts';
import { isDoubtful } from '../query/sure-dates.ts';
import type { DatedSpan, IndexedDocument } from '../search-index/port.ts';
import { dateOfValue } from './entity-periods.ts';
import { searchedSite } from './searched-site.ts';

const DAY_MS = 86_400_000;
/** Periods and places of one document that are indexed: those that take most of its text. */
const MOST_PERIODS = 64;
const MOST_PLACES = 64;
/** A page about a place names it about this often. */
const CHARS_OF_MENTION = 1500;
/** Values of a geographic file's table that are searched as its text. */
const MOST_VALUES = 2000;

/** The day of `YYYY-MM-DD`; null when it is none. */
function dayOf(date: string): Day | null {
  const read = /^(-?\d{4,6})-(\d{2})-(\d{2})$/.exec(date);
  if (read === null) return null;
  // Years below 100 mean themselves, not the twentieth century.
  const time = new Date(0).setUTCFullYear(Number(read[1]), Number(read[2]) - 1, Number(read[3]));
  return Number.isNaN(time) ? null : Math.floor(time / DAY_MS);
}

/** What days a text speaks of, each with its share of the text, largest first. A segment of several periods is shared among them. */
export function periodShares(
  text: string,
  segments: PageRecord['segments'],
): (Period & { readonly share: number })[] {
  const length = Math.max(1, text.length);
  const shares = new Map<string, Period & { share: number }>();
  for (const { start, end, periods } of segments) {
    if (periods.length === 0) continue;
    const share = Math.max(0, Math.min(1, (end - start) / length)) / periods.length;
    for (const { from, to } of periods) {
      const key = `${from} ${to}`;
      const known = shares.get(key);
      if (known === undefined) shares.set(key, { from, to, share });
      else known.share = Math.min(1, known.share + share);
    }
  }
  return [...shares.values()]
    .sort((a, b) => b.share - a.share || a.from - b.from || a.to - b.to)
    .slice(0, MOST_PERIODS);
}

/**
 * What places a text speaks of: the part of all mentions, by their confidence. Mentions are counted against the length of the text too,
 * so that a place named once in passing is not the whole of a long page.
 */
export function placeShares(
  marks: PageRecord['places'],
  length: number,
): { readonly place: string; readonly share: number }[] {
  const weights = new Map<string, number>();
  let total = 1 + length / CHARS_OF_MENTION;
  for (const { place, confidence } of marks) {
    const weight = confidence > 0 && confidence <= 1 ? confidence : 0;
    weights.set(place, (weights.get(place) ?? 0) + weight);
    total += weight;
  }
  return [...weights]
    .map(([place, weight]) => ({ place, share: weight / total }))
    .sort((a, b) => b.share - a.share || (a.place < b.place ? -1 : 1))
    .slice(0, MOST_PLACES);
}

/** The lead of a text, in characters, tells what it is about: a name counts twice there. */
const LEAD = 400;
const MOST_MAIN = 3;
/** As much as this of what the first place has makes another one a main place too. */
const AS_MAIN = 0.5;

/** The places that a text is about, told from those that it merely names: named in its lead or again and again, and about as much as any other. */
export function mainPlaces(marks: PageRecord['places']): ReadonlySet<string> {
  const weights = new Map<string, { weight: number; leads: boolean; mentions: number }>();
  for (const { place, start, confidence } of marks) {
    const known = weights.get(place) ?? { weight: 0, leads: false, mentions: 0 };
    weights.set(place, known);
    const leads = start < LEAD;
    known.weight += (leads ? 2 : 1) * (confidence > 0 && confidence <= 1 ? confidence : 0);
    known.leads ||= leads;
    known.mentions++;
  }
  const ranked = [...weights]
    .filter(([, { leads, mentions }]) => leads || mentions > 1)
    .sort((a, b) => b[1].weight - a[1].weight || (a[0] < b[0] ? -1 : 1));
  const most = ranked[0]?.[1].weight ?? 0;
  return new Set(
    ranked
      .filter(([, { weight }]) => weight >= AS_MAIN * most)
      .slice(0, MOST_MAIN)
      .map(([place]) => place),
  );
}

const LONGEST_ADDRESS = 400;
/** Parts of addresses that say nothing of a page. */
const NO_WORDS = /\b(?:www\d?|com|org|net|gov|edu|br|pt|index|html?|php|aspx?|jsp|utf8)\b/gi;

/** The words of an address: those of its host and its path. */
export function addressWords(url: string): string {
  const rest = url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').slice(0, LONGEST_ADDRESS);
  let read = rest;
  try {
    read = decodeURIComponent(rest);
  } catch {
    // Not encoded as it should be: as it stands.
  }
  return read
    .replace(/[_+%]/g, ' ')
    .replace(NO_WORDS, ' ')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim();
}

const YEAR = /(?<![\d.,/])(1\d{3}|20\d{2})(?![\d,/]|\.\d)/g;

/** The years that a title names: `A enchente de 1941`. */
function yearsNamed(title: string): Period[] {
  return [...title.matchAll(YEAR)].flatMap(([year]) => periodOfNormal(year) ?? []);
}

/** Which parts of a text speak of which days. */
function datedSpans(segments: PageRecord['segments']): DatedSpan[] {
  return segments.flatMap(({ start, end, periods }) =>
    periods.map(({ from, to }) => ({ start, end, from, to })),
  );
}

export interface Evidence {
  readonly anchors: string;
  readonly authority: number;
}

export function pageDocument(
  id: number,
  page: Pick<
    PageRecord,
    'url' | 'site' | 'language' | 'title' | 'byline' | 'text' | 'published' | 'segments' | 'places'
  >,
  evidence: Evidence,
): IndexedDocument {
  return {
    id,
    kind: 'page',
    site: searchedSite(page.url, page.site),
    language: page.language,
    title: page.title,
    text: page.text,
    anchors: evidence.anchors,
    address: addressWords(page.url),
    byline: page.byline,
    published: page.published === null ? null : dayOf(page.published.date),
    doubtful: isDoubtful(page.published),
    periods: periodShares(page.text, page.segments),
    titlePeriods: yearsNamed(page.title),
    spans: datedSpans(page.segments),
    places: placeShares(page.places, page.text.length),
    box: null,
    authority: evidence.authority,
  };
}

/** Days that a normal form names: a year, a month or a day. */
function periodOfNormal(normal: string): Period | null {
  const read = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(normal);
  if (read === null) return null;
  const [, year, month, day] = read;
  if (month === undefined) return span(`${year}-01-01`, `${year}-12-31`);
  if (day !== undefined) return span(normal, normal);
  const first = dayOf(`${year}-${month}-01`);
  if (first === null) return null;
  const end = new Date(first * DAY_MS);
  end.setUTCMonth(end.getUTCMonth() + 1);
  return { from: first, to: Math.floor(end.getTime() / DAY_MS) - 1 };
}

function span(first: string, last: string): Period | null {
  const from = dayOf(first);
  const to = dayOf(last);
  return from === null || to === null ? null : { from, to };
}

export function entityDocument(
  id: number,
  entity: EntityRecord & Pick<StoredEntity, 'tables'>,
): IndexedDocument {
  const periods = new Map<string, Period>();
  for (const value of entity.values) {
    const date = dateOfValue(value);
    const period = date === null ? null : periodOfNormal(date);
    if (period !== null) periods.set(`${period.from} ${period.to}`, period);
  }
  return {
    id,
    kind: 'entity',
    site: searchedSite(entity.url, entity.site),
    language: null,
    title: entity.name,
    // It is found by the names of all its tables, whichever is its type.
    text: [
      entity.type,
      ...entity.values.map(({ attribute, value }) => `${attribute}: ${value}`),
      ...entity.tables.filter((table) => table !== entity.type),
    ].join('\n'),
    anchors: '',
    address: '',
    byline: '',
    published: null,
    doubtful: false,
    titlePeriods: [],
    spans: null,
    periods: [...periods.values()]
      .slice(0, MOST_PERIODS)
      .map((period) => ({ ...period, share: 1 / periods.size })),
    places: [],
    box: null,
    authority: 0,
  };
}

/** The box around all layers whose boxes are sound. */
export function boxOf(file: GeoFile): BoundingBox | null {
  let all: BoundingBox | null = null;
  for (const { box } of file.datasets) {
    const sound = box === null ? null : checkedBox(box);
    if (sound !== null) all = all === null ? sound : union(all, sound);
  }
  return all;
}

/** What a geographic file is called: by the titles of its data, else by its name. */
export function geoTitle(file: GeoFile): string {
  const titles = new Set<string>();
  for (const { title } of file.datasets) if (title !== null && title.trim() !== '') titles.add(title.trim());
  return titles.size === 0 ? file.name : [...titles].slice(0, 3).join(' · ');
}

export function geoDocument(id: number, kind: 'geo-file' | 'service', file: GeoFile): IndexedDocument {
  const text = [
    file.name,
    ...file.datasets.flatMap((set) => [
      set.layer,
      set.title ?? '',
      set.abstract ?? '',
      set.keywords.join(', '),
      set.columns.join(', '),
      set.format,
    ]),
    ...file.anchors.flatMap((anchor) => [[...anchor.before, anchor.text, ...anchor.after].join(' ')]),
    file.places
      .slice(0, MOST_VALUES)
      .map((place) => place.value)
      .join(', '),
  ];
  return {
    id,
    kind,
    site: searchedSite(file.url, file.site),
    language: null,
    title: geoTitle(file),
    text: text.filter((line) => line.trim() !== '').join('\n'),
    anchors: [...new Set(file.anchors.map((anchor) => anchor.text))].slice(0, 16).join('\n'),
    address: '',
    byline: '',
    published: null,
    doubtful: false,
    periods: [],
    titlePeriods: [],
    spans: null,
    places: [],
    box: boxOf(file),
    authority: 0,
  };
}
