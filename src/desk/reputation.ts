/**
 * How far a volunteer is believed: by the last looks of others at pages that it brought. The first pages are all looked at again, later ones by
 * chance and ever fewer, never less than one in twenty. One whose agreement may lie below nine in ten is not believed: whatever of it nobody
 * else has seen is taken back.
 */
import type { Verdict } from './agreement.ts';

/** Pages that are looked at again in any case. */
export const FIRST_PAGES = 20;
/** Part of the later ones that is, at the least. */
export const CHECKED_PART = 0.05;
/** What the lower bound of agreement must reach. */
export const LEAST_AGREEMENT = 0.9;
/** Of the bound: one side, nine in ten. */
const Z = 1.2816;
/** Looks that count: what somebody did long ago says little of today, and one lie in them must be enough. */
const WINDOW = 30;
/** Disagreements among those after which no more work is given. */
const BARRED_AT = 4;

export type Standing =
  /** Too little is known: everything is looked at again. */
  | 'new'
  | 'believed'
  /** Found to differ: everything is looked at again. */
  | 'doubted'
  /** Found to differ too often: it gets no work. */
  | 'barred';

/** The last verdicts, oldest first: `1` agrees, `d` is doubtful, `0` differs. */
export type Record30 = string;

const LETTER: Readonly<Record<Exclude<Verdict, 'unsettled'>, string>> = {
  agrees: '1',
  doubtful: 'd',
  differs: '0',
};

export function withVerdict(record: Record30, verdict: Exclude<Verdict, 'unsettled'>): Record30 {
  return (record + LETTER[verdict]).slice(-WINDOW);
}

/** A page that changed at the wrong moment is forgiven once. */
function disagreements(record: Record30): number {
  const differs = record.split('0').length - 1;
  const doubtful = record.split('d').length - 1;
  return differs + Math.max(0, doubtful - 1);
}

/** Lower bound of the part in which it agrees (Wilson 1927). */
export function lowerBound(record: Record30): number {
  const n = record.length;
  if (n === 0) return 0;
  const p = (n - disagreements(record)) / n;
  const z2 = Z * Z;
  const spread = Z * Math.sqrt((p * (1 - p)) / n + z2 / (4 * n * n));
  return (p + z2 / (2 * n) - spread) / (1 + z2 / n);
}

export function standingOf(record: Record30): Standing {
  const against = disagreements(record);
  if (against >= BARRED_AT) return 'barred';
  if (record.length < FIRST_PAGES) return against > 0 ? 'doubted' : 'new';
  if (lowerBound(record) >= LEAST_AGREEMENT) return 'believed';
  return 'doubted';
}

/** Chance that the next page is looked at again. */
export function checkChance(standing: Standing, pages: number): number {
  if (standing !== 'believed') return 1;
  return Math.max(CHECKED_PART, FIRST_PAGES / Math.max(1, pages));
}
