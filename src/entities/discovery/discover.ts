/**
 * From one example page to all pages of its kind on the site: climbs from the example to the lists above it, and goes down again
 * through every list, keeping the pages whose address and mark-up are like those of the example. Both thresholds are learned.
 */

import { TarrafaError } from '../../errors.ts';
import type { Fetcher } from '../../fetcher.ts';
import { addressFailure, fetchFailure, reason } from '../../words/why.ts';
import { addressOf } from './address.ts';
import { ExamplePath, type PathEnd } from './example-path.ts';
import type { FilterTrace } from './group-filter.ts';
import { Harvest } from './harvest.ts';
import { kinOf, likeliest } from './kin.ts';
import type { LinkedPage } from './linked-page.ts';
import { PageReader, type ReadFailure, type StoredPage } from './page-reader.ts';
import { type DiscoveryProfile, type DiscoverySettings, discoveryProfile } from './profile.ts';
import { traverse } from './traverse.ts';

export interface DiscoveredPage {
  readonly url: string;
  /** Likeness of its address to the example's. */
  readonly likeness: number;
}

export interface Discovery {
  readonly site: string;
  readonly example: string;
  readonly pages: readonly DiscoveredPage[];
  /** From the root down to the example. */
  readonly examplePath: readonly {
    readonly url: string;
    readonly linkPath: string | null;
    readonly score: number | null;
  }[];
  readonly end: PathEnd;
  readonly height: number;
  readonly thresholds: { readonly html: number | null; readonly url: number | null };
  /** One a level from the top; the published method only. */
  readonly levels: readonly FilterTrace[];
  readonly downloads: number;
  readonly seconds: number;
  readonly downloadsPerPage: number;
  readonly secondsPerPage: number;
  /** Addresses asked for, in order. */
  readonly log: readonly string[];
  readonly failures: readonly ReadFailure[];
  /** Whether the budget ended the search. */
  readonly exhausted: boolean;
  /** What a person should know: the example seems alone, a level could not be climbed. */
  readonly warnings: readonly DiscoveryWarning[];
  /** The text of a page found; brings it when discovery had no need to. */
  page(url: string): Promise<StoredPage | null>;
  /** The text of a page that was read already, at once. */
  stored(url: string): StoredPage | null;
}

export type DiscoveryWarning = 'alone' | 'no-index' | 'unlike' | 'budget';

export interface DiscoverOptions {
  readonly profile?: DiscoverySettings;
  readonly now?: () => number;
  /** Told after every page read. */
  readonly onRead?: (pages: number) => void;
}

const HIGHEST = 5;
/** A best group less like the example than this, in address and mark-up, is hardly of its kind. */
const UNLIKE = 0.5;
/** Addresses of an archive that are looked at, and pages of it that are compared. */
const MOST_HELD = 50_000;
const MOST_COMPARED = 2_000;
/** Lists that led to fewer pages led nowhere. */
const LEAST_LISTED = 3;

interface Found {
  readonly path: ExamplePath;
  readonly accepted: readonly string[];
  readonly levels: readonly FilterTrace[];
  readonly html: number | null;
  readonly url: number | null;
  readonly warnings: readonly DiscoveryWarning[];
}

/**
 * All pages of the kind of the example on its site. Several examples of one site are for things spread over several trees (active and
 * former members): what each finds is put together, and what one has read costs the next nothing.
 */
export async function discover(
  fetcher: Fetcher,
  example: string | readonly string[],
  options: DiscoverOptions = {},
): Promise<Discovery> {
  const profile: DiscoveryProfile = discoveryProfile(options.profile);
  const now = options.now ?? Date.now;
  const began = now();
  const examples = (typeof example === 'string' ? [example] : example).map((text) => {
    const url = addressOf(text);
    if (url.kind === 'refused')
      throw new TarrafaError('TRF_URL_MALFORMED', [text, addressFailure(url.reason)]);
    return url;
  });
  const first = examples[0];
  if (first === undefined) throw new TarrafaError('TRF_URL_MALFORMED', ['', addressFailure('empty')]);
  const reader: PageReader = new PageReader(fetcher, first, profile, () =>
    options.onRead?.(reader.downloads),
  );
  const results: Found[] = [];
  for (const start of examples) {
    if (start.site !== first.site)
      throw new TarrafaError('TRF_URL_MALFORMED', [start.fetch, reason('not-of-site', { site: first.site })]);
    reader.introduce(start);
    const sample = await reader.read(start.key);
    if (sample === null) {
      const failure = reader.failures.at(-1);
      throw new TarrafaError('TRF_INPUT_MISSING', [
        start.fetch,
        failure === undefined ? reason('not-read') : fetchFailure(failure),
      ]);
    }
    results.push(await fromExample(reader, sample, profile));
  }
  const { path, levels, html, url } = results[0]!;
  const all = await withoutCopies(reader, [...new Set(results.flatMap((found) => found.accepted))]);
  const warnings = new Set(results.flatMap((found) => found.warnings));
  if (all.length === 1) warnings.add('alone');
  if (reader.exhausted) warnings.add('budget');
  const weights = path.pointers[0]?.weights;
  const seconds = (now() - began) / 1000;
  const count = Math.max(1, all.length);
  const keys = new Map(all.map((key) => [reader.address(key), key]));
  return {
    site: reader.site,
    example: path.sample.url,
    pages: all
      .map((key) => ({ url: reader.address(key), likeness: weights?.likeness(reader.terms(key)) ?? 1 }))
      .sort((a, b) => (a.url < b.url ? -1 : a.url > b.url ? 1 : 0)),
    examplePath: Array.from({ length: path.height + 1 }, (_, i) => {
      const level = path.height - i;
      const pointer = path.pointers[level];
      return {
        url: path.page(level).url,
        linkPath: pointer === undefined ? null : reader.indexPaths.name(pointer.path),
        score: level === 0 ? null : path.pointers[level - 1]!.score,
      };
    }),
    end: path.end,
    height: path.height,
    thresholds: { html, url },
    levels,
    downloads: reader.downloads,
    seconds,
    downloadsPerPage: reader.downloads / count,
    secondsPerPage: seconds / count,
    log: reader.log,
    failures: reader.failures,
    exhausted: reader.exhausted,
    warnings: [...warnings],
    page: async (address) => {
      const key = keys.get(address);
      if (key === undefined) return null;
      await reader.read(key);
      return reader.stored(key);
    },
    stored: (address) => {
      const key = keys.get(address);
      return key === undefined ? null : reader.stored(key);
    },
  };
}

