/**
 * What pages say without their boilerplate; what their sites repeat; and the model that judges a page alone, trained.
 *
 * ```ts
 * for await (const { content } of readContent(['coleta'])) console.log(content.title, content.published, content.text);
 * for await (const piece of contentAs('md', readContent(['noticia.html'], { site: ['outras'] }))) process.stdout.write(piece);
 * ```
 */
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Content, PageModel } from '../content/index.ts';
import { TarrafaError } from '../errors.ts';
import type { ContentReading } from './content/pages.ts';
import type { PublishedVerdict } from './content/published-method.ts';

export interface ReadContentOptions extends ContentReading {
  /** Other pages of the same site, from which is learned what it repeats: as the inputs, folders of crawls too. */
  readonly site?: readonly string[] | undefined;
  /** A memory of the site that `siteMemories` wrote. */
  readonly memory?: string | undefined;
  /** Judges each page alone, and compares it with nothing. */
  readonly single?: boolean | undefined;
  /** When files and standard input were as they are, in ms since 1970; without it "há 5 dias" gives them no date. */
  readonly fetched?: number | undefined;
}

export interface PageContent {
  /** A path, an address, or `-`. */
  readonly name: string;
  readonly content: Content;
  /** In which the page is written (BCP 47); null when nothing says. */
  readonly language: string | null;
  /** Whether it was judged with what its site repeats, and not alone. */
  readonly compared: boolean;
  /** By a published method: what it compared, and every candidate block. */
  readonly judged?: PublishedVerdict;
}

/** Other pages of the same template below which a memory leaves the page as it is. */
const FEWEST_COMPARED = 3;

/**
 * The content of pages: files, folders, crawls, archives, addresses, `-`. Those that come together are compared with one another, site by
 * site; those of a crawl with what it learned. Throws TRF_CONTENT_NOT_HTML and TRF_CONTENT_NO_PAGES when there is nothing to read, and
 * when `signal` aborts.
 */
