/** Figures and columns as aligned lines of text. */
import { plainText } from './hostile-text.ts';
import type { Quantities } from './quantities.ts';
import type { CountList, Figure } from './report-figures.ts';
import type { Say } from './say-report.ts';

export interface TextStyle {
  heading(text: string): string;
  faint(text: string): string;
}

export const PLAIN: TextStyle = { heading: (text) => text, faint: (text) => text };

/** Entries of a list that are shown; the page and the JSON file have all. */
export const SHOWN = 10;

export function figureLines(list: readonly Figure[]): string[] {
  const width = Math.max(...list.map(({ label }) => label.length));
  return list.map(({ label, value }) => `  ${label.padEnd(width)}  ${value}`);
}

/** Columns: the first to the left, the others to the right. */
export function columnLines(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    `  ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ')}`.trimEnd(),
  );
}

/** Counts with their shares. */
export function countLines(
  { entries }: CountList,
  say: Say,
  { count, percent }: Quantities,
  style: TextStyle,
): string[] {
  const total = entries.reduce((sum, entry) => sum + entry.count, 0);
  const rows = entries
    .slice(0, SHOWN)
    .map((entry) => [plainText(entry.name, 48), count(entry.count), percent(entry.count / total)]);
  const rest =
    entries.length > SHOWN ? [style.faint(`  ${say('more', { count: count(entries.length - SHOWN) })}`)] : [];
  return [...columnLines(rows), ...rest];
}
