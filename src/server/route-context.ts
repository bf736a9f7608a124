/** What the routes are given: the collections, and what they share. */
import { TarrafaError } from '../errors.ts';
import type { Language } from '../words/index.ts';
import type { Collections, OpenCollection } from './collections.ts';
import type { Gate } from './gate.ts';
import type { Metrics } from './metrics.ts';
import type { ReplayKeys } from './replay/replay-keys.ts';

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
  /** With which archived pages are opened with their scripts. */
  readonly replayKeys: ReplayKeys;
}

/** Those of a list of names with commas between them, each once. */
export function collectionsNamed(context: RouteContext, names: string): OpenCollection[] {
  return [...new Set(names.split(','))].map((name) => collectionNamed(context, name));
}

export function collectionNamed({ collections }: RouteContext, name: string): OpenCollection {
  const collection = collections.get(name);
  if (collection === null) throw new TarrafaError('TRF_NOT_FOUND', [`collections/${name}`]);
  return collection;
}
