/**
 * Where the archive of a crawl by many machines is kept: finished files, under names like `worker/file.warc.gz`, that never change once they
 * are there. Whoever implements this promises:
 *
 *  - `put` resolves when the store has said that it has the bytes, and what it says of them agrees with the file. Until then nothing stands
 *    under the name. The same bytes again are fine, at any time and from any process; other bytes under a name that is taken are refused,
 *    and what stood there stands.
 *  - `read` gives the bytes of one and the same object or throws: never a part that seems whole, never two objects in one.
 *  - What a store says is not believed where it would cost memory: answers and lists are taken piece by piece.
 *
 * A name belongs to one writer. Of two that write the same name at once one wins, where the store knows how to say so.
 */

export interface StoredObject {
  readonly name: string;
  readonly size: number;
  /** Another one when the bytes were replaced. Means nothing but itself. */
  readonly version: string;
}

export interface PutOptions {
  /** Gives up; what was sent of the file is not there then. */
  readonly signal?: AbortSignal | undefined;
}

export interface ReadOptions {
  /** First byte; 0 by default. */
  readonly start?: number | undefined;
  /** The byte after the last; that of the object by default, and when it is beyond. */
  readonly end?: number | undefined;
  /** Read this version, or throw TRF_STORE_CHANGED. */
  readonly version?: string | undefined;
  /** Told of the object before its first byte is given; not told when there is no byte to give. */
  readonly onFound?: ((object: StoredObject) => void) | undefined;
}

export interface ArchiveStore {
  /** The address as it may be shown: nothing in it is secret. */
  readonly shown: string;

  /** Throws what is wrong with the address, the keys or the network, so that a mistake is told at the start. */
  probe(): Promise<void>;

  /** Stores a file that grows no more. Throws TRF_STORE_TAKEN when other bytes stand under the name. */
  put(name: string, path: string, options?: PutOptions): Promise<StoredObject>;

  /** Null when there is no such object. */
  stat(name: string): Promise<StoredObject | null>;

  /** The bytes of a range, piece by piece. Throws TRF_STORE_MISSING. Who stops taking them leaves nothing open. */
  read(name: string, options?: ReadOptions): AsyncIterable<Uint8Array>;

  /**
   * What begins with `prefix`, each once; most stores give it in the order of the names, not all. What others keep there under other kinds of
   * names is left out.
   */
  list(prefix?: string): AsyncIterable<StoredObject>;

  close(): Promise<void>;
}
