/** A server under load: many connections with a mix of questions, pages without script and replays; and cheap questions beside heavy ones. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figure, makeCollection, serveFolder } from '../test/served-collection.ts';
import { nameOf, take } from '../test/server-soak/asking.ts';
import { mixed } from '../test/server-soak/memory-over.ts';
import type { MeasureArgs, MeasureResult } from './measure.ts';

export const title = 'The server under load';

const CONNECTIONS = 200;
/** What was held at so many connections before pages without script and replays were in the mix: to be kept. */
const HELD = { perSecond: 742, p99: 758, memory: 262 };

interface Taken {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/** Asks `count` times over so many connections; how long each answer took, in ms. */
async function load(
  origin: string,
  connections: number,
  count: number,
  path: (n: number) => string,
): Promise<Taken> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let failed = 0;
  let next = 0;
  const begin = performance.now();
  const reader = async () => {
    while (next < count) {
      const at = performance.now();
      const status = await take(origin, path(next++), agent);
      if (status !== 200) failed++;
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: connections }, reader));
  const seconds = (performance.now() - begin) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    failed,
  };
}

export async function run({ quick }: MeasureArgs): Promise<MeasureResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-bench-server-'));
  const rows: (string | number)[][] = [];
  try {
    const made = makeCollection(folder, { pages: quick ? 400 : 4_000, largest: 1_000_000 });
    const served = await serveFolder(folder);
    try {
      const { origin } = served;
      const name = await nameOf(origin);
      const named = (n: number) => mixed(n, name, made);
      const cheap = (n: number) =>
        `/api/v1/collections/${name}/search?facets=false&limit=5&q=museu+n${n % 50}`;
      const heavy = `/api/v1/collections/${name}/timeline?q=${encodeURIComponent(
        Array.from({ length: 120 }, (_, i) => `${'abcdefghij'[i % 10]}*`).join(' '),
      )}`;
      await load(origin, 8, quick ? 100 : 1_000, named);
      const many = await load(origin, CONNECTIONS, quick ? 2_000 : 20_000, named);
      const memory = (await figure(origin, 'process_resident_memory_bytes')) / 1e6;
      const add = (what: string, { perSecond, p50, p99, failed }: Taken) =>
        rows.push([what, perSecond, p50, p99, failed]);
      add(`${CONNECTIONS} connections, mixed`, many);
      const count = quick ? 300 : 3_000;
      const alone = await load(origin, 1, count, cheap);
      add('cheap questions alone', alone);
      let going = true;
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const busy = (async () => {
        while (going) await take(origin, heavy, agent);
      })();
      const beside = await load(origin, 1, count, cheap);
      going = false;
      await busy;
      agent.destroy();
      add('cheap questions beside a heavy one', beside);
      return {
        tables: [
          {
            title: 'Answers',
            columns: ['what', 'req/s', 'p50 ms', 'p99 ms', 'failed'],
            rows,
            note: `${memory.toFixed(0)} MB resident after the load of ${CONNECTIONS} connections.`,
          },
        ],
        bars: [
          {
            what: `requests a second at ${CONNECTIONS} connections`,
            bar: `≥ ${HELD.perSecond}`,
            measured: many.perSecond.toFixed(0),
            met: many.perSecond >= HELD.perSecond,
          },
          {
            what: `p99 at ${CONNECTIONS} connections`,
            bar: `≤ ${HELD.p99} ms`,
            measured: `${many.p99.toFixed(0)} ms`,
            met: many.p99 <= HELD.p99,
          },
          {
            what: `resident memory after the load of ${CONNECTIONS} connections`,
            bar: `≤ ${HELD.memory} MB`,
            measured: `${memory.toFixed(0)} MB`,
            met: memory <= HELD.memory,
          },
          {
            what: 'p99 of cheap questions beside a heavy one, against alone',
            bar: '≤ 2',
            measured: (beside.p99 / alone.p99).toFixed(2),
            met: beside.p99 <= 2 * alone.p99,
          },
          {
            what: `answers that failed at ${CONNECTIONS} connections`,
            bar: '0',
            measured: String(many.failed),
            met: many.failed === 0,
          },
        ],
        figures: {
          perSecond: many.perSecond,
          p99: many.p99,
          memory,
          cheapAloneP99: alone.p99,
          cheapBesideP99: beside.p99,
        },
      };
    } finally {
      await served.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
