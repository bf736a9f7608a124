/** `tarrafa geo judge <page|crawl…>`: how a search for geographic data judges pages, and each link of theirs. */

import { Command } from 'commander';
import {
  type JudgedGeographicPage,
  type JudgedLink,
  judgeGeographicPages,
} from '../../app/geographic-judgement.ts';
import { printable } from '../../formats/index.ts';
import { GEO_JUDGE_WORDS, type GeoJudgeWords } from '../../words/geo-judge.ts';
import type { Language } from '../../words/index.ts';
import { amount, formatFixed, formatNumber, say } from '../../words/index.ts';
import { type AccessFlags, accessOf, withAccessFlags } from '../input/access-flags.ts';
import { type CommandSurroundings, PROCESS, pagesFrom } from '../input/surroundings.ts';
import { colours as pc } from '../terminal/colours.ts';
import { profileOption } from './geo-profile.ts';

interface JudgeFlags extends AccessFlags {
  readonly url?: string;
  readonly profile: 'modern' | 'compat';
  readonly json?: boolean;
}

export function geoJudgeCommand(language: Language, around: CommandSurroundings = PROCESS): Command {
  const m = GEO_JUDGE_WORDS[language];
  const command = new Command('judge')
    .description(m.judge)
    .argument('<input...>', m.inputs)
    .addOption(profileOption(m))
    .option('--url <address>', m.url)
    .option('--json', m.json);
  return withAccessFlags(command, language).action(
    async (inputs: string[], { url, profile, json, ...access }: JudgeFlags) => {
      const table = around.isTerminal && json !== true;
      for await (const { name, ...judged } of judgeGeographicPages(inputs, {
        ...pagesFrom(around, language, url, accessOf(access)),
        profile,
      }))
        around.out(
          table
            ? `${judgedText({ name, ...judged }, m, language)}\n`
            : `${JSON.stringify({ page: name, ...judged })}\n`,
        );
    },
  );
}

/** What decided: words for people where there are some, otherwise the extension or the part of the address. */
function becauseOf({ class: name, because }: JudgedLink, m: GeoJudgeWords): string {
  // That nothing speaks for it is what its class says.
  if (name === 'ARCHIVE_REJECTED' || because === '') return '';
  const words: Readonly<Record<string, string>> = m.because;
  return ` (${words[because] ?? printable(because)})`;
}

function judgedText(judged: JudgedGeographicPage, m: GeoJudgeWords, language: Language): string {
  // A word that is everywhere counts a quarter.
  const n = (value: number): string =>
    Number.isInteger(value) ? formatNumber(value, language) : formatFixed(value, language, 2);
  const words = judged.words.map(({ term, weight }) => `${term} ${n(weight)}`).join(', ');
  const verdict = m.verdicts[judged.verdict];
  const lines = [
    `${pc.bold(printable(judged.name))}  ${printable(judged.title).slice(0, 100)}`,
    `  ${judged.verdict === 'none' ? verdict : pc.green(verdict)} · ${words === '' ? m.noWords : say(m.words, { words, score: n(judged.score) })}`,
  ];
  let pages = 0;
  for (const link of judged.links) {
    if (link.class === 'PAGE') {
      pages++;
      continue;
    }
    const said = [
      ...(link.anchor === '' ? [] : [`«${link.anchor}»`]),
      ...(link.scale === null ? [] : [say(m.scale, { scale: n(link.scale) })]),
    ];
    lines.push(
      `  ${pc.cyan(printable(link.url))}`,
      `    ${m.classes[link.class]}${becauseOf(link, m)}${printable(said.map((one) => ` · ${one}`).join(''))}`,
    );
    if (link.before.length + link.after.length > 0)
      lines.push(pc.dim(`    ${printable(`${link.before.join(' ')} […] ${link.after.join(' ')}`)}`));
  }
  if (pages > 0) lines.push(pc.dim(`  ${say(m.pages, { count: amount(pages, language, n(pages)) })}`));
  return `${lines.join('\n')}\n`;
}
