/** `tarrafa cluster export` and `tarrafa cluster import`: a shared crawl as a folder, and a folder as a shared crawl. */
import type { Command } from 'commander';
import { exportCrawl } from '../../app/cluster/export-crawl.ts';
import { importCrawl } from '../../app/cluster/import-crawl.ts';
import { printable } from '../../formats/index.ts';
import { CLUSTER_WORDS } from '../../words/cluster.ts';
import { amount, formatNumber, type Language, say } from '../../words/index.ts';
import { DATA_PROCESS, stoppable } from '../export/export.ts';
import { ProgressLine } from '../terminal/progress-line.ts';
import { type ClusterFlags, requireClusterPlace } from './cluster-flags.ts';

interface TransferFlags extends ClusterFlags {
  readonly json?: boolean;
}

/** Adds both to `tarrafa cluster`; `sub` makes a command with the flags of the database. */
export function addTransfer(sub: (name: string, about: string) => Command, language: Language): void {
  const m = CLUSTER_WORDS[language];
  const n = (value: number) => amount(value, language, formatNumber(value, language));
  const around = DATA_PROCESS;

  async function bringOut(
    folders: readonly string[],
    out: string,
    flags: TransferFlags,
    signal: AbortSignal,
  ) {
    const line = new ProgressLine(around, language);
    const onUrls = (urls: number) => line.show(say(m.movedUrls, { urls: n(urls) }), urls, null);
    const done = await exportCrawl(requireClusterPlace(flags), out, { folders, signal, onUrls }).finally(() =>
      line.clear(),
    );
    if (flags.json || !around.isTerminal) return around.out(`${JSON.stringify(done)}\n`);
    const { visited, queued, archiveFiles, withoutArchive, kept } = done;
    const folder = printable(out);
    around.out(
      `${say(m.exported, { visited: n(visited), queued: n(queued), files: n(archiveFiles), folder })}\n`,
    );
    if (withoutArchive > 0) around.out(`${say(m.exportedWithout, { visits: n(withoutArchive) })}\n`);
    if (kept > 0) around.out(`${say(m.movedKept, { things: n(kept) })}\n`);
  }

  async function bringIn(folder: string, flags: TransferFlags, signal: AbortSignal) {
    const line = new ProgressLine(around, language);
    const onUrls = (urls: number) => line.show(say(m.movedUrls, { urls: n(urls) }), urls, null);
    const done = await importCrawl(folder, requireClusterPlace(flags), { signal, onUrls }).finally(() =>
      line.clear(),
    );
    if (flags.json || !around.isTerminal) return around.out(`${JSON.stringify(done)}\n`);
    const { known, queued, visits, cluster, worker, unread, kept } = done;
    const counts = { known: n(known), queued: n(queued), visits: n(visits) };
    around.out(
      `${say(m.imported, { ...counts, cluster, worker: printable(worker), folder: printable(folder) })}\n`,
    );
    if (unread > 0) around.out(`${say(m.importedUnread, { lines: n(unread) })}\n`);
    if (kept > 0) around.out(`${say(m.movedKept, { things: n(kept) })}\n`);
  }

  sub('export', m.exporting)
    .argument('[worker-folder...]', m.exportFolders)
    .requiredOption('--out <folder>', m.exportOut)
    .option('--json', m.json)
    .action(async (folders: string[], flags: TransferFlags & { readonly out: string }) => {
      await stoppable(around, (signal) => bringOut(folders, flags.out, flags, signal));
    });
  sub('import', m.importing)
    .argument('<folder>', m.importFolder)
    .option('--json', m.json)
    .action(async (folder: string, flags: TransferFlags) => {
      await stoppable(around, (signal) => bringIn(folder, flags, signal));
    });
}
