/**
 * POLICY: buckets and heads of the records that follow are those of this policy.
 *
 *   0  kind:8
 *   1  policy: its place in the list
 *   2, 3  0
 */
import type { Journal } from '../journal.ts';
import type { FrontierOptions } from '../port.ts';
import { KIND } from './kind.ts';

export const BYTES = 16;
const POLICY = 1;
/** The order is that of the journal and never changes. */
const POLICIES = ['breadth-first', 'horizontal', 'horizontal-compat', 'priority'] as const;

export function write(journal: Journal, policy: FrontierOptions['policy']): void {
  const at = journal.reserve(BYTES);
  journal.words[at] = KIND.policy;
  journal.words[at + POLICY] = POLICIES.indexOf(policy);
}

/** Null for one that this code does not know. */
export function policy(words: Int32Array, at: number): FrontierOptions['policy'] | null {
  return POLICIES[words[at + POLICY]!] ?? null;
}
