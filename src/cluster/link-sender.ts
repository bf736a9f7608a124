/**
 * Links on their way to the database: in columns, each once, and not again what was sent lately, for most links of a page stand on every page
 * of its site.
 */
import type { AddCounts, AddOutcome, Candidate, FrontierOptions } from '../frontier/index.ts';
import { orderingOf } from '../frontier/index.ts';
import { numberArray, type Parameter, textArray } from '../postgres/index.ts';
import { GenerationalCache } from '../text/generational-cache.ts';
import type { Names } from './names.ts';
import { clamp, packUrl } from './url-facts.ts';

const MAX_URL_LENGTH = 16_384;
const REMEMBERED = 200_000;
const OUTCOMES: Readonly<Record<string, AddOutcome>> = {
  a: 'added',
  d: 'duplicate',
  i: 'improved',
  x: 'dropped',
};

/** A link that was sent, or need not be. */
interface Sent {
  readonly counts: AddCounts;
  /** Its row; -1 when it was known here. */
  readonly row: number;
  readonly outcome: AddOutcome;
}

/** A URL that came in, for whoever holds its site. */
export interface Arrival {
  readonly site: string;
  readonly bucket: number;
}

/** Links of several visits that go in one statement. */
export class LinkBatch {
  readonly #names: Names;
  readonly #known: GenerationalCache<number>;
  readonly #improves: boolean;
  readonly #bucket: (priority: number, depth: number) => number;
  readonly #isOurs: (site: string) => boolean;
  readonly #sent: Sent[] = [];
  readonly #rows = new Map<string, number>();
  readonly #sites = new Map<string, number>();
  readonly #siteIds: string[] = [];
  readonly #siteNames: string[] = [];
  readonly #site: number[] = [];
  readonly #fp: string[] = [];
  readonly #buckets: number[] = [];
  readonly #parent: number[] = [];
  readonly #facts: number[] = [];
  readonly #priority: number[] = [];
  readonly #url: string[] = [];
  readonly #key: (string | null)[] = [];
  #tooLong = 0;
  /** Links to what is none of this worker's business, when the sites are divided. */
  #elsewhere = 0;

  constructor(sender: LinkSender) {
    this.#names = sender.names;
    this.#known = sender.known;
    this.#improves = sender.improves;
    this.#bucket = sender.bucket;
    this.#isOurs = sender.isOurs;
  }

  get isEmpty(): boolean {
    return this.#fp.length === 0 && this.#tooLong === 0 && this.#elsewhere === 0;
  }

  /** Puts the links of one visit in; what becomes of them is told by `counted`. */
  add(links: Iterable<Candidate>): AddCounts {
    const counts: AddCounts = { added: 0, duplicate: 0, improved: 0, dropped: 0 };
    for (const link of links) this.#add(link, counts);
    return counts;
  }

  #add(link: Candidate, counts: AddCounts): void {
    const site = this.#names.site(link.queue);
    if (!this.#isOurs(site.id)) {
      this.#elsewhere++;
      this.#sent.push({ counts, row: -1, outcome: 'dropped' });
      return;
    }
    const fp = this.#names.url(site, link.key);
    const priority = clamp(link.priority, 100);
    const before = this.#known.get(fp);
    const row = this.#rows.get(fp);
    if (before !== undefined && !(this.#improves && priority < before))
      this.#sent.push({ counts, row: -1, outcome: 'duplicate' });
    else if (row !== undefined && !(this.#improves && priority < this.#priority[row]!))
      this.#sent.push({ counts, row: -1, outcome: 'duplicate' });
    else if (row !== undefined) {
      // A better priority in the same batch: as if it had come first.
      this.#priority[row] = priority;
      this.#buckets[row] = this.#bucket(priority, clamp(link.depth, 255));
      this.#sent.push({ counts, row: -1, outcome: 'improved' });
    } else if (link.url.length > MAX_URL_LENGTH || link.key.length > MAX_URL_LENGTH) {
      this.#tooLong++;
      this.#sent.push({ counts, row: -1, outcome: 'dropped' });
    } else {
      const packed = packUrl(link, 1);
      this.#rows.set(fp, this.#fp.length);
      this.#sent.push({ counts, row: this.#fp.length, outcome: 'duplicate' });
      this.#site.push(this.#siteOf(site.id, link.queue));
      this.#fp.push(fp);
      this.#buckets.push(this.#bucket(priority, clamp(link.depth, 255)));
      this.#parent.push(link.parent);
      this.#facts.push(packed.facts);
      this.#priority.push(priority);
      this.#url.push(packed.url);
      this.#key.push(packed.key);
    }
  }

  #siteOf(id: string, name: string): number {
    const known = this.#sites.get(id);
    if (known !== undefined) return known;
    this.#siteIds.push(id);
    this.#siteNames.push(name);
    this.#sites.set(id, this.#siteIds.length);
    return this.#siteIds.length;
  }

  /** What `add_links` takes after the worker. */
  parameters(): Parameter[] {
    return [
      numberArray(this.#siteIds),
      textArray(this.#siteNames),
      numberArray(this.#site),
      numberArray(this.#fp),
      numberArray(this.#buckets),
      numberArray(this.#parent),
      numberArray(this.#facts),
      numberArray(this.#priority),
      textArray(this.#url),
      textArray(this.#key),
      this.#tooLong,
      this.#elsewhere,
    ];
  }

  /** The database's answer: the counts of every visit are filled, and what came in is told. */
  counted(letters: string): {
    readonly counts: AddCounts;
    /** Of those dropped: by the database, because their site takes no more, and here. */
    readonly refused: number;
    readonly tooLong: number;
    readonly elsewhere: number;
    readonly arrivals: Arrival[];
  } {
    const counts: AddCounts = { added: 0, duplicate: 0, improved: 0, dropped: 0 };
    const arrivals: Arrival[] = [];
    for (const { counts: of, row, outcome } of this.#sent) {
      const told = row < 0 ? outcome : OUTCOMES[letters[row]!]!;
      of[told]++;
      counts[told]++;
      if (row >= 0 && (told === 'added' || told === 'improved'))
        arrivals.push({ site: this.#siteIds[this.#site[row]! - 1]!, bucket: this.#buckets[row]! });
    }
    // What was refused may be new another time.
    this.#fp.forEach((fp, row) => {
      if (letters[row] !== 'x') this.#known.set(fp, this.#priority[row]!);
    });
    const [tooLong, elsewhere] = [this.#tooLong, this.#elsewhere];
    return { counts, refused: counts.dropped - tooLong - elsewhere, tooLong, elsewhere, arrivals };
  }
}

/** Which part of the sites a worker has, of so many; of none it has all. */
export interface Share {
  readonly partitions: number;
  readonly part: number;
}

export class LinkSender {
  readonly names: Names;
  readonly known = new GenerationalCache<number>(REMEMBERED);
  readonly improves: boolean;
  readonly bucket: (priority: number, depth: number) => number;
  /** Whether a site is of this worker's part. */
  readonly isOurs: (site: string) => boolean;

  constructor(names: Names, policy: FrontierOptions['policy'], { partitions, part }: Share) {
    this.isOurs =
      partitions === 0
        ? () => true
        : (site) => Number(BigInt.asUintN(20, BigInt(site))) % partitions === part;
    this.names = names;
    this.improves = policy === 'priority';
    this.bucket = orderingOf(policy).bucket;
  }

  batch(): LinkBatch {
    return new LinkBatch(this);
  }
}
