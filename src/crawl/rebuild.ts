/**
 * A crawl made again from its archive: frontier, visits, small state, the log of the link policy and the index of the archive are moved
 * aside, and every answer that the archive has is read as if it had just come. Nobody is asked for anything. What the archive does not
 * have (visits that brought nothing, URLs whose pages are lost) waits in the queue as if it had never been visited.
 */
import { existsSync, readdirSync } from 'node:fs';
import { TarrafaError } from '../errors.ts';
import {
  type Candidate,
  EmbeddedFrontier,
  type Frontier,
  type FrontierOptions,
  type LeaseEnd,
} from '../frontier/index.ts';
import { normaliseUrl } from '../url/index.ts';
import { archiveFiles, buildCdxj, inOrderOfWriting, readWarc, sortCdxj } from '../warc/index.ts';
import { type Reason, reason } from '../words/why.ts';
import { firstCandidate } from './address-candidates.ts';
import { RECORD_FIELD } from './capture.ts';
import type { CrawlEnvironment } from './crawl-environment.ts';
import { crawlPaths, readManifest, writeManifest } from './crawl-folder.ts';
import { openParts } from './crawl-parts.ts';
import { withSessionBegun, withSessionEnded } from './crawl-sessions.ts';
import { KeptAnswers } from './kept-answers.ts';
import { setAside } from './set-aside.ts';
import { type CrawlSettings, completeSettings, settingsFromJson } from './settings.ts';
import { readVisits } from './visit-log.ts';

export interface Rebuilt {
  /** Visits that were made again from the archive, and pages among them. */
  readonly visits: number;
  readonly pages: number;
  readonly queued: number;
  /** What could not be made again, and where what stood there before is kept. */
  readonly told: readonly Reason[];
}

