/**
 * Which page leads to a page and to most others like it (Algorithm 1). The search looks at the pages one and two links away that link
 * back; `lazy` asks for the promising ones first and stops when the answer is plain, `eager` reads them all, as published.
 */
import type { LinkedPage } from './linked-page.ts';
import { listSignature } from './list-pages.ts';
import type { PageReader } from './page-reader.ts';
import type { DiscoveryProfile } from './profile.ts';
import { TermWeights } from './term-weights.ts';
import { sameForm, urlTokens } from './url-terms.ts';

/** How an index-page points to a page of the example path. */
export interface Pointer {
  readonly index: LinkedPage;
  /** The link-path with the highest score. */
  readonly path: number;
  /** Every link-path by which the index-page points to it. */
  readonly paths: ReadonlySet<number>;
  readonly score: number;
  /** Targets behind that link-path whose addresses have the form of the page's, itself among them. */
  readonly kin: number;
  readonly weights: TermWeights;
}

const targetsOf = new WeakMap<LinkedPage, Map<number, string[]>>();

/** The targets of a page by link-path, each once a path, in document order. */
export function targetsByPath(page: LinkedPage): ReadonlyMap<number, readonly string[]> {
  let paths = targetsOf.get(page);
  if (paths === undefined) {
    paths = new Map();
    for (const { path, target } of page.links) {
      const targets = paths.get(path);
      if (targets === undefined) paths.set(path, [target]);
      else targets.push(target);
    }
    targetsOf.set(page, paths);
  }
  return paths;
}

/**
 * The score of `candidate` as the index-page of `goal`, or null when it does not point to it. `flexible` counts link-paths that lead
 * to addresses of the goal's form as one with the goal's own: some rows of a list wrap their link in one tag more.
 */
export function pointerTo(
  reader: PageReader,
  candidate: LinkedPage,
  goal: string,
  flexible = false,
): Pointer | null {
  const targets = targetsByPath(candidate);
  const own = [...targets].filter(([, keys]) => keys.some((key) => reader.identity(key) === goal));
  if (own.length === 0) return null;
  const goalUrl = reader.address(goal);
  const alike = (keys: readonly string[]) =>
    keys.filter((key) => sameForm(reader.address(key), goalUrl)).length;
  let best: Pointer | null = null;
  for (const [path] of own) {
    const merged = new Map<number, ReadonlySet<string>[]>([[path, []]]);
    const members = new Set(targets.get(path));
    const paths = new Set(own.map(([other]) => other));
    for (const [other, keys] of targets) {
      if (other === path) continue;
      if (flexible && reader.indexPaths.nearlySame(path, other) && alike(keys) * 2 > keys.length) {
        for (const key of keys) members.add(key);
        paths.add(other);
      } else
        merged.set(
          other,
          keys.map((key) => reader.terms(key)),
        );
    }
    merged.set(
      path,
      [...members].map((key) => reader.terms(key)),
    );
    const weights = new TermWeights(reader.terms(goal), merged, path);
    const score = merged.get(path)!.reduce((sum, other) => sum + weights.likeness(other), 0);
    if (best !== null && score <= best.score) continue;
    best = { index: candidate, path, paths, score, kin: alike([...members]), weights };
  }
  return best;
}

function distinctTargets(page: LinkedPage, except: string): string[] {
  const keys = new Set(page.links.map((link) => link.target));
  keys.delete(except);
  return [...keys];
}

const wordsOf = (tokens: readonly string[]) =>
  tokens.slice(1).flatMap((token) => token.toLowerCase().match(/\p{L}{3,}/gu) ?? []);

