/**
 * Which entities of one address are the same thing. A table has a row a page, so the only row that it has of an address is the page's own
 * thing, whatever the row is called: rows of several tables are one thing. Where a table lists many things of one page, they are told by what
 * they are called. What a page states is the same thing when it is called as a row is. Nothing else is the same: in doubt there are two.
 */
import { foldWords } from '../../text/index.ts';

/** Columns that say what a thing is called. */
const NAMING = /^(?:nome|nome completo|título|titulo|name|title)$/i;

export const namesThings = (column: string): boolean => NAMING.test(column);

/** Whether a row is called by a column of names, not by whichever column was its first. */
export function isNamed(row: {
  readonly name: string;
  readonly values: readonly { readonly attribute: string; readonly value: string }[];
}): boolean {
  return row.values.some(({ attribute, value }) => value === row.name && namesThings(attribute));
}

export interface RowOfTable {
  /** The table's. */
  readonly name: string;
  readonly madeAt: number;
  readonly named: boolean;
}

/** What comes first tells what the thing is called; nothing of it depends on who was written first. */
export function byPrecedence(a: RowOfTable, b: RowOfTable): number {
  return (
    Number(b.named) - Number(a.named) ||
    a.madeAt - b.madeAt ||
    (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  );
}

export interface AddressRow {
  readonly id: number;
  /** What it is called. */
  readonly name: string;
  /** Null of what the page states. */
  readonly of: RowOfTable | null;
}

export interface SameThing<Row> {
  /** What the page states of it, or the first of its rows. */
  readonly head: Row;
  /** Further rows, in their order. */
  readonly members: readonly Row[];
}

/** `rows`: what one address has now, in the order of their identities. */
export function sameThings<Row extends AddressRow>(rows: readonly Row[]): SameThing<Row>[] {
  const stated = rows.filter(({ of }) => of === null);
  const called = new Map<string, Row>();
  for (const row of stated) {
    const name = foldWords(row.name);
    // Of two with one name the first that the page states.
    if (name !== '' && !called.has(name)) called.set(name, row);
  }
  const { told, untold } = rowsTogether(rows);
  const added = new Map<Row, Row[]>();
  const alone: Row[][] = untold.map((row) => [row]);
  for (const group of told) {
    const ordered = group.sort(inOrder);
    const head = ordered.map(({ name }) => called.get(foldWords(name))).find((one) => one !== undefined);
    if (head === undefined) alone.push(ordered);
    else added.set(head, [...(added.get(head) ?? []), ...ordered]);
  }
  return [
    ...stated.map((head) => ({ head, members: (added.get(head) ?? []).sort(inOrder) })),
    ...alone.map(([head, ...members]) => ({ head: head!, members })),
  ].sort((a, b) => a.head.id - b.head.id);
}

const inOrder = (a: AddressRow, b: AddressRow): number => byPrecedence(a.of!, b.of!);

/** Rows of tables that are one thing, never two of one table; and those that nothing tells from another of their table. */
function rowsTogether<Row extends AddressRow>(
  rows: readonly Row[],
): { readonly told: Row[][]; readonly untold: readonly Row[] } {
  const tables = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.of === null) continue;
    const known = tables.get(row.of.name);
    if (known === undefined) tables.set(row.of.name, [row]);
    else known.push(row);
  }
  const own: Row[] = [];
  const listed = new Map<string, Row[]>();
  const untold: Row[] = [];
  for (const ofTable of tables.values()) {
    if (ofTable.length === 1) {
      own.push(ofTable[0]!);
      continue;
    }
    const names = ofTable.map(({ name }) => foldWords(name));
    const times = new Map<string, number>();
    for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
    ofTable.forEach((row, i) => {
      const name = names[i]!;
      const others = listed.get(name);
      if (name === '' || times.get(name)! > 1) untold.push(row);
      else if (others === undefined) listed.set(name, [row]);
      else others.push(row);
    });
  }
  const ownNames = new Set(own.map(({ name }) => foldWords(name)));
  const also = [...ownNames].filter((name) => listed.has(name));
  if (also.length === 1) {
    own.push(...listed.get(also[0]!)!);
    listed.delete(also[0]!);
  }
  return { told: [...(own.length === 0 ? [] : [own]), ...listed.values()], untold };
}
