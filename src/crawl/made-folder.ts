/**
 * The folder of a crawl, made of what another place knows: an ordinary one, with which any process goes on. It is made beside its place and put there
 * when it is whole.
 */
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { storageError, TarrafaError } from '../errors.ts';
import { clearParts, partName, syncFolder } from '../files/index.ts';
import { MadeFrontier } from '../frontier/index.ts';
import { buildCdxj } from '../warc/index.ts';
import {
  type CrawlPaths,
  type CrawlSession,
  crawlPaths,
  createFolders,
  newManifest,
  writeManifest,
} from './crawl-folder.ts';
import { NO_TOTALS, writeMark } from './ledger.ts';
import { writePolicyEntries } from './policy-log.ts';
import type { CrawlSettings } from './settings.ts';
import { type Visit, VisitLog } from './visit-log.ts';

export class MadeFolder {
  readonly frontier: MadeFrontier;
  /** Where it is made. */
  readonly paths: CrawlPaths;
  readonly #folder: string;
  readonly #settings: CrawlSettings;
  readonly #visits: VisitLog;
  readonly #totals = { ...NO_TOTALS };
  /** How long the log of the link policy is. */
  #policy = 0;

  /** Throws TRF_FOLDER_NOT_EMPTY when something stands in the folder. */
  constructor(folder: string, settings: CrawlSettings) {
    if (existsSync(folder) && readdirSync(folder).length > 0)
      throw new TarrafaError('TRF_FOLDER_NOT_EMPTY', [folder]);
    this.#folder = folder;
    this.#settings = settings;
    this.paths = crawlPaths(partName(folder));
    // What a process that died left of it.
    clearParts(folder);
    createFolders(this.paths);
    this.frontier = new MadeFrontier(this.paths.frontier, settings.policy);
    this.#visits = VisitLog.open(this.paths.visits, 0);
  }

  /** The next line of the visit log. */
  visit(visit: Omit<Visit, 'n'>): void {
    const totals = this.#totals;
    totals.visits++;
    totals.requests++;
    totals.bytes += visit.bytes;
    if (visit.outcome === 'analysed' || visit.outcome === 'unchanged') totals.pages++;
    if (visit.outcome === 'failed') totals.errors++;
    if (visit.duplicateOf !== undefined || visit.nearDuplicateOf !== undefined) totals.duplicates++;
    for (const reason in visit.refused) totals.refused += visit.refused[reason]!;
    this.#visits.append({ ...visit, n: totals.visits });
  }

  /** What the link policy was told, visit by visit; once, before `mark`. */
  async learned(entries: Iterable<Uint8Array>): Promise<void> {
    this.#policy = await writePolicyEntries(this.paths.policyLog, entries);
  }

  /** What the last visit of the journal says of the log; `sites`: those with a page. */
  mark(sites: number): string {
    this.#totals.sites = sites;
    return writeMark({
      archive: null,
      visits: this.#visits.length,
      policy: this.#policy,
      totals: this.#totals,
      synced: null,
    });
  }

  /** Everything is told: the folder is put in its place. */
  async finish(software: string, startedAt: number, sessions: readonly CrawlSession[]): Promise<void> {
    this.#close();
    await buildCdxj(this.paths.archive);
    const manifest = newManifest(this.#settings, software, new Date(startedAt).toISOString());
    writeManifest(this.paths, { ...manifest, sessions });
    try {
      if (existsSync(this.#folder)) rmSync(this.#folder, { recursive: true });
      renameSync(this.paths.root, this.#folder);
      syncFolder(dirname(this.#folder));
    } catch (error) {
      throw storageError(this.#folder, error);
    }
  }

  /** Nothing comes of it. */
  abandon(): void {
    try {
      this.#close();
    } finally {
      rmSync(this.paths.root, { recursive: true, force: true });
    }
  }

  #close(): void {
    this.frontier.close();
    this.#visits.close();
  }
}
