/** Counts by year, in as many bars as there is room for. */
export interface Bar {
  /** Years, both included. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

const WIDTHS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000];

/** The smallest round width that needs no more than `most` bars. */
export function barWidth(from: number, to: number, most: number): number {
  for (const width of WIDTHS) if (Math.floor(to / width) - Math.floor(from / width) + 1 <= most) return width;
  return WIDTHS.at(-1)!;
}

/**
 * The years between which nearly all counts lie: a page that names the year 3 must not press all others into one bar. Little is left
 * out, only where it makes the rest much wider, and it is said in words (`outside`).
 */
export function mainRange(
  counts: readonly (readonly [year: number, count: number])[],
  share = 0.98,
): { readonly from: number; readonly to: number; readonly outside: number } | null {
  const sorted = counts.filter(([, count]) => count > 0).sort((a, b) => a[0] - b[0]);
  if (sorted.length === 0) return null;
  const total = sorted.reduce((sum, [, count]) => sum + count, 0);
  const spare = total * (1 - share);
  let left = 0;
  let right = sorted.length - 1;
  let outside = 0;
  // Takes away the end that gives the most years for the fewest counts.
  while (right > left) {
    const gainLeft = (sorted[left + 1]![0] - sorted[left]![0]) / sorted[left]![1];
    const gainRight = (sorted[right]![0] - sorted[right - 1]![0]) / sorted[right]![1];
    const end = gainLeft >= gainRight ? left : right;
    const mean = (total - outside) / (sorted[right]![0] - sorted[left]![0] + 1);
    // What is as dense as the rest belongs to it.
    if (outside + sorted[end]![1] > spare || Math.max(gainLeft, gainRight) * mean < 2) break;
    outside += sorted[end]![1];
    if (end === left) left++;
    else right--;
  }
  const whole = { from: sorted[0]![0], to: sorted[sorted.length - 1]![0], outside: 0 };
  const kept = { from: sorted[left]![0], to: sorted[right]![0], outside };
  return kept.to - kept.from < 0.7 * (whole.to - whole.from) ? kept : whole;
}

export function bars(
  counts: readonly (readonly [year: number, count: number])[],
  from: number,
  to: number,
  most: number,
): Bar[] {
  const width = barWidth(from, to, most);
  const first = Math.floor(from / width) * width;
  const made: { from: number; to: number; count: number }[] = [];
  for (let year = first; year <= to; year += width) made.push({ from: year, to: year + width - 1, count: 0 });
  for (const [year, count] of counts) {
    const at = Math.floor((year - first) / width);
    if (at >= 0 && at < made.length) made[at]!.count += count;
  }
  return made;
}

/** Round years for the axis, at most `most` of them. */
export function ticks(from: number, to: number, most: number): number[] {
  const width = barWidth(from, to, most);
  const found: number[] = [];
  for (let year = Math.ceil(from / width) * width; year <= to; year += width) found.push(year);
  return found;
}
