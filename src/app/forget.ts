/**
 * Takes pages out of a collection for good, as a takedown asks: out of its archive, index, logs, memories and catalogue, so that they are not
 * shown, found or exported any more, and are not fetched or imported again.
 *
 * ```ts
 * const plan = await planForget('coleta', 'https://exemplo.br/pessoa/123');
 * const { captures, bytes } = await forget('coleta', 'https://exemplo.br/pessoa/123', { reason: 'LGPD, pedido 2026/17' });
 * ```
 *
 * A kill at any moment leaves a collection that can be used, in which what is to go is not shown; the same call goes on. In that order:
 * the rule (`forgotten.json`), which whoever shows, crawls or reads obeys from then on; the pages of the catalogue and what people
 * added of them; the small state; what others only refer to, written whole; the archive, file by file; index, frontier, visits and the rest;
 * and last the catalogue, made anew without what SQLite may have left in its file.
 */
import { existsSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { GoneRecords } from '../collection/index.ts';
import type { CrawlPaths, ForgetTarget, Forgotten, ForgottenCounts, ForgottenEntry } from '../crawl/index.ts';
import { TarrafaError } from '../errors.ts';
import { reason as why } from '../words/why.ts';

export type { ForgottenCounts, ForgottenEntry };

export type ForgetStage = 'scanning' | 'rewriting' | 'rebuilding';

export interface ForgetPlanOptions {
  readonly signal?: AbortSignal | undefined;
  /** Bytes of each stage. */
  readonly onProgress?: ((stage: ForgetStage, done: number, total: number) => void) | undefined;
}

export interface ForgetOptions extends ForgetPlanOptions {
  /** Why; stands in the log for ever, and must not say what. */
  readonly reason: string;
  readonly by?: string | null | undefined;
  readonly now?: (() => number) | undefined;
  /** Threads that analyse when the catalogue is made anew; default one less than the cores. */
  readonly threads?: number | undefined;
}

/** What would go, or went. */
export interface ForgetPlan extends ForgottenCounts {
  readonly folder: string;
  readonly kind: ForgetTarget['kind'];
  /** Addresses of the frontier, visited or waiting. */
  readonly known: number;
  /** Other addresses whose content is the same, byte by byte: they stay, and stay to be shown. */
  readonly copies: readonly string[];
  /** Places of the archive that could not be read: what stands there stays. */
  readonly unreadable: number;
  /** Whether there is a catalogue, to be made anew. */
  readonly catalogue: boolean;
}

export interface Forgot extends ForgetPlan {
  /** Stopped by its signal: what was to go is not shown any more, and the same call goes on. */
  readonly interrupted: boolean;
}

const MOST_COPIES = 100;
const LONGEST_REASON = 1000;

/** What forgetting works on. */
interface Ground {
  readonly folder: string;
  readonly paths: CrawlPaths;
  readonly target: ForgetTarget;
  readonly before: Forgotten;
}

/** Says what would go, and changes nothing. A crawl may be running. */
export async function planForget(
  folder: string,
  target: string,
  options: ForgetPlanOptions = {},
): Promise<ForgetPlan> {
  const ground = await groundOf(folder, target);
  return (await plan(ground, tried(ground), options)).plan;
}

/** What a collection was asked to forget before, without what it was. */
export async function forgotten(folder: string): Promise<readonly ForgottenEntry[]> {
  const { Forgotten } = await import('../crawl/index.ts');
  if (!existsSync(join(folder, 'crawl.json'))) throw new TarrafaError('TRF_FOLDER_NOT_A_CRAWL', [folder]);
  return Forgotten.of(folder).rules.entries;
}

/** Takes it out. Throws TRF_FOLDER_BUSY while a crawl or an analysis works on the folder. */
export async function forget(folder: string, target: string, options: ForgetOptions): Promise<Forgot> {
  const [{ FolderLock }, { AnalysisLock, CATALOGUE_NAME }] = await Promise.all([
    import('../crawl/index.ts'),
    import('../collection/index.ts'),
  ]);
  const first = await groundOf(folder, target);
  const { reason, by } = checkedWords(first, target, options);
  const lock = FolderLock.take(first.folder);
  let held = true;
  let analysis: { release(): void } | null = null;
  try {
    const catalogue = join(first.folder, CATALOGUE_NAME);
    analysis = AnalysisLock.take(catalogue);
    // Read again now that nobody else writes.
    const ground = await groundOf(folder, target);
    const begun = ground.before.begun(ground.target);
    const at = new Date((options.now ?? Date.now)()).toISOString();
    const trial = tried(ground);
    const { plan: found, gone } = await plan(ground, trial, options);
    const nothing = found.captures + found.known + found.copies.length === 0;
    // Asked for again: what was done needs no second line in the log.
    if (nothing && begun === null && ground.before.begun(ground.target, true) !== null)
      return { ...found, interrupted: false };
    const counts = larger(found, begun?.removed ?? null);
    const copies =
      begun?.copies ??
      (found.copies.length === 0
        ? null
        : (await import('./forget/kept-copies.ts')).nextArchiveName(ground.paths.archive, Date.parse(at)));
    const facts = { at: begun?.at ?? at, reason, by, removed: counts };
    const write = (state: ForgottenEntry['state']): Forgotten => {
      const rules = ground.before.with(ground.target, {
        ...facts,
        state,
        ...(copies === null || state === 'done' ? {} : { copies }),
      });
      rules.write(ground.folder);
      return rules;
    };
    const goesOn = begun?.state === 'rebuilding' && nothing;
    if (!goesOn) {
      const rules = write('taking');
      await takeOut(ground, rules, gone, copies, options);
      write('rebuilding');
    }
    // What analyses the folder would take it for a crawl that runs.
    lock.release();
    held = false;
    const interrupted = found.catalogue && !(await rebuild(ground.folder, options));
    if (!interrupted) write('done');
    return { ...found, ...counts, interrupted };
  } finally {
    analysis?.release();
    if (held) lock.release();
  }
}

async function groundOf(given: string, target: string): Promise<Ground> {
  const { crawlPaths, Forgotten, readManifest, readTarget } = await import('../crawl/index.ts');
  const { readWorker } = await import('./cluster/worker-folder.ts');
  const { URL_COMPAT, URL_MODERN } = await import('../url/index.ts');
  const folder = resolve(given);
  const refused = (name: 'forget-foreign' | 'forget-shared'): never => {
    throw new TarrafaError('TRF_FORGET_REFUSED', [given, why(name)]);
  };
  if (/^postgres(?:ql)?:\/\//i.test(given)) return refused('forget-shared');
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) throw new TarrafaError('TRF_INPUT_MISSING', [given, why('no-such-path')]);
  const paths = crawlPaths(folder);
  if (!stats.isDirectory() || !existsSync(paths.manifest)) return refused('forget-foreign');
  if (readWorker(folder) !== null) return refused('forget-shared');
  const root = realpathSync(folder);
  for (const path of [paths.archive, paths.frontier, paths.state])
    if (existsSync(path) && !realpathSync(path).startsWith(root + sep))
      throw new TarrafaError('TRF_FORGET_REFUSED', [given, why('leads-outside', { path })]);
  const profile = readManifest(paths)?.parameters?.urlProfile === 'compat' ? 'compat' : 'modern';
  const read = readTarget(target, profile === 'compat' ? URL_COMPAT : URL_MODERN);
  return { folder, paths, target: read, before: Forgotten.of(folder).salted(profile) };
}

/** The rules with the one that is asked for alone: what earlier ones took out is not taken out again. */
function tried({ before, target }: Ground): Forgotten {
  const nothing = { captures: 0, pages: 0, bytes: 0, files: 0 };
  const whole = before.with(target, { at: '', reason: '', by: null, removed: nothing, state: 'taking' });
  return whole.only(whole.rules.entries.length - 1);
}

/** Pieces of an address that are no name of a page by themselves: `noticias`, `index.html`. */
const TELLING_PIECE = /^(?=.{6})(?:.*[\d_-].*[\d_-]|.{16})/;

/** Whether words have what is to be forgotten in them: with or without how it is fetched, or what tells it from its neighbours. */
function namesTarget(words: string, target: string): boolean {
  const bare = (text: string): string => text.toLowerCase().replaceAll(/https?:\/\/(?:www\.)?|\bwww\./g, '');
  const [said, asked] = [bare(words), bare(target.trim()).replace(/[*/]+$/, '')];
  if (said.includes(asked)) return true;
  const [, ...pieces] = asked.split('/');
  return pieces.some((piece) => TELLING_PIECE.test(piece) && said.includes(piece));
}

/** The words of the log must not say what was taken out: they stay when it is gone. */
function checkedWords(
  ground: Ground,
  target: string,
  { reason, by = null }: ForgetOptions,
): { readonly reason: string; readonly by: string | null } {
  const text = reason.trim();
  if (text === '' || text.length > LONGEST_REASON)
    throw new TarrafaError('TRF_CONFIG_INVALID', ['reason', why('forget-reason-missing')]);
  const rules = tried(ground);
  for (const words of [text, by ?? ''])
    if (namesTarget(words, target) || rules.blankedText(words) !== words)
      throw new TarrafaError('TRF_CONFIG_INVALID', ['reason', why('forget-reason-tells')]);
  return { reason: text, by: by?.trim() || null };
}

/** A call that goes on counts with what an earlier one took out. */
function larger(found: ForgottenCounts, before: ForgottenCounts | null): ForgottenCounts {
  const { captures, pages, bytes, files } = found;
  return before === null || captures >= before.captures ? { captures, pages, bytes, files } : before;
}

/** The archives of the collection, and of the crawl that looked into its geographic files. */
async function groundsOf(paths: CrawlPaths): Promise<CrawlPaths[]> {
  const { crawlPaths } = await import('../crawl/index.ts');
  const looks = crawlPaths(join(paths.root, 'geo-looks'));
  return [paths, looks].filter(({ archive }) => existsSync(archive));
}

async function plan(
  { folder, paths, target }: Ground,
  rules: Forgotten,
  { signal, onProgress }: ForgetPlanOptions,
): Promise<{ readonly plan: ForgetPlan; readonly gone: GoneRecords }> {
  const [{ archiveFiles }, { knownUrls }, { CATALOGUE_NAME, goneRecords }] = await Promise.all([
    import('../warc/index.ts'),
    import('./forget/traces.ts'),
    import('../collection/index.ts'),
  ]);
  const grounds = await groundsOf(paths);
  const files = grounds.flatMap(({ archive }) => archiveFiles(archive));
  const total = files.reduce((sum, path) => sum + statSync(path).size, 0);
  let done = 0;
  const gone = await goneRecords(files, rules, {
    signal,
    onProgress: (bytes) => {
      done += bytes;
      onProgress?.('scanning', done, total);
    },
  });
  const known = [paths, ...grounds.slice(1)].reduce((sum, one) => sum + knownUrls(one, rules), 0);
  const touched = new Set([...gone.stretches.keys(), ...gone.copies.map(({ path }) => path)]);
  return {
    gone,
    plan: {
      folder,
      kind: target.kind,
      captures: gone.captures,
      pages: gone.keys.size,
      bytes: gone.bytes,
      files: touched.size,
      known,
      copies: [...new Set(gone.copies.map(({ url }) => url))].slice(0, MOST_COPIES),
      unreadable: gone.unreadable,
      catalogue: existsSync(join(folder, CATALOGUE_NAME)),
    },
  };
}

/** Everything but the catalogue made anew. */
async function takeOut(
  { folder, paths, target }: Ground,
  rules: Forgotten,
  gone: GoneRecords,
  copies: string | null,
  options: ForgetOptions,
): Promise<void> {
  const { blankRecords, buildCdxj } = await import('../warc/index.ts');
  const { CATALOGUE_NAME, stretchesOf } = await import('../collection/index.ts');
  const traces = await import('./forget/traces.ts');
  const now = (options.now ?? Date.now)();
  await takeOutOfCatalogue(folder, rules);
  await traces.forgetKept(join(folder, CATALOGUE_NAME), rules);
  const grounds = await groundsOf(paths);
  for (const one of grounds) traces.forgetState(one, rules, gone.keys);
  if (copies !== null && !existsSync(join(paths.archive, copies))) {
    const { keepCopies } = await import('./forget/kept-copies.ts');
    await keepCopies(paths.archive, copies, gone, now);
  }
  const stretches = new Map([...gone.stretches].map(([path, list]) => [path, [...list]]));
  for (const copy of gone.copies)
    stretches.set(copy.path, [...(stretches.get(copy.path) ?? []), ...stretchesOf(copy)]);
  const total = [...stretches.keys()].reduce((sum, path) => sum + statSync(path).size, 0);
  let done = 0;
  for (const [path, list] of stretches)
    await blankRecords(path, list, {
      date: now,
      signal: options.signal,
      onProgress: (bytes) => {
        done += bytes;
        options.onProgress?.('rewriting', done, total);
      },
    });
  for (const one of grounds) {
    await buildCdxj(one.archive, { signal: options.signal });
    await traces.forgetLogs(one, rules);
  }
  if (grounds.length === 0) await traces.forgetLogs(paths, rules);
  for (const one of [paths, ...grounds.slice(1)]) {
    traces.forgetTold(one, rules);
    traces.removeLeftovers(one);
  }
  const { relearnSite } = await import('./collect/site-memories.ts');
  await relearnSite(folder, await siteOf(target));
}

/** The site whose memory may hold something of it. */
async function siteOf(target: ForgetTarget): Promise<string> {
  const { registrableDomain } = await import('../url/index.ts');
  const address =
    target.kind === 'address'
      ? target.key
      : target.kind === 'prefix'
        ? target.prefix
        : `http://${target.site}/`;
  return registrableDomain(new URL(address).hostname);
}

async function takeOutOfCatalogue(folder: string, rules: Forgotten): Promise<void> {
  const { CATALOGUE_NAME } = await import('../collection/index.ts');
  const path = join(folder, CATALOGUE_NAME);
  // One that was being made before the rule has what is to go, and would be gone on with.
  for (const ending of ['', '-wal', '-shm', '-corrections.json'])
    rmSync(`${path}.new${ending}`, { force: true });
  if (!existsSync(path)) return;
  const { EmbeddedCatalogue } = await import('../catalogue/index.ts');
  const catalogue = EmbeddedCatalogue.open(path);
  try {
    await catalogue.takeOut((url) => rules.hasUrl(url));
  } finally {
    await catalogue.close();
  }
}

/** Whether it came to its end. */
async function rebuild(folder: string, { signal, threads, onProgress }: ForgetOptions): Promise<boolean> {
  const [{ collectionPlace, rebuildCatalogue }, { loadGazetteer }] = await Promise.all([
    import('../collection/index.ts'),
    import('../geo/gazetteer/index.ts'),
  ]);
  const { interrupted } = await rebuildCatalogue(
    collectionPlace([folder]),
    await loadGazetteer({ towns: false }),
    { signal, threads, onProgress: ({ done, total }) => onProgress?.('rebuilding', done, total) },
  );
  return !interrupted;
}
