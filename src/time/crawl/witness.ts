/**
 * What a visit told the steering, as columns and as bytes: the totals of the page, and for each URL it refers to in what kind of place it does,
 * the year and the words it is named by. Steering is a function of these alone, so a log of them brings it back to any point.
 */

import { fnv53 } from '../../bytes/index.ts';
import { type LinkSites, linkSites, NO_SITES } from './link-sites.ts';
import type { PageTotals } from './page-judgement.ts';
import { isInside, type PeriodFindings, WORDS_PER_LINK } from './period-findings.ts';

export interface Witness {
  /** Hash of the page's key. */
  readonly page: number;
  /** `null` for what is no page or could not be read. */
  readonly totals: PageTotals | null;
  /** False for a page that was read but not kept: its references count, itself does not. */
  readonly kept: boolean;
  /** Hashes of the keys referred to. */
  readonly targets: Float64Array;
  readonly place: Uint8Array;
  readonly year: Uint8Array;
  /** `WORDS_PER_LINK` a target, or none at all. */
  readonly words: Uint16Array;
  /** Of the page and its targets; none where nothing is predicted, and in logs of earlier versions. */
  readonly sites: LinkSites;
}

const NOTHING = {
  targets: new Float64Array(0),
  place: new Uint8Array(0),
  year: new Uint8Array(0),
  words: new Uint16Array(0),
  sites: NO_SITES,
};

/** A visit that brought no page. */
export function absence(key: string): Witness {
  return { page: fnv53(key), totals: null, kept: false, ...NOTHING };
}

/**
 * What a page says of each of its targets, given their keys. `lineOf` is, for every link of the document, the target it leads to or −1; where
 * several lead to one, the best place speaks.
 */
export function witness(
  key: string,
  facts: PeriodFindings,
  keys: readonly string[],
  lineOf: ArrayLike<number>,
  kept = true,
): Witness {
  const n = keys.length;
  const targets = new Float64Array(n);
  for (let i = 0; i < n; i++) targets[i] = fnv53(keys[i]!);
  const place = new Uint8Array(n);
  const year = new Uint8Array(n);
  const words = new Uint16Array(facts.words.length > 0 ? n * WORDS_PER_LINK : 0);
  for (let link = 0; link < Math.min(lineOf.length, facts.place.length); link++) {
    const line = lineOf[link]!;
    const here = facts.place[link]!;
    if (line < 0 || line >= n || here === 0 || (place[line] !== 0 && place[line]! <= here)) continue;
    place[line] = here;
    year[line] = facts.year[link]!;
    if (words.length > 0)
      words.set(
        facts.words.subarray(link * WORDS_PER_LINK, (link + 1) * WORDS_PER_LINK),
        line * WORDS_PER_LINK,
      );
  }
  const { relevant, segments, datedSegments, segmentsInScope, chronons } = facts;
  return {
    page: fnv53(key),
    totals: { relevant, segments, datedSegments, segmentsInScope, chronons },
    kept,
    targets,
    place,
    year,
    words,
    sites: words.length > 0 ? linkSites(key, keys) : NO_SITES,
  };
}

/** Places of the targets that the page votes for: those it refers to from inside the scope, but for itself. */
export function votesOf({ page, targets, place }: Witness): number[] {
  const votes: number[] = [];
  for (let i = 0; i < targets.length; i++) if (targets[i] !== page && isInside(place[i])) votes.push(i);
  return votes;
}

/** What stands for the key of a URL in the log. */
export const keyHash: (key: string) => number = fnv53;

/** What an entry of the log says was voted for, by the hashes of keys; null for a visit that brought no page. */
export function toldVotes(
  entry: Uint8Array,
): { readonly page: number; readonly targets: readonly number[] } | null {
  const seen = readWitness(entry);
  if (seen.totals === null) return null;
  return { page: seen.page, targets: votesOf(seen).map((i) => seen.targets[i]!) };
}

const HEAD = 40;
const WITH_TOTALS = 1;
const RELEVANT = 2;
const KEPT = 4;
const WITH_WORDS = 8;
const WITH_SITES = 16;

