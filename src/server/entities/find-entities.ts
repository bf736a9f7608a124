/** The work of an EntityFinder, on whatever brings the pages. */
import { namesThings, oddValues } from '../../catalogue/index.ts';
import {
  type EntityTable,
  entityTable,
  normalForm,
  printAttributes,
  printCypher,
  type Table,
  taughtAttributes,
  wayFromFiles,
} from '../../entities/index.ts';
import { TarrafaError } from '../../errors.ts';
import type { Fetcher } from '../../fetcher.ts';
import type { FinderRequest, FoundRow, FoundTable, FoundValue } from './entity-finder.ts';

export interface FindOptions extends Pick<FinderRequest, 'select' | 'teach' | 'want'> {
  /** Pages read at most, over all sites. */
  readonly mostPages?: number;
  readonly mostRows?: number;
  readonly signal?: AbortSignal;
}

const MOST_PAGES = 3_000;
const MOST_ROWS = 20_000;
const MOST_VALUES = 50;
const LONGEST_VALUE = 2_000;

/** A fetcher that has nothing any more once the signal aborts: discovery then comes to its end by itself. */
function until(fetcher: Fetcher, signal: AbortSignal | undefined): Fetcher {
  if (signal === undefined) return fetcher;
  return {
    fetch: async (ask) =>
      signal.aborted
        ? { kind: 'not-fetched', url: ask.url, reason: 'stopped', message: 'stopped' }
        : fetcher.fetch(ask),
  };
}

export async function findEntities(
  fetcher: Fetcher,
  examples: readonly string[],
  options: FindOptions = {},
): Promise<FoundTable> {
  const { signal, select, teach, want = [] } = options;
  const undecided: string[] = [];
  const chosen =
    select === undefined
      ? {}
      : wayFromFiles(select.way, select.files, {
          least: select.least,
          onUndecided: (attribute) => undecided.push(attribute),
        });
  const found = await entityTable(until(fetcher, signal), examples, {
    unnamed: true,
    ...(want.length === 0 ? {} : { wanted: want, beside: true }),
    ...chosen,
    discovery: { maxFetches: options.mostPages ?? MOST_PAGES },
  });
  if (signal?.aborted) throw new TarrafaError('TRF_TIME_OUT', ['discover', '?']);
  return foundTable(found, {
    mostRows: options.mostRows,
    missing: undecided,
    attributes: teach === undefined ? null : taught(found, teach),
  });
}

function taught(found: EntityTable, teach: NonNullable<FindOptions['teach']>): string {
  const names = new Map(teach.map(({ name, rename }) => [name, (rename ?? name).trim()]));
  return printAttributes(taughtAttributes(found, (attribute) => names.get(attribute) ?? null));
}

/** A table of the entities room as plain data. */
export function foundTable(
  { table, wrappers, notes }: EntityTable,
  {
    mostRows = MOST_ROWS,
    missing = [],
    attributes = null,
  }: {
    readonly mostRows?: number | undefined;
    readonly missing?: readonly string[];
    readonly attributes?: string | null;
  } = {},
): FoundTable {
  const there = new Set(table.columns.map(({ name }) => name));
  const lost = new Set(notes.map(({ attribute }) => attribute).filter((name) => !there.has(name)));
  const titles = table.columns.findIndex(({ name }) => namesThings(name));
  const rows = table.rows.slice(0, mostRows).map((row) => rowOf(row, titles));
  return {
    example: wrappers[0]!.example,
    columns: table.columns.map(({ name, kind }, c) => ({
      name,
      kind,
      coverage:
        table.rows.length === 0
          ? 0
          : table.rows.filter(({ cells }) => cells[c]!.length > 0).length / table.rows.length,
      rules: wrappers.flatMap(({ attributes }) =>
        attributes
          .filter((attribute) => attribute.name === name)
          .flatMap(({ rules }) => rules.map(({ rule }) => printCypher(rule))),
      ),
      // The entities room calls what nothing names by a number.
      named: !/^Campo \d+$/.test(name),
      score: notes.reduce<number | null>(
        (least, note) =>
          note.attribute !== name || note.rule === null ? least : Math.min(least ?? 1, note.score),
        null,
      ),
    })),
    rows: withOdd(rows, table.columns.length),
    missing: [...lost, ...missing],
    attributes,
  };
}

/** Columns are known by their places: two may have one name. */
function withOdd(rows: readonly Omit<FoundRow, 'odd'>[], columns: number): FoundRow[] {
  const places = Array.from({ length: columns }, (_, c) => String(c));
  const odd = oddValues(
    rows.map(({ cells }) => ({
      values: cells.flatMap((values, c) =>
        values.slice(0, 1).map((value) => ({ ...value, attribute: String(c) })),
      ),
    })),
    places,
  );
  return rows.map((row, i) => ({
    ...row,
    odd: odd[i]!.map(({ attribute, why }) => ({ column: Number(attribute), why })),
  }));
}

function rowOf(row: Table['rows'][number], titles: number): Omit<FoundRow, 'odd'> {
  return {
    url: row.url,
    site: row.site,
    title: (row.cells[titles]?.[0]?.value ?? row.cells[0]?.[0]?.value ?? row.url).slice(0, LONGEST_VALUE),
    cells: row.cells.map((values, c) =>
      values.slice(0, MOST_VALUES).map(({ value, rule }, i): FoundValue => {
        const typed = i === 0 ? row.typed[c] : null;
        return {
          value: value.slice(0, LONGEST_VALUE),
          normal: typed === null || typed === undefined || typed.kind === 'text' ? null : normalForm(typed),
          provenance: printCypher(rule.rule),
        };
      }),
    ),
  };
}
