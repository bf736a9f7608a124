/**
 * The desk of the crawls: starts them as processes of their own, lets them pause, go on and stop, and tells how each stands. A crawl
 * belongs to its folder, not to the server: the desk holds no state that the folder does not.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { storageError, TarrafaError } from '../../errors.ts';
import type { Language } from '../../words/index.ts';
import { reason } from '../../words/why.ts';
import { CRAWL_NAME } from '../schemas/crawls.ts';
import { type AskedCrawl, type CrawlRequest, writeOrder } from './crawl-order.ts';
import { type CrawlPicture, type CrawlState, CrawlView, problemIn } from './crawl-view.ts';
import { holdsFolder } from './folder-holder.ts';
import { leadsOutside } from './leads-outside.ts';

export type CrawlEnd =
  /** It came to its end, or to rest. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly error: TarrafaError }
  /** Without a word: a signal or the system ended it. */
  | { readonly kind: 'died'; readonly code: number | null };

/** A process that crawls. */
export interface CrawlProcess {
  readonly pid: number | undefined;
  /** Resolves when it has taken its folder: nothing is wrong with what was asked. */
  readonly opened: Promise<void>;
  /** Resolves when it has ended, with what it said of that. */
  readonly ended: Promise<CrawlEnd>;
  kill(signal: 'SIGINT' | 'SIGKILL'): void;
}

export interface CrawlDeskOptions {
  /** Where new crawls get their folders; null: none may be started. */
  readonly folder: string | null;
  /** Crawls that stand elsewhere: their names and folders. */
  readonly others?: ReadonlyMap<string, string>;
  /** Collects into a folder, in a process of its own. */
  readonly run: (folder: string, asked: AskedCrawl, seeds: readonly string[]) => CrawlProcess;
  /** A seed as a usable address; throws TRF_URL_MALFORMED. */
  readonly readSeed: (text: string) => string;
  /** Page of the report of a crawl. */
  readonly report?: (folder: string, language: Language) => Promise<string>;
  /** The collection that a folder fills, once there is one. */
  readonly collectionOf?: (folder: string) => string | null;
  /** A crawl of this server has ended. */
  readonly onEnd?: () => void;
  readonly now?: () => number;
  /** Crawls of this server at once. */
  readonly most?: number;
  /** How long a new crawl is watched for a mistake in what was asked, ms. */
  readonly patience?: number;
}

const MOST_RUNNING = 4;
const PATIENCE = 8_000;
const NAME = new RegExp(CRAWL_NAME);

export class CrawlDesk {
  readonly #options: CrawlDeskOptions;
  readonly #views = new Map<string, CrawlView>();
  readonly #ours = new Map<string, CrawlProcess>();
  readonly #starting = new Set<string>();

  constructor(options: CrawlDeskOptions) {
    this.#options = options;
  }

  get mayStart(): boolean {
    return this.#options.folder !== null;
  }

