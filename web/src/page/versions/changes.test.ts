import { describe, expect, it } from 'vitest';
import type { DifferenceRow } from '../../api/shapes.ts';
import { besideRows, type Shown, shownRows } from './changes.ts';

const same = (n: number): DifferenceRow[] =>
  Array.from({ length: n }, (_, i) => ({ kind: 'same', text: `s${i}` }));
const removed: DifferenceRow = { kind: 'removed', text: 'r' };
const added: DifferenceRow = { kind: 'added', text: 'a' };
const changed: DifferenceRow = {
  kind: 'changed',
  pieces: [
    { kind: 'same', text: 'x ' },
    { kind: 'removed', text: 'y' },
    { kind: 'added', text: 'z' },
  ],
};
const told = (all: readonly Shown[]): string =>
  all.map((one) => (one.kind === 'fold' ? `(${one.paragraphs})` : one.row.kind[0])).join('');

describe('a difference laid out', () => {
  it('folds what is the same, and shows it whole when asked', () => {
    const rows = [...same(5), changed, ...same(4), added, ...same(1)];
    expect(told(shownRows(rows, new Set()))).toBe('(4)scs(2)sas');
    expect(told(shownRows(rows, new Set([0])))).toBe('ssssscs(2)sas');
    expect(
      told(shownRows([...same(3), { kind: 'folded', paragraphs: 90 }, ...same(2), added], new Set())),
    ).toBe('(94)sa');
    expect(told(shownRows([], new Set()))).toBe('');
    expect(told(shownRows(same(9), new Set()))).toBe('(9)');
  });

  it('puts what was removed beside what came in its place', () => {
    const rows = besideRows(shownRows([removed, removed, added, changed, added, removed], new Set()));
    expect(
      rows.map((row) =>
        'old' in row
          ? [row.old, row.fresh].map((side) => side?.map(({ text }) => text).join('') ?? null)
          : [],
      ),
    ).toEqual([
      ['r', 'a'],
      ['r', null],
      ['x y', 'x z'],
      [null, 'a'],
      ['r', null],
    ]);
  });
});
