/**
 * Pages of the sample's kind among pages that are here anyway, whoever leads to them: an archive may be without its lists. What a page has of
 * the template of the sample's nearest neighbours is weighed by how rare it is among all of them, so that the frame of the site, which lists and
 * home pages have too, says nothing; the form of its address speaks beside it. Where the likeness of the pages falls apart in two, the kind ends.
 */
import type { LinkedPage } from './linked-page.ts';
import type { PageReader } from './page-reader.ts';
import { urlTokens } from './url-terms.ts';

/** What is rare among fewer pages may be rare by chance. */
const FEWEST = 20;
/** Neighbours that teach what the kind has in common. */
const NEIGHBOURS = 8;
/** What a path that every page has still weighs: of an archive of one kind they all are so. */
const COMMON = 0.1;
/** Share of the template, in weight, from which on a page may be of the kind, and from which on it is. */
const LEAST = 0.4;
const SURE = 0.85;
/** The same for a page in a folder whose other pages are of the kind. */
const AMONG_KIN = 0.3;
/** How much the form of the address counts beside the template. */
const BY_ADDRESS = 0.3;
/** Neighbours less alike than this show no kind. */
const NO_KIN = 0.45;
/** Neighbours this much less alike than the nearest teach nothing. */
const NEAR = 0.7;
/** Share of a folder's pages that speaks for the others. */
const MOSTLY = 0.4;
const NEARLY_ALL = 0.75;
/** Share of the pages of the kind that have what belongs to it, and share of that, in weight, that makes a page one of them. */
const CORE = 0.95;
const HAS_CORE = 0.96;
/** So many pages of the sample's file name make it the name of the kind. */
const NAMESAKES = 3;

interface Scored {
  readonly page: LinkedPage;
  readonly score: number;
}

/** Keys of the pages of the sample's kind; the sample is always among them. */
export function kinOf(reader: PageReader, sample: LinkedPage, pages: readonly LinkedPage[]): string[] {
  const numbered = isNumbered(reader.address(sample.key));
  const others = pages.filter(
    ({ key }) => key !== sample.key && (numbered || !isNumbered(reader.address(key))),
  );
  if (others.length < FEWEST) return [sample.key];
  const weights = rarity([sample, ...others]);
  const form = new AddressForm(
    reader.address(sample.key),
    others.map(({ key }) => reader.address(key)),
  );
  const blend = (byTemplate: number, { key }: LinkedPage) =>
    (1 - BY_ADDRESS) * byTemplate + BY_ADDRESS * form.likeness(reader.address(key));
  const near = others
    .map((page): Scored => ({ page, score: blend(overlap(sample.paths, page.paths, weights), page) }))
    .sort(byScore)
    .slice(0, NEIGHBOURS)
    .filter(({ score }, _, [best]) => score >= NEAR * best!.score);
  if (near[0]!.score < NO_KIN) return [sample.key];
  const teachers = [sample, ...near.map(({ page }) => page)];
  const template = sharedPaths(teachers);
  const known = new Set(teachers.flatMap(({ paths }) => [...paths]));
  const scored = others
    .map((page): Scored => {
      const has = shareOf(template, new Set(page.paths), weights);
      return { page, score: blend((2 * has + shareOf(page.paths, known, weights)) / 3, page) };
    })
    .sort(byScore);
  const threshold = partedAt(scored.map(({ score }) => score));
  const most = mostlyAccepted(reader, scored, threshold);
  const first = scored.filter(
    ({ page, score }) =>
      score >= threshold || (score >= AMONG_KIN && most.has(folderOf(reader.address(page.key)))),
  );
  // What varies among pages of one template parts them too, where there is no other: what all those of the kind have decides.
  const kind = new Set([sample, ...first.map(({ page }) => page)]);
  for (let grown = 0; grown < kind.size; ) {
    grown = kind.size;
    const core = sharedPaths([...kind], CORE);
    for (const page of others)
      if (
        form.likeness(reader.address(page.key)) > 0 &&
        shareOf(core, new Set(page.paths), weights) >= HAS_CORE
      )
        kind.add(page);
  }
  kind.delete(sample);
  const accepted = [...kind].map(({ key }) => key);
  return [sample.key, ...ofOneForm(reader, sample.key, accepted)];
}

/** Where nearly all addresses share the sample's folder, or several its file name, that is the name of the kind, and the others are of another. */
function ofOneForm(reader: PageReader, sample: string, accepted: readonly string[]): readonly string[] {
  const own = reader.address(sample);
  const file = fileOf(own);
  const named = file === null ? [] : accepted.filter((key) => fileOf(reader.address(key)) === file);
  if (named.length >= NAMESAKES) return named;
  const folder = folderOf(own);
  const beside = folder === null ? [] : accepted.filter((key) => folderOf(reader.address(key)) === folder);
  return beside.length >= NEARLY_ALL * accepted.length ? beside : accepted;
}

/** The name of its file, unless it is that of any page of a folder. */
function fileOf(address: string): string | null {
  const name = urlTokens(address).at(-1)!;
  return ENDING.test(name) && !/^(?:index|default|home)\./i.test(name) ? name : null;
}

