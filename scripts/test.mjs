// `npm test`: everything that must hold before a change lands, in one command. Its last line is `N passed, N failed, N skipped`;
// each check (format and lint, types, rooms) counts as one. `npm test -- src/url` runs only the checks and the tests of that folder.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { buildWeb } from './build-web.mjs';
import { ensurePostgres } from './postgres.mjs';
import { build, buildLibraries, install, root } from './prepare.mjs';

install();

const bin = (name) => join(root, 'node_modules', name);
const checks = [
  ['format and lint', bin('@biomejs/biome/bin/biome'), ['check', '.']],
  ['types', join(root, 'scripts/check-types.mjs'), []],
  [
    'types of the page',
    bin('svelte-check/bin/svelte-check'),
    ['--tsconfig', 'web/tsconfig.json', '--fail-on-warnings'],
  ],
  [
    'rooms',
    bin('dependency-cruiser/bin/dependency-cruise.mjs'),
    ['--config', '.dependency-cruiser.mjs', '--no-progress', 'src', 'samples', 'web/src'],
  ],
  ['what nobody uses', bin('knip/bin/knip.js'), ['--no-progress']],
  ['what only tests and evaluations use', bin('knip/bin/knip.js'), ['--production', '--no-progress']],
];

function runCheck([name, script, args]) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: root });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => {
      process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name}\n`);
      if (code !== 0) process.stdout.write(output);
      resolve(code === 0);
    });
  });
}

const results = [];
for (const pair of [checks.slice(0, 2), checks.slice(2)])
  results.push(...(await Promise.all(pair.map(runCheck))));
await build();
buildLibraries();
await buildWeb();
ensureBrowser();
ensurePostgres();

const report = join(root, 'reports/vitest.json');
mkdirSync(join(root, 'reports'), { recursive: true });
rmSync(report, { force: true });
const code = await new Promise((resolve) => {
  const child = spawn(process.execPath, [bin('vitest/vitest.mjs'), 'run', ...process.argv.slice(2)], {
    cwd: root,
    stdio: 'inherit',
  });
  child.on('close', resolve);
});

let passed = results.filter(Boolean).length;
let failed = results.length - passed;
let skipped = 0;
if (existsSync(report)) {
  const vitest = JSON.parse(readFileSync(report, 'utf8'));
  passed += vitest.numPassedTests;
  failed += vitest.numFailedTests;
  skipped += vitest.numPendingTests + vitest.numTodoTests;
  // A file that could not even be loaded has no failed test of its own.
  for (const file of vitest.testResults)
    if (file.status === 'failed' && file.assertionResults.every((t) => t.status !== 'failed')) failed++;
} else failed++;
if (code !== 0 && failed === 0) failed++;
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exitCode = failed === 0 ? 0 : 1;
