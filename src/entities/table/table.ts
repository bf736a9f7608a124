/** The table: a row a page, a column an attribute, and for every cell where its values came from. */
import { readColumn, type Value, type ValueKind } from '../values/index.ts';
import type { ExtractedPage, ExtractedValue } from '../wrapper/extract.ts';

export interface TableColumn {
  readonly name: string;
  readonly kind: ValueKind;
}

export interface TableRow {
  readonly site: string;
  readonly url: string;
  /** One list a column; empty where the page has no value. */
  readonly cells: readonly (readonly ExtractedValue[])[];
  /** The first value of each cell, typed; null where there is none. */
  readonly typed: readonly (Value | null)[];
}

export interface Table {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
}

/**
 * Rows in the order of the pages, columns in the order given (by default of first appearance). Values are typed column by column and
 * site by site, since a site writes its figures in one way.
 */
export function buildTable(pages: readonly ExtractedPage[], names?: readonly string[]): Table {
  const order = new Set(names ?? []);
  for (const page of pages) for (const name of page.values.keys()) order.add(name);
  const columns = [...order];
  const typed: (Value | null)[][] = pages.map(() => columns.map(() => null));
  const kinds = columns.map((name, c): ValueKind => {
    const counts = new Map<ValueKind, number>();
    for (const site of new Set(pages.map((page) => page.site))) {
      const rows = pages.flatMap((page, i) => (page.site === site && page.values.has(name) ? [i] : []));
      const column = readColumn(rows.map((i) => pages[i]!.values.get(name)![0]!.value));
      rows.forEach((row, k) => {
        typed[row]![c] = column.values[k]!;
      });
      if (rows.length > 0) counts.set(column.kind, (counts.get(column.kind) ?? 0) + rows.length);
    }
    return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'text';
  });
  return {
    columns: columns.map((name, i) => ({ name, kind: kinds[i]! })),
    rows: pages.map((page, i) => ({
      site: page.site,
      url: page.url,
      cells: columns.map((name) => page.values.get(name) ?? []),
      typed: typed[i]!,
    })),
  };
}

/** Values of one cell in one text. */
export function cellText(values: readonly ExtractedValue[]): string {
  return values.map(({ value }) => value).join(' | ');
}
