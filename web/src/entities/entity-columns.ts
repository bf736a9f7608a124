/** Columns of entities that no table gives an order to: the attributes that most of them have. */
import type { EntityValue, StoredEntity } from '../api/shapes.ts';

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

export function valuesOf(entity: StoredEntity, column: string): EntityValue[] {
  return entity.values.filter((value) => value.attribute === column);
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
