/**
 * Flat document, links and text blocks against htmlparser2 (with domhandler) and parse5, on the same pages in the same run:
 * CPU time, in interleaved rounds, each parser in a process of its own. The peers' links and text blocks follow the same
 * definition as ours (temporal-crawl §2.7), written the straightforward way on their trees.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { MeasureArgs, MeasureResult } from './measure.ts';
import type { ParserRequest, RoundTimes } from './peers/html-parsers.ts';

export const title = 'Flat document, links and text blocks';

const OURS = 'tarrafa';
const HTMLPARSER2 = 'htmlparser2 + domhandler';
const PARSE5 = 'parse5';

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const rounds = args.quick ? 2 : 7;
  const warmUps = args.quick ? 1 : 2;
  const request = { pages: { data: args.data, wanted: args.quick ? 12 : 150 } };
  const children = new Map<string, ChildProcess>();
  const results = new Map<string, RoundTimes[]>();
  try {
    for (const parser of [OURS, HTMLPARSER2, PARSE5]) {
      const child = fork(fileURLToPath(new URL('peers/html-parsers.ts', import.meta.url)), {
        execArgv: process.execArgv,
      });
      children.set(parser, child);
      child.send({ parser, ...request } satisfies ParserRequest);
      const [answer] = await once(child, 'message');
      if (answer === 'ready') results.set(parser, []);
    }
    const names = [...results.keys()];
    for (let round = 0; round < warmUps + rounds; round++) {
      for (let i = 0; i < names.length; i++) {
        const parser = names[(i + round) % names.length]!;
        children.get(parser)!.send('round');
        const [times] = (await once(children.get(parser)!, 'message')) as [RoundTimes];
        if (round >= warmUps) results.get(parser)!.push(times);
      }
    }
  } finally {
    for (const child of children.values()) if (child.connected) child.send('end');
  }

  const { pages, characters } = results.get(OURS)![0]!;
  const median = (parser: string, of: (times: RoundTimes) => number): number => {
    const sorted = results
      .get(parser)!
      .map(of)
      .sort((a, b) => a - b);
    return sorted[sorted.length >> 1]! / pages;
  };
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
        title: `${pages} pages, mean ${Math.round(characters / pages / 1000)} k characters, median of ${rounds} rounds`,
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
