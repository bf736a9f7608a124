/** What somebody changes of a table, as it is edited and as it is sent. */
import type { EntityTableDetails, TableChangeOrder } from '../api/shapes.ts';

type Rule = EntityTableDetails['columns'][number]['rules'][number];

export interface EditedRule extends Rule {
  on: boolean;
}

export interface EditedColumn {
  readonly key: number;
  /** The column of the table that it is; null for one that is added. */
  readonly from: string | null;
  name: string;
  isOut: boolean;
  /** A value of the example page by which its values are found anew. */
  shown: string | null;
  readonly rules: EditedRule[];
}

export function editedColumns({ columns }: EntityTableDetails): EditedColumn[] {
  return columns.map(({ name, rules }, key) => ({
    key,
    from: name,
    name,
    isOut: false,
    shown: null,
    rules: rules.map((rule) => ({ ...rule, on: !rule.off })),
  }));
}

export function changeOrder(
  version: number,
  name: string,
  columns: readonly EditedColumn[],
): TableChangeOrder {
  return {
    version,
    name: name.trim(),
    columns: columns
      .filter(({ isOut }) => !isOut)
      .map(({ from, name: column, shown, rules }) => {
        const own = column.trim() || (from ?? '');
        if (shown !== null) return { name: own, shown };
        return {
          ...(from === null ? {} : { from }),
          name: own,
          off: rules.flatMap(({ rule, on }) => (on ? [] : [rule])),
        };
      }),
  };
}

/** One column further up or down. */
export function movedColumn(columns: readonly EditedColumn[], at: number, by: -1 | 1): EditedColumn[] {
  const to = at + by;
  if (to < 0 || to >= columns.length) return [...columns];
  const moved = [...columns];
  [moved[at], moved[to]] = [moved[to]!, moved[at]!];
  return moved;
}
