/**
 * `npm run soak -- faults [part of a trial's name] [first] [step]`: every call of every command made to fail in turn.
 * `npm run soak -- native [part of a trial's name] [first] [step]`: the same of the calls that SQLite makes by itself.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeGround, NODE_LAYER, nativeLayer, planOf, recover, suffer, TRIALS } from './faults.ts';

const [kind = 'faults', only = '', first = '0', step = '1'] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'tarrafa-faults-'));
const layer = kind === 'native' ? nativeLayer(folder) : NODE_LAYER;
if (layer === null) throw new Error('gcc, or Linux, is not there');
const ground = await makeGround(folder);
let total = 0;
let met = 0;
const problems: string[] = [];
try {
  for (const trial of TRIALS.filter(({ name }) => name.includes(only))) {
    const plan = await planOf(trial, ground, layer);
    const faults = plan.faults.filter((_, at) => at % Number(step) === Number(first) % Number(step));
    const said = new Map<string, number>();
    const before = problems.length;
    let next = 0;
    let metHere = 0;
    const worker = async (): Promise<void> => {
      for (let at = next++; at < faults.length; at = next++) {
        const fault = faults[at]!;
        const place = join(folder, `w${at}`);
        trial.prepare(place, ground);
        const suffered = await suffer(plan, fault, ground, place);
        const found = [
          ...suffered.problems,
          ...(await recover(plan, ground, place, `${fault.code} in ${fault.call} #${fault.nth}`)),
        ];
        for (const problem of found) process.stdout.write(`${problem}\n`);
        problems.push(...found);
        if (suffered.met) metHere++;
        said.set(suffered.said, (said.get(suffered.said) ?? 0) + 1);
        rmSync(place, { recursive: true, force: true });
        process.stderr.write(`\r${trial.name}: ${at + 1} of ${faults.length}`);
      }
    };
    await Promise.all(Array.from({ length: Math.max(1, availableParallelism()) }, worker));
    total += faults.length;
    met += metHere;
    const answers = [...said].map(([code, count]) => `${code} ${count}`).join(', ');
    process.stderr.write('\r');
    process.stdout.write(
      `${trial.name}: ${faults.length} faults (${metHere} met), ${problems.length - before} problems; ${answers}\n`,
    );
  }
} finally {
  await ground.web.close();
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${total} faults, ${met} met, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
