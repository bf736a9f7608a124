/**
 * The version of a table of entities: a hash of what it is. It changes with every change, also with rows that are forgotten, and needs no
 * counter that a catalogue which is made anew would lose. Two tables that are the same are the same version, whoever made them.
 */
import { fnv53 } from '../../bytes/index.ts';
import type { EntityTableSummary } from '../ports/index.ts';

export function tableVersion({
  name,
  example,
  columns,
  rows,
  madeAt,
}: Omit<EntityTableSummary, 'id' | 'version'>): number {
  return fnv53(JSON.stringify([name, example, columns, rows, madeAt]));
}
