/**
 * Pages judged by a published method, X-CEX or Content Extractor: every site of the input by itself, its pages compared with one another,
 * as the source did it. Pages are read twice, once for the blocks of all of them and once to be written, so that only blocks are held and,
 * when a site is judged, only verdicts.
 */
import { createHash } from 'node:crypto';
import type {
  BlockReason,
  ContentExtractorParameters,
  PresetName,
  ReadingParameters,
  ReadPage as ReadSitePage,
  SiteWarning,
  XcexParameters,
} from '../../content/index.ts';
import { type FlatDocument, TEXT, WHITE } from '../../html/index.ts';
import type { PageContent } from '../content.ts';
import type { ContentReading, ReadPage, SiteNotice } from './pages.ts';

export const PUBLISHED_METHODS = ['xcex', 'content-extractor'] as const;
export type PublishedMethod = (typeof PUBLISHED_METHODS)[number];

/** What a run of a method is made of; what is not given is as published. */
export interface MethodSettings {
  readonly method: PublishedMethod;
  /** Of X-CEX; default `faithful`. */
  readonly preset?: PresetName | undefined;
  readonly xcex?: Partial<XcexParameters> | undefined;
  readonly contentExtractor?: Partial<ContentExtractorParameters> | undefined;
  /** The language of every page, by which stop words are chosen; default what each page is written in. */
  readonly language?: string | undefined;
}

export interface MethodLimits {
  /** Pages of a site that are compared. */
  readonly maxPages?: number | undefined;
  /** Candidate blocks of a site that are compared: the work grows with their square. */
  readonly maxBlocks?: number | undefined;
}

export const METHOD_LIMITS = { maxPages: 2000, maxBlocks: 60_000 } as const satisfies MethodLimits;

export interface PublishedContentOptions extends ContentReading, MethodSettings, MethodLimits {
  /** Other pages of the same sites, which are compared and not answered with. */
  readonly site?: readonly string[] | undefined;
  /** When files and standard input were as they are, in ms since 1970. */
  readonly fetched?: number | undefined;
  /** Told of each site when it is judged. */
  readonly onSite?: ((run: SiteRun) => void) | undefined;
}

/** A candidate block and what became of it. */
export interface PublishedBlock {
  readonly id: string;
  readonly tag: string;
  readonly path: string;
  readonly level: number;
  readonly text: string;
  readonly words: number;
  /** |S|: pages with a similar block; null where an exact copy settled it. */
  readonly similarPages: number | null;
  readonly ibdf: number;
  readonly verdict: 'content' | 'non-content';
  readonly reason: BlockReason;
}

export interface PublishedVerdict {
  readonly method: PublishedMethod;
  readonly site: string;
  /** N. */
  readonly pages: number;
  /** k: from this many pages with a similar block on, a block is not content. */
  readonly pageLimit: number;
  readonly liveCoverage: boolean;
  readonly blocks: readonly PublishedBlock[];
}

/** A site as it was judged: a line of the report. */
export interface SiteRun {
  readonly method: PublishedMethod;
  readonly site: string;
  /** N, n and k. */
  readonly pages: number;
  readonly blocks: number;
  readonly pageLimit: number;
  readonly vocabulary: number;
  readonly comparisons: number;
  readonly kept: number;
  /** Candidates that each phase removed. */
  readonly removed: {
    readonly wordless: number;
    readonly exactDuplicate: number;
    readonly frequent: number;
    readonly comment: number;
  };
  readonly seconds: { readonly extraction: number; readonly comparison: number };
}

/** The verdict on a block without the block. */
interface BlockVerdict {
  readonly similarPages: number | null;
  readonly ibdf: number;
  readonly reason: BlockReason;
}

/** A site of which pages are read. */
interface OpenSite {
  readonly name: string;
  readonly pages: ReadSitePage[];
  readonly warnings: SiteWarning[];
  readonly addresses: Set<string>;
  /** Pages by all that they say: one that says the same as another is the same page. */
  readonly byText: Map<string, number>;
  readonly notRead: { 'captured-again': number; 'over-limit': number };
  blocks: number;
  milliseconds: number;
}

/** Sites as they were judged, by their names. */
interface JudgedSite {
  readonly run: SiteRun;
  readonly pages: readonly (readonly BlockVerdict[])[];
  readonly live: readonly boolean[];
}

/** Characters of blocks that are held at once, over all sites; what comes after is not read. */
const MOST_HELD = 600_000_000;

