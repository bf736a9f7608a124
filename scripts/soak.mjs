// `npm run soak -- 200`: kills a crawl of the sample web that many times, and checks every resume. `npm run soak -- power 500`: lets the
// power fail that many times. Longer than `npm test` allows.
import { join } from 'node:path';
import { build, install, root, run } from './prepare.mjs';

install();
build();
const words = process.argv.slice(2);
const power = words[0] === 'power';
const result = run(process.execPath, [
  '--import',
  'tsx',
  join(root, power ? 'test/soak-power.ts' : 'test/soak.ts'),
  ...words.slice(power ? 1 : 0),
]);
process.exitCode = result.status ?? 1;
