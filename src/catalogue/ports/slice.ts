/** Long lists, part by part. */

/** A part of a long list, and how to ask for the next. */
export interface Slice<T> {
  readonly items: readonly T[];
  /** Opaque; null at the end. */
  readonly next: string | null;
}

export interface SliceOptions {
  readonly cursor?: string | undefined;
  /** Default 20, at most 1,000. */
  readonly limit?: number | undefined;
}
