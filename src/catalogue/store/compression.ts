/**
 * Texts are kept deflated against a preset dictionary, since a page of two kilobytes alone has hardly repeated itself. The dictionary
 * stands in the catalogue, so that what was written with it can be read whatever later versions ship.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';
import { PORTUGUESE_DICTIONARY } from './portuguese-dictionary.ts';

/** A page's bytes never come near this; a damaged or hostile file is not let further. */
const MOST_BYTES = 512 * 1024 * 1024;
/** Bytes that cannot get shorter are kept as they are. */
const PLAIN = 0;
const SHIPPED = 1;
const LEARNED = 2;
/** Pieces of texts that go into a dictionary, and how long each is. */
const LEARNED_PIECES = 32;
const LEARNED_PIECE = 200;
const LEAST_TEXTS = 24;
/** More takes half as long again and saves three in a hundred bytes. */
const LEVEL = 4;
/** Deflated without a dictionary. */
const BARE = 255;
/** Not the bytes themselves, but where they stand (`ContentPacks`): never the number of a dictionary. */
export const SHARED = 127;

export interface Dictionary {
  readonly id: number;
  readonly bytes: Uint8Array;
}

/** Where dictionaries are kept. */
export interface DictionaryStore {
  /** By their numbers, in order. */
  all(): readonly Dictionary[];
  add(dictionary: Dictionary): void;
}

/** What a new catalogue begins with. */
export const SHIPPED_DICTIONARY: Dictionary = { id: SHIPPED, bytes: Buffer.from(PORTUGUESE_DICTIONARY) };

export class Compression {
  readonly #store: DictionaryStore;
  readonly #dictionaries = new Map<number, Buffer>();
  #current = PLAIN;

  constructor(store: DictionaryStore) {
    this.#store = store;
    this.reload();
  }

  reload(): void {
    this.#dictionaries.clear();
    this.#current = PLAIN;
    for (const { id, bytes } of this.#store.all()) {
      this.#dictionaries.set(id, Buffer.from(bytes));
      this.#current = id;
    }
  }

  /** True while only the shipped dictionary is there. */
  get unlearned(): boolean {
    return this.#current === SHIPPED;
  }

  /**
   * The words of this collection compress it better than words in general: pieces of its first texts become part of the dictionary for
   * all that follow. Answers false when the texts are too few to say anything.
   */
  learn(texts: readonly string[]): boolean {
    const long = texts.filter((text) => text.length >= LEARNED_PIECE * 2);
    if (long.length < LEAST_TEXTS) return false;
    const pieces: string[] = [];
    for (let i = 0; i < LEARNED_PIECES; i++) {
      const text = long[Math.floor((i * long.length) / LEARNED_PIECES)]!;
      // From here and there: beginnings are too much alike.
      const from = Math.floor(((text.length - LEARNED_PIECE) * ((i * 5) % 7)) / 7);
      pieces.push(text.slice(from, from + LEARNED_PIECE));
    }
    const bytes = Buffer.concat([this.#dictionaries.get(SHIPPED)!, Buffer.from(pieces.join('\n'))]);
    this.#store.add({ id: LEARNED, bytes });
    this.reload();
    return true;
  }

  /** The first byte says by which dictionary. */
  pack(bytes: Uint8Array): Buffer {
    const dictionary = this.#dictionaries.get(this.#current);
    const deflated =
      bytes.length < 24
        ? null
        : deflateRawSync(bytes, dictionary === undefined ? { level: LEVEL } : { level: LEVEL, dictionary });
    if (deflated === null || deflated.length >= bytes.length) return prefixed(PLAIN, bytes);
    return prefixed(dictionary === undefined ? BARE : this.#current, deflated);
  }

  /** Whether these bytes were deflated by a dictionary that is not at hand. */
  lacks(bytes: Uint8Array): boolean {
    const by = bytes[0] ?? PLAIN;
    return by !== PLAIN && by !== BARE && !this.#dictionaries.has(by);
  }

  unpack(bytes: Uint8Array): Buffer {
    const by = bytes[0] ?? PLAIN;
    const rest = bytes.subarray(1);
    if (by === PLAIN) return Buffer.from(rest);
    let dictionary = this.#dictionaries.get(by);
    if (dictionary === undefined && by !== BARE) {
      // Another process may have learned one.
      this.reload();
      dictionary = this.#dictionaries.get(by);
    }
    if (dictionary === undefined && by !== BARE)
      throw new TarrafaError('TRF_CATALOGUE_DAMAGED', ['', reason('dictionary-missing', { number: by })]);
    try {
      return inflateRawSync(
        rest,
        dictionary === undefined
          ? { maxOutputLength: MOST_BYTES }
          : { dictionary, maxOutputLength: MOST_BYTES },
      );
    } catch (cause) {
      throw new TarrafaError('TRF_CATALOGUE_DAMAGED', ['', reason('bytes-not-unpacked')], { cause });
    }
  }
}

function prefixed(first: number, bytes: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(bytes.length + 1);
  out[0] = first;
  out.set(bytes, 1);
  return out;
}
