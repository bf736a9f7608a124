/**
 * The analyser of a geographic crawl: clues of one page as plain data. A crawl names it by its module and calls `createAnalyser`; it runs
 * in the thread that parsed the page.
 */
import type { FlatDocument } from '../../html/index.ts';
import { siteOf } from '../producers/index.ts';
import type { GeoProfile } from '../vocabulary/index.ts';
import { type GeoLink, type GeoPage, GeoPageReader } from './page-clues.ts';
import { isGeographic, type UrlClass } from './url-class.ts';

export const GEO_ANALYSER = 'geo';

/** Where a crawl loads it from, in whatever form it was built. */
export const GEO_ANALYSER_MODULE = import.meta.url;

export interface GeoAnalyserOptions {
  readonly profile?: GeoProfile;
  /** Text of a page with geographic links that is kept, in code units. */
  readonly keepText?: number;
}

/** What is found on a page; survives a structured clone. */
export interface GeoClues {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly text: string;
  readonly geoWords: readonly string[];
  readonly score: number;
  readonly geoInteresting: boolean;
  readonly geoHint: boolean;
  /** Links to geographic files, archives and services, and parts of them. */
  readonly files: readonly GeoLink[];
  /** Archives of its own site that nothing speaks for yet. */
  readonly passedBy: readonly GeoLink[];
  /** By the number of a link in the document, its class: index in `URL_CLASSES`; 255 for one that has none. */
  readonly classes: Uint8Array;
  /** Other sites that the page links to, and how often. */
  readonly sites: readonly (readonly [site: string, count: number])[];
}

export const URL_CLASSES: readonly UrlClass[] = [
  'PAGE',
  'UNWANTED',
  'GEO_EXPLICIT',
  'GEO_NAMED',
  'GEO_CONTEXT',
  'GEO_COMPONENT',
  'GEO_SERVICE',
  'ARCHIVE_REJECTED',
];

const MOST_FILES = 5000;
const MOST_PASSED_BY = 500;
const MOST_SITES = 1000;

export function createAnalyser(options: unknown): {
  readonly name: string;
  analyse(document: FlatDocument, context: { readonly url: string }): GeoClues;
} {
  const { profile = 'modern', keepText = 100_000 } = (options ?? {}) as GeoAnalyserOptions;
  const reader = new GeoPageReader({ profile });
  return {
    name: GEO_ANALYSER,
    analyse: (document, { url }) => cluesOfPage(reader.read(document, url), keepText),
  };
}

export function cluesOfPage(page: GeoPage, keepText = 100_000): GeoClues {
  const own = siteOf(page.url);
  const sites = new Map<string, number>();
  const files: GeoLink[] = [];
  const passedBy: GeoLink[] = [];
  const classes = new Uint8Array(page.links.reduce((most, link) => Math.max(most, link.row + 1), 0)).fill(
    255,
  );
  for (const link of page.links) {
    classes[link.row] = URL_CLASSES.indexOf(link.class);
    if ((isGeographic(link.class) || link.class === 'GEO_COMPONENT') && files.length < MOST_FILES)
      files.push(link);
    if (link.class === 'ARCHIVE_REJECTED' && passedBy.length < MOST_PASSED_BY && siteOf(link.url) === own)
      passedBy.push(link);
    // Pictures of another site are no recommendation of it.
    if (link.attribute !== 'href') continue;
    const site = siteOf(link.url);
    if (site === own || (!sites.has(site) && sites.size >= MOST_SITES)) continue;
    sites.set(site, (sites.get(site) ?? 0) + 1);
  }
  return {
    url: page.url,
    title: page.title,
    description: page.description,
    keywords: page.keywords,
    text: page.text.slice(0, keepText),
    geoWords: page.geoWords,
    score: page.score,
    geoInteresting: page.geoInteresting,
    geoHint: page.geoHint,
    files,
    passedBy,
    classes,
    sites: [...sites],
  };
}
