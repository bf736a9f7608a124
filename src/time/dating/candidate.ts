/** The vocabulary of page dating: what a date was read from, what it is said to be the date of, and the answer for a page. */
import type { TextBlocks } from '../../html/index.ts';
import type { Chronon } from '../chronon.ts';

/** Where a date was found. */
export type DateSource =
  | 'json-ld'
  | 'meta'
  | 'microdata'
  | 'time-element'
  | 'element'
  | 'url'
  | 'visible'
  | 'relative'
  | 'script'
  | 'header'
  | 'sitemap'
  | 'feed'
  | 'copyright';

/** What the place says the date is of; `unknown` when it says nothing ("12/03/2021" below the headline). */
export type DateRole = 'published' | 'modified' | 'unknown';

export type DatePrecision = 'day' | 'month' | 'year';

/** A date read somewhere, before it is weighed. */
export interface DateCandidate {
  readonly source: DateSource;
  readonly role: DateRole;
  /** `$.@graph[1].datePublished`, `article:published_time`, a tag path, `Last-Modified` … */
  readonly where: string;
  /** As written, cut to a bounded length. */
  readonly text: string;
  /** Day number (0 = 1970-01-01); the first day of the month or year when the precision is coarser. */
  readonly day: number;
  readonly precision: DatePrecision;
  /** `hh:mm` as written, when the place gives one. */
  readonly time: string | null;
  /** The other reading of `03/04/2021`, or the same moment in the other time zone: taken when other evidence is for it. */
  readonly alternative: number | null;
  /** Row of the element in the document, -1 when there is none. */
  readonly node: number;
  /** Index of the text block, -1 when there is none. */
  readonly block: number;
  /** Evidence on a scale of log-odds, before candidates support each other. */
  readonly weight: number;
}

/** A date of the page, with where it was read. */
export interface DatedEvidence {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly chronon: Chronon;
  /** Probability that the date is right to the day, calibrated on pages with known dates. */
  readonly confidence: number;
  readonly source: DateSource;
  /** What the place itself says: a `published` answer that rests on a "last modified" line has the role `modified`. */
  readonly role: DateRole;
  readonly where: string;
  readonly text: string;
  readonly node: number;
  readonly block: number;
  /** Other sources that give the same day. */
  readonly agreeing: readonly DateSource[];
}

/** Days between which the page was published, both included; null where nothing bounds it. */
export interface DateInterval {
  readonly earliest: string | null;
  readonly latest: string | null;
  /** What the bounds rest on: `url month`, `copyright year`, `Last-Modified` … */
  readonly because: readonly string[];
}

export interface PageDates {
  readonly published: DatedEvidence | null;
  readonly modified: DatedEvidence | null;
  /** A front page, or a list of other pages, has no single date; what it states of itself is said with doubt. */
  readonly holds: 'front-page' | 'listing' | null;
  /** Only when `published` is null. */
  readonly interval: DateInterval | null;
  /** Everything that was read, heaviest first, bounded. */
  readonly candidates: readonly DateCandidate[];
}

/** What is known of the page beside its document. */
export interface PageDateContext {
  readonly url?: string;
  /** The HTTP header, as received. */
  readonly lastModified?: string;
  readonly sitemapLastmod?: string;
  /** Date of the feed entry that led to the page. */
  readonly feedDate?: string;
  /** When the page was fetched, ms since 1970: no page is from after that. */
  readonly fetchedAt: number;
  /** The page was saved at some time before `fetchedAt`, nobody knows when: "há 5 dias" says nothing. */
  readonly saved?: boolean;
  /** `textBlocks(document)`, when somebody has made them already. */
  readonly blocks?: TextBlocks;
}

/** Whether the candidate stands at a place of the page's body. */
export function isPlaced(c: DateCandidate): boolean {
  return (
    c.node > 0 &&
    (c.source === 'visible' ||
      c.source === 'relative' ||
      c.source === 'time-element' ||
      c.source === 'element' ||
      c.source === 'microdata')
  );
}
