/**
 * `npm run soak -- bandwidth [seconds]`: crawls under a ceiling of bandwidth over sockets, with pages of every size; of each what any 20 s brought,
 * as a part of the ceiling. And crawls that use less than their ceiling: it changes nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cappedCrawl, ratesOver } from './capped-crawl.ts';

const WINDOW = 20_000;
/** Until the crawl is under way, ms. */
const BEGINNING = 3_000;
const KB = 1_000;
const SIZES: Readonly<Record<string, readonly number[]>> = {
  '1 kB': [KB],
  '4 kB': [4 * KB],
  '10 kB': [10 * KB],
  '30 kB': [30 * KB],
  '250 kB': [250 * KB],
  mixed: [KB, 4 * KB, 10 * KB, 30 * KB, 250 * KB],
};

const lasts = 1000 * Number(process.argv[2] ?? 40);
let failures = 0;
async function crawl(sizes: readonly number[], ceiling: number | null, ms: number) {
  const out = mkdtempSync(join(tmpdir(), 'tarrafa-bandwidth-'));
  try {
    return await cappedCrawl({ out, ceiling, sizes, lasts: ms, seed: 1 });
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}
const mean = (rates: readonly number[]) => rates.reduce((sum, rate) => sum + rate, 0) / rates.length;

for (const [name, sizes] of Object.entries(SIZES)) {
  const free = mean(ratesOver(await crawl(sizes, null, 10_000), 5_000, 2_000));
  process.stdout.write(`${name}: ${Math.round(free / KB)} kB/s without a ceiling\n`);
  for (const ceiling of [100 * KB, 400 * KB, 1_000 * KB].filter((one) => one <= free / 2)) {
    const rates = ratesOver(await crawl(sizes, ceiling, lasts), WINDOW, BEGINNING).map(
      (rate) => rate / ceiling,
    );
    const [least, most] = [Math.min(...rates), Math.max(...rates)];
    const isMet = least >= 0.95 && most <= 1;
    if (!isMet) failures++;
    process.stdout.write(
      `${isMet ? 'MET    ' : 'NOT MET'} ${name}, ceiling ${ceiling / KB} kB/s: ${(100 * least).toFixed(1)} to ${(100 * most).toFixed(1)} % over any 20 s\n`,
    );
  }
  const wide = mean(ratesOver(await crawl(sizes, Math.round(2 * free), 10_000), 5_000, 2_000));
  process.stdout.write(`        ${name}, ceiling twice what it uses: ${(wide / free).toFixed(2)} of it\n`);
}
process.exit(failures === 0 ? 0 : 1);
