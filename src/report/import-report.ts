/**
 * What a collection made by `tarrafa import` holds. Nobody visited its pages on our behalf, so there are no visits to tell of: the index
 * of its archive tells what was captured, when and of which hosts, and the catalogue, where there is one, how much of it was analysed.
 *
 * One pass over the index, which is in the order of hosts and addresses: both are counted exactly without being remembered.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type CrawlManifest, crawlPaths } from '../crawl/crawl-folder.ts';
import { lockOwner } from '../crawl/folder-lock.ts';
import { type Capture, CdxIndex, hostOfKey, INDEX_NAME, parseTimestamp14 } from '../warc/index.ts';
import { catalogueSummary } from './catalogue-summary.ts';
import { manifestOf, REPORT_FORMAT } from './crawl-report.ts';
import { type JsonObject, numberIn, textIn } from './lines.ts';
import { type MagnitudeBin, type MagnitudeSummary, Magnitudes } from './magnitudes.ts';
import { type Count, Tally } from './tally.ts';

export interface ImportedArchive {
  readonly file: string;
  /** What was given to the command, and for a WACZ the archive inside it. */
  readonly from: string;
  readonly bytes: number;
}

/** What the catalogue says; null where there is none, or none that can be read. */
export interface AnalysedPart {
  readonly pages: number;
  readonly versions: number;
  readonly sites: number;
}

export interface HostCounts {
  readonly host: string;
  readonly captures: number;
  readonly addresses: number;
  /** As they stand in the archive. */
  readonly bytes: number;
}

export interface ImportReport {
  readonly kind: 'import';
  readonly format: typeof REPORT_FORMAT;
  readonly software: string;
  readonly importedAt: string | null;
  readonly files: readonly ImportedArchive[];
  /** Whether the import came to its end: without an index nothing below is known. */
  readonly indexed: boolean;
  readonly totals: {
    readonly archiveBytes: number;
    readonly captures: number;
    readonly addresses: number;
    readonly hosts: number;
    /** Captures that only say that nothing had changed. */
    readonly revisits: number;
  };
  /** The first and the last moment of capture; null when no capture has a date. */
  readonly firstCapture: string | null;
  readonly lastCapture: string | null;
  readonly types: readonly Count[];
  readonly statuses: readonly Count[];
  /** Captures of each month that has any (`2024-05`), oldest first. */
  readonly months: readonly Count[];
  readonly sizes: MagnitudeSummary & { readonly histogram: readonly MagnitudeBin[] };
  readonly largestHosts: readonly HostCounts[];
  readonly analysed: AnalysedPart | null;
}

export interface ImportStatus {
  readonly kind: 'import';
  /** `running`: a living process imports into it. `incomplete`: one was ended before the index was made. */
  readonly state: 'running' | 'imported' | 'incomplete';
  readonly process: number | null;
  readonly importedAt: string | null;
  readonly files: number;
  readonly archiveBytes: number;
  readonly captures: number;
  readonly analysed:
    | (AnalysedPart & {
        readonly firstCapture: string | null;
        readonly lastCapture: string | null;
      })
    | null;
}

const HOSTS_SHOWN = 20;
const WITH_HOST = /^\s*(?:https?|ftp|wss?):/i;
/** More months than any archive of the Web has; what made-up dates add is counted together. */
const MOST_MONTHS = 2_000;

/** The files that were imported; null for the folder of a crawl. */
function importedFiles(manifest: CrawlManifest): ImportedArchive[] | null {
  const { imported } = manifest as { imported?: unknown };
  if (!Array.isArray(imported)) return null;
  return imported
    .filter((file): file is JsonObject => typeof file === 'object' && file !== null)
    .map(({ file, from, bytes }) => ({
      file: textIn(file) ?? '?',
      from: textIn(from) ?? '?',
      bytes: numberIn(bytes),
    }));
}

/** Whether a folder was made by an import. Throws TRF_FOLDER_NOT_A_CRAWL when it is neither. */
export function isImport(folder: string): boolean {
  return importedFiles(manifestOf(folder)) !== null;
}

function lastSession(manifest: CrawlManifest) {
  return Array.isArray(manifest.sessions) ? manifest.sessions.at(-1) : undefined;
}

const isoOf = (at: number | null): string | null =>
  at === null || !(Math.abs(at) < 8.64e15) ? null : new Date(at).toISOString();

/** The pass over the index. */
class IndexReading {
  readonly types = new Tally();
  readonly statuses = new Tally();
  readonly months = new Tally(MOST_MONTHS);
  readonly sizes = new Magnitudes();
  captures = 0;
  addresses = 0;
  hosts = 0;
  revisits = 0;
  first = Number.POSITIVE_INFINITY;
  last = Number.NEGATIVE_INFINITY;
  #key: string | null = null;
  #hostKey: string | null = null;
  #host = { captures: 0, addresses: 0, bytes: 0 };
  #largest: HostCounts[] = [];

