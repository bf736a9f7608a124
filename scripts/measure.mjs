// `npm run bench -- <name>` and `npm run eval -- <name> [--data folder]`: installs the peers of that family, then measures.
import { join } from 'node:path';
import { build, buildLibraries, install, root, run } from './prepare.mjs';

install();
await build();
buildLibraries();
const [family, ...args] = process.argv.slice(2);
// Two checkouts are compared without peers, and nobody else shares a crawl. The evaluations that have peers take those of the benchmarks.
if (
  family === 'bench'
    ? !['compare', 'cluster'].includes(args[0])
    : args.includes('content') || args.includes('all')
)
  install(join(root, 'bench'));
const runner = join(root, 'bench/run.ts');
const result = run(process.execPath, ['--expose-gc', '--import', 'tsx', runner, family, ...args], {
  env: { ...process.env, TARRAFA_CALLED_FROM: process.env.INIT_CWD ?? process.cwd() },
});
process.exitCode = result.status ?? 1;
