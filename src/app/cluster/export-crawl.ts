/**
 * A crawl that several machines shared, as the ordinary folder of a crawl: one process goes on with it alone, knowing the same URLs, and who reads a crawl
 * reads it. The tables are read at one moment, row by row; the frontier is made by the frontier itself.
 */
import { resolve } from 'node:path';
import type { KnownWorker, Names, SharedVisit, SharedWaiting, Snapshot } from '../../cluster/index.ts';
import type { CrawlSession, CrawlSettings, MadeFolder, Visit } from '../../crawl/index.ts';
import { TarrafaError } from '../../errors.ts';
import { type Candidate, OUTCOME } from '../../frontier/index.ts';
import { GenerationalCache } from '../../text/generational-cache.ts';
import { normaliseUrl, URL_COMPAT, URL_MODERN, type UrlProfile } from '../../url/index.ts';
import { VERSION } from '../version.ts';
import { inBegun } from './begun-crawl.ts';
import type { ClusterPlace } from './cluster-place.ts';
import { CollectedArchives } from './collected-archives.ts';
import { CountedRecords } from './counted-records.ts';
import { keptIntoFolder } from './moved-kept.ts';
import { RecordTable } from './record-table.ts';
import { type TransferOptions, Transferred } from './transfer-options.ts';
import { readWorker } from './worker-folder.ts';
import { type WorkerFolder, WorkerLogs } from './worker-logs.ts';

export interface ExportCrawlOptions extends TransferOptions {
  /** Folders of workers, whose archives and logs come with it. */
  readonly folders?: readonly string[] | undefined;
}

export interface ExportedCrawl {
  readonly folder: string;
  readonly visited: number;
  readonly visits: number;
  readonly queued: number;
  readonly archiveFiles: number;
  /** Visits whose answer is in no archive file that could be had. */
  readonly withoutArchive: number;
  /** Corrections, dossiers and saved searches that came with it. */
  readonly kept: number;
}

/** Of a visited URL nothing is kept that says how urgent it was. */
const USUAL_PRIORITY = 50;
/** Of a site that is visited no more, the database does not say why. */
const RETIRED = 'unreachable';

/** Throws TRF_CLUSTER_BUSY while somebody works on it, TRF_FOLDER_NOT_EMPTY, TRF_CLUSTER_EMPTY. */
export async function exportCrawl(
  place: ClusterPlace,
  out: string,
  options: ExportCrawlOptions = {},
): Promise<ExportedCrawl> {
  const { inSnapshot } = await import('../../cluster/index.ts');
  const { MadeFolder, settingsFromJson } = await import('../../crawl/index.ts');
  const folders = (options.folders ?? []).map(workerFolder);
  return inBegun(place, (database, plan) =>
    inSnapshot(database, async (snapshot) => {
      const workers = await snapshot.workers();
      const alive = workers.filter(({ isAlive }) => isAlive).map(({ name }) => name);
      if (alive.length > 0)
        throw new TarrafaError('TRF_CLUSTER_BUSY', [database.address.shown, alive.join(', ')]);
      const settings = settingsFromJson(plan.settings);
      const folder = new MadeFolder(resolve(out), settings);
      const logs = new WorkerLogs(folders);
      try {
        if (settings.linkPolicy !== null) await folder.learned(await learnedBy(folders, workers));
        const archives = new CollectedArchives(folder.paths.archive, new CountedRecords(database));
        for (const each of folders) await archives.fromFolder(each);
        if (plan.store !== null)
          await archives.fromStore({ address: plan.store, workers: workers.map(({ name }) => name) });
        const making = new Making(
          { snapshot, folder, settings, logs, archives, names: await snapshot.names() },
          options,
        );
        const done = await making.make();
        return { folder: out, ...done, kept: await keptIntoFolder(database, resolve(out)) };
      } catch (error) {
        folder.abandon();
        throw error;
      } finally {
        logs.close();
      }
    }),
  );
}

function workerFolder(folder: string): WorkerFolder {
  const worker = readWorker(folder);
  if (worker === null) throw new TarrafaError('TRF_FOLDER_NO_WORKER', [folder]);
  return { worker: worker.name, folder };
}

/** What the workers of these folders were told for the link policy, one after the other: as far as it counts, for each may have died beyond that. */
async function learnedBy(
  folders: readonly WorkerFolder[],
  workers: readonly KnownWorker[],
): Promise<Iterable<Uint8Array>> {
  const { crawlPaths, readMark, readPolicyEntries } = await import('../../crawl/index.ts');
  return (function* () {
    for (const { folder, worker } of folders) {
      const mark = workers.find(({ name }) => name === worker)?.mark ?? null;
      yield* readPolicyEntries(crawlPaths(folder).policyLog, readMark(mark).policy);
    }
  })();
}