type Rooms = typeof import('../../content/index.ts');

/** A method with its parameters, checked: how it reads a page and judges a site. */
export interface MadeMethod {
  readonly settings: MethodSettings;
  readonly reading: ReadingParameters;
  readonly parameters: XcexParameters | ContentExtractorParameters;
}

/** Throws TRF_CONFIG_INVALID for values that make no sense together. */
export async function makeMethod(settings: MethodSettings): Promise<MadeMethod> {
  const rooms = await import('../../content/index.ts');
  if (settings.method === 'content-extractor') {
    const parameters = rooms.contentExtractorParameters(withNamedTags(settings.contentExtractor, rooms));
    return { settings, parameters, reading: rooms.contentExtractorReading(parameters) };
  }
  const parameters = rooms.xcexParameters(withNamedTags(settings.xcex, rooms), settings.preset);
  return { settings, parameters, reading: parameters };
}

/** The lists of the source go by their names: `list2` alone is no tag. */
function withNamedTags<T extends { readonly tagList?: readonly string[] }>(
  changes: T | undefined,
  { TAG_LISTS }: Rooms,
): T | undefined {
  const [name, ...more] = changes?.tagList ?? [];
  if (name === undefined || more.length > 0 || !Object.hasOwn(TAG_LISTS, name)) return changes;
  return { ...changes!, tagList: TAG_LISTS[name as keyof typeof TAG_LISTS] };
}

/** Throws as `readContent` does, and TRF_CONFIG_INVALID before anything is read. */
export async function* readPublishedContent(
  inputs: readonly string[],
  options: PublishedContentOptions,
): AsyncGenerator<PageContent> {
  const { method, preset, xcex, contentExtractor, language, site, fetched, maxPages, maxBlocks, onSite } =
    options;
  const made = await makeMethod({ method, preset, xcex, contentExtractor, language });
  const [rooms, { readable }, { pageDates }] = await Promise.all([
    import('../../content/index.ts'),
    import('./pages.ts'),
    import('./page-dates.ts'),
  ]);
  const reading = { ...readTwice(options), now: options.now ?? Date.now() };
  const sites = new SitesToJudge(made, rooms, {
    maxPages: maxPages ?? METHOD_LIMITS.maxPages,
    maxBlocks: maxBlocks ?? METHOD_LIMITS.maxBlocks,
  });
  const silent = { ...reading, onNotice: undefined };
  if (site !== undefined) {
    for await (const one of readable(site, { ...silent, url: undefined }, { stage: 'learning' }))
      sites.add(one);
    sites.othersAreRead();
  }
  for await (const one of readable(inputs, silent, { stage: 'learning' })) sites.add(one);
  const judged = sites.judge(reading, onSite);
  for await (const one of readable(inputs, reading)) {
    const verdict = sites.verdict(one, judged);
    if (verdict === null) continue;
    const dates = pageDates(one, fetched, reading.now);
    yield {
      name: one.page.name,
      content: rooms.contentOfElements(one.analysed, verdict.kept, {
        text: verdict.text,
        published: dates.published?.date ?? null,
        modified: dates.modified?.date ?? null,
      }),
      get language() {
        return language ?? one.read.languageTag;
      },
      compared: verdict.judged.pages > 1,
      judged: verdict.judged,
    };
  }
}

/** Standard input and addresses are asked once, and given as often as they are read. */
function readTwice(options: ContentReading): ContentReading {
  const { url, now, signal, onProgress, onNotice, stdin, fetchPage } = options;
  let given: Promise<Uint8Array> | undefined;
  const fetched = new Map<string, ReturnType<NonNullable<ContentReading['fetchPage']>>>();
  return {
    url,
    now,
    signal,
    onProgress,
    onNotice,
    stdin: stdin === undefined ? undefined : () => (given ??= stdin()),
    fetchPage:
      fetchPage === undefined
        ? undefined
        : (address) => {
            const known = fetched.get(address) ?? fetchPage(address);
            fetched.set(address, known);
            return known;
          },
  };
}

/** The pages of an input by their sites, and what became of each. */
export class SitesToJudge {
  readonly #made: MadeMethod;
  readonly #rooms: Rooms;
  readonly #limits: Required<{ readonly [Key in keyof MethodLimits]: number }>;
  readonly #sites = new Map<string, OpenSite>();
  /** Where each page stands: its site, and its number in it. */
  readonly #places = new Map<string, readonly [site: string, page: number]>();
  #held = 0;
  /** The site of pages that do not say where they are from, when other pages of it were given. */
  #unnamed: string | null = null;
  readonly #only: string | null;

