/** Typed arrays that are replaced by longer ones as more comes in. */

interface TypedColumn<T> {
  readonly length: number;
  set(from: T): void;
}

/** A longer copy; what is new is 0. Twice as long unless said otherwise. */
export function grown<T extends TypedColumn<T>>(column: T, length: number = column.length * 2): T {
  const longer = new (column.constructor as new (length: number) => T)(length);
  longer.set(column);
  return longer;
}

/** The column itself if it has that row, else a longer copy. */
export function withRow<T extends TypedColumn<T>>(column: T, row: number, width = 1): T {
  return (row + 1) * width <= column.length
    ? column
    : grown(column, Math.max(column.length * 2, (row + 1) * width));
}

/** The buffer itself if it has room for `wanted` bytes, else a larger one that begins with the first `used` bytes; the rest is anything. */
export function withRoom<B extends Buffer>(bytes: B, used: number, wanted: number): B | Buffer<ArrayBuffer> {
  if (wanted <= bytes.length) return bytes;
  const larger = Buffer.allocUnsafeSlow(Math.max(wanted, bytes.length * 2));
  bytes.copy(larger, 0, 0, used);
  return larger;
}
