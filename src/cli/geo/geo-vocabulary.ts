/** `tarrafa geo vocabulary`: the geo-interesting words in use, and a new list from pages of known producers. */
import { Command } from 'commander';
import { buildGeographicVocabulary, geographicVocabulary } from '../../app/geographic-vocabulary.ts';
import { printable } from '../../formats/index.ts';
import { GEO_SEARCH_WORDS } from '../../words/geo-search.ts';
import type { Language } from '../../words/index.ts';
import { amount, formatFixed, formatNumber, say } from '../../words/index.ts';
import { problemLine } from '../input/problem-line.ts';
import { colours as pc } from '../terminal/colours.ts';
import { profileOption } from './geo-profile.ts';
import { GEO_SEARCH_PROCESS, type GeoSearchSurroundings, positive } from './geo-search.ts';

interface BuildFlags {
  readonly descriptionWeight: number;
  readonly top?: number;
  readonly all?: boolean;
  readonly json?: boolean;
}

export function geoVocabularyCommand(
  language: Language,
  around: GeoSearchSurroundings = GEO_SEARCH_PROCESS,
): Command {
  const m = GEO_SEARCH_WORDS[language];
  const show = new Command('show')
    .description(m.show)
    .addOption(profileOption({ profile: m.vocabularyProfile }))
    .option('--json', m.json)
    .action(async (flags: { profile: 'modern' | 'compat'; json?: boolean }) => {
      const terms = await geographicVocabulary(flags.profile);
      if (!around.isTerminal || flags.json === true)
        for (const term of terms) around.out(`${JSON.stringify(term)}\n`);
      else
        for (const { term, weight, translation } of terms)
          around.out(
            `${formatNumber(weight, language, 3).padStart(5)}  ${term}${translation === '' ? '' : pc.dim(`  ${translation}`)}\n`,
          );
    });
  const build = new Command('build')
    .description(m.build)
    .argument('<input...>', m.buildInputs)
    .option('--description-weight <weight>', m.descriptionWeight, positive(m), 2.5)
    .option('--top <n>', m.top, positive(m))
    .option('--all', m.all)
    .option('--json', m.json)
    .action(async (inputs: string[], flags: BuildFlags) => {
      const built = await buildGeographicVocabulary(inputs, {
        descriptionWeight: flags.descriptionWeight,
        onProblem: (problem) => around.err(problemLine(problem, language)),
      });
      const kept = new Set(built.terms);
      const rows = (flags.all === true ? built.all : built.selected).slice(
        0,
        flags.top ?? Number.POSITIVE_INFINITY,
      );
      if (!around.isTerminal || flags.json === true) {
        for (const row of rows) around.out(`${JSON.stringify({ ...row, kept: kept.has(row.term) })}\n`);
        return;
      }
      around.out(`${pc.dim(`${m.relevance.padStart(9)}  ${m.term}`)}\n`);
      for (const { term, relevance } of rows) {
        const line = `${formatFixed(relevance, language, 2).padStart(9)}  ${printable(term)}`;
        around.out(`${kept.has(term) ? line : pc.dim(line)}\n`);
      }
      const n = (value: number) => amount(value, language, formatFixed(value, language, 0));
      around.out(
        `${pc.dim(say(m.selected, { pages: n(built.pages), words: n(built.selected.length), mean: formatFixed(built.mean, language, 2) }))}\n`,
      );
    });
  for (const command of [show, build]) command.exitOverride();
  return new Command('vocabulary').description(m.vocabulary).addCommand(build).addCommand(show);
}
