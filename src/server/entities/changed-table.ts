/** A table that was kept, as somebody changes it: its name, its columns, and which of their rules count. */
import type {
  CatalogueEntities,
  EntityTableIn,
  EntityTableSummary,
  EntityValue,
  StoredEntity,
} from '../../catalogue/index.ts';
import { TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';
import type { FoundTable } from './entity-finder.ts';

export interface ChangedColumn {
  readonly name: string;
  /** The column of the table that it is; absent for one that `shown` brings. */
  readonly from?: string | undefined;
  /** A value of the example page: the column is found anew by it. */
  readonly shown?: string | undefined;
  /** Of its rules those that are switched off; without it as they were. */
  readonly off?: readonly string[] | undefined;
}

export interface TableChange {
  readonly name?: string | undefined;
  /** In their order; what is not here is taken out. Without it as they are. */
  readonly columns?: readonly ChangedColumn[] | undefined;
}

/** More than are found for a table at most. */
const MOST_ROWS = 100_000;

/** Every row of a table, with what its rules that are switched off gave. */
export async function everyRow(catalogue: CatalogueEntities, table: string): Promise<StoredEntity[]> {
  const rows: StoredEntity[] = [];
  let cursor: string | undefined;
  do {
    const part = await catalogue.entities({ table, switchedOff: true }, { cursor, limit: 1_000 });
    for (const row of part.items) rows.push(row);
    cursor = part.next ?? undefined;
  } while (cursor !== undefined && rows.length < MOST_ROWS);
  return rows;
}

/** What a column becomes, and where its values come from. */
interface Source {
  readonly name: string;
  readonly kind: string;
  readonly rules: readonly string[];
  readonly off: readonly string[];
  readonly valuesOf: (row: StoredEntity) => readonly Omit<EntityValue, 'attribute'>[];
}

/** Values that were shown, by the names of their columns, as a finder takes them. */
export function shownColumns({ columns = [] }: TableChange): { name: string; value: string }[] {
  return columns.flatMap(({ name, shown }) =>
    shown === undefined ? [] : [{ name: name.trim(), value: shown.trim() }],
  );
}

/** The pages that a finder begins at: the example, and one of each other site. */
export function examplesOf(table: EntityTableSummary, rows: readonly StoredEntity[]): string[] {
  const own = rows.find(({ url }) => url === table.example)?.site ?? rows[0]?.site;
  const others = new Map<string, string>();
  for (const { site, url } of rows) if (site !== own && !others.has(site)) others.set(site, url);
  return [table.example, ...others.values()];
}

function foundSource(name: string, found: FoundTable): Source {
  const at = found.columns.findIndex((column) => column.name === name);
  if (at < 0)
    throw new TarrafaError('TRF_ATTRIBUTE_UNKNOWN', [
      name,
      found.example,
      found.columns.map((column) => column.name).join(', '),
    ]);
  const byPage = new Map(found.rows.map(({ url, cells }) => [url, cells[at]!]));
  const { kind, rules } = found.columns[at]!;
  return { name, kind, rules, off: [], valuesOf: ({ url }) => byPage.get(url) ?? [] };
}

function storedSource(name: string, { from = name, off }: ChangedColumn, table: EntityTableSummary): Source {
  const column = table.columns.find((one) => one.name === from);
  if (column === undefined)
    throw new TarrafaError('TRF_ATTRIBUTE_UNKNOWN', [
      from,
      table.name,
      table.columns.map((one) => one.name).join(', '),
    ]);
  const switchedOff = [...new Set(off ?? column.off ?? [])];
  if (switchedOff.some((rule) => !column.rules.includes(rule)))
    throw new TarrafaError('TRF_REQUEST_INVALID', [reason('rule-unknown', { name })]);
  return {
    name,
    kind: column.kind,
    rules: column.rules,
    off: switchedOff,
    valuesOf: ({ values }) => values.filter(({ attribute }) => attribute === from),
  };
}

/** `rows`: with the values of rules that are switched off. `found`: of a change that shows values. */
export function changedTable(
  table: EntityTableSummary,
  rows: readonly StoredEntity[],
  change: TableChange,
  found: FoundTable | null = null,
): EntityTableIn {
  const name = (change.name ?? table.name).trim();
  const names = new Set<string>();
  const columns = change.columns ?? table.columns.map((column) => ({ name: column.name }));
  const sources = columns.map((column: ChangedColumn): Source => {
    const own = column.name.trim();
    if (names.has(own))
      throw new TarrafaError('TRF_REQUEST_INVALID', [reason('column-twice', { name: own })]);
    names.add(own);
    return column.shown !== undefined && found !== null
      ? foundSource(own, found)
      : storedSource(own, column, table);
  });
  return {
    name,
    example: table.example,
    columns: sources.map(({ name: column, kind, rules, off }) => ({
      name: column,
      kind,
      rules,
      ...(off.length === 0 ? {} : { off }),
    })),
    rows: rows.map((row) => ({
      url: row.url,
      site: row.site,
      type: name,
      name: row.name,
      table: name,
      values: sources.flatMap(({ name: attribute, valuesOf }) =>
        valuesOf(row).map(({ value, normal, provenance }) => ({ attribute, value, normal, provenance })),
      ),
    })),
    madeAt: table.madeAt,
  };
}
