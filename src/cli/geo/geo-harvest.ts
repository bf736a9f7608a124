/** `tarrafa geo harvest <crawl…>`: looks into what archived pages link to, and says what was found. */
import { Command, InvalidArgumentError } from 'commander';
import { harvest, KEPT_FILE_BYTES } from '../../app/harvest.ts';
import { parseBytes } from '../../app/input/quantity.ts';
import { EXIT } from '../../errors.ts';
import { COMMAND_WORDS } from '../../words/commands.ts';
import { GEO_SEARCH_WORDS } from '../../words/geo-search.ts';
import type { Language } from '../../words/index.ts';
import { formatBytes, formatNumber, say } from '../../words/index.ts';
import { problemLine } from '../input/problem-line.ts';
import { Interruption } from '../terminal/interruption.ts';
import { profileOption } from './geo-profile.ts';
import { GEO_SEARCH_PROCESS, type GeoSearchSurroundings } from './geo-search.ts';
import { sampleWebOf } from './sample-web.ts';

interface HarvestFlags {
  readonly out?: string;
  readonly profile: 'modern' | 'compat';
  readonly contact?: string;
  readonly sampleWeb?: string;
  readonly keepFiles?: number | true;
  readonly json?: boolean;
}

export function geoHarvestCommand(
  language: Language,
  around: GeoSearchSurroundings = GEO_SEARCH_PROCESS,
): Command {
  const m = GEO_SEARCH_WORDS[language];
  return new Command('harvest')
    .description(m.harvest)
    .argument('<crawl...>', m.harvestInputs)
    .option('--out <folder>', m.harvestOut)
    .option('--contact <address>', m.contact)
    .option('--sample-web <port>', m.sampleWeb)
    .addOption(profileOption(m))
    .option('--keep-files [size]', m.keepFiles, (text: string) => {
      const bytes = parseBytes(text);
      if (bytes === null || bytes === 0) throw new InvalidArgumentError(m.badSize);
      return bytes;
    })
    .option('--json', m.json)
    .action(async (inputs: string[], flags: HarvestFlags) => {
      const resolver = await sampleWebOf(flags.sampleWeb);
      const interruption = new Interruption(() => around.err(`\n${COMMAND_WORDS[language].stopping}\n`));
      interruption.begin();
      const { report, producers, path } = await harvest(flags.out ?? inputs[0]!, inputs, {
        settings: {
          contact: flags.contact ?? process.env.TARRAFA_CONTACT ?? null,
          allowPrivate: process.env.TARRAFA_ALLOW_PRIVATE === '1',
          // On the sample web all names share one address, which is nobody's to spare.
          ...(resolver !== undefined ? { politeness: 'host' as const, delay: 0, addressDelay: 0 } : {}),
        },
        resolver,
        profile: flags.profile,
        signal: interruption.signal,
        giveUp: interruption.giveUp,
        keepFiles: flags.keepFiles === true ? KEPT_FILE_BYTES : (flags.keepFiles ?? 0),
        onProblem: (problem) => around.err(problemLine(problem, language)),
        onPage: (pages, { indexed }) => {
          if (around.isTerminal && pages % 50 === 0)
            around.err(
              `\r${say(m.harvesting, { pages: formatNumber(pages, language), files: formatNumber(indexed, language) })}`,
            );
        },
      }).finally(() => interruption.end());
      if (interruption.interrupted) process.exitCode = EXIT.interrupted;
      if (!around.isTerminal || flags.json === true) {
        around.out(`${JSON.stringify({ ...report, producers, path })}\n`);
        return;
      }
      const n = (value: number): string => formatNumber(value, language);
      around.out(
        `\r${say(m.harvested, { files: n(report.indexed), producers: n(producers), rejected: n(report.rejected), unopened: n(report.passedOver), size: formatBytes(report.fileBytes, language) })}\n${path}\n`,
      );
    });
}