/** A word that more than half of the links of a page have (`index`, `php`, `pagina`) is the site's, and tells nothing. */
function commonWords(urls: readonly string[]): Set<string> {
  const counts = new Map<string, number>();
  for (const url of urls)
    for (const word of new Set(wordsOf(urlTokens(url)))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Set(
    [...counts].filter(([, count]) => count > 2 && count * 2 > urls.length).map(([word]) => word),
  );
}

/** How likely an address is that of the list another stands in: a folder of it, or words in common. Only an order of asking. */
function promise(url: string, goal: string, common: ReadonlySet<string>): number {
  const tokens = urlTokens(url);
  const wanted = urlTokens(goal);
  if (tokens.length < wanted.length && tokens.every((token, i) => token === wanted[i]))
    return tokens.length === 1 ? 0.5 : 3 + tokens.length / 10;
  const goals = wordsOf(wanted).filter((word) => !common.has(word));
  const mine = wordsOf(tokens).filter((word) => !common.has(word));
  const alike = mine.filter((word) =>
    goals.some((g) => g === word || (word.length > 4 && g.length > 4 && g.slice(0, 5) === word.slice(0, 5))),
  );
  if (alike.length === 0) return 0;
  return (
    (2 * alike.length) / Math.min(mine.length, goals.length) - (tokens.length === wanted.length ? 0.5 : 0)
  );
}

/** The index-page of `goal`, or null when nothing that can be seen points to it. */
export async function findIndex(
  reader: PageReader,
  goal: LinkedPage,
  profile: DiscoveryProfile,
  isEntity: (page: LinkedPage) => boolean = () => false,
  level = 0,
): Promise<Pointer | null> {
  return profile.indexSearch === 'eager'
    ? eagerly(reader, goal, profile)
    : lazily(reader, goal, profile, isEntity, level);
}

async function eagerly(
  reader: PageReader,
  goal: LinkedPage,
  profile: DiscoveryProfile,
): Promise<Pointer | null> {
  const first = distinctTargets(goal, goal.key);
  const keys = new Set(first);
  if (profile.secondHop)
    for (const page of await reader.readAll(first))
      if (page !== null) for (const key of distinctTargets(page, goal.key)) keys.add(key);
  let best: Pointer | null = null;
  for (const page of await reader.readAll([...keys])) {
    const pointer = page === null || page.key === goal.key ? null : pointerTo(reader, page, goal.key);
    if (pointer !== null && (best === null || pointer.score > best.score)) best = pointer;
  }
  return best;
}

/** So many links of the goal's form behind one link-path make a page a list of its kind. */
const LISTED = 3;
/** What a page within one link has ahead of one within two; and what a further page of a list of the kind has. */
const NEAR = 1;
const FURTHER_PAGE = 2.5;
/** A page with this promise is worth asking for before those that have none. */
const PROMISING = 1;

/**
 * How much speaks for a page as index, before its score is looked at: 4 names others of the goal's form; 3 names the goal alone, but
 * its address is that of a list; 2 is the home page with its few highlights; 1 is any other page; 0 stands below or beside the goal,
 * as its photographs do.
 */
function standing(pointer: Pointer, url: string, goal: string, enough: number, worth: number): number {
  if (pointer.kin > 1) return urlTokens(url).length > 1 || pointer.score >= enough ? 4 : 2;
  if ((url.length > goal.length && url.startsWith(goal)) || sameForm(url, goal)) return 0;
  return worth >= PROMISING ? 3 : 1;
}

/** Addresses to ask for, the most promising first, of equal promise in the order they came. */
class AskingOrder {
  readonly #waiting: { readonly key: string; readonly worth: number }[] = [];
  readonly #seen: Set<string>;

  constructor(except: string) {
    this.#seen = new Set([except]);
  }

  add(key: string, worth: number): void {
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    let at = this.#waiting.length;
    while (at > 0 && this.#waiting[at - 1]!.worth < worth) at--;
    this.#waiting.splice(at, 0, { key, worth });
  }

  /** Puts one that waits further ahead. */
  raise(key: string, worth: number): void {
    const at = this.#waiting.findIndex((one) => one.key === key);
    if (at >= 0 && this.#waiting[at]!.worth < worth) {
      this.#waiting.splice(at, 1);
      this.#seen.delete(key);
    }
    this.add(key, worth);
  }

  get best(): number {
    return this.#waiting[0]?.worth ?? Number.NEGATIVE_INFINITY;
  }

  take(): string | undefined {
    return this.#waiting.shift()?.key;
  }
}

/**
 * The bounded search: pages one link away, then two, at most a few of each list. Promising addresses go first, whichever distance they
 * have; the further pages of a list of the kind are followed, since the example may stand on its fortieth page.
 */
async function lazily(
  reader: PageReader,
  goal: LinkedPage,
  profile: DiscoveryProfile,
  isEntity: (page: LinkedPage) => boolean,
  level: number,
): Promise<Pointer | null> {
  const goalUrl = reader.address(goal.key);
  const common = commonWords(
    [...new Set(goal.links.map((link) => link.target))].map((key) => reader.address(key)),
  );
  const worth = (key: string) => promise(reader.address(key), goalUrl, common);
  const order = new AskingOrder(goal.key);
  // Of the links of a page that is likely to be above the goal more are looked at: they are its lists.
  const few = (keys: readonly string[], above = 0) => {
    const most = profile.maxPerLinkPath * (above >= PROMISING ? 5 : 1);
    return keys.length <= most ? keys : [...keys].sort((a, b) => worth(b) - worth(a)).slice(0, most);
  };
  for (const keys of targetsByPath(goal).values())
    for (const key of few(keys)) order.add(key, worth(key) + NEAR);
  const near = new Set(goal.links.map((link) => link.target));

  let best: Pointer | null = null;
  let bestRank = -1;
  /** Of pages of the goal's own kind, which name their neighbours: only when there is nothing else. */
  let sibling: Pointer | null = null;
  let asked = 0;
  for (let key = order.take(); key !== undefined; key = order.take()) {
    const cost = reader.has(key) ? 0 : 1;
    if (asked + cost > profile.maxPerSearch) break;
    asked += cost;
    const page = await reader.read(key);
    if (page === null || page.key === goal.key) continue;
    const pointer = pointerTo(reader, page, goal.key, profile.flexibleLinkPaths);
    const entity = isEntity(page);
    if (pointer !== null) {
      if (entity) {
        if (sibling === null || pointer.score > sibling.score) sibling = pointer;
      } else {
        const rank = standing(
          pointer,
          reader.address(page.key),
          goalUrl,
          profile.enoughScore,
          worth(page.key),
        );
        if (best === null || rank > bestRank || (rank === bestRank && pointer.score > best.score)) {
          best = pointer;
          bestRank = rank;
        }
      }
    }
    if (best !== null && best.score >= profile.enoughScore && best.kin > 1) break;
    // A short list: found where the addresses said it would be, and nothing as promising is left. Above the lists any
    // page that leads to several will do: what it leads to is judged by what it brings.
    if (
      best !== null &&
      best.score > 1 &&
      best.kin > 1 &&
      order.best < NEAR + PROMISING &&
      ((level > 0 && bestRank === 4) || worth(best.index.key) >= PROMISING)
    )
      break;
    if (entity || !profile.secondHop) continue;
    const targets = targetsByPath(page);
    const lists = [...targets.values()].some(
      (keys) =>
        keys.length >= LISTED &&
        keys.filter((k) => sameForm(reader.address(k), goalUrl)).length * 2 >= keys.length,
    );
    if (lists && pointer === null) {
      const signature = listSignature(reader.address(page.key));
      for (const { target } of page.links)
        if (page.neighbours.includes(target) || listSignature(reader.address(target)) === signature)
          order.raise(target, FURTHER_PAGE);
    }
    if (!near.has(key)) continue;
    for (const keys of targets.values())
      for (const k of few(keys)) order.add(k, Math.min(worth(k), FURTHER_PAGE));
  }
  return best ?? sibling;
}