  /** `only`: all pages are of this site, wherever they are from. */
  constructor(
    made: MadeMethod,
    rooms: Rooms,
    limits: Required<{ readonly [Key in keyof MethodLimits]: number }>,
    only: string | null = null,
  ) {
    this.#only = only;
    this.#made = made;
    this.#rooms = rooms;
    this.#limits = limits;
  }

  /** From here on come the pages that are asked about. */
  othersAreRead(): void {
    const [largest] = [...this.#sites.values()].sort((a, b) => b.pages.length - a.pages.length);
    this.#unnamed = largest?.name ?? null;
  }

  #siteOf({ host, site }: ReadPage): string {
    if (this.#only !== null) return this.#only;
    return host === '' && this.#unnamed !== null ? this.#unnamed : site;
  }

  add(one: ReadPage): void {
    const name = this.#siteOf(one);
    let site = this.#sites.get(name);
    if (site === undefined) {
      site = {
        name,
        pages: [],
        warnings: [],
        addresses: new Set(),
        byText: new Map(),
        notRead: { 'captured-again': 0, 'over-limit': 0 },
        blocks: 0,
        milliseconds: 0,
      };
      this.#sites.set(name, site);
    }
    const key = keyOf(name, one);
    // The same file given twice is one page.
    if (this.#places.has(key)) return;
    const address = one.page.url ?? '';
    if (address !== '' && site.addresses.has(address)) {
      site.notRead['captured-again']++;
      return;
    }
    const { maxPages, maxBlocks } = this.#limits;
    if (site.pages.length >= maxPages || site.blocks >= maxBlocks || this.#held >= MOST_HELD) {
      site.notRead['over-limit']++;
      return;
    }
    if (address !== '') site.addresses.add(address);
    const started = performance.now();
    const warnings: SiteWarning[] = [];
    const { settings, reading } = this.#made;
    const page = this.#rooms.readPage(
      { id: one.page.name, document: one.doc, language: settings.language ?? one.read.language },
      reading,
      warnings,
    );
    site.milliseconds += performance.now() - started;
    const text = textPrint(one.doc);
    const same = site.byText.get(text);
    if (same !== undefined) {
      // A copy would make an exact copy of every block of the page.
      this.#places.set(key, [name, same]);
      return;
    }
    site.warnings.push(...warnings);
    site.byText.set(text, site.pages.length);
    this.#places.set(key, [name, site.pages.length]);
    site.pages.push(page);
    site.blocks += page.blocks.length;
    for (const block of page.blocks) this.#held += block.html.length + block.text.length;
  }

  /** Judges every site, and forgets its blocks. */
  judge(reading: ContentReading, onSite?: (run: SiteRun) => void): ReadonlyMap<string, JudgedSite> {
    const judged = new Map<string, JudgedSite>();
    let pages = 0;
    for (const site of this.#sites.values()) {
      reading.signal?.throwIfAborted();
      const { pages: list, warnings, milliseconds } = site;
      const result = this.#judgeSite({ pages: list, warnings, milliseconds }, site.name);
      judged.set(site.name, result.judged);
      pages += list.length;
      reading.onProgress?.({ stage: 'comparing', pages });
      this.#tell(site, result.warnings, reading.onNotice);
      onSite?.(result.judged.run);
      site.pages.length = 0;
      site.byText.clear();
    }
    return judged;
  }

  #judgeSite(
    read: Parameters<Rooms['judgeSite']>[0],
    name: string,
  ): { readonly judged: JudgedSite; readonly warnings: readonly SiteWarning[] } {
    const { settings, parameters } = this.#made;
    const result =
      settings.method === 'xcex'
        ? fromXcex(this.#rooms.judgeSite(read, parameters as XcexParameters))
        : fromContentExtractor(
            this.#rooms.judgeByContentExtractor(read, parameters as ContentExtractorParameters),
          );
    const { warnings, pages, run } = result;
    return {
      warnings,
      judged: {
        run: { method: settings.method, site: name, ...run },
        pages: pages.map(({ blocks }) =>
          blocks.map(({ similarPages, ibdf, reason }) => ({ similarPages, ibdf, reason })),
        ),
        live: pages.map(({ liveCoverage }) => liveCoverage),
      },
    };
  }

  #tell(
    { name, notRead }: OpenSite,
    warnings: readonly SiteWarning[],
    onNotice: ContentReading['onNotice'],
  ): void {
    if (onNotice === undefined) return;
    const counts = new Map<string, { what: SiteNotice; detail: string; count: number }>();
    for (const { kind, detail } of warnings) {
      // A language is told of once, whatever number of pages is written in it.
      const said = kind === 'no-stop-words' ? detail : '';
      const known = counts.get(`${kind} ${said}`) ?? { what: kind, detail: said, count: 0 };
      counts.set(`${kind} ${said}`, known);
      known.count++;
    }
    for (const what of ['captured-again', 'over-limit'] as const)
      if (notRead[what] > 0) counts.set(what, { what, detail: '', count: notRead[what] });
    for (const each of counts.values()) onNotice({ kind: 'of-site', site: name, ...each });
  }

