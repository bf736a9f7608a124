/** Texts, numbers and dates in the reader's language; they change where they stand when it does. */

import { BROWSER_WORDS, type BrowserWords, type CountKey, type MessageKey } from '../../src/words/browser.ts';
import { amount, type Speaker, say, speaker } from '../../src/words/index.ts';
import { placeLabel as labelOfPlace, placeName as nameOfPlace } from '../../src/words/place-names.ts';
import type { CataloguePlace, DocumentKind, Period } from './api/shapes.ts';
import {
  formatDate,
  formatMoment,
  formatMomentFully,
  formatMonth,
  formatPeriod,
  formatWeekdays,
  formatYear,
} from './days.ts';
import { formatBytes, formatCount, formatNumber, formatShare } from './numbers.ts';
import { session } from './session.svelte.ts';

export const t: Speaker<BrowserWords> = (key, ...values) =>
  speaker(BROWSER_WORDS[session.language])(key, ...values);

/** What is said of none: `0 mudança` is right in Brazil, and nobody says it. */
const NONE = {
  blocksDropped: 'blocksDroppedNone',
  blocksKept: 'blocksKeptNone',
  changes: 'changesNone',
  columnsChosen: 'columnsChosenNone',
  dossierItems: 'dossierItemsNone',
  features: 'featuresNone',
  geoFiles: 'geoFilesNone',
  linksWaiting: 'linksWaitingNone',
  mapFiles: 'mapFilesNone',
  pages: 'pagesNone',
  pagesFound: 'pagesFoundNone',
  results: 'resultsNone',
  rows: 'rowsNone',
  sites: 'sitesNone',
  timelineDated: 'timelineDatedNone',
  times: 'timesNone',
  wordsLit: 'wordsLitNone',
} as const satisfies Partial<Record<CountKey, MessageKey>>;

export function counted(key: CountKey, n: number, bounded = false): string {
  if (n === 0 && !bounded && key in NONE) return t(NONE[key as keyof typeof NONE]);
  return say(BROWSER_WORDS[session.language][key], {
    n: amount(n, session.language, formatCount(n, bounded, session.language)),
  });
}

export const number = (value: number, digits = 0): string => formatNumber(value, session.language, digits);
export const count = (value: number, bounded: boolean): string =>
  formatCount(value, bounded, session.language);
export const bytes = (value: number): string => formatBytes(value, session.language);
export const share = (value: number): string => formatShare(value, session.language);
export const period = (value: Period): string => formatPeriod(value, session.language);
export const year = (value: number): string => formatYear(value, session.language);
export const date = (value: string): string => formatDate(value, session.language);
export const moment = (ms: number): string => formatMoment(ms, session.language);
export const monthName = (month: number): string => formatMonth(month, session.language);
export const weekdays = (): string[] => formatWeekdays(session.language);
export const momentFully = (ms: number): string => formatMomentFully(ms, session.language);

const KINDS: Readonly<Record<DocumentKind, MessageKey>> = {
  page: 'kindPage',
  entity: 'kindEntity',
  'geo-file': 'kindGeoFile',
  service: 'kindService',
};

/** How the reader's language calls a place. */
export const placeName = (place: Pick<CataloguePlace, 'name' | 'country'>): string =>
  nameOfPlace(place, session.language);

/** With what tells it from namesakes: what it is or lies in. */
export const placeLabel = (place: Pick<CataloguePlace, 'name' | 'country' | 'state' | 'kind'>): string =>
  labelOfPlace(place, session.language);

export const kindName = (kind: DocumentKind): string => t(KINDS[kind] ?? 'kindPage');

const DATASETS: Readonly<Record<string, MessageKey>> = {
  vector: 'datasetVector',
  raster: 'datasetRaster',
  table: 'datasetTable',
  service: 'datasetService',
};

/** What a geographic dataset is when it has no kind of geometry. */
export const datasetKindName = (kind: string): string => t(DATASETS[kind] ?? 'datasetVector');

/** `pt` → `português`. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(session.language, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