interface MakingParts {
  readonly snapshot: Snapshot;
  readonly folder: MadeFolder;
  readonly settings: CrawlSettings;
  readonly logs: WorkerLogs;
  readonly archives: CollectedArchives;
  readonly names: Names;
}

/** A URL that was visited, and what of it waits. */
interface VisitedUrl {
  readonly visits: readonly SharedVisit[];
  readonly waits: SharedWaiting | null;
}

class Making {
  readonly #parts: MakingParts;
  readonly #transferred: Transferred;
  readonly #profile: UrlProfile;
  /** The records that URLs have in the folder. */
  readonly #records = new RecordTable(Uint32Array);
  readonly #sites = new GenerationalCache<string>(20_000);
  readonly #now = Date.now();
  #queued = 0;
  #visited = 0;
  #visits = 0;
  #withoutArchive = 0;

  constructor(parts: MakingParts, options: ExportCrawlOptions) {
    this.#parts = parts;
    this.#transferred = new Transferred(options);
    this.#profile = parts.settings.urlProfile === 'compat' ? URL_COMPAT : URL_MODERN;
  }

  async make(): Promise<Omit<ExportedCrawl, 'folder' | 'kept'>> {
    const { snapshot, folder, archives, settings } = this.#parts;
    const { reached } = await snapshot.together();
    const last = await this.#visitedUrls();
    const sessions = await this.#visitLog();
    // The mark of how far the log is comes with the last visit: it stands open until then.
    if (last !== null) this.#ended(last, folder.mark(reached));
    await this.#waitingUrls();
    for await (const { name, delay, restsUntil, isRetired } of snapshot.sites()) {
      // When its servers were asked last is not said: it rests as after an access of this moment.
      const rest = Math.max(delay, settings.delay, settings.addressDelay);
      folder.frontier.queue({
        name,
        delay,
        restsUntil: Math.max(restsUntil, Date.now() + rest),
        retired: isRetired ? RETIRED : null,
      });
    }
    await folder.finish(
      `Tarrafa/${VERSION}`,
      Date.parse(sessions[0]?.startedAt ?? new Date(this.#now).toISOString()),
      sessions,
    );
    return {
      visited: this.#visited,
      visits: this.#visits,
      queued: this.#queued,
      archiveFiles: archives.count,
      withoutArchive: this.#withoutArchive,
    };
  }

  /** All that was visited, and what is tried again, in the order in which it was found. Answers the last that was visited, which is still open. */
  async #visitedUrls(): Promise<VisitedUrl | null> {
    const { snapshot, folder } = this.#parts;
    let open: VisitedUrl | null = null;
    for await (const { visits, waits } of byRecord(snapshot.visits('record'), snapshot.waiting())) {
      const first = visits[0];
      if (first === undefined) {
        if (waits === null || (waits.at === null && waits.attempt === 1)) continue;
        if (open !== null) this.#ended(open, null);
        open = null;
        this.#placed(
          waits.record,
          folder.frontier.retried(this.#waitingCandidate(waits), waits.attempt, waits.at ?? this.#now),
        );
        this.#queued++;
        continue;
      }
      if (open !== null) this.#ended(open, null);
      const candidate = this.#visitedCandidate(first, waits);
      // Of a key that cannot be told from another, the visit counts all the same.
      const record =
        folder.frontier.began(candidate) ??
        folder.frontier.began({ ...candidate, key: `${candidate.key} ~${first.record}` });
      this.#placed(first.record, record);
      open = record === null ? null : { visits, waits };
      if (waits !== null && waits.at === null) this.#queued++;
      this.#visited++;
    }
    return open;
  }

  #ended({ visits, waits }: VisitedUrl, mark: string | null): void {
    this.#parts.folder.frontier.ended(
      visits.map(({ outcome, status, bytes }) => ({ outcome: OUTCOME[outcome], status, bytes })),
      waits === null ? null : (waits.at ?? this.#now),
      mark,
    );
  }

