/** Downloads of one collection by the built thread: a process of tests reads TypeScript by means that its threads have not. */
import { collectionPlace } from '../../collection/index.ts';
import type { DownloadMaker } from './send-download.ts';
import { downloadInThread, type ThreadDownloadOptions } from './thread-download.ts';

const BUILT = new URL('../../../dist/program/server/downloads/download-thread.js', import.meta.url);
const SOFTWARE = 'Tarrafa/test';

export function builtDownloads(folder: string, options: ThreadDownloadOptions = {}): DownloadMaker {
  const place = collectionPlace([folder]);
  const thread = { module: BUILT, ...options };
  return {
    collection: (_, title, wish, signal) =>
      downloadInThread({ kind: 'export', place, title, wish, software: SOFTWARE }, signal, thread),
    dossier: (_, title, wish, signal) =>
      downloadInThread({ kind: 'dossier', place, title, wish, software: SOFTWARE }, signal, thread),
    visits: (wish, signal) => downloadInThread({ kind: 'visits', wish }, signal, { module: BUILT }),
  };
}
