/** `npm run soak -- power <cuts> [seed]`: power failures of a disk that forgets what was not synced. */
import { powerCutsApart } from './power-cuts.ts';

const wanted = Number(process.argv[2] ?? 500);
const seed = Number(process.argv[3] ?? 1);
const { cuts, promised, told, wentBack, forgotState, requests, problems } = await powerCutsApart(
  wanted,
  seed,
  (n) => process.stderr.write(`\r${n} of ${wanted} cuts`),
);
process.stderr.write('\n');
for (const problem of problems.slice(0, 50)) process.stdout.write(`${problem}\n`);
process.stdout.write(
  `${cuts} power failures, ${promised} visits promised at them, ${wentBack} that took visits back, ${told} resumes that told of something, ${forgotState ?? 'none seen'} that lost of what SQLite had written, ${requests} requests, ${problems.length} problems\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
