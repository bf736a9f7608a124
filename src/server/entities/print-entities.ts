/** A stored table of entities as a file: CSV and Parquet as `tarrafa entities` writes them, JSON Lines with the provenance of each value. */
import type { EntityTableSummary, StoredEntity } from '../../catalogue/index.ts';
import {
  buildTable,
  type ExtractedPage,
  type ExtractedValue,
  printCsv,
  printParquet,
  type Table,
} from '../../entities/index.ts';

export const EXPORT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
} as const;
export type ExportForm = keyof typeof EXPORT_TYPES;

function tableOf(summary: EntityTableSummary, rows: readonly StoredEntity[]): Table {
  const pages = rows.map(({ url, site, values }): ExtractedPage => {
    const byName = new Map<string, ExtractedValue[]>();
    for (const { attribute, value } of values) {
      // Printed without provenance, nothing but the text of a value is looked at.
      const extracted = { attribute, value, text: value } as ExtractedValue;
      byName.set(attribute, [...(byName.get(attribute) ?? []), extracted]);
    }
    return { site, url, values: byName };
  });
  return buildTable(
    pages,
    summary.columns.map(({ name }) => name),
  );
}

function jsonLine({ url, site, name, values }: StoredEntity): string {
  return `${JSON.stringify({ site, page: url, name, values })}\n`;
}

export function printEntities(
  form: ExportForm,
  summary: EntityTableSummary,
  rows: readonly StoredEntity[],
): string | Buffer {
  if (form === 'jsonl') return rows.map(jsonLine).join('');
  const table = tableOf(summary, rows);
  // The mark tells spreadsheets that the text is UTF-8.
  return form === 'csv'
    ? `\ufeff${printCsv(table, { typed: true })}`
    : Buffer.from(printParquet(table, { typed: true }));
}
