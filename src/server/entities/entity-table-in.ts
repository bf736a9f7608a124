/** Chosen columns of a table that was found, as the catalogue keeps them. */
import type { EntityTableIn } from '../../catalogue/index.ts';
import { TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';
import type { FoundTable } from './entity-finder.ts';

export interface WantedColumn {
  /** As the table that was found names it. */
  readonly name: string;
  readonly rename?: string | undefined;
}

interface Choice {
  readonly from: number;
  readonly name: string;
}

function choices(table: FoundTable, wanted: readonly WantedColumn[]): Choice[] {
  const names = new Set<string>();
  return wanted.map(({ name, rename }) => {
    const from = table.columns.findIndex((column) => column.name === name);
    if (from < 0)
      throw new TarrafaError('TRF_ATTRIBUTE_UNKNOWN', [
        name,
        table.example,
        table.columns.map((column) => column.name).join(', '),
      ]);
    const chosen = (rename ?? name).trim();
    if (names.has(chosen))
      throw new TarrafaError('TRF_REQUEST_INVALID', [reason('column-twice', { name: chosen })]);
    names.add(chosen);
    return { from, name: chosen };
  });
}

/** By default the columns that something on the pages names. */
export function entityTableIn(
  name: string,
  table: FoundTable,
  madeAt: number,
  wanted: readonly WantedColumn[] = table.columns.filter(({ named }) => named),
): EntityTableIn {
  const chosen = choices(table, wanted);
  return {
    name,
    example: table.example,
    columns: chosen.map(({ from, name: column }) => ({
      name: column,
      kind: table.columns[from]!.kind,
      rules: table.columns[from]!.rules,
    })),
    rows: table.rows.map((row) => ({
      url: row.url,
      site: row.site,
      type: name,
      name: row.title,
      table: name,
      values: chosen.flatMap(({ from, name: attribute }) =>
        row.cells[from]!.map((value) => ({ attribute, ...value })),
      ),
    })),
    madeAt,
  };
}
