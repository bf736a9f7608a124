/** `tarrafa content train`: the page model from the repetition of several sites, as a source file that is shipped as data. */
import { createReadStream, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { Command } from 'commander';
import {
  type AnalysedPage,
  analysePage,
  FEATURES,
  FEWEST_PAGES,
  type PageModel,
  type TrainingSite,
  trainPageModel,
} from '../content/index.ts';
import { storageError, TarrafaError } from '../errors.ts';
import { parseHtml } from '../html/index.ts';
import type { ContentMessages } from './content-messages.ts';
import { fill, readable } from './content-pages.ts';
import type { PageSurroundings } from './given-pages.ts';

interface TrainFlags {
  readonly out?: string;
  readonly minPages: string;
  readonly material?: string;
  readonly licence?: string;
  readonly json?: boolean;
}

/** Pages of a site that teach; more of the same template add nothing. */
const MOST_PAGES = 60;
const CORPUS_NAME = /\.jsonl(?:\.gz)?$/i;

/** Files of `{url, html}` lines, each a site when its name or its records say so. */
async function* corpusSites(path: string): AsyncGenerator<TrainingSite> {
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
    if (pages.length < MOST_PAGES) pages.push(analysePage(parseHtml(record.html), { url }));
  }
  for (const [name, pages] of bySite) yield { name, pages };
}

async function sitesOf(
  inputs: readonly string[],
  around: PageSurroundings,
  m: ContentMessages,
): Promise<TrainingSite[]> {
  const sites: TrainingSite[] = [];
  for (const input of inputs) {
    let files: string[] = [];
    try {
      files = statSync(input).isDirectory()
        ? readdirSync(input)
            .filter((name) => CORPUS_NAME.test(name))
            .sort()
            .map((name) => join(input, name))
        : CORPUS_NAME.test(input)
          ? [input]
          : [];
    } catch (cause) {
      throw new TarrafaError('TRF_INPUT_MISSING', [input, (cause as Error).message], { cause });
    }
    if (files.length > 0) {
      for (const file of files) for await (const site of corpusSites(file)) sites.push(site);
      continue;
    }
    const bySite = new Map<string, AnalysedPage[]>();
    for await (const { analysed, site } of readable([input], around, m)) {
      const pages = bySite.get(site) ?? [];
      bySite.set(site, pages);
      if (pages.length < MOST_PAGES) pages.push(analysed);
    }
    for (const [name, pages] of bySite) sites.push({ name, pages });
  }
  return sites;
}

export function trainCommand(around: PageSurroundings, m: ContentMessages): Command {
  return new Command('train')
    .description(m.trainAbout)
    .argument('<input...>', m.inputs)
    .option('--out <file>', m.trainOut)
    .option('--min-pages <n>', m.trainMin, String(FEWEST_PAGES))
    .option('--material <name>', 'material', '')
    .option('--licence <name>', 'licence', '')
    .option('--json', m.json)
    .action(async (inputs: string[], flags: TrainFlags) => {
      const fewest = Math.max(FEWEST_PAGES, Number.parseInt(flags.minPages, 10) || FEWEST_PAGES);
      const sites = (await sitesOf(inputs, around, m)).filter(({ pages }) => pages.length >= fewest);
      const trained = trainPageModel(sites);
      if (trained === null)
        throw new TarrafaError('TRF_INPUT_MISSING', [inputs.join(' '), fill(m.tooFew, fewest)]);
      const model: PageModel = {
        features: FEATURES,
        weights: trained.weights,
        trainedOn: [
          {
            material: flags.material || inputs.map((input) => basename(input)).join(', '),
            licence: flags.licence || '?',
            sites: trained.sites,
            pages: trained.pages,
          },
        ],
        command: `tarrafa content train ${inputs.map((input) => basename(input)).join(' ')}`,
      };
      if (around.isTerminal && flags.json !== true) {
        around.out(`${fill(m.trained, trained.pages, trained.sites, trained.accuracy.toFixed(3))}\n`);
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
      around.err(`${fill(m.written, flags.out)}\n`);
    });
}

function modelSource(model: PageModel): string {
  return `/** Written by \`tarrafa content train\`; see \`trainedOn\` for the material and \`command\` for how. */
import type { PageModel } from './page-model.ts';

export const PAGE_MODEL: PageModel = ${JSON.stringify(model, null, 2)};
`;
}
