/** `tarrafa content train`: the page model from the repetition of several sites, as a source file that is shipped as data. */
import { createReadStream, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { Command, InvalidArgumentError } from 'commander';
import {
  type AnalysedPage,
  analysePage,
  FEATURES,
  FEWEST_PAGES,
  PAGE_MODEL,
  type PageModel,
  type TrainingSite,
  trainPageModel,
} from '../../content/index.ts';
import { storageError, TarrafaError } from '../../errors.ts';
import { parseHtml } from '../../html/index.ts';
import { archivePaths } from '../../warc/index.ts';
import { say } from '../../words/index.ts';
import { systemFailure } from '../../words/why.ts';
import { ProgressLine } from '../terminal/progress-line.ts';
import { type Reading, readable } from './content-pages.ts';

interface TrainFlags {
  readonly out?: string;
  readonly minPages: number;
  readonly material?: string;
  readonly licence?: string;
  readonly check?: boolean;
  readonly json?: boolean;
}

/** Pages of a site that teach; more of the same template add nothing. */
const MOST_PAGES = 60;
const CORPUS_NAME = /\.jsonl(?:\.gz)?$/i;

/** Files of `{url, html}` lines, each a site when its name or its records say so. */
async function* corpusSites(path: string, onPage: () => void): AsyncGenerator<TrainingSite> {
  const file = createReadStream(path);
  const lines = createInterface({ input: path.endsWith('.gz') ? file.pipe(createGunzip()) : file });
  const bySite = new Map<string, AnalysedPage[]>();
  for await (const line of lines) {
    let record: { html?: unknown; url?: unknown; site?: unknown };
    try {
      record = JSON.parse(line) as typeof record;
    } catch {
      continue;
    }
    if (typeof record.html !== 'string') continue;
    const url = typeof record.url === 'string' ? record.url : '';
    let host = basename(path);
    try {
      host = new URL(url).host;
    } catch {
      host = basename(path);
    }
    const site = typeof record.site === 'string' ? record.site : host;
    const pages = bySite.get(site) ?? [];
    bySite.set(site, pages);
    if (pages.length >= MOST_PAGES) continue;
    pages.push(analysePage(parseHtml(record.html), { url }));
    onPage();
  }
  for (const [name, pages] of bySite) yield { name, pages };
}

/** Whether a folder is that of a crawl, whose JSON Lines are its log. */
function hasArchive(folder: string): boolean {
  try {
    return archivePaths([folder]).length > 0;
  } catch {
    return false;
  }
}

async function sitesOf(inputs: readonly string[], reading: Reading): Promise<TrainingSite[]> {
  const { around, m, language } = reading;
  const line = new ProgressLine(
    {
      isTerminal: around.isWatched ?? around.isTerminal,
      err: (text) => around.err(text),
      now: () => around.now(),
    },
    language,
  );
  let read = 0;
  const sites: TrainingSite[] = [];
  for (const input of inputs) {
    let files: string[] = [];
    try {
      files = statSync(input).isDirectory()
        ? (hasArchive(input) ? [] : readdirSync(input))
            .filter((name) => CORPUS_NAME.test(name))
            .sort()
            .map((name) => join(input, name))
        : CORPUS_NAME.test(input)
          ? [input]
          : [];
    } catch (cause) {
      throw new TarrafaError('TRF_INPUT_MISSING', [input, systemFailure(cause)], { cause });
    }
    if (files.length > 0) {
      for (const file of files)
        for await (const site of corpusSites(file, () => line.show(m.read, ++read, null))) sites.push(site);
      continue;
    }
    const bySite = new Map<string, AnalysedPage[]>();
    for await (const { analysed, site } of readable([input], reading)) {
      const pages = bySite.get(site) ?? [];
      bySite.set(site, pages);
      if (pages.length < MOST_PAGES) pages.push(analysed);
    }
    for (const [name, pages] of bySite) sites.push({ name, pages });
  }
  line.clear();
  return sites;
}

/** A word as a shell takes it. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The whole command that makes the model again, wherever its material lies. */
function trainingCommand(inputs: readonly string[], flags: TrainFlags): string {
  const words = [
    ...inputs.map((input) => basename(input)),
    ...(flags.minPages === FEWEST_PAGES ? [] : ['--min-pages', String(flags.minPages)]),
    ...(flags.material === undefined ? [] : ['--material', flags.material]),
    ...(flags.licence === undefined ? [] : ['--licence', flags.licence]),
    ...(flags.out === undefined ? [] : ['--out', basename(flags.out)]),
  ];
  return `tarrafa content train ${words.map(shellWord).join(' ')}`;
}

/** How a model differs from the one that is shipped; null when it does not. */
function difference(model: PageModel, m: Reading['m']): string | null {
  const counts = ({ trainedOn }: PageModel): string =>
    trainedOn.map(({ sites, pages }) => `${sites}/${pages}`).join(', ');
  if (model.features.join() !== PAGE_MODEL.features.join()) return m.otherFeatures;
  const weights = model.weights.filter((weight, i) => weight !== PAGE_MODEL.weights[i]).length;
  if (weights > 0) return say(m.otherWeights, { different: weights, weights: model.weights.length });
  return counts(model) === counts(PAGE_MODEL) ? null : m.otherMaterial;
}

export function trainCommand(reading: Reading): Command {
  const { around, m } = reading;
  const count = (text: string): number => {
    const n = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    if (n < FEWEST_PAGES) throw new InvalidArgumentError(say(m.fewestPages, { least: FEWEST_PAGES }));
    return n;
  };
  return new Command('train')
    .description(m.trainAbout)
    .argument('<input...>', say(m.trainInputs, { fields: '{url, html}' }))
    .option('--out <file>', m.trainOut)
    .option('--min-pages <n>', m.trainMin, count, FEWEST_PAGES)
    .option('--material <name>', m.trainMaterial)
    .option('--licence <name>', m.trainLicence)
    .option('--check', m.trainCheck)
    .option('--json', m.json)
    .action(async (inputs: string[], flags: TrainFlags) => {
      const fewest = flags.minPages;
      const sites = (await sitesOf(inputs, reading)).filter(({ pages }) => pages.length >= fewest);
      const trained = trainPageModel(sites);
      if (trained === null) throw new TarrafaError('TRF_CONTENT_TOO_FEW', [inputs.join(' '), fewest]);
      const model: PageModel = {
        features: FEATURES,
        weights: trained.weights,
        trainedOn: [
          {
            material: flags.material ?? inputs.map((input) => basename(input)).join(', '),
            licence: flags.licence ?? '?',
            sites: trained.sites,
            pages: trained.pages,
          },
        ],
        command: trainingCommand(inputs, flags),
      };
      if (flags.check === true) {
        const other = difference(model, m);
        if (other !== null) throw new TarrafaError('TRF_CONTENT_MODEL', [inputs.join(' '), other]);
        around.out(`${say(m.sameModel, { pages: trained.pages, sites: trained.sites })}\n`);
        return;
      }
      if (around.isTerminal && flags.json !== true) {
        around.out(
          `${say(m.trained, { pages: trained.pages, sites: trained.sites, accuracy: trained.accuracy.toFixed(3) })}\n`,
        );
        FEATURES.forEach((name, i) => {
          around.out(`  ${name.padEnd(14)} ${trained.weights[i]!.toFixed(3).padStart(8)}\n`);
        });
      } else
        around.out(`${JSON.stringify({ ...model, accuracy: trained.accuracy, blocks: trained.blocks })}\n`);
      if (flags.out === undefined) return;
      try {
        writeFileSync(
          flags.out,
          /\.ts$/.test(flags.out) ? modelSource(model) : `${JSON.stringify(model, null, 2)}\n`,
        );
      } catch (cause) {
        throw storageError(flags.out, cause);
      }
      around.err(`${say(m.written, { file: flags.out })}\n`);
    });
}

function modelSource(model: PageModel): string {
  return `/** Written by \`tarrafa content train\`; see \`trainedOn\` for the material and \`command\` for how. */
import type { PageModel } from './page-model.ts';

export const PAGE_MODEL: PageModel = ${JSON.stringify(model, null, 2)};
`;
}
