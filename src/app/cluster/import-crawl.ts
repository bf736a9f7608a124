/**
 * The folder of a crawl taken into a database, where several machines go on with it. The folder becomes that of a worker of the shared crawl: its
 * archive files are known under that name, and nobody goes on with it alone meanwhile. When the crawl gets a store, that worker's uploader finds them in
 * the folder, as it finds its own.
 */
import { hostname } from 'node:os';
import type { BroughtCrawl, BroughtVisit, BroughtVotes, TakenIn } from '../../cluster/index.ts';
import type { CrawlManifest, CrawlPaths, CrawlSettings } from '../../crawl/index.ts';
import { TarrafaError } from '../../errors.ts';
import { type Candidate, FolderFrontier, OUTCOME } from '../../frontier/index.ts';
import type { Database } from '../../postgres/index.ts';
import { reason } from '../../words/why.ts';
import { temporalOptions } from '../collect/period.ts';
import { type ClusterPlace, inCluster } from './cluster-place.ts';
import { keptIntoDatabase } from './moved-kept.ts';
import { planOf } from './shared-session.ts';
import { type TransferOptions, Transferred } from './transfer-options.ts';
import { newWorkerName, refuseWorkerFolder, writeWorker } from './worker-folder.ts';

export interface ImportCrawlOptions extends TransferOptions {
  /** How long a worker may be silent before others get its sites, ms. */
  readonly timeToLive?: number | undefined;
}

export interface ImportedCrawl extends TakenIn {
  /** The name under which the folder is known in the shared crawl. */
  readonly worker: string;
  readonly cluster: string;
  /** Lines of the visit log that speak of no URL that is known. */
  readonly unread: number;
  /** Corrections, dossiers and saved searches that came with it. */
  readonly kept: number;
}

/** Throws TRF_CLUSTER_TAKEN when the database holds a crawl, TRF_FOLDER_NOT_A_CRAWL, TRF_FOLDER_OF_WORKER, TRF_FOLDER_LOCKED, TRF_IMPORT_REFUSED. */
export async function importCrawl(
  folder: string,
  place: ClusterPlace,
  options: ImportCrawlOptions = {},
): Promise<ImportedCrawl> {
  const { crawlPaths, FolderLock, Forgotten, readManifest, settingsFromJson } = await import(
    '../../crawl/index.ts'
  );
  const paths = crawlPaths(folder);
  refuseWorkerFolder(folder);
  const manifest = readManifest(paths);
  if (manifest === null) throw new TarrafaError('TRF_FOLDER_NOT_A_CRAWL', [folder]);
  const settings = settingsFromJson({ ...manifest.parameters, seeds: manifest.seeds });
  if (settings.policy === 'horizontal-compat')
    throw new TarrafaError('TRF_CONFIG_INVALID', ['--policy horizontal-compat', reason('not-in-a-cluster')]);
  const lock = FolderLock.take(folder);
  try {
    // A shared crawl has no rules: its workers would fetch again what was taken out.
    if (!Forgotten.of(folder).isEmpty)
      throw new TarrafaError('TRF_IMPORT_REFUSED', [folder, reason('forgotten-unshared')]);
    return await inCluster(place, async (database) => {
      const cluster = await import('../../cluster/index.ts');
      await cluster.initCluster(database);
      const worker = newWorkerName(hostname());
      const votes = temporalOptions(settings.linkPolicy) === null ? null : await toldVotes(paths);
      const source = new Source({ paths, manifest, settings, worker, votes }, options);
      try {
        // Before the crawl: what cannot be kept there is told while nothing has been taken in.
        const kept = await keptIntoDatabase(folder, database);
        const taken = await cluster.takeIn(database, source);
        const begun = (await cluster.readSharedPlan(database))!.begun.toISOString();
        writeWorker(folder, { name: worker, cluster: shown(database), begun });
        return { ...taken, worker, cluster: shown(database), unread: source.unread, kept };
      } finally {
        source.close();
      }
    });
  } finally {
    lock.release();
  }
}

/** What the log of the link policy says that pages voted for; by the mark of the folder, how far it counts. */
async function toldVotes(paths: CrawlPaths): Promise<(mark: string | null) => BroughtVotes> {
  const { readMark, readPolicyEntries } = await import('../../crawl/index.ts');
  const { keyHash, toldVotes: votesOf } = await import('../../time/crawl/index.ts');
  return (mark) => ({
    hashOf: keyHash,
    *pages() {
      for (const entry of readPolicyEntries(paths.policyLog, readMark(mark).policy)) {
        const votes = votesOf(entry);
        if (votes !== null) yield votes;
      }
    },
  });
}