/** Where most pages are of the kind, those that leave much out are too: the folders whose name says so. */
function mostlyAccepted(
  reader: PageReader,
  scored: readonly Scored[],
  threshold: number,
): Set<string | null> {
  const counts = new Map<string, { all: number; accepted: number }>();
  for (const { page, score } of scored) {
    const folder = folderOf(reader.address(page.key));
    if (folder === null) continue;
    const count = counts.get(folder) ?? { all: 0, accepted: 0 };
    count.all++;
    if (score >= threshold) count.accepted++;
    counts.set(folder, count);
  }
  return new Set(
    [...counts].filter(([, { all, accepted }]) => accepted >= MOSTLY * all).map(([name]) => name),
  );
}

/** `/artigos/2/`: the second page of a list, unless the sample's own name is a number. */
const isNumbered = (address: string): boolean => DIGITS.test(urlTokens(address).at(-1) ?? '');

/** Where an address stands, days and numbers of any value: `/2024/05/31/nome` → `#/#/#`; null at the root, which has everything. */
function folderOf(address: string): string | null {
  const tokens = urlTokens(address).slice(1, -1);
  return tokens.length === 0 ? null : tokens.map((token) => (DIGITS.test(token) ? '#' : token)).join('/');
}

/** Keys in the order of how like their addresses are to the sample's in form. */
export function likeliest(reader: PageReader, sample: string, keys: readonly string[]): string[] {
  const form = new AddressForm(
    reader.address(sample),
    keys.map((key) => reader.address(key)),
  );
  const likeness = new Map(keys.map((key) => [key, form.likeness(reader.address(key))]));
  return [...keys].sort((a, b) => likeness.get(b)! - likeness.get(a)!);
}

const byScore = (a: Scored, b: Scored): number =>
  b.score - a.score || (a.page.key < b.page.key ? -1 : a.page.key > b.page.key ? 1 : 0);

/** What each path weighs: little when all pages have it. */
function rarity(pages: readonly LinkedPage[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { paths } of pages) for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  for (const [path, count] of counts) counts.set(path, COMMON + 1 - count / pages.length);
  return counts;
}

/** The paths that more than such a share of the pages has. */
function sharedPaths(pages: readonly LinkedPage[], share = 0.5): number[] {
  const counts = new Map<number, number>();
  for (const { paths } of pages) for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > share * pages.length).map(([path]) => path);
}

/** The share of paths that are among others, in weight. */
function shareOf(
  paths: Iterable<number>,
  others: ReadonlySet<number>,
  weights: ReadonlyMap<number, number>,
): number {
  let had = 0;
  let all = 0;
  for (const path of paths) {
    const weight = weights.get(path) ?? 0;
    all += weight;
    if (others.has(path)) had += weight;
  }
  return all === 0 ? 1 : had / all;
}

/** The share of the paths of two pages that both have, in weight. */
function overlap(a: Int32Array, b: Int32Array, weights: ReadonlyMap<number, number>): number {
  const own = new Set(a);
  let both = 0;
  let all = 0;
  for (const path of a) all += weights.get(path) ?? 0;
  for (const path of b) {
    const weight = weights.get(path) ?? 0;
    if (own.has(path)) both += weight;
    else all += weight;
  }
  return all === 0 ? 1 : both / all;
}

const DIGITS = /^\p{N}+$/u;
const ENDING = /\.[a-z]{2,5}$/i;

/** What an address without any rare word weighs at each of its tokens. */
const BARE = 0.3;

/** How alike addresses are in form to the sample's, token by token; a word that few others have in that place weighs most. */
class AddressForm {
  readonly #tokens: readonly string[];
  readonly #weights: readonly number[];

  constructor(sample: string, others: readonly string[]) {
    this.#tokens = urlTokens(sample);
    const same = this.#tokens.map(() => 0);
    for (const other of others)
      for (const [i, token] of urlTokens(other).entries()) if (token === this.#tokens[i]) same[i]!++;
    this.#weights = same.map((count) => BARE + (count === 0 ? 0 : 1 - count / others.length));
  }

  likeness(address: string): number {
    const tokens = urlTokens(address);
    if (tokens.length !== this.#tokens.length || tokens.length < 2) return 0;
    let had = 0;
    let all = 0;
    for (let i = 1; i < tokens.length; i++) {
      all += this.#weights[i]!;
      had += this.#weights[i]! * tokenLikeness(this.#tokens[i]!, tokens[i]!);
    }
    return had / all;
  }
}

/** The same word, both of digits, both of words. */
function tokenLikeness(a: string, b: string): number {
  if (a === b) return 1;
  if (DIGITS.test(a) !== DIGITS.test(b)) return 0;
  if (DIGITS.test(a)) return 1;
  return ENDING.exec(a)?.[0].toLowerCase() === ENDING.exec(b)?.[0].toLowerCase() ? 0.6 : 0.2;
}

/**
 * Where falling scores part in two, by the greatest variance between the parts; never so low that a page of another template counts, nor so
 * high that one that leaves a block out does not.
 */
function partedAt(scores: readonly number[]): number {
  const total = scores.reduce((sum, score) => sum + score, 0);
  let best = SURE;
  let greatest = 0;
  let above = 0;
  for (let i = 0; i + 1 < scores.length; i++) {
    above += scores[i]!;
    const mean = above / (i + 1);
    const rest = (total - above) / (scores.length - i - 1);
    const variance = (i + 1) * (scores.length - i - 1) * (mean - rest) ** 2;
    if (scores[i]! <= scores[i + 1]! || variance <= greatest) continue;
    greatest = variance;
    best = (scores[i]! + scores[i + 1]!) / 2;
  }
  return Math.min(SURE, Math.max(LEAST, best));
}
