/** Archives that were looked into for nothing. Without this memory the same useless file is asked for in every round. */

export interface RejectedFile {
  readonly url: string;
  readonly etag: string | null;
  readonly size: number | null;
  readonly reason: string;
}

export class RejectionMemory {
  readonly #files = new Map<string, RejectedFile>();

  constructor(known: Iterable<RejectedFile> = []) {
    for (const file of known) this.#files.set(file.url, file);
  }

  remember(file: RejectedFile): void {
    this.#files.set(file.url, file);
  }

  /** The reason for which this very version was rejected; null when it is new, or has changed since. */
  reasonFor(
    url: string,
    version: { readonly etag?: string | null; readonly size?: number | null } = {},
  ): string | null {
    const known = this.#files.get(url);
    if (known === undefined) return null;
    const { etag, size } = version;
    if (etag != null && known.etag !== null && etag !== known.etag) return null;
    if (size != null && known.size !== null && size !== known.size) return null;
    return known.reason;
  }

  forget(url: string): void {
    this.#files.delete(url);
  }

  *[Symbol.iterator](): Generator<RejectedFile> {
    yield* this.#files.values();
  }
}
