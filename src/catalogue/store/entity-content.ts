/** What an entity holds beyond the columns of its table, packed: its name and type as they were given, its values with their provenance. */
import type { EntityRecord, EntityValue } from '../ports/index.ts';
import type { Packer, Unpacker } from './packing.ts';

/** Of one page; a page that states more is a dump, and its first ones stand for it. */
export const MOST_OF_PAGE = 200;

export function packEntity(out: Packer, { name, type, values }: EntityRecord): void {
  out.text(name);
  out.text(type);
  out.count(values.length);
  for (const { attribute, value, normal, provenance } of values) {
    out.text(attribute);
    out.text(value);
    out.optional(normal);
    out.text(provenance);
  }
}

export function unpackEntity(from: Unpacker): Pick<EntityRecord, 'name' | 'type' | 'values'> {
  const name = from.text();
  const type = from.text();
  const values: EntityValue[] = [];
  for (let left = from.things(); left > 0; left--) {
    const attribute = from.text();
    const value = from.text();
    const normal = from.optional();
    values.push({ attribute, value, normal, provenance: from.text() });
  }
  return { name, type, values };
}
