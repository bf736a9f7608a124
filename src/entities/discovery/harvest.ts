/**
 * Down the entity-tree, one list at a time: every list that the levels lead to is opened, the pages behind the sample's link-path are
 * judged in the order of their addresses, and whole branches are left when they bring nothing. Pages once judged are not asked for
 * again, so that climbing a level higher costs only what is new there.
 */
import type { ExamplePath } from './example-path.ts';
import { type AddressGroup, groupByAddress } from './group-filter.ts';
import { targetsByPath } from './index-finder.ts';
import { jaccard, type LinkedPage } from './linked-page.ts';
import { listSignature } from './list-pages.ts';
import type { PageReader } from './page-reader.ts';
import { PageTemplate } from './page-template.ts';
import type { DiscoveryProfile } from './profile.ts';
import type { TermWeights } from './term-weights.ts';
import { sameForm } from './url-terms.ts';

/** Siblings of the sample that teach the template. */
const TEACHERS = 6;
/** Pages of a group read before it is given up. */
const PROBES = 3;
/** Groups, lists or branches without anything, one after the other, before the rest is given up. */
const PATIENCE = 2;
/** Likeness of paths from which on a page is taken for a sibling of the sample, before a template is known. */
const SIBLING = 0.65;
/** The same for labels, of which the values of both pages take their part. */
const SIBLING_LABELS = 0.15;
const MOST_LIST_PAGES = 2_000;

export class Harvest {
  readonly #reader: PageReader;
  readonly #path: ExamplePath;
  readonly #profile: DiscoveryProfile;
  readonly #accepted = new Set<string>();
  readonly #refused = new Set<string>();
  readonly #opened = new Map<string, boolean>();
  #template: PageTemplate | null = null;
  #lowest = 1;
  #refusedAt: number | null = null;

  constructor(reader: PageReader, path: ExamplePath, profile: DiscoveryProfile) {
    this.#reader = reader;
    this.#path = path;
    this.#profile = profile;
    this.#accepted.add(path.sample.key);
  }

  get accepted(): ReadonlySet<string> {
    return this.#accepted;
  }

