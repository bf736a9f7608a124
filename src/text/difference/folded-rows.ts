import type { DifferenceRow } from './text-difference.ts';

/** Paragraphs that are the same in both and far from what is not: how many. */
export interface FoldedRow {
  readonly kind: 'folded';
  readonly paragraphs: number;
}

/** With `context` paragraphs around what differs; the others are only counted. */
export function foldedRows(
  rows: readonly DifferenceRow[],
  context: number,
): readonly (DifferenceRow | FoldedRow)[] {
  const shown: (DifferenceRow | FoldedRow)[] = [];
  for (let at = 0; at < rows.length; ) {
    let end = at;
    while (end < rows.length && rows[end]!.kind === 'same') end++;
    if (end === at) {
      shown.push(rows[at++]!);
      continue;
    }
    const before = at === 0 ? 0 : context;
    const after = end === rows.length ? 0 : context;
    const paragraphs = end - at - before - after;
    // A fold of one takes as much room as the paragraph.
    if (paragraphs <= 1) for (; at < end; at++) shown.push(rows[at]!);
    else {
      for (const row of rows.slice(at, at + before)) shown.push(row);
      shown.push({ kind: 'folded', paragraphs });
      for (const row of rows.slice(end - after, end)) shown.push(row);
    }
    at = end;
  }
  return shown;
}
