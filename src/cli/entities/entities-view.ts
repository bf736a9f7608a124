/** Tables of entities on a terminal: columns cut to the width there is, texts of pages made harmless. */

import type { Table } from '../../entities/index.ts';
import { printable } from '../../formats/index.ts';
import { colours as pc } from '../terminal/colours.ts';

/** One line, at most `longest` characters, in which nothing speaks to the terminal. */
export function plainText(text: string, longest = 120): string {
  return printable(text.length > longest ? `${text.slice(0, longest)}…` : text);
}

/** Rows as aligned text; the first is the head. */
export function alignedRows(rows: readonly (readonly string[])[], columns: number): string {
  const count = rows[0]?.length ?? 0;
  const clean = rows.map((row) => row.map((cell) => plainText(cell, 200)));
  const widths = Array.from({ length: count }, (_, i) =>
    Math.max(...clean.map((row) => row[i]?.length ?? 0)),
  );
  // The widest give way first.
  const room = Math.max(count * 6, columns - 2 * (count - 1));
  while (widths.reduce((a, b) => a + b, 0) > room) {
    const widest = widths.indexOf(Math.max(...widths));
    if (widths[widest]! <= 6) break;
    widths[widest]!--;
  }
  return clean
    .map((row, r) => {
      const line = row
        .map((cell, i) =>
          cell.length > widths[i]! ? `${cell.slice(0, widths[i]! - 1)}…` : cell.padEnd(widths[i]!),
        )
        .join('  ')
        .trimEnd();
      return r === 0 ? pc.bold(line) : line;
    })
    .join('\n');
}

/** The first rows of a table. The page's address is left out when there is a name to know it by. */
export function tableView(table: Table, columns: number, most = 20): string {
  const shown = table.columns.slice(0, Math.max(1, Math.floor(columns / 10)));
  const sites = new Set(table.rows.map(({ site }) => site)).size;
  const head = [...(sites > 1 ? ['site'] : []), ...shown.map(({ name }) => name)];
  const rows = table.rows
    .slice(0, most)
    .map((row) => [
      ...(sites > 1 ? [row.site] : []),
      ...shown.map((_, i) => row.cells[i]!.map(({ value }) => value).join(' | ')),
    ]);
  return alignedRows([head, ...rows], columns);
}
