import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formOf, normalType, oddValues } from './odd-values.ts';

const row = (value: string | null, normal: string | null = null) => ({
  values: value === null ? [] : [{ attribute: 'a', value, normal, provenance: '' }],
});
const odd = (rows: ReturnType<typeof row>[]) =>
  oddValues(rows, ['a']).map((found) => found.map(({ why }) => why).join(' '));
const heights = Array.from({ length: 9 }, (_, i) => row(`1,7${i} m`, `1.7${i} length`));

describe('values unlike the others of their column', () => {
  it('are those that miss, and those of another type', () => {
    expect(odd(heights)).toEqual(heights.map(() => ''));
    expect(odd([...heights, row(null)]).at(-1)).toBe('missing');
    expect(odd([...heights, row('alto')]).at(-1)).toBe('type');
    // Another unit is another type.
    expect(odd([...heights, row('70 kg', '70 mass')]).at(-1)).toBe('type');
  });

  it('are those of another form, and those much longer or shorter', () => {
    const codes = Array.from({ length: 9 }, (_, i) => row(`PL-${i}/2015`));
    expect(odd([...codes, row('sem número')]).at(-1)).toBe('form');
    const names = ['Ana Lima', 'Rui Sá', 'Eva', 'Bruno da Costa', "Davi D'Ávila", 'Gil Reis', 'Iara Luz'].map(
      (one) => row(one),
    );
    expect(odd(names).join('')).toBe('');
    expect(
      odd([
        ...names,
        row('Nasceu em Porto Alegre e vive desde então no interior do estado com os filhos'),
      ]).at(-1),
    ).toBe('length');
  });

  it('are none where nothing is usual: few values, half of the rows, values of all forms', () => {
    expect(odd([...heights.slice(0, 4), row('alto')]).join('')).toBe('');
    expect(odd([...heights, ...heights.map(() => row(null))]).join('')).toBe('');
    expect(odd(['a', '1', 'a1', '-', '1/2', 'a-1', '(a)', 'a: 1'].map((one) => row(one))).join('')).toBe('');
  });

  it('say a form and a type that are alike for what is alike', () => {
    expect(formOf('1.234,56 kg')).toBe(formOf('7 m'));
    expect(formOf('Maria da Silva')).toBe('a');
    expect(
      ['R', '12', '2020-01', 'BRL 7', '1.8 length', '+55', 'a@b', 'http://a'].map((one) => normalType(one)),
    ).toEqual(['code', 'number', 'date', 'money BRL', 'quantity length', 'phone', 'email', 'url']);
  });

  it('are known of any texts, the same whatever the order of the rows', () => {
    const cells = fc.array(fc.option(fc.tuple(fc.string(), fc.option(fc.string()))), { maxLength: 40 });
    fc.assert(
      fc.property(cells, (given) => {
        const rows = given.map((cell) => row(cell?.[0] ?? null, cell?.[1] ?? null));
        const found = odd(rows);
        expect(found).toHaveLength(rows.length);
        expect(odd([...rows].reverse()).reverse()).toEqual(found);
      }),
    );
  });
});
