import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldWords } from '../../text/index.ts';
import { type AddressRow, sameThings } from './same-things.ts';

const stated = (id: number, name: string): AddressRow => ({ id, name, of: null });
const row = (id: number, table: string, name: string, { madeAt = 1, named = true } = {}): AddressRow => ({
  id,
  name,
  of: { name: table, madeAt, named },
});
/** `1+3 2`: 3 is a further row of 1. */
const told = (...rows: AddressRow[]) =>
  sameThings(rows)
    .map(({ head, members }) => [head, ...members].map(({ id }) => id).join('+'))
    .join(' ');

describe('what is the same thing at one address', () => {
  it('is the only row that each table has of it, whatever it is called', () => {
    expect(told(row(1, 'a', 'Vinho'), row(2, 'b', 'R$ 59', { named: false }), row(3, 'c', 'Vinho'))).toBe(
      '1+3+2',
    );
  });

  it('is told by names where a table lists many, and by nothing where it has a name twice', () => {
    const list = [row(1, 'a', 'Tinto'), row(2, 'a', 'Branco'), row(3, 'b', 'BRANCO!'), row(4, 'b', 'Rosé')];
    expect(told(...list)).toBe('1 2+3 4');
    expect(told(...list, row(5, 'c', 'Rosé'))).toBe('1 2+3 4+5');
    expect(told(row(1, 'a', 'Tinto'), row(2, 'a', 'tinto'), row(3, 'b', 'Tinto'))).toBe('1 2 3');
    // Called as two of a list are, it is neither.
    expect(told(...list.slice(0, 2), row(5, 'c', 'Tinto'), row(6, 'd', 'Branco'))).toBe('1 2 5+6');
  });

  it('is what the page states, when it is called as a row is', () => {
    expect(
      told(stated(1, 'Adega'), stated(2, 'Vinho Ária'), row(3, 'a', 'vinho aria'), row(4, 'b', '59')),
    ).toBe('1 2+3+4');
    expect(told(stated(1, 'Adega'), row(3, 'a', 'Vinho'))).toBe('1 3');
    expect(told(stated(1, ''), row(3, 'a', ''))).toBe('1 3');
    expect(told(stated(1, 'Tinto'), stated(2, 'Tinto'), row(3, 'a', 'Tinto'), row(4, 'a', 'Rosé'))).toBe(
      '1+3 2 4',
    );
  });

  it('is called by what the page states, then by a column of names, then by the older table', () => {
    const older = row(4, 'z', 'Vinho', { madeAt: 1 });
    const newer = row(2, 'a', 'Vinho', { madeAt: 2 });
    const unnamed = row(1, 'b', '59', { madeAt: 0, named: false });
    expect(told(unnamed, newer, older)).toBe('4+2+1');
    expect(told(unnamed, newer, older, stated(9, 'Vinho'))).toBe('9+4+2+1');
  });

  const names = fc.constantFrom('Tinto', 'tinto', 'Branco', 'Rosé', 'rosé', '', '…');
  const rows = fc
    .array(
      fc.record({ table: fc.constantFrom(null, 'a', 'b', 'c', 'd'), name: names, named: fc.boolean() }),
      { maxLength: 14 },
    )
    .map((some) =>
      some.map(({ table, name, named }, id) =>
        table === null ? stated(id, name) : row(id, table, name, { named }),
      ),
    );

  it('takes every row once, never two of a table and never two things that the page states', () => {
    fc.assert(
      fc.property(rows, (some) => {
        const things = sameThings(some);
        const all = things.flatMap(({ head, members }) => [head, ...members]);
        expect(new Set(all).size).toBe(all.length);
        expect(all).toHaveLength(some.length);
        for (const { head, members } of things) {
          expect(members.every(({ of }) => of !== null)).toBe(true);
          const tables = [head, ...members].flatMap(({ of }) => (of === null ? [] : [of.name]));
          expect(new Set(tables).size).toBe(tables.length);
          if (head.of === null && members.length > 0)
            expect(members.map(({ name }) => foldWords(name))).toContain(foldWords(head.name));
        }
      }),
    );
  });

  it('does not depend on who was written first', () => {
    fc.assert(
      fc.property(rows, fc.infiniteStream(fc.nat(1000)), (some, dice) => {
        const orders = some.map((one) => ({ one, at: dice.next().value }));
        // What the page states keeps its order; rows of tables get other identities, also before those.
        const mixed = [...orders].sort((a, b) => a.at - b.at).map(({ one }) => one);
        const ofPage = some.filter(({ of }) => of === null);
        let next = 0;
        const origin = new Map<AddressRow, AddressRow>();
        const again = mixed.map((one, id) => {
          const from = one.of === null ? ofPage[next++]! : one;
          const moved = { ...from, id };
          origin.set(moved, from);
          return moved;
        });
        const parts = (things: ReturnType<typeof sameThings>, from = (one: AddressRow) => one) =>
          things
            .map(({ head, members }) => [head, ...members].map((one) => some.indexOf(from(one))).join('+'))
            .sort();
        const known = parts(sameThings(some));
        expect(parts(sameThings(again), (one) => origin.get(one)!)).toEqual(known);
      }),
    );
  });
});