const shown = (database: Database): string => database.address.shown;

interface SourceParts {
  readonly paths: CrawlPaths;
  readonly manifest: CrawlManifest;
  readonly settings: CrawlSettings;
  readonly worker: string;
  /** Null when the policy does not go by references. */
  readonly votes: ((mark: string | null) => BroughtVotes) | null;
}

class Source implements BroughtCrawl {
  readonly plan: BroughtCrawl['plan'];
  readonly worker: string;
  readonly mark: string | null;
  readonly from: number;
  readonly to: number;
  readonly counts: BroughtCrawl['counts'];
  readonly votes: BroughtCrawl['votes'];
  unread = 0;
  readonly #parts: SourceParts;
  readonly #transferred: Transferred;
  readonly #frontier: FolderFrontier;
  /** Leases that a process left open when it died: their URLs are visited by whoever comes. */
  readonly #open: ReadonlySet<number>;

  constructor(parts: SourceParts, options: ImportCrawlOptions) {
    const { manifest, settings, worker, paths } = parts;
    this.#parts = parts;
    this.#transferred = new Transferred(options);
    this.plan = planOf(
      settings,
      { ...(options.timeToLive === undefined ? {} : { timeToLive: options.timeToLive }) },
      null,
    );
    this.worker = worker;
    this.#frontier = FolderFrontier.open(paths.frontier, {
      policy: settings.policy,
      delay: settings.delay,
      addressDelay: settings.addressDelay,
      capacity: Number.POSITIVE_INFINITY,
      queueBudget: Number.POSITIVE_INFINITY,
      now: Date.now,
    });
    this.mark = this.#frontier.mark();
    this.votes = parts.votes?.(this.mark) ?? null;
    this.#open = new Set(this.#frontier.orphans().map(({ record }) => record));
    const times = manifest.sessions.flatMap(({ startedAt, endedAt }) => [
      Date.parse(startedAt),
      endedAt === null ? Number.NaN : Date.parse(endedAt),
    ]);
    const known = [Date.parse(manifest.startedAt), ...times].filter((time) => !Number.isNaN(time));
    this.from = Math.min(Date.now(), ...known);
    this.to = Math.max(this.from, ...known);
    const { duplicates, improved, dropped } = this.#frontier.counts();
    this.counts = { duplicates, improved, dropped };
  }

  *sites() {
    const { delay: usual, addressDelay } = this.#parts.settings;
    for (const { name, delay, nextAt, collected, isRetired } of this.#frontier.queues())
      yield {
        name,
        delay: delay > usual ? delay : 0,
        // Which network address it has is not told: it rests as after an access of this moment.
        rest: Math.max(nextAt - Date.now(), delay, addressDelay),
        collected,
        isRetired,
      };
  }

  *urls() {
    this.#transferred.again();
    for (const url of this.#frontier.known.all()) {
      this.#transferred.one();
      const waits = url.state === 'queued' || this.#open.has(url.record);
      yield { ...url, state: waits ? ('queued' as const) : ('known' as const) };
    }
  }

  *waits() {
    for (const { record, at, again, attempt, priority } of this.#frontier.known.deferred()) {
      const url = this.#frontier.known.at(record);
      if (url !== null) yield { ...candidateOf(url), record, at, again, attempt, priority };
    }
  }

  async *visits(): AsyncGenerator<BroughtVisit> {
    const { readVisits } = await import('../../crawl/index.ts');
    this.unread = 0;
    for await (const { record, url, at, outcome, status, bytes, warc } of readVisits(
      this.#parts.paths.visits,
    )) {
      const known = Number.isInteger(record) && record > 0 ? this.#frontier.known.at(record) : null;
      if (known === null || known.url !== url || OUTCOME[outcome] === undefined) this.unread++;
      else
        yield {
          ...candidateOf(known),
          record,
          at,
          outcome: OUTCOME[outcome],
          status,
          bytes,
          archived: warc ?? null,
        };
    }
  }

  close(): void {
    this.#frontier.close();
  }
}

function candidateOf({
  url,
  key,
  queue,
  priority,
  depth,
  hops,
  redirects,
  kind,
  parent,
}: Candidate): Candidate {
  return { url, key, queue, priority, depth, hops, redirects, kind, parent };
}
