/**
 * How well methods find the content of a data set: precision, recall and F by site and method, by block as the source scored and by words,
 * as it wished to. Every method sees the same pages: those of the data set, and those of the same sites that are given beside.
 */
import { dirname } from 'node:path';
import type { AnalysedPage, BlockScores, EvaluatedPage, TextScores } from '../../../content/index.ts';
import { TarrafaError } from '../../../errors.ts';
import { reason } from '../../../words/why.ts';
import type { ContentReading, ReadPage } from '../pages.ts';
import {
  METHOD_LIMITS,
  type MethodLimits,
  type MethodSettings,
  makeMethod,
  SitesToJudge,
} from '../published-method.ts';
import { type Gold, type GoldPage, readGold } from './gold-file.ts';
import { archiveOf, goldFiles } from './gold-set.ts';

/** The published ones, and what `tarrafa content` does by itself: with each page alone, and with what its site repeats. */
export const SCORED_METHODS = ['xcex', 'content-extractor', 'page-alone', 'site-memory'] as const;
export type ScoredMethod = (typeof SCORED_METHODS)[number];

export interface ScoreGoldOptions extends ContentReading, MethodLimits {
  /** Default all. */
  readonly methods?: readonly ScoredMethod[] | undefined;
  /** What the published methods are made of. */
  readonly settings?: Omit<MethodSettings, 'method'> | undefined;
  /** Where the pages are; default the archives of the data set. */
  readonly pages?: readonly string[] | undefined;
  /** Other pages of the same sites, which are compared and not scored. */
  readonly site?: readonly string[] | undefined;
}

export interface MethodScore {
  readonly method: ScoredMethod;
  /** n: blocks that the method judged on the scored pages. */
  readonly blocks: number;
  /** Null where the truth is of words alone. */
  readonly byBlock: BlockScores | null;
  /** Mean over pages. */
  readonly byWord: TextScores;
  readonly seconds: number;
}

export interface SiteScore {
  readonly site: string;
  /** Pages that were scored, and all that were compared. */
  readonly pages: number;
  readonly compared: number;
  /** Pages of the gold that are not among those given. */
  readonly missing: number;
  readonly truth: number;
  readonly methods: readonly MethodScore[];
}

/** Throws TRF_INPUT_MISSING, TRF_CONTENT_GOLD and TRF_CONTENT_NO_PAGES. */
export async function scoreGold(
  inputs: readonly string[],
  options: ScoreGoldOptions = {},
): Promise<readonly SiteScore[]> {
  const files = inputs.flatMap((input) => goldFiles(input));
  const methods = options.methods ?? SCORED_METHODS;
  // Parameters that make no sense are refused before anything is read.
  for (const method of methods)
    if (method === 'xcex' || method === 'content-extractor')
      await makeMethod({ ...options.settings, method });
  if (files.length === 0)
    throw new TarrafaError('TRF_CONTENT_GOLD', [inputs.join(' '), reason('gold-no-file')]);
  const scores: SiteScore[] = [];
  for (const file of files) {
    options.signal?.throwIfAborted();
    const gold = readGold(file);
    if (!gold.pages.some(({ state }) => state === 'marked'))
      throw new TarrafaError('TRF_CONTENT_GOLD', [file, reason('gold-nothing-marked')]);
    scores.push(
      await scoreSite(gold, options.pages ?? [archiveOf(dirname(file), gold.site)], methods, options),
    );
  }
  return scores;
}

interface Held {
  readonly one: ReadPage;
  readonly gold: GoldPage;
}

