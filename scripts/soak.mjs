// What takes longer than `npm test` allows:
//   npm run soak -- 1000           kills commands of every kind that many times while a server has their folder open, and checks the next run
//   npm run soak -- crawls 200     kills a crawl of the sample web that many times, and checks every resume
//   npm run soak -- polite         crawls of demanding hosts with kills, judged by what the hosts saw
//   npm run soak -- faults         lets every call on a file of every command fail in turn
//   npm run soak -- native         lets every call that SQLite makes by itself fail in turn (Linux, gcc)
//   npm run soak -- cluster 50     crawls that several workers share, with workers and database killed, stopped and cut off
//   npm run soak -- realweb <folder>  whole real sites crawled by four workers with clocks apart, judged by the sites' log
//   npm run soak -- damage         every file of a collection flipped, cut and removed in turn
//   npm run soak -- power 500      lets the power fail that many times
//   npm run soak -- server 100000  asks a server that often: its memory, and how long any route holds it up
//   npm run soak -- reading        every page of the sample web, read by the crawl, from the archive and for the replay
//   npm run soak -- shown          every command line of README, LEIAME, docs and guides, typed as it stands against the sample web
//   npm run soak -- bandwidth      crawls under a ceiling of bandwidth, over sockets, with pages of every size: what any 20 s bring
//   npm run soak -- strangers      six hosts at once that attack the memory of a crawl
import { join } from 'node:path';
import { build, install, root, run } from './prepare.mjs';

const FILES = {
  faults: 'test/soak-faults.ts',
  native: 'test/soak-faults.ts',
  bandwidth: 'test/soak-bandwidth.ts',
  cluster: 'test/soak-cluster.ts',
  damage: 'test/soak-damage.ts',
  power: 'test/soak-power.ts',
  realweb: 'test/soak-realweb.ts',
  server: 'test/soak-server.ts',
  strangers: 'test/strangers.ts',
};

install();
await build();
const words = process.argv.slice(2);
const named = FILES[words[0]];
/** Tests of the suite, in their whole form. */
const WHOLE = {
  reading: ['test/one-reading.test.ts', { ONE_READING: 'whole' }],
  shown: ['test/shown-commands.test.ts', { SHOWN_COMMANDS: 'whole' }],
};
const whole = WHOLE[words[0]];
const result = whole
  ? run(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run', whole[0]], {
      env: { ...process.env, ...whole[1] },
    })
  : run(process.execPath, [
      '--import',
      'tsx',
      join(root, named ?? 'test/soak.ts'),
      // That file has two kinds of faults.
      ...words.slice(named && words[0] !== 'faults' && words[0] !== 'native' ? 1 : 0),
    ]);
process.exitCode = result.status ?? 1;
