/** The years a collection speaks of against those it was published in, in cells that a person can tell apart. */
import type { Timeline } from '../api/shapes.ts';
import { barWidth, mainRange } from '../histogram.ts';

export interface YearRange {
  readonly from: number;
  readonly to: number;
}

export interface CrossTable {
  /** Years spoken of, left to right. */
  readonly columns: readonly YearRange[];
  /** Years of publication, the newest first. */
  readonly rows: readonly YearRange[];
  /** Pages, row by row; in a cell of several years spoken of, those of each year added up. */
  readonly cells: readonly (readonly number[])[];
  readonly most: number;
}

function ranges(from: number, to: number, most: number): YearRange[] {
  const width = barWidth(from, to, most);
  const found: YearRange[] = [];
  for (let year = Math.floor(from / width) * width; year <= to; year += width)
    found.push({ from: year, to: year + width - 1 });
  return found;
}

export function crossTable(
  cross: Timeline['cross'],
  mostColumns: number,
  mostRows: number,
): CrossTable | null {
  const spoken = mainRange(cross.map(([year, , pages]) => [year, pages]));
  const published = mainRange(cross.map(([, year, pages]) => [year, pages]));
  if (!spoken || !published) return null;
  const columns = ranges(spoken.from, spoken.to, mostColumns);
  const rows = ranges(published.from, published.to, mostRows);
  const width = columns[0]!.to - columns[0]!.from + 1;
  const height = rows[0]!.to - rows[0]!.from + 1;
  const cells = rows.map(() => columns.map(() => 0));
  let most = 0;
  for (const [spokenYear, publishedYear, pages] of cross) {
    const x = Math.floor((spokenYear - columns[0]!.from) / width);
    const y = Math.floor((publishedYear - rows[0]!.from) / height);
    if (x < 0 || x >= columns.length || y < 0 || y >= rows.length) continue;
    cells[y]![x]! += pages;
    most = Math.max(most, cells[y]![x]!);
  }
  return { columns, rows: rows.reverse(), cells: cells.reverse(), most };
}

/** Shade of a cell, 0 to 5: by the root, so that single pages are seen beside hundreds. */
export function shade(count: number, most: number): number {
  if (count <= 0) return 0;
  return Math.max(1, Math.ceil(Math.sqrt(count / Math.max(1, most)) * 5));
}