  /** What became of a page; null when it was not judged. */
  verdict(
    one: ReadPage,
    judged: ReadonlyMap<string, JudgedSite>,
  ): { readonly judged: PublishedVerdict; readonly kept: readonly number[]; readonly text: string } | null {
    const place = this.#places.get(keyOf(this.#siteOf(one), one));
    const site = place === undefined ? undefined : judged.get(place[0]);
    if (place === undefined || site === undefined) return null;
    const { tagList, requireText, extractionFallbacks: fallbacks } = this.#made.reading;
    const { blocks } = this.#rooms.readBlocks(one.doc, tagList, {
      pageId: one.page.name,
      requireText,
      fallbacks,
    });
    const verdicts = site.pages[place[1]]!;
    // A file that was written between the two readings is another page.
    if (verdicts.length !== blocks.length) return null;
    const list = blocks.map(
      ({ id, tag, path, level, text, words }, i): PublishedBlock => ({
        id,
        tag,
        path,
        level,
        text,
        words,
        ...verdicts[i]!,
        verdict: verdicts[i]!.reason === 'kept' ? 'content' : 'non-content',
      }),
    );
    const { method, pages, pageLimit } = site.run;
    const kept = blocks.filter((_, i) => verdicts[i]!.reason === 'kept');
    return {
      judged: {
        method,
        site: place[0],
        pages,
        pageLimit,
        liveCoverage: site.live[place[1]]!,
        blocks: list,
      },
      kept: kept.map(({ node }) => node),
      text: kept.map(({ text }) => text).join('\n'),
    };
  }
}

type RunFigures = Omit<SiteRun, 'method' | 'site'>;

function fromXcex({ pages, report }: ReturnType<Rooms['judgeSite']>): {
  readonly pages: typeof pages;
  readonly warnings: readonly SiteWarning[];
  readonly run: RunFigures;
} {
  const { blocks, pageLimit, vocabulary, comparisons, kept, removed, milliseconds, warnings } = report;
  return {
    pages,
    warnings,
    run: {
      pages: report.pages,
      blocks,
      pageLimit,
      vocabulary,
      comparisons,
      kept,
      removed,
      seconds: inSeconds(milliseconds),
    },
  };
}

function fromContentExtractor(result: ReturnType<Rooms['judgeByContentExtractor']>): {
  readonly pages: typeof result.pages;
  readonly warnings: readonly SiteWarning[];
  readonly run: RunFigures;
} {
  const { pages, blocks, pageLimit, vocabulary, comparisons, wordless, milliseconds, warnings } = result;
  let kept = 0;
  for (const page of pages) for (const { verdict } of page.blocks) if (verdict === 'content') kept++;
  return {
    pages,
    warnings,
    run: {
      pages: pages.length,
      blocks,
      pageLimit,
      vocabulary,
      comparisons,
      kept,
      removed: { wordless, exactDuplicate: 0, frequent: blocks - kept, comment: 0 },
      seconds: inSeconds(milliseconds),
    },
  };
}

function inSeconds({
  extraction,
  comparison,
}: {
  readonly extraction: number;
  readonly comparison: number;
}): SiteRun['seconds'] {
  return { extraction: extraction / 1000, comparison: comparison / 1000 };
}

function keyOf(site: string, { digest, page }: ReadPage): string {
  return `${site}\n${page.url ?? ''}\n${digest}`;
}

/** Of all that a page says, scripts included. */
function textPrint(doc: FlatDocument): string {
  const hash = createHash('sha1');
  for (let row = 0; row < doc.count; row++)
    if (doc.tag[row] === TEXT && (doc.flags[row]! & WHITE) === 0)
      hash.update(doc.text(row).trim()).update('\0');
  return hash.digest('base64');
}
