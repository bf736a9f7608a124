import { describe, expect, it } from 'vitest';
import { foldedRows } from './folded-rows.ts';
import { textDifference } from './text-difference.ts';

const lines = (count: number): string[] => Array.from({ length: count }, (_, n) => `linha ${n}`);
const kinds = (old: readonly string[], fresh: readonly string[], context: number): string =>
  foldedRows(textDifference(old.join('\n'), fresh.join('\n')).rows, context)
    .map((row) => (row.kind === 'folded' ? `(${row.paragraphs})` : row.kind[0]))
    .join(' ');

describe('unchanged stretches', () => {
  it('are counted where they are far from what differs', () => {
    const old = lines(20);
    const fresh = old.toSpliced(10, 1, 'uma frase que nada tem daquilo');
    expect(kinds(old, fresh, 2)).toBe('(8) s s r a s s (7)');
    expect(kinds(old, fresh, 0)).toBe('(10) r a (9)');
    expect(kinds(old, fresh, 100)).not.toContain('(');
  });

  it('stay when only one paragraph would be hidden', () => {
    const old = lines(4);
    expect(kinds(old, [...old, 'mais uma'], 3)).toBe('s s s s a');
  });

  it('are all there is where nothing differs', () => {
    expect(kinds(lines(5), lines(5), 3)).toBe('(5)');
    expect(kinds([], [], 3)).toBe('');
  });
});
