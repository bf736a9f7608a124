/** The addresses of a collection as the source lists them: last indexing, status and indicator, and how many there are of each. */
import { VISIT_STATUS, type VisitStatus } from '../../frontier/index.ts';
import type { FileState, GeoIndex } from '../../geo/index.ts';
import type { CheckedUrl, UrlOf, UrlTable } from './url-table.ts';

export interface GeoUrlRow {
  readonly url: string;
  readonly of: UrlOf;
  /** ISO 8601; null when it never was. */
  readonly indexedAt: string | null;
  /** 0 never indexed, 1 indexed, 2 a later visit failed. */
  readonly status: VisitStatus;
  /** 1: a page of a producer, or found on one. */
  readonly indicator: 0 | 1;
  /** Of a file: whether it is in the index, or was and left it; null when it never came in. */
  readonly state: FileState | null;
  readonly askedAt: string | null;
  /** Failed visits in a row, and why the last failed. */
  readonly failures: number;
  readonly error: string | null;
  /** Of a file: days in a row on which it was gone. */
  readonly strikes: number;
}

/** Addresses by what they lead to, indicator and status. */
export interface GeoUrlCount {
  readonly of: UrlOf;
  readonly indicator: 0 | 1;
  /** By status 0, 1 and 2. */
  readonly count: readonly [number, number, number];
}

/** Those in trouble first: left, failed, never indexed; then as they came. */
export function geoUrlRows(index: GeoIndex, table: UrlTable): GeoUrlRow[] {
  const producers = new Set(index.producers().map(({ site }) => site));
  const siteOfPage = new Map<string, string>();
  const rows: GeoUrlRow[] = [];
  const seen = new Set<string>();
  const add = (
    visits: CheckedUrl,
    indicator: boolean,
    file: { readonly state: FileState; readonly strikes: number } | null,
  ): void => {
    seen.add(visits.url);
    rows.push({
      url: visits.url,
      of: visits.of,
      indexedAt: moment(visits.lastIndexedAt),
      status: visits.status,
      indicator: indicator ? 1 : 0,
      state: file?.state ?? null,
      askedAt: moment(visits.askedAt),
      failures: visits.failures,
      error: visits.error,
      strikes: file?.strikes ?? 0,
    });
  };
  for (const page of index.pages()) {
    siteOfPage.set(page.url, page.site);
    add(table.get('page', page.url, page.indexedAt), producers.has(page.site), null);
  }
  for (const { file } of index.files()) {
    if (file.state === 'rejected') continue;
    const fromProducer = file.anchors.some(({ page }) => producers.has(siteOfPage.get(page) ?? ''));
    add(table.get('file', file.url, file.indexedAt), fromProducer, file);
  }
  // What was never indexed was found on the page of a producer, as others are not read again.
  for (const visits of table.all())
    if (!seen.has(visits.url) && visits.status === VISIT_STATUS.never) add(visits, true, null);
  const trouble = (row: GeoUrlRow): number =>
    row.state === 'broken'
      ? 0
      : row.status === VISIT_STATUS.failed
        ? 1
        : row.status === VISIT_STATUS.never
          ? 2
          : 3;
  return rows.sort((a, b) => trouble(a) - trouble(b));
}

export function geoUrlCounts(rows: readonly GeoUrlRow[]): GeoUrlCount[] {
  return (['page', 'file'] as const).flatMap((of) =>
    ([1, 0] as const).map((indicator): GeoUrlCount => {
      const count: [number, number, number] = [0, 0, 0];
      for (const row of rows) if (row.of === of && row.indicator === indicator) count[row.status]++;
      return { of, indicator, count };
    }),
  );
}

function moment(at: number | null): string | null {
  return at === null || !(Math.abs(at) <= 8.64e15) ? null : new Date(at).toISOString();
}
