// `npm start`: installs, builds, and runs the demo on the sample web. `npm start -- --once` exits after the demo (today always so).
import { join } from 'node:path';
import { build, install, root, run } from './prepare.mjs';

install();
build();
process.exitCode =
  run(process.execPath, [join(root, 'dist/src/cli/main.js'), 'demo', ...process.argv.slice(2)]).status ?? 1;
