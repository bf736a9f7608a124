/**
 * The archive of a crawl by several machines, verified: as any archive, and against the visits of the crawl. A record that no visit names, or that
 * a volunteer brought who is not believed any more, is an orphan: whole, and never shown.
 *
 * ```ts
 * const { errors, orphans } = await checkCluster({ address: 'postgres://tarrafa@banco/brasil' }, { folders: ['w1', 'w2'] });
 * ```
 */
import { join } from 'node:path';
import type { CheckResult, RangedBytes, WarcRecord } from '../../warc/index.ts';
import { reason } from '../../words/why.ts';
import type { CheckOptions } from '../archives.ts';
import { ArchiveSources } from './archive-sources.ts';
import { inBegun } from './begun-crawl.ts';
import type { ClusterPlace } from './cluster-place.ts';
import { CountedRecords } from './counted-records.ts';

export interface CheckClusterOptions extends CheckOptions {
  /** Folders of workers that stand on this machine; the others are read from the store of the crawl. */
  readonly folders?: readonly string[] | undefined;
}

/** Files are called `worker/file.warc.gz`. */
export async function checkCluster(
  place: ClusterPlace,
  { folders = [], onFinding = () => {}, signal }: CheckClusterOptions = {},
): Promise<CheckResult> {
  const [{ checkWarc }, { doesCount }] = await Promise.all([
    import('../../warc/index.ts'),
    import('../../collection/index.ts'),
  ]);
  return inBegun(place, async (database) => {
    const counted = new CountedRecords(database);
    const sources = await ArchiveSources.open(database, folders);
    try {
      const names = new Map<string | RangedBytes, string>();
      const growing = new Set<string>();
      for await (const found of sources.files()) {
        names.set((await found.open()).source, found.name);
        if (found.growing) growing.add(found.name);
      }
      return await checkWarc([...names.keys()], onFinding, {
        signal,
        indexed: [...sources.folders.values()].map((folder) => join(folder, 'archive')),
        nameOf: (source) => names.get(source)!,
        orphans: async (file) => {
          const answers = await counted.of(file);
          return (record: WarcRecord) => {
            if (doesCount(answers, record, growing.has(file)) !== false) return null;
            return answers.isRefused(record.offset) ? reason('refused-record') : reason('orphan-record');
          };
        },
      });
    } finally {
      await sources.close();
    }
  });
}
