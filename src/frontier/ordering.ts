/**
 * The policies as orders. A *bucket* is the part of an entry's rank that is fixed when it is queued; entries of one queue and one
 * bucket form a FIFO chain, and a queue's chains are ordered by bucket. A *key* ranks the head of a queue among the queues that
 * may be fetched now: smaller is better, ties go to the earlier entry (its journal position is its age).
 */
import type { FrontierOptions } from './port.ts';

export interface Ordering {
  bucket(priority: number, depth: number): number;
  /** `penalty`: links of the queue now queued and pages of it already collected. */
  key(bucket: number, position: number, penalty: number): number;
  /** The penalty is part of the key: it must be looked at again when the queue's turn comes. */
  readonly penalised: boolean;
}

const AGE = 2 ** 32;
/** A key is one Float64: 21 bits of rank above 32 bits of age. */
const MAX_RANK = 2 ** 21 - 1;

const BREADTH_FIRST: Ordering = {
  bucket: () => 0,
  key: (_bucket, position) => position,
  penalised: false,
};

const PRIORITY: Ordering = {
  bucket: (priority, depth) => (priority << 8) | depth,
  key: (bucket, position) => bucket * AGE + position,
  penalised: false,
};

const HORIZONTAL: Ordering = {
  bucket: (_priority, depth) => depth,
  key: (depth, position, penalty) => Math.min(depth + penalty, MAX_RANK) * AGE + position,
  penalised: true,
};

export function orderingOf(policy: FrontierOptions['policy']): Ordering {
  if (policy === 'breadth-first') return BREADTH_FIRST;
  return policy === 'priority' ? PRIORITY : HORIZONTAL;
}