  /** Every crawl that is known now, by name. */
  views(): readonly CrawlView[] {
    const { folder, others = new Map<string, string>() } = this.#options;
    const found = new Map(others);
    for (const name of folder === null ? [] : names(folder))
      if (!found.has(name)) found.set(name, join(folder!, name));
    for (const [name, place] of found)
      if (this.#views.get(name)?.folder !== place) this.#views.set(name, new CrawlView(name, place));
    for (const name of this.#views.keys()) if (!found.has(name)) this.#views.delete(name);
    return [...this.#views.values()].filter((view) => view.hasManifest || view.order !== null);
  }

  view(name: string): CrawlView {
    const view = this.views().find((candidate) => candidate.name === name);
    if (view === undefined) throw new TarrafaError('TRF_NOT_FOUND', [`crawls/${name}`]);
    return view;
  }

  picture(view: CrawlView, language: Language): CrawlPicture {
    return view.picture(this.#isOurs(view), this.#options.collectionOf?.(view.folder) ?? null, language);
  }

  state(view: CrawlView): CrawlState {
    return view.state(this.#isOurs(view));
  }

  get running(): number {
    return this.views().filter((view) => this.#isOurs(view) || view.owner !== null).length;
  }

  #isOurs(view: CrawlView): boolean {
    return this.#ours.has(view.folder);
  }

  /** Starts a crawl; what is wrong with what was asked is told in the language of who asked. */
  async start(request: CrawlRequest, language: Language): Promise<CrawlView> {
    const { folder, readSeed } = this.#options;
    if (folder === null) throw new TarrafaError('TRF_CRAWL_REFUSED', ['--crawls']);
    const { name, seeds: given, ...asked } = request;
    if (!NAME.test(name)) throw new TarrafaError('TRF_REQUEST_INVALID', [`name: ${name}`]);
    const seeds = given.map(readSeed);
    this.#checkRoom();
    const place = join(folder, name);
    if (this.#starting.has(name) || this.#options.others?.has(name))
      throw new TarrafaError('TRF_CRAWL_EXISTS', [name]);
    this.#starting.add(name);
    try {
      makeFolder(folder, place, name);
      const orderedAt = new Date(this.#options.now?.() ?? Date.now()).toISOString();
      writeOrder(place, { asked, seeds, wanted: 'run', orderedAt });
      await this.#run(this.view(name), asked, seeds, language, () =>
        rmSync(place, { recursive: true, force: true }),
      );
      return this.view(name);
    } finally {
      this.#starting.delete(name);
    }
  }

  #checkRoom(): void {
    if (this.#ours.size + this.#starting.size >= (this.#options.most ?? MOST_RUNNING))
      throw new TarrafaError('TRF_SERVER_BUSY', ['crawls']);
  }

  async #run(
    view: CrawlView,
    asked: AskedCrawl,
    seeds: readonly string[],
    language: Language,
    undo: () => void = () => {},
  ): Promise<void> {
    const { folder } = view;
    const child = this.#options.run(folder, asked, seeds);
    this.#ours.set(folder, child);
    let end: CrawlEnd | null = null;
    const ended = child.ended.then((result) => {
      end = result;
      this.#ours.delete(folder);
      this.#options.onEnd?.();
    });
    const waited = new AbortController();
    await Promise.race([
      child.opened,
      ended,
      rest(this.#options.patience ?? PATIENCE, undefined, { signal: waited.signal }).catch(() => {}),
    ]);
    waited.abort();
    const refused = end as CrawlEnd | null;
    if (refused === null || refused.kind === 'ended' || view.hasManifest) return;
    // It was asked to rest or to end before it had begun: that is no mistake in what was asked, and it can go on.
    if (view.order !== null && view.order.wanted !== 'run') return;
    undo();
    throw new TarrafaError('TRF_CRAWL_REFUSED', [
      refused.kind === 'failed'
        ? problemIn(refused.error, language)
        : reason('exit-code', { code: String(refused.code) }),
    ]);
  }

  /** Asks a crawl to come to rest; it can go on later. */
  pause(name: string): CrawlView {
    return this.#end(name, 'pause', ['running', 'starting']);
  }

  /** Asks a crawl to end for good. One that pauses already is only marked. */
  stop(name: string): CrawlView {
    return this.#end(name, 'stop', ['running', 'starting', 'pausing', 'paused', 'interrupted', 'failed']);
  }

  #end(name: string, wanted: 'pause' | 'stop', from: readonly CrawlState[]): CrawlView {
    const view = this.view(name);
    const state = this.state(view);
    if (!from.includes(state)) throw new TarrafaError('TRF_CRAWL_STATE', [name, state]);
    const signal = this.#signalTo(view);
    const { order } = view;
    writeOrder(
      view.folder,
      order === null ? { asked: null, seeds: [], wanted, orderedAt: '' } : { ...order, wanted },
    );
    signal();
    return view;
  }

  /**
   * How the process that works on a crawl is asked to end. Another than those of this server is so only when it really works on the folder:
   * the lock alone could name any process of the machine.
   */
  #signalTo(view: CrawlView): () => void {
    const child = this.#ours.get(view.folder);
    if (child !== undefined) return () => child.kill('SIGINT');
    const { owner } = view;
    if (owner === null) return () => {};
    if (!holdsFolder(owner, view.folder)) throw new TarrafaError('TRF_FOLDER_BUSY', [view.folder, owner]);
    return () => {
      try {
        process.kill(owner, 'SIGINT');
      } catch {
        // It has just ended by itself.
      }
    };
  }

  async resume(name: string, language: Language): Promise<CrawlView> {
    const view = this.view(name);
    const state = this.state(view);
    const { order } = view;
    if (order?.asked == null || !this.picture(view, language).mayResume || this.#starting.has(name))
      throw new TarrafaError('TRF_CRAWL_STATE', [name, state]);
    this.#checkRoom();
    // What stands in the folder may have been written by anybody: it is held to what a request is held to, and leads nowhere else.
    const seeds = order.seeds.map(this.#options.readSeed);
    const elsewhere = leadsOutside(view.folder);
    if (elsewhere !== null)
      throw new TarrafaError('TRF_CRAWL_REFUSED', [reason('leads-outside', { path: elsewhere })]);
    this.#starting.add(name);
    try {
      writeOrder(view.folder, { ...order, wanted: 'run' });
      await this.#run(view, order.asked, seeds, language);
      return view;
    } finally {
      this.#starting.delete(name);
    }
  }

  async report(name: string, language: Language): Promise<string> {
    const view = this.view(name);
    if (this.#options.report === undefined || !view.hasManifest)
      throw new TarrafaError('TRF_NOT_FOUND', [`crawls/${name}/report`]);
    return this.#options.report(view.folder, language);
  }

  /** Lets the crawls of this server come to rest; they can go on after it has started again. */
  async close(patience = 15_000): Promise<void> {
    const children = [...this.#ours.values()];
    for (const child of children) child.kill('SIGINT');
    const late = new AbortController();
    await Promise.race([
      Promise.all(children.map(({ ended }) => ended)),
      rest(patience, undefined, { signal: late.signal }).catch(() => {}),
    ]);
    late.abort();
  }
}

/** Names of the folders in which crawls may stand. */
function names(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && NAME.test(entry.name))
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}

function makeFolder(parent: string, place: string, name: string): void {
  try {
    mkdirSync(parent, { recursive: true });
    mkdirSync(place);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new TarrafaError('TRF_CRAWL_EXISTS', [name]);
    throw storageError(place, error);
  }
}
