import { defineConfig } from 'vitest/config';

/** Rooms that reckon and touch nothing outside of themselves. */
const QUIET = ['content', 'entities', 'geo', 'html', 'robots', 'text', 'time', 'url'].map(
  (room) => `src/${room}/**/*.test.ts`,
);
const NOT_OURS = ['**/node_modules/**', 'dist/**'];

export default defineConfig({
  test: {
    globalSetup: ['test/run-folder.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', 'json'],
    outputFile: { json: 'reports/vitest.json' },
    projects: [
      {
        extends: true,
        test: {
          name: 'whole',
          include: [
            'src/**/*.test.ts',
            'samples/**/*.test.ts',
            'bench/**/*.test.ts',
            'eval/**/*.test.ts',
            'test/**/*.test.ts',
            'web/src/**/*.test.ts',
          ],
          exclude: [...NOT_OURS, ...QUIET],
          // Each file in its own process: crawls, sockets and locks of one test never meet another's.
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
