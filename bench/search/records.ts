/** Records for the index: text of a mean of 2 kB, and sites, languages, days, periods, places and boxes spread as in a crawl of news and archives. */
import type { IndexedDocument } from '../../src/catalogue/search-index/port.ts';
import { Dice, type RunningText } from './running-text.ts';

const SITES = 5000;
export const PLACES = 5600;

const DAY = 86_400_000;
const dayOf = (year: number, month = 1, day = 1): number => Math.floor(Date.UTC(year, month - 1, day) / DAY);

/** A rank of `count` by Zipf's law: the first is met most. */
function zipf(dice: Dice, count: number): number {
  return Math.min(count - 1, Math.floor(count ** dice.next()) - 1);
}

const siteName = (n: number): string =>
  n % 4 === 0 ? `noticias.sitio${n >> 2}.example.br` : `sitio${n}.example.${n % 3 === 0 ? 'pt' : 'br'}`;
export const placeName = (n: number): string => `br-${n}`;

/** The n-th record; the same for a seed. */
export function makeRecord(text: RunningText, seed: number, n: number): IndexedDocument {
  const dice = new Dice((seed * 2_654_435_761 + n * 40_503 + 12_345) >>> 0);
  // Lengths of pages are spread by many factors: half are below 1.4 kB, the mean is 2 kB.
  const bytes = Math.min(60_000, Math.max(120, 1420 * Math.exp(0.83 * dice.normal())));
  const body = text.make(dice, bytes);
  const title = text.make(dice, 30 + dice.int(40));
  const published = dice.next() < 0.2 ? null : dayOf(2026) - Math.floor(30 * 365 * dice.next() ** 1.8) - 1;
  const near = published ?? dayOf(2015);
  const periods: { from: number; to: number; share: number }[] = [];
  const spoken = dice.int(6);
  for (let i = 0; i < spoken; i++) {
    const kind = dice.next();
    const share = dice.next() / Math.max(1, spoken);
    if (kind < 0.5) {
      const from = near - dice.int(700);
      periods.push({ from, to: from, share });
    } else if (kind < 0.75) {
      const from = dayOf(1970 - Math.floor(75 * dice.next() ** 2) + dice.int(50));
      periods.push({ from, to: from + 364, share });
    } else if (kind < 0.93) {
      const year = 2025 - Math.floor(200 * dice.next() ** 2);
      periods.push({ from: dayOf(year), to: dayOf(year + 1) - 1, share });
    } else if (kind < 0.98) {
      const year = 1800 + 10 * dice.int(22);
      periods.push({ from: dayOf(year), to: dayOf(year + 10) - 1, share });
    } else {
      const year = 1500 + 100 * dice.int(5);
      periods.push({ from: dayOf(year), to: dayOf(year + 100) - 1, share });
    }
  }
  const named = dice.next() < 0.25 ? 0 : 1 + zipf(dice, 6);
  const places = Array.from({ length: named }, () => ({
    place: placeName(zipf(dice, PLACES)),
    share: dice.next() / named,
  }));
  const geo = dice.next() < 0.02;
  const west = -73 + dice.next() * 35;
  const south = -33 + dice.next() * 35;
  const side = dice.next() ** 3 * 10;
  return {
    id: n + 1,
    kind: geo ? 'geo-file' : dice.next() < 0.05 ? 'entity' : 'page',
    site: siteName(zipf(dice, SITES)),
    language: dice.next() < 0.94 ? 'pt' : dice.next() < 0.6 ? 'en' : 'es',
    title,
    text: body,
    address: '',
    byline: '',
    titlePeriods: [],
    spans: [],
    anchors: dice.next() < 0.3 ? `${title.slice(0, 25)} ${text.make(dice, 12)}` : '',
    published,
    doubtful: false,
    periods,
    places,
    box: geo ? [west, south, west + side, south + side] : null,
    authority: dice.next() ** 4,
  };
}
