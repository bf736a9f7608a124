import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/file-order.ts';

/** Rooms that reckon, and such whose tests keep what they touch (folders, sockets, threads) to themselves and leave nothing behind. */
const QUIET = [
  ...'bytes coding collection content crawl entities files formats frontier geo html page report robots text time url warc words'
    .split(' ')
    .map((room) => `src/${room}/**/*.test.ts`),
  ...['eval', 'samples', 'web/src'].map((folder) => `${folder}/**/*.test.ts`),
];
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
          include: ['src/**/*.test.ts', 'bench/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...NOT_OURS, ...QUIET],
          // Each file in its own process: commands, servers and what they measure of themselves never meet another's.
          isolate: true,
        },
      },
      {
        extends: true,
        // A process reads the code of these once for all of their files.
        test: { name: 'quiet', include: QUIET, exclude: NOT_OURS, isolate: false },
      },
    ],
  },
});
