/** Rows and columns of entities as they are shown, and how they are asked for in the address. */
import type { StoredEntity, ViewedEntity } from '../api/shapes.ts';

/** Columns of entities that no table gives an order to: the attributes that most of them have. */
export function rowColumns(rows: readonly StoredEntity[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const { values } of rows)
    for (const attribute of new Set(values.map((value) => value.attribute)))
      counts.set(attribute, (counts.get(attribute) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, most)
    .map(([attribute]) => attribute);
}

/** One entity with a cell a column. `worded`: a value as it is read. */
export function shownRow(
  entity: ViewedEntity,
  columns: readonly { readonly name: string }[],
  worded: (value: string) => string = (value) => value,
) {
  return {
    key: entity.id,
    url: entity.url,
    title: entity.name || entity.url,
    cells: columns.map(({ name }) => {
      const values = entity.values.filter(({ attribute }) => attribute === name);
      return {
        text: values.map(({ value }) => worded(value)).join(' | '),
        values: values.map(({ value }) => value),
        hint: values[0]?.provenance ?? '',
        why: entity.odd.find(({ attribute }) => attribute === name)?.why ?? null,
      };
    }),
  };
}

export interface RowOrder {
  /** '' is the name of the row. */
  readonly attribute: string;
  readonly descending: boolean;
}

/** `a:Altura` from the smallest, `d:Altura` from the largest. */
export const orderInAddress = ({ attribute, descending }: RowOrder): string =>
  `${descending ? 'd' : 'a'}:${attribute}`;

export function orderOfAddress(text: string | undefined): RowOrder | null {
  const read = /^([ad]):(.*)$/s.exec(text ?? '');
  return read === null ? null : { attribute: read[2]!, descending: read[1] === 'd' };
}

/** Whether a page of the Web can stand there. */
export function isWebAddress(text: string): boolean {
  try {
    return /^https?:$/.test(new URL(text.trim()).protocol);
  } catch {
    return false;
  }
}

/** A table's name from the address of its example: the part of the path that says what it is. */
export function proposedName(example: string): string {
  let path: string;
  try {
    path = new URL(example).pathname;
  } catch {
    return '';
  }
  const parts = path.split('/').filter((part) => /[a-z]{3}/i.test(part) && !/^index\b/.test(part));
  const part = parts.length > 1 ? parts.at(-2) : parts[0];
  return (part ?? '').replace(/\.\w+$/, '').replaceAll(/[-_]+/g, ' ');
}
