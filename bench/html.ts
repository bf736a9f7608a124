/**
 * Flat document, links and text blocks against htmlparser2 (with domhandler) and parse5, on the same pages in the same run:
 * CPU time, in interleaved rounds, each parser in a process of its own. The peers' links and text blocks follow the same
 * definition as ours (temporal-crawl §2.7), written the straightforward way on their trees.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { MeasureArgs, MeasureResult } from './measure.ts';
import { loadPages } from './peers/html-pages.ts';
import type { ParserRequest, RoundTimes } from './peers/html-parsers.ts';

export const title = 'Flat document, links and text blocks';

const OURS = 'tarrafa';
const HTMLPARSER2 = 'htmlparser2 + domhandler';
const PARSE5 = 'parse5';
/** Object trees outlive Node's usual young generation and then cost up to three times as much: give the peers room. */
const YOUNG_SPACE = ['--max-semi-space-size=64'];

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const rounds = args.quick ? 2 : 7;
  const warmUps = args.quick ? 1 : 2;
  // The machine code that a parser gets depends on luck (parse5's speed differs threefold): the best process counts.
  const processes = args.quick ? 1 : 3;
  const request = { pages: { data: args.data, wanted: args.quick ? 12 : 150 } };
  // A folder without pages is refused here, and not by each process.
  await loadPages({ ...request.pages, wanted: 1 });
  /** Rounds of each parser, by process. */
  const measured = new Map<string, RoundTimes[][]>();
  const started: { readonly child: ChildProcess; readonly rounds: RoundTimes[] }[] = [];
  try {
    for (let process = 0; process < processes; process++) {
      for (const parser of [OURS, HTMLPARSER2, PARSE5]) {
        const child = startParser();
        child.send({ parser, ...request } satisfies ParserRequest);
        const [answer] = await once(child, 'message');
        if (answer !== 'ready') {
          child.send('end');
          continue;
        }
        const own: RoundTimes[] = [];
        started.push({ child, rounds: own });
        measured.set(parser, [...(measured.get(parser) ?? []), own]);
      }
    }
    for (let round = 0; round < warmUps + rounds; round++) {
      for (let i = 0; i < started.length; i++) {
        const { child, rounds: own } = started[(i + round) % started.length]!;
        child.send('round');
        const [times] = (await once(child, 'message')) as [RoundTimes];
        if (round >= warmUps) own.push(times);
      }
    }
  } finally {
    for (const { child } of started) if (child.connected) child.send('end');
  }
  const results = new Map<string, RoundTimes[]>();
  for (const [parser, runs] of measured) {
    results.set(
      parser,
      runs.sort((a, b) => medianOf(a, ({ all }) => all) - medianOf(b, ({ all }) => all))[0]!,
    );
  }

  const { pages, characters } = results.get(OURS)![0]!;
  const median = (parser: string, of: (times: RoundTimes) => number): number =>
    medianOf(results.get(parser)!, of) / pages;
  const own = median(OURS, ({ all }) => all);
  const ratio = (parser: string): number => median(parser, ({ all }) => all) / own;
  const rows: (string | number)[][] = [];
  for (const parser of [OURS, HTMLPARSER2, PARSE5]) {
    const found = results.get(parser)?.[0]?.found;
    if (found === undefined) {
      rows.push([parser, 'not installed', '', '', '', '', '', '']);
      continue;
    }
    const ms = median(parser, ({ all }) => all);
    rows.push([
      parser,
      ms,
      characters / pages / 1000 / ms,
      ratio(parser),
      median(parser, ({ tree }) => tree),
      found.links,
      found.blocks,
      found.characters,
    ]);
  }
  const bar = (parser: string, times: number): NonNullable<MeasureResult['bars']>[number] => ({
    what: `flat document, links and text blocks against ${parser}`,
    bar: `≥ ${times}×`,
    measured: `${ratio(parser).toFixed(2)}×`,
    met: ratio(parser) >= times,
  });
  const stages = Object.keys(results.get(OURS)![0]!.stages);
  return {
    tables: [
      {
        title: `${pages} pages, mean ${Math.round(characters / pages / 1000)} k characters, median of ${rounds} rounds, the best of ${processes} processes`,
        columns: [
          'parser',
          'ms CPU / page',
          'M characters / s',
          'times ours',
          'ms, tree alone',
          'links',
          'blocks',
          'characters of text',
        ],
        rows,
        note:
          'htmlparser2 does not build the tree a browser builds, so what it finds differs a little; the peers also count hints ' +
          '(`dns-prefetch` …) as links.',
      },
      {
        title: 'Where our time goes',
        columns: ['stage', 'ms CPU / page'],
        rows: [
          ['parseHtml', median(OURS, ({ tree }) => tree)],
          ...stages.map((stage) => [stage, median(OURS, (times) => times.stages[stage]!)]),
          ['parseHtml + links + text blocks', own],
        ],
      },
    ],
    figures: {
      pages,
      characters,
      msPerPage: own,
      ...(results.has(HTMLPARSER2) ? { timesHtmlparser2: ratio(HTMLPARSER2) } : {}),
      timesParse5: ratio(PARSE5),
    },
    bars: [...(results.has(HTMLPARSER2) ? [bar(HTMLPARSER2, 2.5)] : []), bar(PARSE5, 4)],
  };
}

function startParser(): ChildProcess {
  return fork(fileURLToPath(new URL('peers/html-parsers.ts', import.meta.url)), {
    execArgv: [...process.execArgv, ...YOUNG_SPACE],
  });
}

function medianOf(rounds: readonly RoundTimes[], of: (times: RoundTimes) => number): number {
  const sorted = rounds.map(of).sort((a, b) => a - b);
  return sorted[sorted.length >> 1]!;
}