export interface RebuildOptions
  extends Pick<CrawlEnvironment, 'software' | 'analysers' | 'linkPolicy' | 'observer' | 'prepare'> {
  readonly onVisit?: ((visits: number, all: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The settings that the folder says it was made with; of a folder that does not say it any more, what its archive tells. */
export async function settingsOf(
  folder: string,
  otherwise: Partial<CrawlSettings> = {},
): Promise<{
  readonly settings: CrawlSettings;
  readonly told: readonly Reason[];
}> {
  const paths = crawlPaths(folder);
  try {
    const manifest = readManifest(paths);
    if (manifest !== null) {
      const { parameters, seeds } = manifest;
      return { settings: settingsFromJson({ ...parameters, seeds }), told: [] };
    }
  } catch (error) {
    if (!(error instanceof TarrafaError) || error.code !== 'TRF_STORAGE_DAMAGED') throw error;
  }
  const first = existsSync(paths.archive) ? await firstAddress(paths.archive) : null;
  if (first === null) throw new TarrafaError('TRF_FOLDER_NOT_A_CRAWL', [folder]);
  return {
    settings: completeSettings({ seeds: [first], ...otherwise }),
    told: [reason('repaired-settings', { seed: first })],
  };
}

async function firstAddress(archive: string): Promise<string | null> {
  for (const path of archiveFiles(archive))
    for await (const record of readWarc(path, { maxBlockBytes: 0 }))
      if (record.type === 'response' && record.field(RECORD_FIELD) !== null) return record.url;
  return null;
}

/** A frontier that gives out what it is asked for: everything else is less urgent. */
class AskedFrontier {
  readonly frontier: Frontier;
  readonly #inner: Frontier;
  readonly #wanted: Set<string>;
  /** When everything happens. */
  readonly #now: number;
  /** How URLs of the archive were found. */
  readonly #found = new Map<string, Candidate>();
  readonly #delays = new Map<string, number>();

  constructor(inner: Frontier, wanted: Set<string>, now: number) {
    this.#inner = inner;
    this.#wanted = wanted;
    this.#now = now;
    const bound = (name: keyof Frontier) => (inner[name] as (...values: unknown[]) => unknown).bind(inner);
    this.frontier = {
      schedule: (candidates) => inner.schedule(this.#behind(candidates)),
      end: (ends) => inner.end(ends.map((end) => this.#later(end))),
      // What is learned of a host by the way must not make its other pages wait.
      setDelay: async (queue, delay) => void this.#delays.set(queue, delay),
      lease: bound('lease'),
      bind: bound('bind'),
      passBy: bound('passBy'),
      restUntil: bound('restUntil'),
      retire: bound('retire'),
      counts: bound('counts'),
      resume: bound('resume'),
      close: bound('close'),
    } as Frontier;
  }

  /** The lease on a URL of the archive; null when it was ended before. */
  async ask(url: string, make: () => Candidate | null) {
    const candidate = this.#found.get(url) ?? make();
    if (candidate === null) return null;
    const { added, improved } = await this.#inner.schedule([{ ...candidate, priority: 0 }]);
    if (added + improved === 0) return null;
    const answer = await this.#inner.lease(1);
    if (answer.kind !== 'leases') return null;
    const lease = answer.leases[0]!;
    if (lease.url === url) return lease;
    await this.#inner.end([{ kind: 'put-back', lease, accessedAt: null, notBefore: null }]);
    return null;
  }

  /** The archive is gone through. */
  async settle(): Promise<void> {
    for (const [queue, delay] of this.#delays) await this.#inner.setDelay(queue, delay);
  }

  *#behind(candidates: Iterable<Candidate>): Generator<Candidate> {
    for (const candidate of candidates) {
      if (this.#wanted.has(candidate.url) && !this.#found.has(candidate.url))
        this.#found.set(candidate.url, candidate);
      yield candidate.priority > 0 ? candidate : { ...candidate, priority: 1 };
    }
  }

  /** Nothing else comes up while the archive is gone through, be it due for another visit. */
  #later(end: LeaseEnd): LeaseEnd {
    if (end.kind !== 'complete') return end;
    const revisitAt = end.revisitAt === null ? null : Math.max(end.revisitAt, this.#now + 1);
    return { ...end, revisitAt, links: this.#behind(end.links) };
  }
}

export async function rebuild(
  folder: string,
  settings: CrawlSettings,
  options: RebuildOptions = {},
): Promise<Rebuilt> {
  const { onVisit, signal, prepare, ...environment } = options;
  const paths = crawlPaths(folder);
  const started = Date.now();
  const wanted = new Set<string>();
  const told: Reason[] = [];
  let asked: AskedFrontier | null = null;
  const before = { visits: 0, without: 0 };
  const parts = await openParts(folder, settings, {
    ...environment,
    // Time stands still: nobody is asked, so nobody has to rest.
    now: () => started,
    prepare: async () => {
      for await (const { warc } of readVisits(paths.visits)) {
        before.visits++;
        if (warc === undefined) before.without++;
      }
      for (const aside of setAside(paths)) told.push(reason('repaired-aside', { path: aside }));
      await prepare?.();
      if (!existsSync(paths.archive)) return;
      const { problems } = await buildCdxj(paths.archive);
      for (const { file, offset, why } of problems)
        told.push(reason('repaired-damage', { file, offset, why }));
    },
    frontier: async (given: FrontierOptions) => {
      const inner = await EmbeddedFrontier.open(paths.frontier, {
        ...given,
        policy: 'priority',
        delay: 0,
        addressDelay: 0,
      });
      asked = new AskedFrontier(inner, wanted, started);
      return asked.frontier;
    },
  });
  const { archive, visits, state, spool, ledger, frontier, visitor, plan, mended } = parts;
  const queues = new Set<string>();
  try {
    const files = inOrderOfWriting(readdirSync(paths.archive)).map(({ name }) => name);
    const kept = KeptAnswers.behind(null, { folder: paths.archive, files, state });
    for (const url of kept.urls()) wanted.add(url);
    const all = wanted.size;
    const { earlier } = kept;
    for (const url of wanted) {
      if (signal?.aborted) break;
      // Read first: a lease that was put back would come up in the place of all that are asked for after it.
      const found = await kept.take({ url });
      const lease =
        found &&
        (await asked!.ask(url, () => {
          const address = normaliseUrl(url, null, plan.profile);
          return address.kind === 'url' ? firstCandidate(address, plan.settings.politeness, {}) : null;
        }));
      if (lease && found) {
        queues.add(lease.queue);
        await visitor.replay(lease, found.response, found.position);
        onVisit?.(ledger.totals.visits, all);
      } else told.push(reason('repaired-not', { url }));
    }
    await asked!.settle();
    // When they were last asked is not known any more.
    for (const queue of queues) await frontier.restUntil(queue, Date.now() + plan.settings.delay);
    if (earlier > 0) told.push(reason('repaired-earlier', { captures: earlier }));
    const lost = before.without;
    if (lost > 0) told.push(reason('repaired-without', { visits: lost }));
    if (signal?.aborted) told.push(reason('repaired-partly'));
    told.push(...mended);
    const { visits: count, pages } = ledger.totals;
    const begun = withSessionBegun(plan.manifest, started, pages, undefined, { mended: told.slice(0, 20) });
    writeManifest(paths, withSessionEnded(begun, Date.now(), 'interrupted', 0));
    return { visits: count, pages, queued: frontier.counts().queued, told };
  } finally {
    await parts.pool.close();
    await parts.client.close();
    await parts.environment.observer?.close();
    archive.close();
    visits.close();
    parts.policyLog?.close(true);
    await frontier.close();
    sortCdxj(paths.archive);
    spool.close();
    try {
      state.close();
    } finally {
      parts.lock.release();
    }
  }
}
