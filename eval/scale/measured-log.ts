/**
 * How much write-ahead log a link and a visit make, with checkpoints seldom and often: after each checkpoint the first change of a page
 * puts the whole page into the log.
 */
import { OwnServer } from './own-server.ts';
import { candidates, ended, take } from './sample-urls.ts';

export interface MeasuredLog {
  readonly settings: string;
  readonly checkpoints: number;
  /** Bytes. */
  readonly newLink: number;
  readonly visit: number;
  /** Whole pages logged for each link. */
  readonly pagesALink: number;
}

const CASES: readonly (readonly string[])[] = [
  ['max_wal_size=8GB'],
  ['max_wal_size=64MB', 'min_wal_size=32MB'],
  ['max_wal_size=64MB', 'min_wal_size=32MB', 'wal_compression=lz4'],
];

export async function measureLogs(urls: number): Promise<MeasuredLog[]> {
  const all: MeasuredLog[] = [];
  for (const settings of CASES) all.push(await measureLog(urls, settings));
  return all;
}

async function measureLog(urls: number, settings: readonly string[]): Promise<MeasuredLog> {
  const server = await OwnServer.start(settings);
  try {
    const worker = await server.worker();
    const source = candidates(Math.max(64, Math.floor(urls / 100)), 0);
    const add = async (count: number): Promise<void> => {
      for (let left = count; left > 0; left -= 500) await worker.schedule(take(source, Math.min(500, left)));
    };
    const half = Math.floor(urls / 2);
    await add(half);
    const log = () => server.number(`select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint n`);
    const whole = () => server.number('select wal_fpi::bigint n from pg_stat_wal');
    const [before, pages] = [await log(), await whole()];
    await add(half);
    const between = await log();
    const pagesALink = ((await whole()) - pages) / half;
    let visits = 0;
    while (visits < urls / 20) {
      const answer = await worker.lease(200);
      if (answer.kind !== 'leases') throw new Error(`nothing to lease: ${answer.kind}`);
      await worker.end(answer.leases.map((lease) => ended(lease)));
      visits += answer.leases.length;
    }
    const checkpoints = await server.number(
      'select (checkpoints_timed + checkpoints_req)::bigint n from pg_stat_bgwriter',
    );
    return {
      settings: settings.join(', '),
      checkpoints,
      newLink: (between - before) / half,
      visit: ((await log()) - between) / visits,
      pagesALink,
    };
  } finally {
    await server.remove();
  }
}
