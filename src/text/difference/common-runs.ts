/**
 * What two sequences have in common, in order: what stands once in both is matched first (patience), what lies between by the shortest
 * edit (Myers, in linear space). Work is bounded whatever the sequences: where it ends, what is left counts as replaced.
 */

/** Elements that are equal: `length` of them from `old` in the one sequence and from `fresh` in the other. */
export interface CommonRun {
  readonly old: number;
  readonly fresh: number;
  readonly length: number;
}

/** How many comparisons may still be made; shared by all that belongs to one question. */
export class Work {
  #left: number;
  #ended = false;

  constructor(most: number) {
    this.#left = most;
  }

  /** Whether something was left undone. */
  get ended(): boolean {
    return this.#ended;
  }

  get left(): number {
    return this.#left;
  }

  /** False when there is not so much left: it is then not to be done. */
  spend(steps: number): boolean {
    this.#left -= steps;
    if (this.#left >= 0) return true;
    this.#ended = true;
    return false;
  }

  giveUp(): void {
    this.#ended = true;
  }
}

interface Gap {
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
}

type Sequence = Uint32Array;

/** Shorter gaps have a shortest edit at once. */
const SHORT = 256;
const NOWHERE = -1;

/** In order, and as long as they can be: no two of them meet. */
export function commonRuns(a: Sequence, b: Sequence, work: Work): CommonRun[] {
  const found: CommonRun[] = [];
  const open: Gap[] = [{ a0: 0, a1: a.length, b0: 0, b1: b.length }];
  for (let gap = open.pop(); gap !== undefined; gap = open.pop()) {
    let { a0, a1, b0, b1 } = gap;
    let same = 0;
    while (a0 + same < a1 && b0 + same < b1 && a[a0 + same] === b[b0 + same]) same++;
    if (same > 0) found.push({ old: a0, fresh: b0, length: same });
    a0 += same;
    b0 += same;
    same = 0;
    while (a1 - same > a0 && b1 - same > b0 && a[a1 - 1 - same] === b[b1 - 1 - same]) same++;
    a1 -= same;
    b1 -= same;
    if (same > 0) found.push({ old: a1, fresh: b1, length: same });
    if (a0 === a1 || b0 === b1) continue;
    const size = a1 - a0 + (b1 - b0);
    if (!work.spend(size)) continue;
    const left = { a0, a1, b0, b1 };
    const anchors = size > SHORT ? onceInBoth(a, b, left) : [];
    if (anchors.length > 0) {
      for (const { old, fresh } of anchors) {
        open.push({ a0, a1: old, b0, b1: fresh });
        // The next gap begins with the anchor, which is its common beginning.
        a0 = old;
        b0 = fresh;
      }
      open.push({ a0, a1, b0, b1 });
      continue;
    }
    const middle = middleRun(a, b, left, work);
    if (middle === null) continue;
    const { old, fresh, length } = middle;
    if (length > 0) found.push(middle);
    open.push({ a0, a1: old, b0, b1: fresh }, { a0: old + length, a1, b0: fresh + length, b1 });
  }
  return joined(found.sort((x, y) => x.old - y.old));
}

function joined(runs: readonly CommonRun[]): CommonRun[] {
  const whole: { old: number; fresh: number; length: number }[] = [];
  for (const run of runs) {
    const last = whole.at(-1);
    if (last !== undefined && last.old + last.length === run.old && last.fresh + last.length === run.fresh)
      last.length += run.length;
    else whole.push({ ...run });
  }
  return whole;
}

const TWICE = -2;

/** What stands once in each, as many as are in the same order in both. */
function onceInBoth(a: Sequence, b: Sequence, { a0, a1, b0, b1 }: Gap): { old: number; fresh: number }[] {
  const places = new Map<number, number>();
  for (let i = b0; i < b1; i++) places.set(b[i]!, places.has(b[i]!) ? TWICE : i);
  const seen = new Set<number>();
  const twice = new Set<number>();
  for (let i = a0; i < a1; i++) {
    if (seen.has(a[i]!)) twice.add(a[i]!);
    else seen.add(a[i]!);
  }
  const pairs: { old: number; fresh: number }[] = [];
  for (let i = a0; i < a1; i++) {
    const fresh = places.get(a[i]!);
    if (fresh !== undefined && fresh !== TWICE && !twice.has(a[i]!)) pairs.push({ old: i, fresh });
  }
  // The longest rising subsequence of their places in the other.
  const ends: number[] = [];
  const before = new Int32Array(pairs.length);
  pairs.forEach(({ fresh }, at) => {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]!.fresh < fresh) low = middle + 1;
      else high = middle;
    }
    before[at] = low === 0 ? NOWHERE : ends[low - 1]!;
    ends[low] = at;
  });
  const chain: { old: number; fresh: number }[] = [];
  for (let at = ends.at(-1) ?? NOWHERE; at !== NOWHERE; at = before[at]!) chain.push(pairs[at]!);
  return chain.reverse();
}

/**
 * A run (perhaps empty) in the middle of a shortest edit: it is looked for from both ends at once, until the two meet. Both sequences have
 * something, and neither begin nor end alike. Null when the work ends first.
 */
function middleRun(a: Sequence, b: Sequence, { a0, a1, b0, b1 }: Gap, work: Work): CommonRun | null {
  const n = a1 - a0;
  const m = b1 - b0;
  const delta = n - m;
  const odd = (delta & 1) !== 0;
  // No more rounds than there is work for: a round makes two steps more than the one before.
  const rounds = Math.min(Math.ceil((n + m) / 2), Math.floor(Math.sqrt(Math.max(0, work.left))));
  const offset = rounds + 1;
  const forward = new Int32Array(2 * rounds + 3).fill(NOWHERE);
  const backward = new Int32Array(2 * rounds + 3).fill(NOWHERE);
  /** The farthest that is reached on a diagonal before its run. */
  const step = (reached: Int32Array, k: number, d: number): number => {
    if (d === 0) return 0;
    let x = NOWHERE;
    const down = k < d ? reached[offset + k + 1]! : NOWHERE;
    if (down !== NOWHERE && down - k <= m) x = down;
    const right = k > -d ? reached[offset + k - 1]! : NOWHERE;
    if (right !== NOWHERE && right + 1 <= n && right + 1 > x) x = right + 1;
    return x;
  };
  for (let d = 0; d <= rounds; d++) {
    if (!work.spend(2 * (d + 1))) return null;
    for (let k = -d; k <= d; k += 2) {
      const from = step(forward, k, d);
      forward[offset + k] = from;
      if (from === NOWHERE) continue;
      let x = from;
      while (x < n && x - k < m && a[a0 + x] === b[b0 + x - k]) x++;
      work.spend(x - from);
      forward[offset + k] = x;
      const other = delta - k;
      if (!odd || other < 1 - d || other > d - 1) continue;
      const back = backward[offset + other]!;
      if (back !== NOWHERE && x + back >= n)
        return { old: a0 + from, fresh: b0 + from - k, length: x - from };
    }
    for (let k = -d; k <= d; k += 2) {
      const from = step(backward, k, d);
      backward[offset + k] = from;
      if (from === NOWHERE) continue;
      let x = from;
      while (x < n && x - k < m && a[a1 - 1 - x] === b[b1 - 1 - x + k]) x++;
      work.spend(x - from);
      backward[offset + k] = x;
      const other = delta - k;
      if (odd || other < -d || other > d) continue;
      const ahead = forward[offset + other]!;
      if (ahead !== NOWHERE && x + ahead >= n) return { old: a1 - x, fresh: b1 - x + k, length: x - from };
    }
  }
  work.giveUp();
  return null;
}
