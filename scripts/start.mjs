// `npm start`: installs, builds, and runs the demo on the sample web. It then serves what was collected until Ctrl-C; `npm start -- --once`
// exits after the demo.
import { join } from 'node:path';
import { build, install, root, run } from './prepare.mjs';

install();
await build();
// Loaded only now: its packages may just have been installed.
await (await import('./build-web.mjs')).buildWeb();
process.exitCode =
  run(process.execPath, [join(root, 'dist/program/cli/main.js'), 'demo', ...process.argv.slice(2)]).status ??
  1;
