/**
 * Items of a corpus that nothing is chosen by: no weight is fitted on them, no rule was written and no threshold was set by looking at them. Drawn
 * by their names alone, one in four, before anything was measured; whoever evaluates tells their figure beside that of the rest.
 */
import { createHash } from 'node:crypto';

const ONE_IN = 4;

/** `item` is what the corpus calls it: its `id`, its site, or what was asked where it has no name. */
export function isKeptAside(item: string): boolean {
  return createHash('sha256').update(item).digest().readUInt32BE(0) % ONE_IN === 0;
}
