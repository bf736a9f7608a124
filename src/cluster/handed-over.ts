/**
 * What is known of sites, carried through the database: read with what is asked for anyway when a site or a URL comes, and told by one statement
 * beside the batch with which sites go, which waits for no disk. Nothing that goes wrong with it is an error.
 */
import { type GivenPage, type Handover, LONGEST_TOLD } from '../frontier/index.ts';
import { type Database, numberArray, textArray } from '../postgres/index.ts';
import type { HeldSite } from './held-sites.ts';
import type { Names } from './names.ts';

/** Sites and pages that one statement tells of. */
const AT_ONCE = 1_000;
/** Memories that one statement tells of: two megabytes at the most. */
const MEMORIES_AT_ONCE = 64;

interface ToldMemory {
  readonly weight: number;
  readonly told: Uint8Array;
}

export class HandedOver {
  readonly #database: Database;
  readonly #worker: number;
  readonly #names: Names;
  #handover: Handover | null = null;
  readonly #sites = new Map<string, Uint8Array>();
  readonly #memories = new Map<string, ToldMemory>();

  constructor(database: Database, worker: number, names: Names) {
    this.#database = database;
    this.#worker = worker;
    this.#names = names;
  }

  begin(handover: Handover): void {
    this.#handover = handover;
  }

  /** What is asked for beside the columns of a site, whose row is `l`. */
  get siteColumn(): string {
    const { schema } = this.#database;
    return this.#handover === null
      ? ''
      : `, (select h.said from ${schema}.handed_site h where h.id = l.id) as told`;
  }

  /** What is asked for beside the columns of a URL, whose row is `l`. */
  get pageColumn(): string {
    const { schema } = this.#database;
    return this.#handover?.ofPages === true
      ? `, (select h.said from ${schema}.handed_page h where h.fp = l.fp) as page_told`
      : '';
  }

  /** Sites that came, each with what was told of it; what else is wanted of them is asked for at once, of all together. */
  async came(sites: readonly { readonly site: HeldSite; readonly told: Uint8Array | null }[]): Promise<void> {
    const handover = this.#handover;
    if (handover === null) return;
    const wanted = new Map<string, string>();
    for (const { site, told } of sites)
      unlessItFails(() => {
        handover.take(site.name, within(told, LONGEST_TOLD.queue));
        const name = handover.wants(site.name, site.collected);
        if (name !== null) wanted.set(this.#names.address(name), name);
      });
    if (wanted.size === 0) return;
    const { schema } = this.#database;
    const rows = await this.#database
      .query<{ id: string; said: Uint8Array }>(
        `select id::text, said from ${schema}.handed_memory where id = any($1::bigint[]) and length(said) <= $2`,
        [numberArray([...wanted.keys()]), LONGEST_TOLD.memory],
        { away: 0 },
      )
      .catch(() => []);
    for (const { id, said } of rows) unlessItFails(() => handover.learn(wanted.get(id)!, said));
  }

  /** A site goes with the next batch, or has gone. */
  goes({ id, name }: HeldSite): void {
    const given = unlessItFails(() => this.#handover?.give(name));
    if (given === undefined) return;
    const { told, memory } = given;
    if (told !== null && told.length <= LONGEST_TOLD.queue) this.#sites.set(id, told);
    if (memory !== null && memory.told.length <= LONGEST_TOLD.memory)
      this.#memories.set(this.#names.address(memory.name), memory);
  }

  /** Tells all there is to tell; never fails. */
  async tell(): Promise<void> {
    const untold = unlessItFails(() => this.#handover?.pages()) ?? [];
    const pages = untold.filter(({ told }) => told.length <= LONGEST_TOLD.page);
    const sites = [...this.#sites];
    const memories = [...this.#memories];
    this.#sites.clear();
    this.#memories.clear();
    while (pages.length + sites.length + memories.length > 0)
      await this.#send(
        sites.splice(0, AT_ONCE),
        pages.splice(0, AT_ONCE),
        memories.splice(0, MEMORIES_AT_ONCE),
      ).catch(() => {
        // Learned again by whoever needs it.
      });
  }

  async #send(
    sites: readonly (readonly [id: string, told: Uint8Array])[],
    pages: readonly GivenPage[],
    memories: readonly (readonly [id: string, memory: ToldMemory])[],
  ): Promise<void> {
    const fps = pages.map(({ queue, key }) => this.#names.url(this.#names.site(queue), key));
    await this.#database.query(
      `select ${this.#database.schema}.hand_over($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        this.#worker,
        numberArray(sites.map(([id]) => id)),
        byteArray(sites.map(([, told]) => told)),
        numberArray(fps),
        byteArray(pages.map(({ told }) => told)),
        numberArray(pages.map(({ has }) => Number(has))),
        numberArray(memories.map(([id]) => id)),
        numberArray(memories.map(([, { weight }]) => weight)),
        byteArray(memories.map(([, { told }]) => told)),
      ],
      { away: 0 },
    );
  }
}

/** What reads a disk may fail; visits read and write the same one, and it is they who tell. */
function unlessItFails<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** Null for what is too long to be ours. */
const within = (told: Uint8Array | null, longest: number): Uint8Array | null =>
  told !== null && told.length <= longest ? told : null;

/** As PostgreSQL writes an array of bytes. */
const byteArray = (values: readonly Uint8Array[]): string =>
  textArray(values.map((value) => `\\x${Buffer.from(value).toString('hex')}`));
