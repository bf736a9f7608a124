import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/file-order.ts';

/** What keeps all that it touches (folders, sockets, threads, databases) to itself and leaves nothing behind: the rooms, and what measures. */
const TOGETHER = ['src', 'eval', 'samples', 'web/src'].map((folder) => `${folder}/**/*.test.ts`);
const NOT_OURS = ['**/node_modules/**', 'dist/**'];

export default defineConfig({
  test: {
    globalSetup: ['test/run-folder.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
    reporters: ['default', 'json'],
    outputFile: { json: 'reports/vitest.json' },
    projects: [
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['bench/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: NOT_OURS,
          // Each file in its own process: commands, servers and what they measure of themselves never meet another's.
          isolate: true,
        },
      },
      {
        extends: true,
        // A process reads the code of these once for all of their files.
        test: { name: 'rooms', include: TOGETHER, exclude: NOT_OURS, isolate: false },
      },
    ],
  },
});
