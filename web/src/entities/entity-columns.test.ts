import { describe, expect, it } from 'vitest';
import type { ViewedEntity } from '../api/shapes.ts';
import { orderInAddress, orderOfAddress, proposedName, rowColumns, shownRow } from './entity-columns.ts';

const entity = (id: number, ...values: [string, string][]): ViewedEntity => ({
  id,
  url: 'http://a/',
  site: '',
  type: 'Person',
  name: '',
  table: null,
  tables: [],
  values: values.map(([attribute, value]) => ({ attribute, value, normal: null, provenance: 'json-ld' })),
  odd: [{ attribute: 'birth', why: 'missing' }],
});

describe('entity columns', () => {
  const rows = [
    entity(1, ['name', 'Ana'], ['birth', '1990'], ['name', 'Ana Lima']),
    entity(2, ['name', 'Rui'], ['club', 'Vales']),
    entity(3, ['name', 'Eva'], ['birth', '1991']),
  ];

  it('has what most have first', () => {
    expect(rowColumns(rows, 2)).toEqual(['name', 'birth']);
  });

  it('keeps several values of one attribute, and says what is odd', () => {
    const { title, cells } = shownRow(rows[0]!, [{ name: 'name' }, { name: 'birth' }, { name: 'club' }]);
    expect(title).toBe('http://a/');
    expect(cells).toEqual([
      { text: 'Ana | Ana Lima', values: ['Ana', 'Ana Lima'], hint: 'json-ld', why: null },
      { text: '1990', values: ['1990'], hint: 'json-ld', why: 'missing' },
      { text: '', values: [], hint: '', why: null },
    ]);
  });

  it('shows a value as it is read, and knows it as it is stated', () => {
    const row = shownRow(
      entity(4, ['isAccessibleForFree', 'false']),
      [{ name: 'isAccessibleForFree' }],
      (value) => (value === 'false' ? 'não' : value),
    );
    expect(row.cells).toEqual([{ text: 'não', values: ['false'], hint: 'json-ld', why: null }]);
  });

  it('has an order that stands in the address', () => {
    for (const order of [
      { attribute: 'Altura: m', descending: true },
      { attribute: '', descending: false },
    ])
      expect(orderOfAddress(orderInAddress(order))).toEqual(order);
    expect(orderOfAddress(undefined)).toBeNull();
    expect(orderOfAddress('x')).toBeNull();
  });

  it('names a table after its example', () => {
    expect(proposedName('http://www.exemplo.com.br/jogadores/beto-lima.html')).toBe('jogadores');
    expect(proposedName('http://www.exemplo.com.br/')).toBe('');
    expect(proposedName('x')).toBe('');
  });
});
