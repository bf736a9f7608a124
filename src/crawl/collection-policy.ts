/**
 * The crawl with a collection of fixed size, as a link policy: while there is room every link is followed; then only what is more important than
 * some page held, which makes place for it. The collection itself is `IncrementalCollection` (src/frontier/revisit); when pages held are
 * visited again is said by the revisit policy of the crawl.
 *
 * What is discarded stays in the archive, which only grows: it is no more of the collection. The line of a visit says which page came in and
 * which one left for it, so that the visits alone tell what the collection was at any time (`collection-course.ts`).
 */
import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import {
  type Candidate,
  type CollectionOptions,
  type CollectionState,
  IncrementalCollection,
  type PageName,
  type Taken,
  URL_KIND,
} from '../frontier/index.ts';
import { USUAL_PRIORITY } from './link-collector.ts';
import type { LinkPolicy, PolicyDecision, PolicyVisit } from './link-policy.ts';

/** What happened to a page, as the log has it. */
interface Event {
  readonly key: string;
  readonly url: string;
  readonly at: number;
  /** It is a page; or none any more; or its address leads elsewhere; or it only has links. */
  readonly kind: 'page' | 'gone' | 'moved' | 'links';
  readonly checksum: string | null;
  /** Null: as they were. */
  readonly links: readonly Candidate[] | null;
  readonly to: Candidate | null;
}

interface Outcome {
  readonly taken: Taken | null;
  readonly gone: PageName | null;
  readonly wanted: readonly Candidate[];
}

const FIGURES = ['saved', 'updated', 'changed', 'discarded', 'rejected', 'gone'] as const;
type Figures = Record<(typeof FIGURES)[number], number>;

interface SavedState {
  readonly figures: Figures;
  readonly latest: number;
  readonly collection: CollectionState;
}

/** Bytes that an entry may take when it is unpacked: its links are no more than those of a page. */
const LONGEST_ENTRY = 256 << 20;

export class CollectionPolicy implements LinkPolicy {
  readonly name = 'collection';
  readonly refusal = 'less-important';
  readonly #options: CollectionOptions;
  readonly #collection: IncrementalCollection;
  readonly #figures: Figures = { saved: 0, updated: 0, changed: 0, discarded: 0, rejected: 0, gone: 0 };
  #latest = 0;

  constructor(options: CollectionOptions) {
    this.#options = options;
    this.#collection = new IncrementalCollection(options);
  }

  describe(): Readonly<Record<string, unknown>> {
    const { capacity, importance = 'page-rank' } = this.#options;
    return { name: this.name, size: capacity, importance };
  }

  seed(_key: string): number {
    return 0;
  }

  wants(key: string): boolean {
    return this.#collection.wants(key);
  }

