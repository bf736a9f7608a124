/**
 * The index of the addresses of a geographic collection, as its source had it: for each the last indexing, the status and how often it
 * failed since (`geo-urls.jsonl`), and a row for each visit that failed (`geo-errors.jsonl`). The rows are written as they come, the table now
 * and then; rows that are younger than the table are counted when it is read again, so that a kill forgets no failure.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { storageError, TarrafaError } from '../../errors.ts';
import { appendLines, writeFileWhole } from '../../files/index.ts';
import { parseJson } from '../../formats/index.ts';
import { afterVisit, newUrl, type UrlVisits, VISIT_STATUS, type VisitStatus } from '../../frontier/index.ts';

const GEO_URLS_FILE = 'geo-urls.jsonl';
const GEO_ERRORS_FILE = 'geo-errors.jsonl';
/** Stands in the first line; without it, a table is of version 1. */
const FORMAT = 1;

/** What an address leads to: a page of a producer, or a geographic file or service. */
export type UrlOf = 'page' | 'file';

export interface CheckedUrl extends UrlVisits {
  readonly of: UrlOf;
  /** The last visit, whatever it brought; ms since 1970. */
  readonly askedAt: number | null;
  /** Why the last visit failed; null when it did not. */
  readonly error: string | null;
}

/** A row of the error log. */
export interface GeoVisitError {
  readonly url: string;
  readonly of: UrlOf;
  /** ms since 1970. */
  readonly at: number;
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly reason: string;
}

export class UrlTable {
  readonly #folder: string;
  readonly #urls = new Map<string, CheckedUrl>();
  /** Rows that were not counted yet when the table was written last. */
  readonly uncounted: readonly GeoVisitError[];

  constructor(folder: string) {
    this.#folder = folder;
    const path = join(folder, GEO_URLS_FILE);
    for (const line of readLines(path)) {
      if (Number(line.format) > FORMAT)
        throw new TarrafaError('TRF_FORMAT_NEWER', [path, String(line.format), FORMAT]);
      const url = readUrl(line);
      if (url !== null) this.#urls.set(url.url, url);
    }
    const uncounted: GeoVisitError[] = [];
    for (const error of geoVisitErrors(folder)) {
      const known = this.#urls.get(error.url);
      if (error.at <= (known?.askedAt ?? 0)) continue;
      uncounted.push(error);
      this.#note(error);
    }
    this.uncounted = uncounted;
  }

  /** As it stands; what the index knows of a later indexing holds. */
  get(of: UrlOf, url: string, indexedAt: number | null): CheckedUrl {
    const known = this.#urls.get(url) ?? { ...newUrl(url), of, askedAt: null, error: null };
    if (indexedAt === null || indexedAt <= Math.max(known.askedAt ?? 0, known.lastIndexedAt ?? 0))
      return known;
    return { ...known, ...afterVisit(known, { kind: 'success' }, indexedAt).visits, error: null };
  }

  all(): IterableIterator<CheckedUrl> {
    return this.#urls.values();
  }

  /** A visit has been made and brought what it should. */
  succeeded(before: CheckedUrl, at: number): void {
    const { visits } = afterVisit(before, { kind: 'success' }, at);
    this.#urls.set(before.url, { ...before, ...visits, askedAt: at, error: null });
  }

  /** One that failed has its row in the error log at once. */
  failed(before: CheckedUrl, at: number, status: number, reason: string): void {
    const error: GeoVisitError = { url: before.url, of: before.of, at, status, reason };
    appendLines(join(this.#folder, GEO_ERRORS_FILE), [JSON.stringify(error)]);
    this.#urls.set(before.url, before);
    this.#note(error);
  }

  /** Came too early: as published, that is a failed visit too. */
  deferred(visits: CheckedUrl): void {
    this.#urls.set(visits.url, visits);
  }

  #note({ url, of, at, reason }: GeoVisitError): void {
    const before = this.#urls.get(url) ?? { ...newUrl(url), of, askedAt: null, error: null };
    const { visits } = afterVisit(before, { kind: 'failure', reason }, at);
    this.#urls.set(url, { ...before, ...visits, askedAt: at, error: reason });
  }

  write(): void {
    const lines = [JSON.stringify({ format: FORMAT })];
    for (const url of this.#urls.values()) lines.push(JSON.stringify(url));
    writeFileWhole(join(this.#folder, GEO_URLS_FILE), `${lines.join('\n')}\n`);
  }
}

/** The error log of a collection, in the order of its rows. */
export function* geoVisitErrors(folder: string): Generator<GeoVisitError> {
  for (const { url, of, at, status, reason } of readLines(join(folder, GEO_ERRORS_FILE)))
    if (typeof url === 'string' && typeof at === 'number' && typeof reason === 'string')
      yield { url, of: of === 'page' ? 'page' : 'file', at, status: Number(status) || 0, reason };
}

/** Lines that are objects; one that is none, the last of a killed process mostly, is passed over. */
function* readLines(path: string): Generator<Readonly<Record<string, unknown>>> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw storageError(path, cause);
  }
  for (const line of text.split('\n')) {
    try {
      const value = line === '' ? null : parseJson(line);
      if (typeof value === 'object' && value !== null) yield value as Readonly<Record<string, unknown>>;
    } catch {
      // Said above.
    }
  }
}

function readUrl(line: Readonly<Record<string, unknown>>): CheckedUrl | null {
  const { url, of, status, lastIndexedAt, failures, askedAt, error } = line;
  if (typeof url !== 'string') return null;
  const moment = (value: unknown): number | null => (typeof value === 'number' ? value : null);
  return {
    url,
    of: of === 'page' ? 'page' : 'file',
    status: Object.values(VISIT_STATUS).includes(status as VisitStatus)
      ? (status as VisitStatus)
      : VISIT_STATUS.never,
    lastIndexedAt: moment(lastIndexedAt),
    failures: typeof failures === 'number' ? failures : 0,
    askedAt: moment(askedAt),
    error: typeof error === 'string' ? error : null,
  };
}
