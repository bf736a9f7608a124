/** The archives that are shown: of collections, or one without a catalogue. */
import type { OpenCollection } from '../collections.ts';

export type ReplayedArchive = Pick<OpenCollection, 'name' | 'title' | 'archive'>;

export interface ReplayedArchives {
  list(): readonly ReplayedArchive[];
  get(name: string): ReplayedArchive | null;
}
