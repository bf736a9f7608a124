/**
 * How much a word says of a document (BM25; Robertson and Zaragoza 2009): the more the rarer it is among all documents, and the more
 * often it stands there for a text of that length, up to a point.
 */

/** How soon more occurrences stop to count. */
const SATURATION = 1.2;
/** How much the length of a text counts. */
const LENGTH_WEIGHT = 0.75;

export function inverseFrequency(documents: number, having: number): number {
  return Math.log(1 + (documents - having + 0.5) / (having + 0.5));
}

/** A frequency set against the usual length; `weight` says how much the length counts, 0 … 1. */
export function byLength(frequency: number, length: number, usual: number, weight = LENGTH_WEIGHT): number {
  return frequency / (1 - weight + (weight * length) / usual);
}

/** 0 … 1. */
export function saturated(frequency: number): number {
  return frequency / (SATURATION + frequency);
}