  async #waitingUrls(): Promise<void> {
    const { snapshot, folder } = this.#parts;
    for await (const waits of snapshot.waiting()) {
      if (this.#records.get(waits.record) !== 0) continue;
      if (folder.frontier.queued(this.#waitingCandidate(waits))) this.#queued++;
      this.#transferred.one();
    }
  }

  /** Lines in the order of time; the sessions in which somebody worked. */
  async #visitLog(): Promise<CrawlSession[]> {
    const { snapshot, folder, logs } = this.#parts;
    const working = await snapshot.working();
    const pages = working.map(() => 0);
    let session = 0;
    for await (const visit of snapshot.visits('time')) {
      while (session + 1 < working.length && visit.at >= working[session + 1]!.from) session++;
      if (visit.outcome === 'analysed' || visit.outcome === 'unchanged')
        pages[session] = (pages[session] ?? 0) + 1;
      const { archived } = visit;
      const found = archived && this.#parts.archives.find(visit.worker, archived);
      if (archived && found === null) this.#withoutArchive++;
      const logged = logs.take(visit);
      // Of an answer that does not count, what was made of it does not either.
      const {
        n: _,
        warc: _there,
        ...line
      } = logged === null || found === 'left-out' ? { n: 0, ...this.#lineOf(visit) } : logged;
      const warc = found === 'left-out' ? null : found;
      folder.visit({ ...line, record: this.#records.get(visit.record), ...(warc ? { warc } : {}) });
      this.#visits++;
    }
    return working.map(({ from, to }, i) => ({
      startedAt: new Date(from).toISOString(),
      endedAt: new Date(to ?? this.#now).toISOString(),
      reason: 'interrupted',
      pages: pages[i]!,
    }));
  }

  #lineOf(visit: SharedVisit): Omit<Visit, 'n'> {
    const { record, url, at, outcome, status, bytes, queue, depth, hops } = visit;
    const site = this.#siteOf(queue, url);
    return { record, url, at, outcome, status, bytes, ms: 0, site, queue, depth, hops };
  }

  #siteOf(queue: string, url: string): string {
    const known = this.#sites.get(queue);
    if (known !== undefined) return known;
    const address = normaliseUrl(url);
    const site = address.kind === 'url' ? address.site : queue;
    this.#sites.set(queue, site);
    return site;
  }

  #visitedCandidate(visit: SharedVisit, waits: SharedWaiting | null): Candidate {
    const { url, queue, depth, hops, redirects, kind } = visit;
    return {
      url,
      key: waits?.key ?? this.#keyOf(visit),
      queue,
      priority: waits?.priority ?? USUAL_PRIORITY,
      depth,
      hops,
      redirects,
      kind,
      parent: waits === null ? 0 : this.#records.get(waits.parent),
    };
  }

  /** It is not kept of a visit: by the rules it comes from the address, and its fingerprint tells which of those that may be it is. */
  #keyOf({ url, queue, redirects, fp }: SharedVisit): string {
    const address = normaliseUrl(url, null, this.#profile);
    const key = address.kind === 'url' ? address.key : url;
    const site = this.#parts.names.site(queue);
    // A redirect within one comparison form has its number behind it.
    const maybe = [key, `${key} ${redirects}`, url];
    return maybe.find((each) => this.#parts.names.url(site, each) === fp) ?? key;
  }

  #waitingCandidate(waits: SharedWaiting): Candidate {
    const { url, key, queue, priority, depth, hops, redirects, kind, parent } = waits;
    return {
      url,
      key,
      queue,
      priority,
      depth,
      hops,
      redirects,
      kind,
      parent: parent === 0 ? 0 : this.#records.get(parent),
    };
  }

  #placed(record: number, here: number | null): void {
    if (here !== null) this.#records.set(record, here);
    this.#transferred.one();
  }
}

/** Visits and what waits, each in the order of records, brought together URL by URL. */
async function* byRecord(
  visits: AsyncGenerator<SharedVisit>,
  waiting: AsyncGenerator<SharedWaiting>,
): AsyncGenerator<VisitedUrl> {
  let visit = (await visits.next()).value as SharedVisit | undefined;
  let waits = (await waiting.next()).value as SharedWaiting | undefined;
  while (visit !== undefined || waits !== undefined) {
    const record = Math.min(
      visit?.record ?? Number.POSITIVE_INFINITY,
      waits?.record ?? Number.POSITIVE_INFINITY,
    );
    const made: SharedVisit[] = [];
    while (visit?.record === record) {
      made.push(visit);
      visit = (await visits.next()).value as SharedVisit | undefined;
    }
    let found: SharedWaiting | null = null;
    while (waits?.record === record) {
      found = waits;
      waits = (await waiting.next()).value as SharedWaiting | undefined;
    }
    yield { visits: made, waits: found };
  }
}
