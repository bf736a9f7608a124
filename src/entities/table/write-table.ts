/**
 * Tables as files: CSV, JSON Lines, Parquet. A file appears whole or not at all: it is written beside its place and then moved there.
 */
import { parquetWriteBuffer } from 'hyparquet-writer';
import { TarrafaError } from '../../errors.ts';
import { writeFileWhole } from '../../files/index.ts';
import { csvLine } from '../../formats/index.ts';
import { normalForm, type Value } from '../values/index.ts';
import type { ExtractedValue } from '../wrapper/extract.ts';
import { cellText, type Table } from './table.ts';

export type TableForm = 'csv' | 'jsonl' | 'parquet';

export interface WriteOptions {
  /** For every attribute, the rule, label, path and place that each value came from. */
  readonly provenance?: boolean;
  /** For every attribute that is not text, its normal form beside it. */
  readonly typed?: boolean;
}

export function formOf(path: string): TableForm {
  const match = /\.(csv|jsonl|ndjson|parquet)$/i.exec(path);
  if (match === null) throw new TarrafaError('TRF_OUTPUT_FORM', [path]);
  const extension = match[1]!.toLowerCase();
  return extension === 'ndjson' ? 'jsonl' : (extension as TableForm);
}

interface Provenance {
  readonly rule: string;
  readonly role: string;
  readonly label: string;
  readonly path: string;
  readonly position: number;
  readonly score: number | null;
}

function provenanceOf({ rule, pivot, path, position }: ExtractedValue): Provenance {
  return { rule: rule.id, role: rule.role, label: pivot, path, position, score: rule.score?.total ?? null };
}

/** Numbers as numbers, everything else in its normal form. */
function typedCell(value: Value | null): string | number | null {
  if (value === null || value.kind === 'text') return null;
  if (value.kind === 'number' || value.kind === 'money') return value.amount;
  if (value.kind === 'quantity') return value.base;
  return normalForm(value);
}

interface FlatColumn {
  readonly name: string;
  readonly cell: (row: number) => string | number | null;
}

/** Every name once: an attribute of the pages may be called `site` or `page`, too. */
function distinct(columns: readonly FlatColumn[]): FlatColumn[] {
  const taken = new Set<string>();
  return columns.map(({ name, cell }) => {
    let free = name;
    for (let n = 2; taken.has(free); n++) free = `${name} ${n}`;
    taken.add(free);
    return { name: free, cell };
  });
}

function flatColumns(table: Table, options: WriteOptions): FlatColumn[] {
  const { rows } = table;
  const flat: FlatColumn[] = [
    { name: 'site', cell: (row) => rows[row]!.site },
    { name: 'page', cell: (row) => rows[row]!.url },
  ];
  table.columns.forEach(({ name, kind }, c) => {
    const values = (row: number) => rows[row]!.cells[c]!;
    flat.push({ name, cell: (row) => (values(row).length === 0 ? null : cellText(values(row))) });
    if (options.typed === true && kind !== 'text')
      flat.push({
        name: `${name}:${kind}`,
        cell: (row) => (rows[row]!.typed[c]?.kind === kind ? typedCell(rows[row]!.typed[c]) : null),
      });
    if (options.provenance === true)
      for (const key of ['rule', 'role', 'label', 'path', 'position', 'score'] as const)
        flat.push({
          name: `${name}:${key}`,
          cell: (row) => (values(row)[0] === undefined ? null : provenanceOf(values(row)[0]!)[key]),
        });
  });
  return distinct(flat);
}

export function printCsv(table: Table, options: WriteOptions = {}): string {
  const columns = flatColumns(table, options);
  const lines = [csvLine(columns.map(({ name }) => name))];
  for (let row = 0; row < table.rows.length; row++) lines.push(csvLine(columns.map(({ cell }) => cell(row))));
  return lines.join('');
}

/** One JSON object a line; an attribute with several values has a list. */
export function* jsonLines(table: Table, options: WriteOptions = {}): Generator<string> {
  for (const row of table.rows) {
    const values: [string, unknown][] = [];
    const typed: [string, unknown][] = [];
    const provenance: [string, unknown][] = [];
    table.columns.forEach(({ name }, c) => {
      const cell = row.cells[c]!;
      if (cell.length === 0) return;
      values.push([name, cell.length === 1 ? cell[0]!.value : cell.map(({ value }) => value)]);
      const value = row.typed[c]!;
      if (value !== null && value.kind !== 'text') {
        const { raw: _, ...rest } = value;
        typed.push([name, rest]);
      }
      provenance.push([name, cell.map(provenanceOf)]);
    });
    yield `${JSON.stringify({
      site: row.site,
      page: row.url,
      values: Object.fromEntries(values),
      ...(options.typed === true ? { typed: Object.fromEntries(typed) } : {}),
      ...(options.provenance === true ? { provenance: Object.fromEntries(provenance) } : {}),
    })}\n`;
  }
}

export function printParquet(table: Table, options: WriteOptions = {}): Uint8Array {
  const columns = flatColumns(table, options);
  const count = table.rows.length;
  const buffer = parquetWriteBuffer({
    columnData: columns.map(({ name, cell }) => {
      const data = Array.from({ length: count }, (_, row) => cell(row));
      const numbers =
        data.some((value) => typeof value === 'number') &&
        data.every((value) => value === null || typeof value === 'number');
      return numbers
        ? { name, data, type: 'DOUBLE' as const, nullable: true }
        : {
            name,
            data: data.map((value) => (value === null ? null : String(value))),
            type: 'STRING' as const,
            nullable: true,
          };
    }),
  });
  return new Uint8Array(buffer);
}

export async function writeTable(path: string, table: Table, options: WriteOptions = {}): Promise<void> {
  const form = formOf(path);
  writeFileWhole(
    path,
    form === 'csv'
      ? [`\ufeff${printCsv(table, options)}`]
      : form === 'jsonl'
        ? jsonLines(table, options)
        : [printParquet(table, options)],
  );
}
