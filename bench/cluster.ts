/**
 * A crawl that several machines share, on a PostgreSQL that this starts by itself: how it grows with its workers, what real pages cost, the
 * database at 10 M URLs and on disk, how wide it crawls, and one address with 50,000 sites. Each part is a section of its own:
 *
 *   npm run bench -- cluster [workers|real|frontier|disk|hosts|address] [--quick] [--data folder] [--large]
 *
 * Parts come before flags. `--data` has pages for `real` (lines of `{html}`, or of whole sites); `--large` lets `frontier` go on to 30 M URLs.
 */
import { address } from './cluster/address.ts';
import { disk } from './cluster/disk.ts';
import { frontier } from './cluster/frontier.ts';
import { hosts } from './cluster/hosts.ts';
import type { Part } from './cluster/part.ts';
import { real } from './cluster/real.ts';
import { workers } from './cluster/workers.ts';
import type { MeasureArgs, MeasureResult } from './measure.ts';

export const title = 'A crawl that several machines share';

const PARTS: Readonly<Record<string, Part>> = { workers, real, frontier, disk, hosts, address };
export const parts: readonly string[] = Object.keys(PARTS);

export async function run({ part, quick, seed = 1, data, options }: MeasureArgs): Promise<MeasureResult> {
  const result = await PARTS[part!]!({ quick, seed, data, options });
  if (!quick || result.bars === undefined) return result;
  const { bars, ...rest } = result;
  return {
    ...rest,
    tables: [
      ...rest.tables,
      {
        title: 'Small sizes, to see that it runs: no verdict',
        columns: ['what', 'bar', 'measured'],
        rows: bars.map(({ what, bar, measured }) => [what, bar, measured]),
      },
    ],
  };
}
