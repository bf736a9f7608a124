/** A collection whose catalogue is asked in threads. */
import type { GrowingCollection } from '../served-collections.ts';
import type { QuestionThreads } from './question-threads.ts';

/** `path`: the file of its catalogue. */
export function askedApart(
  collection: GrowingCollection,
  threads: QuestionThreads,
  path: string,
): GrowingCollection {
  return {
    name: collection.name,
    title: collection.title,
    folder: collection.folder,
    gazetteer: collection.gazetteer,
    catalogue: threads.catalogue(collection.catalogue, path),
    // It is another one after each time that it was read anew.
    get archive() {
      return collection.archive;
    },
    blocks: (id) => collection.blocks(id),
    parseLine: (line) => collection.parseLine(line),
    refreshArchive: () => collection.refreshArchive(),
    replacement: () => collection.replacement(),
    close: () => collection.close(),
  };
}