  take(capture: Capture): void {
    this.captures++;
    // `dns:` and `urn:` records have no host.
    const hostKey = WITH_HOST.test(capture.url) ? capture.key.slice(0, capture.key.indexOf(')')) : null;
    if (hostKey !== this.#hostKey) {
      this.#endHost();
      this.#hostKey = hostKey;
      if (hostKey !== null) this.hosts++;
    }
    if (capture.key !== this.#key) {
      this.#key = capture.key;
      this.addresses++;
      this.#host.addresses++;
    }
    this.#host.captures++;
    this.#host.bytes += capture.length;
    this.sizes.add(capture.length);
    if (capture.mime === 'warc/revisit') this.revisits++;
    else this.types.add(capture.mime);
    if (capture.status !== null) this.statuses.add(String(capture.status));
    const at = parseTimestamp14(capture.timestamp);
    // A record without a date stands at the beginning of 1970 in the index.
    if (at === null || at === 0) return;
    this.first = Math.min(this.first, at);
    this.last = Math.max(this.last, at);
    this.months.add(`${capture.timestamp.slice(0, 4)}-${capture.timestamp.slice(4, 6) || '01'}`);
  }

  #endHost(): void {
    if (this.#hostKey !== null) {
      this.#largest.push({ host: hostOfKey(this.#hostKey), ...this.#host });
      if (this.#largest.length >= 4 * HOSTS_SHOWN) this.#largest = this.#sorted();
    }
    this.#host = { captures: 0, addresses: 0, bytes: 0 };
  }

  #sorted(): HostCounts[] {
    return this.#largest
      .sort((a, b) => b.captures - a.captures || b.bytes - a.bytes || (a.host < b.host ? -1 : 1))
      .slice(0, HOSTS_SHOWN);
  }

  largestHosts(): HostCounts[] {
    this.#endHost();
    this.#hostKey = null;
    return this.#sorted();
  }
}

function readIndex(folder: string): IndexReading | null {
  const { archive } = crawlPaths(folder);
  const index = existsSync(archive) ? CdxIndex.open(archive) : null;
  if (index === null) return null;
  const reading = new IndexReading();
  try {
    for (const capture of index.capturesFrom('')) reading.take(capture);
  } finally {
    index.close();
  }
  return reading;
}

export async function readImportReport(folder: string): Promise<ImportReport> {
  const manifest = manifestOf(folder);
  const files = importedFiles(manifest) ?? [];
  const found = readIndex(folder);
  const reading = found ?? new IndexReading();
  const largestHosts = reading.largestHosts();
  const summary = await catalogueSummary(folder);
  return {
    kind: 'import',
    format: REPORT_FORMAT,
    software: textIn(manifest.software) ?? '',
    importedAt: textIn(lastSession(manifest)?.startedAt) ?? textIn(manifest.startedAt),
    files,
    indexed: found !== null,
    totals: {
      archiveBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      captures: reading.captures,
      addresses: reading.addresses,
      hosts: reading.hosts,
      revisits: reading.revisits,
    },
    firstCapture: Number.isFinite(reading.first) ? isoOf(reading.first) : null,
    lastCapture: Number.isFinite(reading.last) ? isoOf(reading.last) : null,
    types: reading.types.ordered(),
    statuses: reading.statuses.ordered(),
    months: reading.months.ordered().sort((a, b) => (a.name < b.name ? -1 : 1)),
    sizes: { ...reading.sizes.summary(), histogram: reading.sizes.octaves() },
    largestHosts,
    analysed:
      summary === null ? null : { pages: summary.pages, versions: summary.versions, sites: summary.sites },
  };
}

/** Quickly, however large the collection is: from its manifest and its catalogue. */
export async function readImportStatus(folder: string): Promise<ImportStatus> {
  const manifest = manifestOf(folder);
  const files = importedFiles(manifest) ?? [];
  const owner = lockOwner(folder);
  const last = lastSession(manifest);
  const indexed = existsSync(join(crawlPaths(folder).archive, INDEX_NAME));
  // An import that was killed could not write down how much it had brought: the index tells.
  const captures = numberIn(last?.pages) || (readIndex(folder)?.captures ?? 0);
  const summary = await catalogueSummary(folder);
  return {
    kind: 'import',
    state: owner !== null ? 'running' : indexed ? 'imported' : 'incomplete',
    process: owner?.pid ?? null,
    importedAt: textIn(last?.startedAt) ?? textIn(manifest.startedAt),
    files: files.length,
    archiveBytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    captures,
    analysed:
      summary === null
        ? null
        : {
            pages: summary.pages,
            versions: summary.versions,
            sites: summary.sites,
            firstCapture: isoOf(summary.firstFetched),
            lastCapture: isoOf(summary.lastFetched),
          },
  };
}
