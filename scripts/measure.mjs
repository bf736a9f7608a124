// `npm run bench -- <name>` and `npm run eval -- <name> [--data folder]`: installs the peers of that family, then measures.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { build, buildLibraries, install, root, run } from './prepare.mjs';

install();
await build();
buildLibraries();
const [family, ...args] = process.argv.slice(2);
// Two checkouts are compared without peers, and nobody else shares a crawl.
if (!['compare', 'cluster'].includes(args[0]) && existsSync(join(root, family, 'package.json')))
  install(join(root, family));
const runner = join(root, 'bench/run.ts');
const result = run(process.execPath, ['--expose-gc', '--import', 'tsx', runner, family, ...args], {
  env: { ...process.env, TARRAFA_CALLED_FROM: process.env.INIT_CWD ?? process.cwd() },
});
process.exitCode = result.status ?? 1;
