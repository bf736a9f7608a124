/** `npm run soak -- damage`: every file of a collection flipped at three places, cut and removed, one at a time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ACTS, damageOne, damageWeb, filesIn, makeWhole } from './damaged-collection.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-damage-'));
const web = await damageWeb();
const whole = join(root, 'inteira');
await makeWhole(whole, web);
const files = filesIn(whole);
const problems: string[] = [];
let done = 0;
for (const name of files)
  for (const act of ACTS) {
    problems.push(...(await damageOne({ whole, folder: join(root, 'ferida'), web }, name, act)));
    process.stderr.write(`\r${++done} of ${files.length * ACTS.length}`);
  }
process.stderr.write('\n');
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${files.length} files, ${done} damages, ${problems.length} problems\n`);
await web.close();
rmSync(root, { recursive: true, force: true });
// Watched timers of the process may be left.
process.exit(problems.length === 0 ? 0 : 1);
