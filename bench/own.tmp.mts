import { startPageServer, ownCrawl } from '/work/main/bench/crawl.ts';
import { measuredRun } from '/work/main/bench/peers/measured-run.ts';
import { mkdtempSync } from 'node:fs';
const s = await startPageServer(1500, '/work/shared/data/content');
const [c, a] = ownCrawl(s.origin, mkdtempSync('/tmp/own-'));
const r = await measuredRun(c, ['--cpu-prof','--cpu-prof-dir=/tmp/prof', ...a, '--workers', '0']);
console.log('ms/page', 1000*r.cpuSeconds/1500, r.wallSeconds, r.peakMegabytes, await s.served());
s.close(); process.exit(0);
