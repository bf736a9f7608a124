/** What attributes are like, learned on sites where somebody chose the columns and kept for other sites. */
import type { EntityTable } from '../../entities/index.ts';
import { writeFileWhole } from '../../files/index.ts';

/** Writes what the columns of a table teach, by the names that they have there; says of how many columns. */
export async function writeAttributes(path: string, table: EntityTable): Promise<number> {
  const { printAttributes, taughtAttributes } = await import('../../entities/index.ts');
  const examples = taughtAttributes(table);
  writeFileWhole(path, [printAttributes(examples)]);
  return examples.length;
}
