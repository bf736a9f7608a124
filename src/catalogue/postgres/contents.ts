/** Contents as they stand in a shared catalogue: deflated by its dictionaries, those of pages in packs. */
import { numberArray, type Query } from '../../postgres/index.ts';
import { reason } from '../../words/why.ts';
import { Compression, type Dictionary, SHIPPED_DICTIONARY } from '../store/compression.ts';
import { damagedPack, type PackReference, packReference, partOfPack } from '../store/pack-filler.ts';
import type { Tables } from './tables.ts';

/** Inflated bytes that are kept at hand. */
const AT_HAND = 8 << 20;

export class Contents {
  readonly compression: Compression;
  readonly #tables: Tables;
  #dictionaries: Dictionary[] = [];
  readonly #packs = new Map<number, Buffer>();
  #bytes = 0;

  constructor(tables: Tables) {
    this.#tables = tables;
    this.compression = new Compression({
      all: () => this.#dictionaries,
      add: (dictionary) => void (this.#dictionaries = [...this.#dictionaries, dictionary]),
    });
  }

  /** Puts the shipped dictionary into a new catalogue. */
  async prepare(): Promise<void> {
    const { id, bytes } = SHIPPED_DICTIONARY;
    await this.#tables.query('insert into @dictionary (id, bytes) values ($1, $2) on conflict do nothing', [
      id,
      bytes,
    ]);
    await this.load();
  }

  async load(): Promise<void> {
    this.#dictionaries = await this.#tables.query<Dictionary>(
      'select id, bytes from @dictionary order by id',
    );
    this.compression.reload();
  }

  /** A dictionary of the words of this collection, from its first texts; of two who learn at once, one is believed. */
  async learn(texts: readonly string[]): Promise<void> {
    if (this.compression.unlearned) await this.load();
    if (!this.compression.unlearned || !this.compression.learn(texts)) return;
    const { id, bytes } = this.#dictionaries.at(-1)!;
    await this.#tables.query('insert into @dictionary (id, bytes) values ($1, $2) on conflict do nothing', [
      id,
      bytes,
    ]);
    await this.load();
  }

  /** Inflates what rows hold. */
  async unpacked(rows: readonly Uint8Array[]): Promise<Buffer[]> {
    await this.#dictionariesOf(rows);
    return rows.map((bytes) => this.compression.unpack(bytes));
  }

  /** The packed contents that pages hold or refer to, in their order. */
  async ofPages(stored: readonly Uint8Array[], query?: Query): Promise<Uint8Array[]> {
    const parts = stored.map(packReference);
    const wanted = new Set<number>();
    for (const part of parts) if (part !== null && !this.#packs.has(part.pack)) wanted.add(part.pack);
    const brought = await this.#bring(wanted, query);
    const pack = ({ pack: id }: PackReference): Buffer => {
      const bytes = brought.get(id) ?? this.#packs.get(id);
      if (bytes === undefined) throw damagedPack(reason('pack-missing', { number: id }));
      return bytes;
    };
    const contents = parts.map((part, i) =>
      part === null ? this.compression.unpack(stored[i]!) : partOfPack(pack(part), part),
    );
    for (const [id, bytes] of brought) this.#keep(id, bytes);
    return contents;
  }

  async #bring(ids: ReadonlySet<number>, query?: Query): Promise<Map<number, Buffer>> {
    if (ids.size === 0) return new Map();
    const text = 'select id, bytes from @content_block where id = any($1::bigint[])';
    const parameters = [numberArray([...ids])];
    const rows = await (query === undefined
      ? this.#tables.query<{ id: number; bytes: Uint8Array }>(text, parameters)
      : query<{ id: number; bytes: Uint8Array }>(text, parameters));
    await this.#dictionariesOf(rows.map(({ bytes }) => bytes));
    return new Map(rows.map(({ id, bytes }) => [id, this.compression.unpack(bytes)]));
  }

  /** Another process may have learned one. */
  async #dictionariesOf(rows: readonly Uint8Array[]): Promise<void> {
    if (this.compression.unlearned && rows.some((bytes) => this.compression.lacks(bytes))) await this.load();
  }

  #keep(id: number, bytes: Buffer): void {
    if (this.#bytes + bytes.length > AT_HAND) {
      this.#packs.clear();
      this.#bytes = 0;
    }
    this.#packs.set(id, bytes);
    this.#bytes += bytes.length;
  }
}
