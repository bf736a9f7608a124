/** What a thread does for a download: the export that `tarrafa export` makes, into pieces that are sent or into a file of its own. */
import { join } from 'node:path';
import type { Catalogue } from '../../catalogue/index.ts';
import {
  archivesOf,
  dossierOf,
  dossierPieces,
  type ExportSource,
  exportCollection,
  type Sink,
  streamExport,
  streamVisits,
  writeDossierWacz,
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
  const asksPlaces = task.kind === 'export' && task.wish.geo !== undefined;
  const { catalogue, close } = await openPlace(
    place,
    asksPlaces ? await loadGazetteer({ towns: false }) : null,
  );
  try {
    const source: ExportSource = {
      title,
      catalogue,
      files: isShared ? [] : archivesOf(place),
      forgetting: !isShared && Forgotten.of(place.folder).isUnfinished,
    };
    const out = folder === null ? null : join(folder, wish.name);
    if (task.kind === 'dossier') return await writeDossier(task, catalogue, source, out, sink, onGoing);
    const options = { software, onProgress: onGoing };
    if (out === null) {
      await streamExport(source, task.wish, sink, options);
      return null;
    }
    const { bytes } = await exportCollection(source, { ...task.wish, out }, options);
    return { path: out, bytes };
  } catch (error) {
    // Where this server makes its files is nothing to who asks for one.
    if (error instanceof TarrafaError && error.code === 'TRF_STORAGE_FULL')
      throw new TarrafaError('TRF_STORAGE_FULL', [wish.name], { cause: error });
    throw error;
  } finally {
    await close();
  }
}

async function writeDossier(
  { wish, title, software }: DownloadTask & { readonly kind: 'dossier' },
  catalogue: Catalogue,
  { files, forgetting }: ExportSource,
  out: string | null,
  sink: Sink,
  onGoing: () => void,
): Promise<{ readonly path: string; readonly bytes: number } | null> {
  const { id, format, language, now } = wish;
  const { value: dossier } = await dossierOf(catalogue, id);
  const writing = { title, catalogue, dossier, language, now };
  if (format === 'wacz') {
    const path = out ?? wish.name;
    return { path, bytes: await writeDossierWacz(writing, { files, forgetting, out: path, software }) };
  }
  for await (const piece of dossierPieces(format, writing)) {
    await sink.write(piece);
    onGoing();
  }
  return null;
}
