// `npm run soak -- 200`: kills a crawl of the sample web that many times, and checks every resume. Longer than `npm test` allows.
import { join } from 'node:path';
import { build, install, root, run } from './prepare.mjs';

install();
build();
const result = run(process.execPath, [
  '--import',
  'tsx',
  join(root, /^[a-z]+$/.test(process.argv[2] ?? '') ? `test/soak-${process.argv[2]}.ts` : 'test/soak.ts'),
  ...process.argv.slice(2),
]);
process.exitCode = result.status ?? 1;
