import { describe, expect, it } from 'vitest';
import type { EntityTableDetails } from '../api/shapes.ts';
import { changeOrder, editedColumns, movedColumn } from './table-change.ts';

const rule = (text: string, off = false) => ({
  rule: text,
  label: '',
  path: '',
  values: 1,
  samples: [],
  off,
});
const details: EntityTableDetails = {
  table: { id: 1, name: 't', example: '', columns: [], rows: 0, madeAt: 0, version: 7 },
  columns: [
    { name: 'altura', rules: [rule('r1'), rule('r2', true)] },
    { name: 'gols', rules: [rule('r3')] },
  ],
};

describe('a table that is edited', () => {
  it('is sent as it was, when nothing was changed', () => {
    expect(changeOrder(7, 't', editedColumns(details))).toEqual({
      version: 7,
      name: 't',
      columns: [
        { from: 'altura', name: 'altura', off: ['r2'] },
        { from: 'gols', name: 'gols', off: [] },
      ],
    });
  });

  it('is sent with another order, other names, rules and values', () => {
    const columns = movedColumn(editedColumns(details), 0, 1);
    columns[0]!.name = ' ';
    columns[1]!.rules[0]!.on = false;
    const added = { key: 9, from: null, name: 'peso', isOut: false, shown: '80 kg', rules: [] };
    const mended = { ...columns[0]!, shown: '12' };
    expect(changeOrder(7, ' n ', [mended, columns[1]!, added]).columns).toEqual([
      { name: 'gols', shown: '12' },
      { from: 'altura', name: 'altura', off: ['r1', 'r2'] },
      { name: 'peso', shown: '80 kg' },
    ]);
    expect(changeOrder(7, 'n', [{ ...columns[0]!, isOut: true }, columns[1]!]).columns).toHaveLength(1);
    expect(movedColumn(columns, 0, -1)).toEqual(columns);
  });
});