export function writeWitness(w: Witness): Uint8Array {
  const n = w.targets.length;
  const { names, at } = w.sites;
  const sitesAt = HEAD + 10 * n + 2 * w.words.length;
  const bytes = new Uint8Array(sitesAt + (names.length > 0 ? 4 + 8 * names.length + 2 * at.length : 0));
  const view = new DataView(bytes.buffer);
  view.setFloat64(0, w.page, true);
  view.setUint32(
    8,
    (w.totals ? WITH_TOTALS : 0) |
      (w.totals?.relevant ? RELEVANT : 0) |
      (w.kept ? KEPT : 0) |
      (w.words.length > 0 ? WITH_WORDS : 0) |
      (names.length > 0 ? WITH_SITES : 0),
    true,
  );
  view.setUint32(12, n, true);
  view.setUint32(16, w.totals?.segments ?? 0, true);
  view.setUint32(20, w.totals?.datedSegments ?? 0, true);
  view.setUint32(24, w.totals?.segmentsInScope ?? 0, true);
  view.setUint32(28, w.totals?.chronons ?? 0, true);
  for (let i = 0; i < n; i++) view.setFloat64(HEAD + 8 * i, w.targets[i]!, true);
  bytes.set(w.place, HEAD + 8 * n);
  bytes.set(w.year, HEAD + 9 * n);
  for (let i = 0; i < w.words.length; i++) view.setUint16(HEAD + 10 * n + 2 * i, w.words[i]!, true);
  if (names.length > 0) {
    view.setUint32(sitesAt, names.length, true);
    for (let i = 0; i < names.length; i++) view.setFloat64(sitesAt + 4 + 8 * i, names[i]!, true);
    const from = sitesAt + 4 + 8 * names.length;
    for (let i = 0; i < at.length; i++) view.setUint16(from + 2 * i, at[i]!, true);
  }
  return bytes;
}

export function readWitness(bytes: Uint8Array): Witness {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = view.getUint32(8, true);
  const n = view.getUint32(12, true);
  const targets = new Float64Array(n);
  for (let i = 0; i < n; i++) targets[i] = view.getFloat64(HEAD + 8 * i, true);
  const words = new Uint16Array((flags & WITH_WORDS) !== 0 ? n * WORDS_PER_LINK : 0);
  for (let i = 0; i < words.length; i++) words[i] = view.getUint16(HEAD + 10 * n + 2 * i, true);
  const sitesAt = HEAD + 10 * n + 2 * words.length;
  const withSites = (flags & WITH_SITES) !== 0;
  const names = new Float64Array(withSites ? view.getUint32(sitesAt, true) : 0);
  for (let i = 0; i < names.length; i++) names[i] = view.getFloat64(sitesAt + 4 + 8 * i, true);
  const at = new Uint16Array(withSites ? (n + 1) * 2 : 0);
  for (let i = 0; i < at.length; i++) at[i] = view.getUint16(sitesAt + 4 + 8 * names.length + 2 * i, true);
  return {
    page: view.getFloat64(0, true),
    totals:
      (flags & WITH_TOTALS) === 0
        ? null
        : {
            relevant: (flags & RELEVANT) !== 0,
            segments: view.getUint32(16, true),
            datedSegments: view.getUint32(20, true),
            segmentsInScope: view.getUint32(24, true),
            chronons: view.getUint32(28, true),
          },
    kept: (flags & KEPT) !== 0,
    targets,
    // Copies: the slice of a Buffer would be a view of it.
    place: new Uint8Array(bytes.subarray(HEAD + 8 * n, HEAD + 9 * n)),
    year: new Uint8Array(bytes.subarray(HEAD + 9 * n, HEAD + 10 * n)),
    words,
    sites: { names, at },
  };
}

/** Where the bytes of a witness end: what a policy has to say beside stands there. */
export function witnessEnd(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = view.getUint32(8, true);
  const n = view.getUint32(12, true);
  const end = HEAD + 10 * n + ((flags & WITH_WORDS) !== 0 ? 2 * n * WORDS_PER_LINK : 0);
  return (flags & WITH_SITES) === 0 ? end : end + 4 + 8 * view.getUint32(end, true) + 4 * (n + 1);
}
