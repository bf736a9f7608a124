/** The difference of two versions laid out to be read: unchanged stretches folded, and both texts beside each other. */
import type { DifferenceRow } from '../../api/shapes.ts';

export type Piece = Extract<DifferenceRow, { text: string }>;

/** Unchanged paragraphs that are shown around what changed. */
const CONTEXT = 1;

export type Shown =
  | { readonly kind: 'row'; readonly row: DifferenceRow; readonly at: number }
  /** `rows`: what is folded, to be shown; empty when the server sent only their number. */
  | {
      readonly kind: 'fold';
      readonly at: number;
      readonly paragraphs: number;
      readonly rows: readonly DifferenceRow[];
    };

/** `open`: folds, by the number of their first row, that are shown whole. */
export function shownRows(rows: readonly DifferenceRow[], open: ReadonlySet<number>): Shown[] {
  const shown: Shown[] = [];
  const put = (from: number, to: number) => {
    for (let at = from; at < to; at++) shown.push({ kind: 'row', row: rows[at]!, at });
  };
  for (let at = 0; at < rows.length; ) {
    let end = at;
    while (end < rows.length && isUnchanged(rows[end]!)) end++;
    if (end === at) put(at, ++at);
    else {
      const from = at === 0 ? at : at + CONTEXT;
      const to = end === rows.length ? end : end - CONTEXT;
      if (to - from <= 1 || open.has(from)) put(at, end);
      else {
        put(at, from);
        const folded = rows.slice(from, to);
        const paragraphs = folded.reduce((sum, row) => sum + (row.kind === 'folded' ? row.paragraphs : 1), 0);
        const isKnown = folded.some(({ kind }) => kind === 'same');
        shown.push({ kind: 'fold', at: from, paragraphs, rows: isKnown ? folded : [] });
        put(to, end);
      }
      at = end;
    }
  }
  return shown;
}

export const isUnchanged = ({ kind }: DifferenceRow): boolean => kind === 'same' || kind === 'folded';

/** What a row says in the old text, and in the new one; null where it is not in it. */
export interface Beside {
  readonly at: number;
  readonly old: readonly Piece[] | null;
  readonly fresh: readonly Piece[] | null;
}

/** Rows beside each other: what was removed stands beside what came in its place. */
export function besideRows(shown: readonly Shown[]): (Beside | Extract<Shown, { kind: 'fold' }>)[] {
  const found: (Beside | Extract<Shown, { kind: 'fold' }>)[] = [];
  /** The first row of the removed ones that have nothing beside them yet. */
  let alone = 0;
  for (const one of shown) {
    if (one.kind === 'fold') {
      found.push(one);
      alone = found.length;
      continue;
    }
    const { row, at } = one;
    if (row.kind === 'removed') {
      found.push({ at, old: [row], fresh: null });
      continue;
    }
    if (row.kind === 'added') {
      const beside = found[alone];
      if (beside !== undefined && 'old' in beside && beside.fresh === null)
        found[alone++] = { ...beside, fresh: [row] };
      else {
        found.push({ at, old: null, fresh: [row] });
        alone = found.length;
      }
      continue;
    }
    if (row.kind === 'changed')
      found.push({
        at,
        old: row.pieces.filter(({ kind }) => kind !== 'added'),
        fresh: row.pieces.filter(({ kind }) => kind !== 'removed'),
      });
    else if (row.kind === 'same') found.push({ at, old: [row], fresh: [row] });
    alone = found.length;
  }
  return found;
}
