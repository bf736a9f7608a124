/**
 * An entry of the log of a geographic crawl's policy: of one visit, whether its page is interesting and how many files it links to, in three
 * bytes; behind them, where there is more to say, JSON.
 */
import { parseJson } from '../../formats/index.ts';
import { type GeoClues, URL_CLASSES } from './analyser.ts';
import type { GeoLink } from './page-clues.ts';

/** What a page that asks not to be kept, and whose links may be followed, leads to. Nothing of its own words but those of its links. */
export interface UnkeptPage {
  readonly url: string;
  readonly sites: GeoClues['sites'];
  readonly files: readonly GeoLink[];
  /** Archives that nothing speaks for. */
  readonly passedOver: number;
}

export interface GeographicEntry {
  readonly interesting: boolean;
  readonly files: number;
  readonly more: GeographicEntryMore | null;
}

/** Of a site that was looked into: whether what it seemed to publish is geographic. */
export type LookAtSite = readonly [site: string, verified: boolean];

export interface GeographicEntryMore {
  /** Looks that ended since the visit before. */
  readonly looks?: readonly LookAtSite[];
  /** The link that goes behind those that wait for the tenth place. */
  readonly rest?: object;
  /** The visit was one of those. */
  readonly came?: string;
  readonly unkept?: UnkeptPage;
}

/** Files of one page that are told of. */
const MOST_FILES = 500;
const HEAD = 3;

export function unkeptPage({ url, sites, files, classes }: GeoClues): UnkeptPage {
  const rejected = URL_CLASSES.indexOf('ARCHIVE_REJECTED');
  let passedOver = 0;
  for (const name of classes) if (name === rejected) passedOver++;
  return { url, sites, files: files.slice(0, MOST_FILES), passedOver };
}

/** The same as an analyser gives it, for who looks into what pages link to. */
export function cluesOfUnkept({ url, sites, files, passedOver }: UnkeptPage): GeoClues {
  return {
    url,
    title: '',
    description: '',
    keywords: [],
    text: '',
    geoWords: [],
    score: 0,
    geoInteresting: files.length > 0,
    geoHint: false,
    files,
    passedBy: [],
    classes: new Uint8Array(passedOver).fill(URL_CLASSES.indexOf('ARCHIVE_REJECTED')),
    sites,
  };
}

export function writeEntry({ interesting, files, more }: GeographicEntry): Uint8Array {
  const counted = Math.min(files, 0xffff);
  const head = [interesting ? 1 : 0, counted & 0xff, counted >> 8];
  return more === null
    ? Uint8Array.from(head)
    : Buffer.concat([Buffer.from(head), Buffer.from(JSON.stringify(more))]);
}

export function readEntry(entry: Uint8Array): GeographicEntry {
  const tail = entry.length > HEAD ? Buffer.from(entry.subarray(HEAD)).toString('utf8') : null;
  return {
    interesting: entry[0] === 1,
    files: (entry[1] ?? 0) | ((entry[2] ?? 0) << 8),
    more: tail === null ? null : (parseJson(tail) as GeographicEntryMore),
  };
}

/** The pages that a crawl read and did not keep, by the log of its policy; each as it was last. */
export function unkeptPages(entries: Iterable<Uint8Array>): UnkeptPage[] {
  const pages = new Map<string, UnkeptPage>();
  for (const entry of entries) {
    const unkept = readEntry(entry).more?.unkept;
    if (unkept !== undefined) pages.set(unkept.url, unkept);
  }
  return [...pages.values()];
}

/** An entry of the log in which some addresses give way to shorter ones; as long as it was, because spaces behind JSON say nothing. */
export function changedEntry(entry: Uint8Array, change: <T>(value: T) => T): Uint8Array {
  const { interesting, files, more } = readEntry(entry);
  const now = change(more);
  if (now === more) return entry;
  const bytes = writeEntry({ interesting, files, more: now });
  const fits = bytes.length <= entry.length ? bytes : writeEntry({ interesting, files, more: {} });
  const changed = Buffer.alloc(entry.length, ' ');
  changed.set(fits);
  return changed;
}
