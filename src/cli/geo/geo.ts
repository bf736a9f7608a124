/** `tarrafa geo`: the commands of geographic data. Only the one that was asked for is loaded: a description must not wait for a gazetteer. */
import { Command } from 'commander';
import { GEO_DESCRIBE_WORDS } from '../../words/geo-describe.ts';
import type { Language } from '../../words/index.ts';

const COMMANDS: Readonly<Record<string, (language: Language) => Promise<Command>>> = {
  describe: async (language) => (await import('./geo-describe.ts')).geoDescribeCommand(language),
  harvest: async (language) => (await import('./geo-harvest.ts')).geoHarvestCommand(language),
  check: async (language) => (await import('./geo-check.ts')).geoCheckCommand(language),
  judge: async (language) => (await import('./geo-judge.ts')).geoJudgeCommand(language),
  places: async (language) => (await import('./geo-places.ts')).geoPlacesCommand(language),
  search: async (language) => (await import('./geo-search.ts')).geoSearchCommand(language),
  producers: async (language) => (await import('./geo-producers.ts')).geoProducersCommand(language),
  vocabulary: async (language) => (await import('./geo-vocabulary.ts')).geoVocabularyCommand(language),
};

/** All of them for help; one of them for work. */
export async function geoCommand(
  language: Language,
  argv: readonly string[] = process.argv,
): Promise<Command> {
  const command = new Command('geo').description(GEO_DESCRIBE_WORDS[language].geo);
  const asked = argv.slice(argv.indexOf('geo') + 1).find((word) => Object.hasOwn(COMMANDS, word));
  for (const load of asked === undefined ? Object.values(COMMANDS) : [COMMANDS[asked]!])
    command.addCommand(await load(language));
  return command;
}
