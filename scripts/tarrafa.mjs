// `npm run tarrafa -- …`: the command, from a checkout, in the folder where npm was called.
import { join } from 'node:path';
import { build, install, root, run } from './prepare.mjs';

install();
await build();
// The page is only needed by the command that serves it.
if (process.argv.includes('serve')) await (await import('./build-web.mjs')).buildWeb();
const main = join(root, 'dist/program/cli/main.js');
const result = run(process.execPath, [main, ...process.argv.slice(2)], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
});
process.exitCode = result.status ?? 1;
