import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'samples/**/*.test.ts',
      'bench/**/*.test.ts',
      'eval/**/*.test.ts',
      'test/**/*.test.ts',
      'web/src/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', 'dist/**'],
    globalSetup: ['test/run-folder.ts'],
    // Each file in its own process: crawls, sockets and locks of one test never meet another's.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default', 'json'],
    outputFile: { json: 'reports/vitest.json' },
  },
});
