/** `tarrafa content train`: the page model from the repetition of several sites, as a source file that is shipped as data. */
import { basename } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { TRAINING_LIMITS } from '../../app/content/training-sites.ts';
import { type ModelDifference, trainContent } from '../../app/content.ts';
import { TarrafaError } from '../../errors.ts';
import { CONTENT_WORDS, type ContentWords } from '../../words/content.ts';
import { formatFixed, type Language, say } from '../../words/index.ts';
import type { CommandSurroundings } from '../input/surroundings.ts';
import { ToldReading } from './content-told.ts';

interface TrainFlags {
  readonly out?: string;
  readonly minPages: number;
  readonly material?: string;
  readonly licence?: string;
  readonly check?: boolean;
  readonly json?: boolean;
}

/** A word as a shell takes it. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The whole command that makes the model again, wherever its material lies. */
function trainingCommand(inputs: readonly string[], flags: TrainFlags): string {
  const words = [
    ...inputs.map((input) => basename(input)),
    ...(flags.minPages === TRAINING_LIMITS.minPages ? [] : ['--min-pages', String(flags.minPages)]),
    ...(flags.material === undefined ? [] : ['--material', flags.material]),
    ...(flags.licence === undefined ? [] : ['--licence', flags.licence]),
    ...(flags.out === undefined ? [] : ['--out', basename(flags.out)]),
  ];
  return `tarrafa content train ${words.map(shellWord).join(' ')}`;
}

function differenceText(difference: ModelDifference, m: ContentWords): string {
  if (difference.kind === 'weights') return say(m.otherWeights, difference);
  return difference.kind === 'features' ? m.otherFeatures : m.otherMaterial;
}

export function trainCommand(language: Language, around: CommandSurroundings): Command {
  const m = CONTENT_WORDS[language];
  const least = TRAINING_LIMITS.minPages;
  const count = (text: string): number => {
    const n = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    if (n < least) throw new InvalidArgumentError(say(m.fewestPages, { least }));
    return n;
  };
  return new Command('train')
    .description(m.trainAbout)
    .argument('<input...>', say(m.trainInputs, { fields: '{url, html}' }))
    .option('--out <file>', m.trainOut)
    .option('--min-pages <n>', m.trainMin, count, least)
    .option('--material <name>', m.trainMaterial)
    .option('--licence <name>', m.trainLicence)
    .option('--check', m.trainCheck)
    .option('--json', m.json)
    .action((inputs: string[], flags: TrainFlags) => train(inputs, flags, language, around));
}

async function train(
  inputs: readonly string[],
  flags: TrainFlags,
  language: Language,
  around: CommandSurroundings,
): Promise<void> {
  const m = CONTENT_WORDS[language];
  const told = new ToldReading(around, language);
  const out = flags.check === true ? undefined : flags.out;
  const { model, sites, pages, blocks, accuracy, difference } = await trainContent(inputs, {
    ...told.options(),
    minPages: flags.minPages,
    material: flags.material,
    licence: flags.licence,
    command: trainingCommand(inputs, flags),
    out,
  }).finally(() => told.clear());
  if (flags.check === true) {
    if (difference !== null)
      throw new TarrafaError('TRF_CONTENT_MODEL', [inputs.join(' '), differenceText(difference, m)]);
    around.out(`${say(m.sameModel, { pages, sites })}\n`);
    return;
  }
  if (around.isTerminal && flags.json !== true) {
    around.out(`${say(m.trained, { pages, sites, accuracy: formatFixed(accuracy, language, 3) })}\n`);
    model.features.forEach((name, i) => {
      around.out(`  ${name.padEnd(14)} ${formatFixed(model.weights[i]!, language, 3).padStart(8)}\n`);
    });
  } else around.out(`${JSON.stringify({ ...model, accuracy, blocks })}\n`);
  if (out !== undefined) around.err(`${say(m.written, { file: out })}\n`);
}
