/**
 * The crawl along a period on whole real sites: general and `modern` crawls by the built command from the same front pages, over sockets, compared as
 * `tarrafa compare` does. Segments judge here what segments chose: `--out folder` draws pages for a person to judge, `--judged file` counts them.
 *
 *     npm run eval -- real-period --data <folder of whole sites, with SOURCES.tsv> [--when 2020..2021] [--pages 1500] [--out folder] [--judged sample.tsv]
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type MeasureArgs, type MeasureResult, NothingToMeasure } from '../bench/measure.ts';
import { type Compared, compareCrawls } from '../src/app/index.ts';
import { realSites } from '../test/real-sites.ts';

export const title = 'Temporal crawl: general and modern on real sites';

const PROGRAM = fileURLToPath(new URL('../dist/program/cli/main.js', import.meta.url));
const PROFILES = ['general', 'modern'] as const;

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const { data } = args;
  if (data === undefined || !existsSync(join(data, 'SOURCES.tsv')))
    throw new NothingToMeasure(data ?? '', 'whole real sites (*.jsonl.gz) with SOURCES.tsv');
  const when = String(args.options.when ?? '2020..2021');
  const pages = Number(args.options.pages ?? (args.quick ? 200 : 1_500));
  const from = process.env.TARRAFA_CALLED_FROM ?? process.cwd();
  const told = (name: string): string | undefined =>
    args.options[name] === undefined ? undefined : resolve(from, String(args.options[name]));
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-period-'));
  const web = await realSites(data, 1);
  try {
    const seeds = join(folder, 'seeds.txt');
    writeFileSync(seeds, web.seeds.join('\n'));
    for (const profile of PROFILES)
      await tarrafa([
        ...[
          'crawl',
          '--seeds',
          seeds,
          '--out',
          join(folder, profile),
          '--allow-private',
          ...web.connectTo(0),
        ],
        ...['--delay', '20ms', '--address-delay', '5ms', '--when', when, '--when-profile', profile],
        ...['--max-pages', String(pages), '--no-content', '--contact', 'measure@example.org'],
      ]);
    const judged = told('judged');
    const out = told('out');
    const { comparison } = await compareCrawls(join(folder, 'general'), join(folder, 'modern'), {
      when,
      language: 'en',
      ...(out === undefined ? {} : { out, sample: 60 }),
      ...(judged === undefined ? {} : { judged: [judged] }),
    });
    return shown(comparison, web.hosts.length, when);
  } finally {
    await web.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function tarrafa(words: readonly string[]): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', failed);
    child.once('close', (code) =>
      code === 0 ? done() : failed(new Error(`tarrafa ${words[0]} ended with ${code}`)),
    );
  });
}

function shown({ crawls, union }: Compared['comparison'], sites: number, when: string): MeasureResult {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const ks = [...new Set(crawls.flatMap(({ at }) => at.map(({ k }) => k)))].sort((a, b) => a - b);
  const at = (crawl: (typeof crawls)[number], k: number, what: 'precision' | 'recall'): string => {
    const point = crawl.at.find((each) => each.k === k);
    return point === undefined ? '–' : percent(point[what]);
  };
  const [general, modern] = crawls;
  return {
    tables: [
      {
        title: `${sites} real sites, ${when}: precision and recall by segments among the first pages`,
        columns: ['first', ...PROFILES.flatMap((name) => [`precision ${name}`, `recall ${name}`])],
        rows: ks.map((k) => [
          k,
          ...crawls.flatMap((crawl) => [at(crawl, k, 'precision'), at(crawl, k, 'recall')]),
        ]),
        note: `Recall: of the ${union} pages of the period that both found together. Both are judged by the segments of \`modern\`.`,
      },
      ...(crawls.some(({ samples }) => samples.length > 0)
        ? [
            {
              title: 'The same, judged by a person on pages drawn at random',
              columns: ['crawl', 'pages', 'precision', '95 % interval', 'segments say the same'],
              rows: crawls.flatMap(({ samples }, i) =>
                samples.map(({ judged, precision, from, to, agreement }) => [
                  PROFILES[i]!,
                  judged,
                  percent(precision),
                  `${percent(from)} – ${percent(to)}`,
                  percent(agreement),
                ]),
              ),
            },
          ]
        : []),
    ],
    figures: {
      general: Number((general.at.at(-1)?.precision ?? 0).toFixed(4)),
      modern: Number((modern.at.at(-1)?.precision ?? 0).toFixed(4)),
    },
  };
}
