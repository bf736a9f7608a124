import { describe, expect, it } from 'vitest';
import { columnWith, matching, nameOfLabel } from './page-values.ts';

describe('values that are shown on a page', () => {
  it('are known in the columns that have them, those alone first', () => {
    const columns = [['Ana', 'goleira'], ['goleira'], ['1,85 m'], []];
    expect(columnWith(columns, ' Goleira ')).toBe(1);
    expect(columnWith(columns, 'ANA')).toBe(0);
    expect(columnWith(columns, '1,85\u00a0m')).toBe(2);
    expect(columnWith(columns, '—')).toBe(-1);
    expect(columnWith(columns, '1,86 m')).toBe(-1);
  });

  it('are found by what somebody types, those that begin with it first', () => {
    const texts = ['Rendimento', '8 porções', 'Tempo: 8 min', '80 g'];
    expect(matching(texts, '8', 10)).toEqual(['8 porções', '80 g', 'Tempo: 8 min']);
    expect(matching(texts, '', 2)).toEqual(['Rendimento', '8 porções']);
    expect(matching(texts, 'xyz', 2)).toEqual([]);
  });

  it('are called by the label beside them', () => {
    expect(nameOfLabel(' Rendimento : ')).toBe('Rendimento');
    expect(nameOfLabel('x'.repeat(80))).toBe('');
  });
});