async function scoreSite(
  gold: Gold,
  pages: readonly string[],
  methods: readonly ScoredMethod[],
  options: ScoreGoldOptions,
): Promise<SiteScore> {
  const [rooms, { readable }] = await Promise.all([
    import('../../../content/index.ts'),
    import('../pages.ts'),
  ]);
  const { signal, onProgress, onNotice, now } = options;
  const reading: ContentReading = { signal, onProgress, now };
  const limits = {
    maxPages: options.maxPages ?? METHOD_LIMITS.maxPages,
    maxBlocks: options.maxBlocks ?? METHOD_LIMITS.maxBlocks,
  };
  const published = await Promise.all(
    methods
      .filter((method) => method === 'xcex' || method === 'content-extractor')
      .map(async (method) => {
        const made = await makeMethod({ ...options.settings, method });
        return { method, sites: new SitesToJudge(made, rooms, limits, gold.site) };
      }),
  );
  const memory = new rooms.SiteMemory();
  const counted = new Set<string>();
  const seen = new Set<string>();
  const learn = (one: ReadPage): void => {
    seen.add(one.digest);
    for (const { sites } of published) sites.add(one);
    if (methods.includes('site-memory') && memory.learn(one.analysed.facts)) counted.add(one.digest);
  };
  const byDigest = new Map(gold.pages.map((page) => [page.digest, page]));
  const excluded = new Set(
    gold.pages.filter(({ state }) => state === 'excluded').map(({ digest }) => digest),
  );
  const held: Held[] = [];
  for await (const one of readable(pages, reading)) {
    const page = byDigest.get(one.digest);
    // Pages of other sites may be given with them.
    if (page === undefined || excluded.has(one.digest) || seen.has(one.digest)) continue;
    learn(one);
    if (page.state === 'marked') held.push({ one, gold: page });
  }
  if (options.site !== undefined) {
    const hosts = new Set(held.map(({ one }) => one.host));
    for await (const one of readable(options.site, reading, { stage: 'learning' }))
      if (!seen.has(one.digest) && !excluded.has(one.digest) && (one.host === '' || hosts.has(one.host)))
        learn(one);
  }
  const marked = gold.pages.filter(({ state }) => state === 'marked').length;
  if (held.length === 0)
    throw new TarrafaError('TRF_CONTENT_NO_PAGES', [pages.join(' '), reason('gold-pages-missing')]);
  const scores: MethodScore[] = [];
  for (const method of methods) {
    const made = published.find((each) => each.method === method);
    let seconds = 0;
    let answers: readonly EvaluatedPage[];
    if (made !== undefined) {
      const judged = made.sites.judge({ onNotice }, ({ seconds: took }) => {
        seconds += took.extraction + took.comparison;
      });
      answers = held.map(({ one }) => ({
        id: one.digest,
        blocks: made.sites.verdict(one, judged)?.judged.blocks ?? [],
      }));
    } else {
      const started = performance.now();
      answers = held.map(({ one }) => ({
        id: one.digest,
        blocks: modernBlocks(
          one.analysed,
          rooms,
          method === 'site-memory' ? { memory, counted: counted.has(one.digest) } : {},
        ),
      }));
      seconds = (performance.now() - started) / 1000;
    }
    scores.push(scoreOf(method, answers, held, seconds, rooms));
  }
  return {
    site: gold.site,
    pages: held.length,
    compared: seen.size,
    missing: marked - held.length,
    truth: held.reduce((sum, { gold: page }) => sum + page.blocks.length, 0),
    methods: scores,
  };
}

type Rooms = typeof import('../../../content/index.ts');

function modernBlocks(
  page: AnalysedPage,
  { extractContent }: Rooms,
  options: Parameters<Rooms['extractContent']>[1],
): EvaluatedPage['blocks'] {
  return extractContent(page, options).blocks.map(({ text, verdict }) => ({
    text,
    verdict:
      verdict === 'content' || verdict === 'headline' ? ('content' as const) : ('non-content' as const),
  }));
}

function scoreOf(
  method: ScoredMethod,
  answers: readonly EvaluatedPage[],
  held: readonly Held[],
  seconds: number,
  { evaluateBlocks, textScores }: Rooms,
): MethodScore {
  const inBlocks = held.filter(({ gold }) => gold.text === undefined);
  const truth = Object.fromEntries(
    inBlocks.map(({ gold }) => [gold.digest, gold.blocks.map(({ text }) => text)]),
  );
  const neutral = Object.fromEntries(inBlocks.map(({ gold }) => [gold.digest, gold.neutral ?? []]));
  const words = answers.map(({ blocks }, i) => {
    const { gold } = held[i]!;
    const unscored = new Set(gold.neutral);
    const returned = blocks
      .filter(({ text, verdict }) => verdict === 'content' && !unscored.has(text))
      .map(({ text }) => text);
    return textScores(returned.join('\n'), gold.text ?? gold.blocks.map(({ text }) => text).join('\n'));
  });
  const mean = (pick: (score: TextScores) => number): number =>
    words.reduce((sum, score) => sum + pick(score), 0) / words.length;
  return {
    method,
    blocks: answers.reduce((sum, { blocks }) => sum + blocks.length, 0),
    byBlock:
      inBlocks.length === 0
        ? null
        : evaluateBlocks(
            answers.filter(({ id }) => Object.hasOwn(truth, id)),
            truth,
            { neutral },
          ),
    byWord: {
      precision: mean(({ precision }) => precision),
      recall: mean(({ recall }) => recall),
      f1: mean(({ f1 }) => f1),
    },
    seconds,
  };
}
