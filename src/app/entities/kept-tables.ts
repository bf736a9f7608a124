/**
 * The tables of entities that a collection keeps: listed, renamed, deleted.
 *
 * ```ts
 * for (const { name, rows } of await listTables('coleta')) console.log(name, rows);
 * await renameTable('coleta', 'jogadores', 'Jogadores de 2015');
 * await deleteTable('coleta', 'rascunho');
 * ```
 */
import type { Catalogue, EntityTableSummary } from '../../catalogue/index.ts';
import { StaleError, TarrafaError } from '../../errors.ts';
import { type AtHandOptions, withCollection } from '../collection-at-hand.ts';

export async function listTables(
  folder: string,
  options: AtHandOptions = {},
): Promise<readonly EntityTableSummary[]> {
  return withCollection(folder, options, ({ catalogue }) => catalogue.entityTables());
}

async function tableNamed(catalogue: Catalogue, name: string): Promise<EntityTableSummary> {
  const tables = await catalogue.entityTables();
  const table = tables.find((one) => one.name === name);
  if (table === undefined)
    throw new TarrafaError('TRF_EXPORT_TABLE', [name, tables.map((one) => one.name).join(', ') || '–']);
  return table;
}

/** Throws TRF_EXPORT_TABLE when there is no such table, TRF_REQUEST_INVALID when another has the new name. */
export async function renameTable(
  folder: string,
  from: string,
  to: string,
  options: AtHandOptions = {},
): Promise<EntityTableSummary> {
  const { changedTable, everyRow } = await import('../../server/index.ts');
  return withCollection(folder, options, async ({ catalogue }) => {
    const table = await tableNamed(catalogue, from);
    const made = changedTable(table, await everyRow(catalogue, from), { name: to });
    const outcome = await catalogue.changeTable(table.id, table.version, made);
    if (!outcome.done) throw new StaleError(from, table.version, outcome.present);
    return outcome.table;
  });
}

/** The table as it was. With `earnest: false` it stays. */
export async function deleteTable(
  folder: string,
  name: string,
  { earnest = true, ...options }: AtHandOptions & { readonly earnest?: boolean } = {},
): Promise<EntityTableSummary> {
  return withCollection(folder, options, async ({ catalogue }) => {
    const table = await tableNamed(catalogue, name);
    const present = earnest ? await catalogue.removeTable(table.id, table.version) : true;
    if (present !== true) throw new StaleError(name, table.version, present);
    return table;
  });
}
