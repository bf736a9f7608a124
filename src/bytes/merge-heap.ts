/**
 * A binary heap in an array, the first of all at its place 0: for merging sources that are sorted each. `flatqueue` has numbers as keys
 * only, and gives equal keys in no order; these are ordered by texts, and by their source where those are equal.
 */
type Before<T> = (one: T, other: T) => boolean;

/** Brings the element at a place down to where it belongs: after the first was changed, or replaced by the last. */
export function sink<T>(heap: T[], from: number, before: Before<T>): void {
  const item = heap[from]!;
  let at = from;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child++;
    if (!before(heap[child]!, item)) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = item;
}

/** Puts any array in the order of a heap. */
export function heapify<T>(heap: T[], before: Before<T>): void {
  for (let i = (heap.length >> 1) - 1; i >= 0; i--) sink(heap, i, before);
}

/** Takes the first away. */
export function dropFirst<T>(heap: T[], before: Before<T>): void {
  const last = heap.pop();
  if (heap.length === 0) return;
  heap[0] = last!;
  sink(heap, 0, before);
}