export async function* readContent(
  inputs: readonly string[],
  { site, memory, single = false, fetched, ...given }: ReadContentOptions = {},
): AsyncGenerator<PageContent> {
  const [{ extractContent }, { pageDates }, { ContentSites }, { readMemory }, { readable }] =
    await Promise.all([
      import('../content/index.ts'),
      import('./content/page-dates.ts'),
      import('./content/sites.ts'),
      import('./content/memory-files.ts'),
      import('./content/pages.ts'),
    ]);
  const reading = { ...given, now: given.now ?? Date.now() };
  const sites = new ContentSites({ fewest: FEWEST_COMPARED });
  try {
    const remembered = memory === undefined ? null : readMemory(memory);
    if (remembered === null && !single) {
      if (site !== undefined) await sites.learnSite(site, reading);
      // What can be read twice is; what is left out of it is told the second time.
      const twice = inputs.filter((input) => input !== '-' && !/^https?:\/\//i.test(input));
      if (twice.length > 1 || (twice.length === 1 && !(await isOnePage(twice[0]!))))
        await sites.learnInputs(twice, { ...reading, onNotice: undefined });
      if (sites.sites.size > 1 && !sites.remembered)
        reading.onNotice?.({ kind: 'several-sites', sites: sites.sites.size });
    }
    for await (const one of readable(inputs, reading)) {
      const witness = remembered === null ? sites.of(one) : { memory: remembered, counted: false };
      const dates = pageDates(one, fetched, reading.now);
      const content = extractContent(one.analysed, {
        ...(witness ?? {}),
        published: dates.published?.date ?? null,
        modified: dates.modified?.date ?? null,
      });
      yield {
        name: one.page.name,
        content,
        // Told when somebody asks: of a text for the eye nobody does.
        get language() {
          return one.read.languageTag;
        },
        compared: content.site !== null && content.site.pages >= FEWEST_COMPARED,
      };
    }
  } finally {
    sites.close();
  }
}

/** Whether a path is that of a file of one page, which cannot be compared with itself. */
async function isOnePage(path: string): Promise<boolean> {
  const { ARCHIVE_NAME } = await import('../warc/index.ts');
  return !ARCHIVE_NAME.test(path) && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

export interface SiteMemoryOptions extends ContentReading {
  /** File into which the memory is written; when there are several sites, their names are added to its own. */
  readonly out?: string | undefined;
}

/** What is known of a site from what it repeats. */
export interface RememberedSite {
  readonly site: string;
  /** Pages that were counted. */
  readonly pages: number;
  /** Pages nearly the same as one that was counted. */
  readonly nearDuplicates: number;
  /** Room that it takes in memory. */
  readonly bytes: number;
  readonly templates: readonly {
    readonly prefix: string;
    readonly version: number;
    readonly pages: number;
  }[];
  /** Where it was written; null when it was not asked for. */
  readonly file: string | null;
}

/** What sites repeat: learned from their pages, or read from files in which it was written before, and from folders of those. */
export async function* siteMemories(
  inputs: readonly string[],
  { out, ...reading }: SiteMemoryOptions = {},
): AsyncGenerator<RememberedSite> {
  const [{ ContentSites }, { memoryFiles, writtenMemories }, { writeFileWhole }] = await Promise.all([
    import('./content/sites.ts'),
    import('./content/memory-files.ts'),
    import('../files/index.ts'),
  ]);
  const found = writtenMemories(inputs, reading.onNotice, out === undefined);
  const pages = inputs.filter((input) => memoryFiles(input).length === 0);
  const sites = new ContentSites({ fewest: FEWEST_COMPARED, crawls: false });
  try {
    if (pages.length > 0) await sites.learnInputs(pages, reading);
    const several = found.size + sites.sites.size > 1;
    for (const site of [...found.keys(), ...sites.sites]) {
      reading.signal?.throwIfAborted();
      const memory = found.get(site) ?? sites.memory(site);
      const file = out === undefined ? null : several ? withSite(out, site) : out;
      if (file !== null) writeFileWhole(file, memory.save());
      const { nearDuplicates, bytes } = memory;
      yield { site, pages: memory.pages, nearDuplicates, bytes, templates: memory.clusters(), file };
    }
  } finally {
    sites.close();
  }
}

function withSite(path: string, site: string): string {
  return path.replace(/(\.memory)?$/i, `-${site.replace(/[^\p{L}\p{N}.-]+/gu, '_')}.memory`);
}

export interface TrainContentOptions extends ContentReading {
  /** Pages that a site must have; at least and by default so many that their repetition tells something. */
  readonly minPages?: number | undefined;
  /** What the pages are, and under which licence; recorded in the model. */
  readonly material?: string | undefined;
  readonly licence?: string | undefined;
  /** How the model can be made again; recorded in it. */
  readonly command?: string | undefined;
  /** File into which the model is written, as a source (`.ts`) or as JSON. */
  readonly out?: string | undefined;
}

/** In what a model is another than the one that is shipped. */
export type ModelDifference =
  | { readonly kind: 'features' | 'material' }
  | { readonly kind: 'weights'; readonly different: number; readonly weights: number };

export interface TrainedContent {
  readonly model: PageModel;
  readonly sites: number;
  readonly pages: number;
  readonly blocks: number;
  /** On blocks that it was not trained on. */
  readonly accuracy: number;
  /** Null when the shipped model is this one. */
  readonly difference: ModelDifference | null;
}

/**
 * The model of pages, trained without labels from what the repetition on several sites reveals. Inputs are pages, and JSON Lines of
 * `{url, html}`. Throws TRF_CONTENT_TOO_FEW when no site has enough pages.
 */
export async function trainContent(
  inputs: readonly string[],
  { minPages = 0, material, licence, command = '', out, ...reading }: TrainContentOptions = {},
): Promise<TrainedContent> {
  const [{ FEATURES, PAGE_MODEL, trainPageModel }, { TRAINING_LIMITS, trainingSites }] = await Promise.all([
    import('../content/index.ts'),
    import('./content/training-sites.ts'),
  ]);
  const fewest = Math.max(minPages, TRAINING_LIMITS.minPages);
  const sites = (await trainingSites(inputs, reading)).filter(({ pages }) => pages.length >= fewest);
  const trained = trainPageModel(sites);
  if (trained === null) throw new TarrafaError('TRF_CONTENT_TOO_FEW', [inputs.join(' '), fewest]);
  const { weights, accuracy, blocks, pages } = trained;
  const model: PageModel = {
    features: FEATURES,
    weights,
    trainedOn: [
      {
        material: material ?? inputs.map((input) => basename(input)).join(', '),
        licence: licence ?? '?',
        sites: trained.sites,
        pages,
      },
    ],
    command,
  };
  if (out !== undefined) {
    const { writeFileWhole } = await import('../files/index.ts');
    writeFileWhole(out, /\.ts$/.test(out) ? modelSource(model) : `${JSON.stringify(model, null, 2)}\n`);
  }
  const difference = modelDifference(model, PAGE_MODEL);
  return { model, sites: trained.sites, pages, blocks, accuracy, difference };
}

function modelDifference(model: PageModel, shipped: PageModel): ModelDifference | null {
  const counts = ({ trainedOn }: PageModel): string =>
    trainedOn.map(({ sites, pages }) => `${sites}/${pages}`).join(', ');
  if (model.features.join() !== shipped.features.join()) return { kind: 'features' };
  const different = model.weights.filter((weight, i) => weight !== shipped.weights[i]).length;
  if (different > 0) return { kind: 'weights', different, weights: model.weights.length };
  return counts(model) === counts(shipped) ? null : { kind: 'material' };
}

function modelSource(model: PageModel): string {
  return `/** Written by \`tarrafa content train\`; see \`trainedOn\` for the material and \`command\` for how. */
import type { PageModel } from './page-model.ts';

export const PAGE_MODEL: PageModel = ${JSON.stringify(model, null, 2)};
`;
}
