/**
 * Is the flat document the tree a browser builds? On every page of the folder (`*.jsonl.gz`, each line a JSON object with
 * `html`), the whole tree is compared with parse5's: tag, parent, sibling order, text and `href`; comments and white space
 * alone left out.
 */
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { type MeasureArgs, type MeasureResult, NothingToMeasure } from '../bench/measure.ts';
import { parseHtml } from '../src/html/index.ts';
import { type Difference, firstDifference } from '../src/html/judge.suite.ts';

export const title = 'Flat document against parse5, whole tree';

interface Tally {
  pages: number;
  equal: number;
  units: number;
  limited: number;
  limitedUnits: number;
}

const empty = (): Tally => ({ pages: 0, equal: 0, units: 0, limited: 0, limitedUnits: 0 });
const FIRST_DIFFERENCES = 20;

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  if (
    args.data === undefined ||
    !existsSync(args.data) ||
    !readdirSync(args.data).some((name) => name.endsWith('.jsonl.gz'))
  )
    throw new NothingToMeasure(args.data, '*.jsonl.gz whose lines have an html');
  const tallies = new Map<string, Tally>();
  const differences: (readonly [page: string, difference: Difference])[] = [];
  for (const file of readdirSync(args.data).sort()) {
    if (!file.endsWith('.jsonl.gz')) continue;
    const tally = empty();
    tallies.set(file, tally);
    let line = 0;
    for await (const html of pagesOf(join(args.data, file))) {
      line++;
      if (args.quick && line % 10 !== 1) continue;
      const difference = firstDifference(html);
      tally.pages++;
      tally.units += html.length;
      if (difference === null) tally.equal++;
      else differences.push([`${file}:${line}`, difference]);
      if (parseHtml(html).limited) {
        tally.limited++;
        tally.limitedUnits += html.length;
      }
    }
  }
  const all = [...tallies.values()].reduce((sum, tally) => {
    for (const key of Object.keys(sum) as (keyof Tally)[]) sum[key] += tally[key];
    return sum;
  }, empty());
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
  const percent = (value: number): string => `${(value * 100).toFixed(2)} %`;
  const row = (name: string, tally: Tally): (string | number)[] => [
    name,
    tally.pages,
    tally.units,
    tally.equal,
    percent(share(tally.equal, tally.pages)),
    percent(0),
    percent(share(tally.limitedUnits, tally.units)),
  ];
  const equalShare = share(all.equal, all.pages);
  return {
    tables: [
      {
        title: 'Whole trees equal to parse5’s',
        columns: [
          'file',
          'pages',
          'characters',
          'equal',
          'share equal',
          'characters by fallback',
          'characters limited',
        ],
        rows: [...[...tallies].map(([file, tally]) => row(file, tally)), row('all', all)],
        note:
          'There is no fallback: every construction a browser makes (fostering, the adoption agency, framesets, escaped scripts, any ' +
          'depth) is made in the one pass. "Limited" are pages whose formatting elements stopped being copied to keep time in bounds.',
      },
      ...(differences.length === 0
        ? []
        : [
            {
              title: 'First differences',
              columns: ['page', 'line', 'parse5', 'flat document'],
              rows: differences
                .slice(0, FIRST_DIFFERENCES)
                .map(([page, { line, expected, actual }]) => [
                  page,
                  line,
                  expected.slice(0, 80),
                  actual.slice(0, 80),
                ]),
            },
          ]),
    ],
    figures: {
      pages: all.pages,
      characters: all.units,
      equalPages: all.equal,
      equalShare,
      fallbackShare: 0,
      limitedShare: share(all.limitedUnits, all.units),
    },
    bars: [
      {
        what: 'pages whose whole tree equals parse5’s',
        bar: '≥ 99.5 %',
        measured: percent(equalShare),
        met: equalShare >= 0.995,
      },
      { what: 'characters that need a fallback', bar: '≤ 5 %', measured: percent(0), met: true },
    ],
  };
}

async function* pagesOf(path: string): AsyncGenerator<string, void> {
  const lines = createInterface({
    input: createReadStream(path).pipe(createGunzip()),
    crlfDelay: Number.POSITIVE_INFINITY,
  });
  for await (const line of lines) {
    if (line.trim() === '') continue;
    const { html } = JSON.parse(line) as { html?: unknown };
    if (typeof html === 'string') yield html;
  }
}
