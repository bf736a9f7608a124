/** What a thread does for a download: the export that `tarrafa export` makes, into pieces that are sent or into a file of its own. */
import { join } from 'node:path';
import {
  archivesOf,
  type ExportSource,
  exportCollection,
  FORMATS,
  type Sink,
  streamExport,
  streamVisits,
} from '../../collection/index.ts';
import { Forgotten } from '../../crawl/index.ts';
import { TarrafaError } from '../../errors.ts';
import { loadGazetteer } from '../../geo/gazetteer/index.ts';
import { openPlace } from '../questions/open-place.ts';
import type { DownloadTask } from './download.ts';

/** The path and size of the file when it is one; null when everything went to the sink. */
export async function writeDownload(
  task: DownloadTask,
  sink: Sink,
  onGoing: () => void,
): Promise<{ readonly path: string; readonly bytes: number } | null> {
  if (task.kind === 'visits') {
    await streamVisits(task.wish.visits, task.wish, sink, onGoing);
    return null;
  }
  const { wish, place, title, software, folder } = task;
  const isShared = 'shared' in place;
  // The records of a shared crawl are with its workers and in its store.
  if (isShared && (wish.format === 'warc' || wish.format === 'wacz'))
    throw new TarrafaError('TRF_EXPORT_KIND', [title, wish.format, '–']);
  // Lines were understood before they came here; only the map asks by words with places in them.
  const gazetteer = wish.geo === undefined ? null : await loadGazetteer({ towns: false });
  const { catalogue, close } = await openPlace(place, gazetteer);
  try {
    const source: ExportSource = {
      title,
      catalogue,
      files: isShared ? [] : archivesOf(place),
      forgetting: !isShared && Forgotten.of(place.folder).isUnfinished,
    };
    const options = { software, onProgress: onGoing };
    if (FORMATS[wish.format].whole !== true || folder === null) {
      await streamExport(source, wish, sink, options);
      return null;
    }
    const out = join(folder, wish.name);
    const { bytes } = await exportCollection(source, { ...wish, out }, options);
    return { path: out, bytes };
  } finally {
    await close();
  }
}
