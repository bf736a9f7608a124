/**
 * The order of test files: those that take longest begin first, so that none of them is left alone at the end; files that share a process
 * (`isolate: false` in vitest.config.ts) come last and together, because a process is kept only while the next file in the queue may have it.
 */
import { relative, sep } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** More than ten seconds each, longest first. */
const LONG: readonly string[] = [
  'test/collected-before.test.ts',
  'test/web/page.test.ts',
  'test/web/crawls.test.ts',
  'test/web/journeys.test.ts',
  'test/web/entities.test.ts',
  'test/web/replay-scripts.test.ts',
  'test/web/versions.test.ts',
  'test/web/map.test.ts',
  'test/faults.test.ts',
  'test/cluster-chaos.test.ts',
  'test/cluster-store.test.ts',
  'test/guide-cluster.test.ts',
  'test/volunteers.test.ts',
  'test/server-soak.test.ts',
  'test/sample-web.test.ts',
  'test/shown-commands.test.ts',
  'test/forget.test.ts',
  'test/web/replay-scripts.test.ts',
  'src/cli/serve/temporary-catalogue.test.ts',
  'test/geo-crawl.test.ts',
  'test/geo-check.test.ts',
  'test/geo-variants.test.ts',
  'test/geo-kill.test.ts',
  'test/entity-selection.test.ts',
  'test/content-gold.test.ts',
  'test/kept-commands.test.ts',
  'test/acceptance/crawl-period.test.ts',
  'test/acceptance/geo-crawled.test.ts',
  'test/acceptance/geo-served.test.ts',
  'test/acceptance/crawl-frontier.test.ts',
  'test/strangers.test.ts',
  'test/politeness.test.ts',
  'test/power-cuts.test.ts',
  'test/one-reading.test.ts',
  'test/bandwidth.test.ts',
  'test/network-folder.test.ts',
  'src/cli/serve/serve.test.ts',
  'src/cli/serve/serve-cluster.test.ts',
  'src/cluster/shared-frontier.test.ts',
  'src/catalogue/postgres/shared-catalogue.test.ts',
  'src/store/s3/s3-store.test.ts',
  'src/store/archive-in-bucket.test.ts',
  'src/cli/crawl/crawl-when.test.ts',
  'test/crawl-when-parameters.test.ts',
  'src/app/work.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification): number => {
      const at = LONG.indexOf(relative(project.config.root, moduleId).replaceAll(sep, '/'));
      const among = at === -1 ? LONG.length : at;
      return project.config.isolate ? among : among + LONG.length + 1;
    };
    // Stable: within a place it stays as the runner has it, by what it knows of earlier runs and by size.
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}
