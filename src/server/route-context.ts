/** What the routes are given: the collections, and what they share. */
import { TarrafaError } from '../errors.ts';
import type { Language } from '../words/index.ts';
import type { Collections, OpenCollection } from './collections.ts';
import type { Gate } from './gate.ts';
import type { Metrics } from './metrics.ts';

export interface RouteContext {
  readonly collections: Collections;
  readonly metrics: Metrics;
  readonly version: string;
  /** Of answers to those who ask for none. */
  readonly language: Language;
  readonly now: () => number;
  /** Answers of many lines at once. */
  readonly streams: Gate;
  /** Pages taken from the archive and extracted again at once. */
  readonly extractions: Gate;
}

export function collectionNamed({ collections }: RouteContext, name: string): OpenCollection {
  const collection = collections.get(name);
  if (collection === null) throw new TarrafaError('TRF_NOT_FOUND', [`collections/${name}`]);
  return collection;
}
