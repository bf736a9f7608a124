import { describe, expect, it } from 'vitest';
import type { StoredEntity } from '../api/shapes.ts';
import { proposedName, rowColumns, valuesOf } from './entity-columns.ts';

const entity = (id: number, ...values: [string, string][]): StoredEntity => ({
  id,
  url: '',
  site: '',
  type: 'Person',
  name: '',
  table: null,
  values: values.map(([attribute, value]) => ({ attribute, value, normal: null, provenance: '' })),
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

  it('keeps several values of one attribute', () => {
    expect(valuesOf(rows[0]!, 'name').map((value) => value.value)).toEqual(['Ana', 'Ana Lima']);
  });

  it('names a table after its example', () => {
    expect(proposedName('http://www.exemplo.com.br/jogadores/beto-lima.html')).toBe('jogadores');
    expect(proposedName('http://www.exemplo.com.br/')).toBe('');
    expect(proposedName('x')).toBe('');
  });
});