  /** Whether a page is of the sample's kind, as far as that is known: by the template, or before there is one by likeness. */
  looksLikeEntity(page: LinkedPage): boolean {
    if (this.#accepted.has(page.key)) return true;
    if (this.#template !== null) return this.#template.accepts(page);
    const { sample } = this.#path;
    return (
      sameForm(this.#reader.address(page.key), this.#reader.address(sample.key)) &&
      jaccard(sample.paths, page.paths) >= SIBLING &&
      jaccard(sample.labels, page.labels) >= SIBLING_LABELS
    );
  }

  /** Learned: what a page must share with the template. */
  get htmlThreshold(): number | null {
    return this.#template?.threshold ?? null;
  }

  /** Learned: the least similar address that was accepted, and the most similar group that was refused. */
  get urlThreshold(): { readonly accepted: number; readonly refused: number | null } {
    return { accepted: this.#lowest, refused: this.#refusedAt };
  }

  /** Collects below the page of the example path at this level (1: the list of the sample). */
  async collect(level: number): Promise<void> {
    if (level === 0) return;
    this.#template ??= await this.#learnTemplate();
    const top = this.#path.page(level);
    await this.#explore(top, level);
    // The page that lists the lists may be a list itself.
    if (level > 1) await this.#openList(top);
  }

  async #learnTemplate(): Promise<PageTemplate> {
    const { index, path, weights } = this.#path.pointers[0]!;
    const others = (targetsByPath(index).get(path) ?? [])
      .map((key) => this.#reader.identity(key))
      .filter((key) => key !== this.#path.sample.key);
    // The most similar addresses first, and of many equal ones some from all over the list: its head may be something else.
    const siblings: string[] = [];
    for (const { keys } of groupByAddress(this.#reader, others, weights, this.#profile.scoreDigits)) {
      const room = TEACHERS - siblings.length;
      if (room <= 0) break;
      const step = Math.max(1, keys.length / room);
      for (let i = 0; i < Math.min(room, keys.length); i++) siblings.push(keys[Math.floor(i * step)]!);
    }
    const pages = await this.#reader.readAll(siblings);
    return new PageTemplate(
      this.#path.sample,
      pages.filter((page) => page !== null),
      [index],
    );
  }

  /** Whether anything of the kind is below this page of that level. */
  async #explore(page: LinkedPage, level: number): Promise<boolean> {
    if (level === 1) return this.#openLists(page);
    const pointer = this.#path.pointers[level - 1]!;
    const children = new Set<string>();
    for (const [by, keys] of targetsByPath(page))
      if (pointer.paths.has(by)) for (const key of keys) children.add(this.#reader.identity(key));
    const example = this.#path.page(level - 1);
    children.delete(example.key);
    let found = page === this.#path.page(level) ? await this.#exploreKey(example.key, level - 1) : false;
    let barren = 0;
    for (const group of this.#groups(children, this.#reader.address(example.key), pointer.weights)) {
      for (const key of group.keys) {
        if (barren > PATIENCE) return found;
        if (this.#accepted.has(key) || this.#reader.exhausted) continue;
        const productive = await this.#exploreKey(key, level - 1);
        barren = productive ? 0 : barren + 1;
        found ||= productive;
      }
    }
    return found;
  }

  /** Groups by likeness of address; those of the example's form come first, whatever words the others share with it. */
  #groups(keys: ReadonlySet<string>, example: string, weights: TermWeights): AddressGroup[] {
    const formed = new Set([...keys].filter((key) => sameForm(this.#reader.address(key), example)));
    const unformed = [...keys].filter((key) => !formed.has(key));
    return [formed, unformed].flatMap((list) =>
      groupByAddress(this.#reader, list, weights, this.#profile.scoreDigits),
    );
  }

  async #exploreKey(key: string, level: number): Promise<boolean> {
    const memo = `${level} ${key}`;
    const known = this.#opened.get(memo);
    if (known !== undefined) return known;
    this.#opened.set(memo, false);
    const page = await this.#reader.read(key);
    const productive = page !== null && this.#leadsOn(page, level) && (await this.#explore(page, level));
    this.#opened.set(memo, productive);
    return productive;
  }

  /** Whether the page has links where the page of the example path at this level has those that matter. */
  #leadsOn(page: LinkedPage, level: number): boolean {
    const { paths } = this.#path.pointers[level - 1]!;
    return page.links.some((link) => paths.has(link.path));
  }

  /** A list and its further pages. */
  async #openLists(first: LinkedPage): Promise<boolean> {
    const queue = [first];
    const seen = new Set([first.key]);
    let found = false;
    for (let i = 0; i < queue.length && i < MOST_LIST_PAGES; i++) {
      const page = queue[i]!;
      const productive = await this.#openList(page);
      found ||= productive;
      if (!productive || !this.#profile.followPagination) continue;
      const signature = listSignature(this.#reader.address(page.key));
      const further = page.links
        .map((link) => this.#reader.identity(link.target))
        .filter(
          (key) =>
            !seen.has(key) &&
            !this.#accepted.has(key) &&
            (page.neighbours.includes(key) || listSignature(this.#reader.address(key)) === signature),
        );
      for (const key of further) {
        if (seen.has(key)) continue;
        seen.add(key);
        const next = await this.#reader.read(key);
        this.#opened.set(`1 ${key}`, true);
        if (next !== null && this.#leadsOn(next, 1)) queue.push(next);
      }
    }
    return found;
  }

  /** The entity-pages that one list names. */
  async #openList(list: LinkedPage): Promise<boolean> {
    const { paths, weights } = this.#path.pointers[0]!;
    const strict = new Set<string>();
    const others = new Map<number, string[]>();
    for (const [by, keys] of targetsByPath(list)) {
      for (const key of keys.map((target) => this.#reader.identity(target))) {
        if (paths.has(by)) strict.add(key);
        else others.set(by, [...(others.get(by) ?? []), key]);
      }
    }
    let found = false;
    let barren = 0;
    const groups = this.#groups(strict, this.#reader.address(this.#path.sample.key), weights);
    for (const group of groups) {
      if (barren > PATIENCE) break;
      const before = this.#accepted.size;
      const known = group.keys.some((key) => this.#accepted.has(key));
      await this.#judge(group.keys);
      const productive = known || this.#accepted.size > before;
      if (productive) this.#lowest = Math.min(this.#lowest, group.likeness);
      else this.#refusedAt = Math.max(this.#refusedAt ?? 0, group.likeness);
      barren = productive ? 0 : barren + 1;
      found ||= productive;
    }
    if (found && this.#profile.flexibleLinkPaths) {
      for (const keys of others.values()) {
        const alike = keys.filter(
          (key) => !strict.has(key) && weights.likeness(this.#reader.terms(key)) >= this.#lowest - 1e-9,
        );
        await this.#judge(alike);
      }
    }
    return found;
  }

  /** Judges pages of one group of one list: a few first, the others only when one of those was accepted. */
  async #judge(keys: readonly string[]): Promise<void> {
    const open = keys.filter((key) => !this.#accepted.has(key) && !this.#refused.has(key));
    const known = open.length < keys.length && keys.some((key) => this.#accepted.has(key));
    const probes = known ? [] : open.slice(0, PROBES);
    let passed = known;
    for (const key of probes) passed = (await this.#judgeOne(key)) || passed;
    if (!passed) return;
    const rest = known ? open : open.slice(PROBES);
    await this.#reader.readAll(rest);
    for (const key of rest) await this.#judgeOne(key);
  }

  async #judgeOne(key: string): Promise<boolean> {
    const page = await this.#reader.read(key);
    const identity = this.#reader.identity(key);
    const accepted = page !== null && this.#template!.accepts(page);
    (accepted ? this.#accepted : this.#refused).add(identity);
    return accepted;
  }
}
