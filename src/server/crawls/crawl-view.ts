/**
 * One crawl as its folder tells it: manifest, progress, lock and order. Nothing is remembered that is not on disk but the process that
 * was just started, so a crawl looks the same after a restart of the server, and one that somebody else started is seen too.
 */
import { existsSync, statSync } from 'node:fs';
import {
  type CrawlManifest,
  type CrawlPaths,
  crawlPaths,
  isHeld,
  lastWords,
  lockOwner,
  loggedFailure,
  readManifest,
} from '../../crawl/index.ts';
import type { TarrafaError } from '../../errors.ts';
import type { Language } from '../../words/index.ts';
import type { CrawlInfo } from '../schemas/crawls.ts';
import type { Answer } from '../schemas/shapes.ts';
import { endOf, stepsOf } from './crawl-end.ts';
import { type CrawlOrder, readOrder } from './crawl-order.ts';
import { importedIn } from './imported-archives.ts';
import { ProgressTail } from './progress-tail.ts';

export type CrawlPicture = Answer<typeof CrawlInfo>;
export type CrawlState = CrawlPicture['state'];

const SEEDS_SHOWN = 200;

/** What went wrong, for a person: with its code, and with what to do. */
export function problemIn(error: TarrafaError, language: Language): string {
  const { message, advice } = error.explain(language);
  return `${error.code}: ${message}. ${advice}`;
}

/** What a link policy was asked for: `1939..1945`. */
function periodOf(manifest: CrawlManifest | null): string | null {
  const { linkPolicy } = manifest ?? {};
  if (linkPolicy?.name !== 'temporal') return null;
  const scope = linkPolicy.made?.scope as { label?: unknown } | undefined;
  return typeof scope?.label === 'string' ? scope.label : null;
}

/** A manifest that a person wrote by hand may have none. */
function lastSession(manifest: CrawlManifest | null): CrawlManifest['sessions'][number] | undefined {
  return Array.isArray(manifest?.sessions) ? manifest.sessions.at(-1) : undefined;
}

export class CrawlView {
  readonly name: string;
  readonly folder: string;
  readonly #paths: CrawlPaths;
  readonly #progress: ProgressTail;
  #manifest: CrawlManifest | null = null;
  #manifestRead = 0;

  constructor(name: string, folder: string) {
    this.name = name;
    this.folder = folder;
    this.#paths = crawlPaths(folder);
    this.#progress = new ProgressTail(this.#paths.progress);
  }

  get order(): CrawlOrder | null {
    return readOrder(this.folder);
  }

  /** The process that works on it. */
  get owner(): number | null {
    return lockOwner(this.folder)?.pid ?? null;
  }

  /** Whether a process works on it, also one of another container. */
  get held(): boolean {
    return isHeld(this.folder);
  }

  #freshManifest(): CrawlManifest | null {
    try {
      const stats = statSync(this.#paths.manifest);
      const { mtimeMs } = stats;
      if (!stats.isFile()) this.#manifest = null;
      else if (mtimeMs !== this.#manifestRead) {
        this.#manifest = readManifest(this.#paths);
        this.#manifestRead = mtimeMs;
      }
    } catch {
      this.#manifest = null;
      this.#manifestRead = 0;
    }
    return this.#manifest;
  }

  get hasManifest(): boolean {
    return existsSync(this.#paths.manifest);
  }

  /** `starting`: a process of ours is alive, whatever the folder says yet. */
  state(ours: boolean): CrawlState {
    const order = this.order;
    const last = lastSession(this.#freshManifest());
    const { held } = this;
    if (held || ours) {
      if (order?.wanted === 'pause') return 'pausing';
      if (order?.wanted === 'stop') return 'stopping';
      return held || last !== undefined ? 'running' : 'starting';
    }
    const unfinished =
      last === undefined ||
      last.endedAt === null ||
      last.reason === 'interrupted' ||
      last.reason === 'failed';
    if (!unfinished) return 'ended';
    if (order?.wanted === 'stop') return 'stopped';
    if (last?.reason === 'interrupted') return 'paused';
    if (last?.reason === 'failed') return 'failed';
    if (last === undefined && order?.wanted === 'wait') return 'scheduled';
    // One that was asked to rest while it was still starting had nothing to write down.
    if (order?.wanted === 'pause') return 'paused';
    return last === undefined ? 'failed' : 'interrupted';
  }

  /** Analysed so far, over all sessions. */
  get pages(): number {
    this.#progress.refresh();
    const sessions = this.#freshManifest()?.sessions;
    const told = Array.isArray(sessions)
      ? sessions.reduce((sum, { pages }) => sum + (Number(pages) || 0), 0)
      : 0;
    return Math.max(told, this.#progress.figures?.pages ?? 0);
  }

  /** When its last session began, ms; null when there was none. */
  get begun(): number | null {
    const at = Date.parse(lastSession(this.#freshManifest())?.startedAt ?? '');
    return Number.isNaN(at) ? null : at;
  }

  picture(ours: boolean, collection: string | null, language: Language): CrawlPicture {
    const state = this.state(ours);
    const manifest = this.#manifest;
    const { order } = this;
    this.#progress.refresh();
    const { figures, speed, at } = this.#progress;
    const running = state === 'running' || state === 'pausing' || state === 'stopping';
    const seeds = Array.isArray(manifest?.seeds) ? manifest.seeds : (order?.seeds ?? []);
    const end = endOf({ folder: this.folder, state, order, manifest });
    const next = stepsOf({ state, order, manifest }, end);
    const budget = order?.asked?.maxPages ?? manifest?.parameters?.maxPages;
    return {
      name: this.name,
      state,
      mayResume: next.includes('resume'),
      end,
      next,
      maxPages: typeof budget === 'number' && Number.isSafeInteger(budget) ? budget : null,
      round:
        order?.round === undefined
          ? null
          : {
              since: order.round.since,
              pages: Math.max(0, this.pages - order.round.pagesBefore),
            },
      schedule: null,
      imported: importedIn(manifest, language),
      startedAt: manifest?.startedAt ?? order?.orderedAt ?? null,
      at: at === null || Math.abs(at) > 8.64e15 ? null : new Date(at).toISOString(),
      reason: lastSession(manifest)?.reason ?? null,
      problem: state === 'failed' ? this.#problem(language) : null,
      seeds: seeds.slice(0, SEEDS_SHOWN),
      when: periodOf(manifest) ?? order?.asked?.when ?? null,
      scope: manifest?.scope ?? order?.asked?.scope ?? 'seeds',
      policy: manifest?.policy ?? order?.asked?.policy ?? 'horizontal',
      figures,
      pagesPerSecond: running ? speed.pagesPerSecond : 0,
      bytesPerSecond: running ? speed.bytesPerSecond : 0,
      inScopeShare: this.#progress.inScopeShare,
      errors: figures?.errors ?? 0,
      collection,
      history: this.#progress.history,
    };
  }
  #problem(language: Language): string | null {
    const error = loggedFailure(this.folder);
    return error === null ? lastWords(this.folder) : problemIn(error, language);
  }
}
