/** One thing out of what a page states of it and the rows that tables have of it. */
import type { EntityRecord, EntityValue, StoredEntity } from '../ports/index.ts';

/** As it was read by itself. */
export function alone<T extends EntityRecord>(row: T): T & { readonly tables: readonly string[] } {
  return { ...row, tables: row.table === null ? [] : [row.table] };
}

/** Every value that one of them has, once; of `members` in their order. */
export function mergedThing(head: StoredEntity, members: readonly StoredEntity[]): StoredEntity {
  if (members.length === 0) return head;
  const seen = new Set<string>();
  const values: EntityValue[] = [];
  for (const { values: some } of [head, ...members])
    for (const value of some) {
      const key = JSON.stringify([value.attribute, value.value]);
      if (seen.has(key)) continue;
      seen.add(key);
      values.push(value);
    }
  return { ...head, values, tables: [head, ...members].flatMap(({ tables }) => tables) };
}