async function fromExample(
  reader: PageReader,
  sample: LinkedPage,
  profile: DiscoveryProfile,
): Promise<Found> {
  const path = new ExamplePath(sample);
  const warnings: DiscoveryWarning[] = [];
  if (profile.judge === 'links') {
    const { accepted, levels } = await asPublished(reader, path, profile);
    const leaf = levels.at(-1);
    const html = leaf?.htmlThreshold ?? null;
    const best = leaf?.groups[0];
    if (best !== undefined && best.likeness < UNLIKE && (html ?? 1) < UNLIKE) warnings.push('unlike');
    if (path.height === 0) warnings.push('no-index');
    return { path, accepted, levels, html, url: leaf?.urlThreshold ?? null, warnings };
  }
  const harvest = new Harvest(reader, path, profile);
  const most = profile.height === 'auto' ? HIGHEST : profile.height;
  for (let level = 1; level <= most; level++) {
    if (!(await path.climb(reader, profile, (page) => harvest.looksLikeEntity(page)))) break;
    const before = harvest.accepted.size;
    await harvest.collect(level);
    if (profile.height === 'auto' && level > 1 && harvest.accepted.size === before) break;
  }
  const beside = await besideLists(reader, sample, harvest.accepted);
  if (path.height === 0 && beside.length <= 1) warnings.push('no-index');
  return {
    path,
    accepted: [...new Set([...harvest.accepted, ...beside])],
    levels: [],
    html: harvest.htmlThreshold,
    url: path.height === 0 ? null : harvest.urlThreshold.accepted,
    warnings,
  };
}

/**
 * Pages of the kind that no list had to lead to: among all that an archive holds; or, where lists led nowhere, among those that were read
 * while looking for them.
 */
async function besideLists(
  reader: PageReader,
  sample: LinkedPage,
  listed: ReadonlySet<string>,
): Promise<readonly string[]> {
  const held = await reader.held(sample.key, MOST_HELD);
  if (held.length > 0) {
    const likely = likeliest(reader, sample.key, held).slice(0, MOST_COMPARED);
    const pages = (await reader.readAll(likely)).filter((page) => page !== null);
    return kinOf(reader, sample, [...new Set(pages)]);
  }
  return listed.size < LEAST_LISTED ? kinOf(reader, sample, reader.known) : [];
}

/** The published way: the whole height first, then down. `auto` repeats it with one level more while that brings more pages. */
async function asPublished(reader: PageReader, path: ExamplePath, profile: DiscoveryProfile) {
  const most = profile.height === 'auto' ? HIGHEST : profile.height;
  let result = await traverse(reader, path, profile);
  if (profile.height !== 'auto') {
    while (path.height < most && (await path.climb(reader, profile)));
    return traverse(reader, path, profile);
  }
  while (path.height < most && (await path.climb(reader, profile))) {
    const higher = await traverse(reader, path, profile);
    const grew = higher.accepted.length > result.accepted.length;
    if (grew || path.height === 1) result = higher;
    if (!grew && path.height > 1) break;
  }
  return result;
}

/** One page under two addresses counts once: the one its `rel=canonical` names, if that is among them. */
async function withoutCopies(reader: PageReader, keys: readonly string[]): Promise<string[]> {
  const all = new Set(keys);
  const kept: string[] = [];
  for (const key of keys) {
    const page = reader.has(key) ? await reader.read(key) : null;
    if (page !== null && page.canonical !== null && page.canonical !== key && all.has(page.canonical))
      continue;
    kept.push(key);
  }
  return kept;
}
