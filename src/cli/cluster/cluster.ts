/** `tarrafa cluster …`: the database of a shared crawl, and who works on it. */
import { Command } from 'commander';
import { clusterStatus, initCluster, pauseCluster, stopCluster } from '../../app/cluster.ts';
import { recoverWorker } from '../../app/recover-worker.ts';
import { CLUSTER_WORDS } from '../../words/cluster.ts';
import { amount, formatNumber, type Language, say } from '../../words/index.ts';
import { printsTable } from '../terminal/printed-form.ts';
import { ProgressLine } from '../terminal/progress-line.ts';
import { type ClusterFlags, requireClusterPlace, withClusterFlags } from './cluster-flags.ts';
import { clusterStatusText } from './status-table.ts';
import { addTransfer } from './transfer.ts';

const print = (text: string): void => void process.stdout.write(`${text}\n`);

export function clusterCommand(language: Language): Command {
  const m = CLUSTER_WORDS[language];
  const command = new Command('cluster').description(m.about);
  const sub = (name: string, about: string): Command =>
    withClusterFlags(command.command(name).description(about), language);

  sub('init', m.init).action(async (flags: ClusterFlags) => {
    print(say(m.initDone, { cluster: await initCluster(requireClusterPlace(flags)) }));
  });
  sub('status', m.status)
    .option('--json', m.json)
    .action(async (flags: ClusterFlags & { readonly json?: boolean }) => {
      await printClusterStatus(flags, language);
    });
  sub('pause', m.pause).action(async (flags: ClusterFlags) => {
    print(say(m.paused, { cluster: await pauseCluster(requireClusterPlace(flags), true) }));
  });
  sub('resume', m.resume).action(async (flags: ClusterFlags) => {
    await pauseCluster(requireClusterPlace(flags), false);
    print(m.resumed);
  });
  sub('stop', m.stop)
    .argument('[worker]', m.stopName)
    .action(async (worker: string | undefined, flags: ClusterFlags) => {
      const workers = await stopCluster(requireClusterPlace(flags), worker ?? null);
      print(say(m.stopping, { workers: amount(workers, language) }));
    });
  sub('recover', m.recover)
    .argument('<worker>', m.recoverName)
    .option('--json', m.json)
    .action(async (worker: string, flags: ClusterFlags & { readonly json?: boolean }) => {
      await printRecovered(worker, flags, language);
    });
  addTransfer(sub, language);
  return command;
}

async function printRecovered(
  worker: string,
  flags: ClusterFlags & { readonly json?: boolean },
  language: Language,
): Promise<void> {
  const m = CLUSTER_WORDS[language];
  const n = (value: number) => amount(value, language, formatNumber(value, language));
  const line = new ProgressLine(
    {
      isWatched: process.stderr.isTTY === true,
      err: (text) => void process.stderr.write(text),
      now: () => performance.now(),
    },
    language,
  );
  const recovered = await recoverWorker(requireClusterPlace(flags), worker, {
    onProgress: ({ visits }) => line.show(m.visits, visits, null),
  }).finally(() => line.clear());
  if (!printsTable(flags.json)) return print(JSON.stringify({ kind: 'recovered', ...recovered }));
  const { worker: name, queued, visits, bare } = recovered;
  if (visits + bare === 0) print(say(m.recoveredNothing, { worker: name }));
  else print(say(m.recovered, { queued: n(queued), worker: name }));
  if (bare > 0) print(say(m.recoveredBare, { bare: n(bare) }));
}

export async function printClusterStatus(
  flags: ClusterFlags & { readonly json?: boolean },
  language: Language,
): Promise<void> {
  const status = await clusterStatus(requireClusterPlace(flags));
  process.stdout.write(
    printsTable(flags.json) ? clusterStatusText(status, language) : `${JSON.stringify(status)}\n`,
  );
}
