/** A collection whose catalogue is asked in threads. */
import type { CollectionPlace } from '../../collection/index.ts';
import type { GrowingCollection } from '../served-collections.ts';
import type { QuestionThreads } from './question-threads.ts';

export function askedApart(
  collection: GrowingCollection,
  threads: QuestionThreads,
  place: CollectionPlace,
): GrowingCollection {
  return {
    ...threads.collection(place, collection),
    name: collection.name,
    title: collection.title,
    folder: collection.folder,
    gazetteer: collection.gazetteer,
    // It is another one after each time that it was read anew.
    get archive() {
      return collection.archive;
    },
    get files() {
      return collection.files;
    },
    parseLine: (line) => collection.parseLine(line),
    refreshArchive: () => collection.refreshArchive(),
    replacement: () => collection.replacement(),
    close: () => collection.close(),
  };
}