  visited(visit: PolicyVisit): PolicyDecision {
    const event = this.#eventOf(visit);
    const nothing = visit.links.map(() => null);
    if (event === null) return { priorities: nothing, entry: null };
    const { taken, gone, wanted } = this.#apply(event);
    const here = new Set(visit.links.map(({ key }) => key));
    const discarded = taken?.kind === 'saved' ? taken.discarded : gone;
    const left = [
      ...(discarded === null ? [] : [discarded]),
      ...(taken?.kind === 'rejected' ? [{ key: visit.key, url: visit.url }] : []),
    ];
    return {
      priorities: visit.links.map(({ key }) =>
        this.#collection.isHandedOver(key) ? this.#urgency(key) : null,
      ),
      entry: writeEvent(event),
      note: {
        held: this.#collection.has(visit.key),
        size: this.#collection.size,
        ...(taken?.kind === 'updated' ? { changed: taken.comparison === 'changed' } : {}),
        ...(discarded === null ? {} : { discarded: discarded.url }),
      },
      raised: wanted
        .filter(({ key }) => !here.has(key))
        .map((link) => ({ ...link, priority: this.#priorityOf(link) })),
      ...(left.length > 0 ? { left } : {}),
    };
  }

  /** More references from pages held, sooner: floor(100 / (n + 1)), as along a period. */
  #urgency(key: string): number {
    return Math.floor(100 / (this.#collection.referencesTo(key) + 1));
  }

  /** With what speaks against the link beside it. */
  #priorityOf({ key, priority }: Candidate): number {
    return Math.min(100, Math.max(0, this.#urgency(key) + priority - USUAL_PRIORITY));
  }

  /** Null for a visit that says nothing of the page: it failed, or was not made. */
  #eventOf(visit: PolicyVisit): Event | null {
    const { key, url, at, outcome, facts, digest, movedTo } = visit;
    const event = { key, url, at, checksum: null, links: null, to: null };
    const pages = visit.links.filter(({ kind }) => kind === URL_KIND.page || kind === URL_KIND.file);
    switch (outcome) {
      case 'analysed': {
        const links = this.#collection.linksAre(key, pages) ? null : pages;
        return { ...event, kind: 'page', checksum: digest ?? '', links };
      }
      case 'unchanged':
        return { ...event, kind: 'page' };
      case 'redirected':
        return { ...event, kind: 'moved', to: movedTo };
      case 'gone':
        return { ...event, kind: 'gone' };
      case 'refused':
      case 'skipped':
        // A page that asks not to be kept, a list of links, or what was a page and is none any more.
        if (facts !== null) return { ...event, kind: 'links', links: pages };
        return visit.outcome === 'skipped' && this.#collection.has(key) ? { ...event, kind: 'gone' } : null;
      default:
        return null;
    }
  }

  /** The one step from one state to the next, for visits and for the log. */
  #apply(event: Event): Outcome {
    const collection = this.#collection;
    const { key, links, to } = event;
    this.#latest = Math.max(this.#latest, event.at);
    let taken: Taken | null = null;
    let gone: PageName | null = null;
    if (event.kind === 'page') taken = collection.page(event);
    else gone = collection.gone(key);
    if (event.kind === 'moved' && to !== null) collection.moved(key, to);
    if (event.kind === 'links') collection.discover(links ?? []);
    const figures = this.#figures;
    if (taken?.kind === 'updated') {
      figures.updated++;
      if (taken.comparison === 'changed') figures.changed++;
    } else if (taken?.kind === 'saved') {
      figures.saved++;
      if (taken.discarded !== null) figures.discarded++;
    } else if (taken?.kind === 'rejected') figures.rejected++;
    if (gone !== null) figures.gone++;
    // What a page that is not kept links to is nobody's recommendation.
    const found = taken?.kind === 'rejected' ? [] : (links ?? []);
    return { taken, gone, wanted: collection.handOver(found) };
  }

  replay(entry: Uint8Array): void {
    this.#apply(readEvent(entry));
  }

  save(): Uint8Array {
    const state: SavedState = {
      figures: { ...this.#figures },
      latest: this.#latest,
      collection: this.#collection.save(),
    };
    return serialize(state);
  }

  restore(saved: Uint8Array): void {
    const { figures, latest, collection } = deserialize(saved) as SavedState;
    Object.assign(this.#figures, figures);
    this.#latest = latest;
    this.#collection.restore(collection);
  }

  /** Freshness (a share) and age (days) are those expected at the last visit. */
  figures(): Readonly<Record<string, number>> {
    const { freshness, age } = this.#collection.upToDate(this.#latest);
    return {
      size: this.#collection.size,
      capacity: this.#options.capacity,
      ...this.#figures,
      freshness,
      age,
    };
  }
}

function writeEvent(event: Event): Uint8Array {
  return deflateRawSync(JSON.stringify(event), { level: 1 });
}

function readEvent(entry: Uint8Array): Event {
  return JSON.parse(inflateRawSync(entry, { maxOutputLength: LONGEST_ENTRY }).toString('utf8')) as Event;
}

/** An entry of the log in which some addresses give way to others; as long as it was, because what is behind the end of the packed part says nothing. */
export function changedEvent(entry: Uint8Array, change: <T>(value: T) => T): Uint8Array {
  const event = readEvent(entry);
  const now = change(event);
  if (now === event) return entry;
  const packed = deflateRawSync(JSON.stringify(now), { level: 9 });
  // Shorter texts that are packed better: should it be longer all the same, only its links are left out.
  const bytes =
    packed.length <= entry.length
      ? packed
      : deflateRawSync(JSON.stringify({ ...now, links: null }), { level: 9 });
  const changed = Buffer.alloc(entry.length);
  bytes.copy(changed);
  return changed;
}
