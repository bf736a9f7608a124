import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { clusterMetrics } from './cluster-metrics.ts';
import type { ClusterPicture } from './crawls/cluster-desk.ts';

const worker = (name: string, isAlive: boolean, silence: number, files: number) =>
  ({ name, isAlive, silence, waiting: { files, bytes: 10 * files } }) as ClusterPicture['workers'][number];

const PICTURE = {
  figures: { pages: 12, visits: 15, known: 90, queued: 75, bytes: 4_000, pagesLeft: null },
  sites: { ready: 4, resting: 3, held: 2, parked: 1 },
  health: { longTransactions: 1, lacksStandby: true },
  workers: [worker('a', true, 1_500, 2), worker('b', true, 300, 1), worker('gone', false, 90_000, 7)],
} as unknown as ClusterPicture;

describe('figures of a shared crawl', () => {
  it('are those of one picture, and left out while the database does not answer', async () => {
    const registry = new Registry();
    let asked = 0;
    let answers = true;
    clusterMetrics(registry, {
      picture: async () => {
        asked++;
        if (!answers) throw new Error('away');
        return PICTURE;
      },
    });
    const told = (await registry.metrics())
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(asked).toBe(1);
    expect(told.sort()).toEqual(
      [
        'known_urls 90',
        'lacks_standby 1',
        'long_transactions 1',
        'pages 12',
        'queued_urls 75',
        'reachable 1',
        'received_bytes 4000',
        'sites{state="held"} 2',
        'sites{state="parked"} 1',
        'sites{state="ready"} 4',
        'sites{state="resting"} 3',
        'unsent_bytes 30',
        'unsent_files 3',
        'visits 15',
        'worker_silence_seconds 1.5',
        'workers 2',
      ].map((line) => `tarrafa_cluster_${line}`),
    );
    answers = false;
    const away = await registry.metrics();
    expect(away).toContain('tarrafa_cluster_reachable 0\n');
    expect(away).not.toMatch(/^tarrafa_cluster_(?!reachable)/m);
  });
});
