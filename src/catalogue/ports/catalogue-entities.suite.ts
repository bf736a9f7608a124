/** What `CatalogueEntities` must list and replace. */
import { describe, expect, it } from 'vitest';
import { TarrafaError } from '../../errors.ts';
import { ask, entity, HOUR, NOW, page } from '../records.suite.ts';
import type { Catalogue } from './index.ts';
import { all } from './slice.suite.ts';

async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof TarrafaError) return error.code;
    throw error;
  }
  return 'nothing';
}

/** `fresh` gives an empty catalogue. */
export function describeEntities(fresh: () => Promise<Catalogue>): void {
  describe('entities', () => {
    const column = { name: 'nome', kind: 'text', rules: ['MATCH (n) RETURN n'] };
    const table = (name: string, names: readonly string[], madeAt = NOW) => ({
      name,
      example: 'https://a.br/1',
      columns: [column],
      rows: names.map((one) => entity('https://a.br/1', one, { type: name, table: name })),
      madeAt,
    });

    it('lists by table and by type, and finds them', async () => {
      const catalogue = await fresh();
      await catalogue.write({
        pages: [
          page('https://a.br/1', {
            entities: [
              entity('https://a.br/1', 'Pessoa Um'),
              entity('https://a.br/1', 'Livro', { type: 'Book' }),
            ],
          }),
        ],
        tables: [table('prefeitos', ['Alceu', 'Brizola']), table('rios', ['Guaíba'])],
      });
      expect(await catalogue.entityTables()).toMatchObject([
        { name: 'prefeitos', example: 'https://a.br/1', columns: [column], rows: 2, madeAt: NOW },
        { name: 'rios', rows: 1 },
      ]);
      const names = async (of: { table?: string; type?: string }): Promise<string[]> =>
        (await all((cursor) => catalogue.entities(of, { cursor, limit: 1 }))).map((one) => one.name);
      expect(await names({ table: 'prefeitos' })).toEqual(['Alceu', 'Brizola']);
      expect(await names({ table: 'nenhuma' })).toEqual([]);
      expect(await names({ type: 'Book' })).toEqual(['Livro']);
      expect(await names({})).toHaveLength(5);
      expect(await catalogue.entityTypes()).toEqual([
        { type: 'Book', count: 1 },
        { type: 'Person', count: 1 },
      ]);
      const [found] = (await catalogue.search(ask('brizola'))).hits;
      expect(found).toMatchObject({ kind: 'entity', title: 'Brizola' });
      expect(await catalogue.entity(found!.id)).toMatchObject({
        name: 'Brizola',
        table: 'prefeitos',
        values: [{ provenance: 'json-ld $.name' }],
      });
    });

    it('replaces a table of the same name whole', async () => {
      const catalogue = await fresh();
      await catalogue.write({ tables: [table('prefeitos', ['Alceu', 'Brizola'])] });
      const [before] = await catalogue.entityTables();
      await catalogue.write({ tables: [table('prefeitos', ['Loureiro'], NOW + 1)] });
      expect(await catalogue.entityTables()).toMatchObject([{ id: before!.id, rows: 1, madeAt: NOW + 1 }]);
      expect((await catalogue.search(ask('brizola'))).total).toBe(0);
      expect((await catalogue.search(ask('loureiro'))).total).toBe(1);
      expect((await catalogue.summary()).entities).toBe(1);
    });

    const rule = (n: number) => `MATCH (n${n}) RETURN n${n}`;
    const squad = (name = 'time') => ({
      name,
      example: 'https://a.br/1',
      columns: [
        { name: 'altura', kind: 'quantity', rules: [rule(1), rule(2)] },
        { name: 'gols', kind: 'number', rules: [rule(3)] },
      ],
      rows: Array.from({ length: 8 }, (_, i) => ({
        ...entity(`https://a.br/${i}`, `Jogador ${'HGFEDCBA'[i]}`, { type: name, table: name }),
        values: [
          ...(i === 6
            ? []
            : [
                {
                  attribute: 'altura',
                  value: i === 7 ? 'alto' : `1,${60 + i} m`,
                  normal: i === 7 ? null : `1.${60 + i} length`,
                  provenance: rule(i < 4 ? 1 : 2),
                },
              ]),
          {
            attribute: 'gols',
            value: String((i * 7) % 11),
            normal: String((i * 7) % 11),
            provenance: rule(3),
          },
        ],
      })),
      madeAt: NOW,
    });

    it('keeps the values of a rule that is switched off, and shows them no more', async () => {
      const catalogue = await fresh();
      await catalogue.write({ tables: [squad()] });
      const [before] = await catalogue.entityTables();
      const made = squad();
      const off = { ...made, columns: [{ ...made.columns[0]!, off: [rule(1)] }, made.columns[1]!] };
      const outcome = await catalogue.changeTable(before!.id, before!.version, off);
      expect(outcome).toMatchObject({ done: true, table: { id: before!.id, columns: off.columns, rows: 8 } });
      const heights = async (switchedOff?: boolean) =>
        (await catalogue.entities({ table: 'time', switchedOff }, { limit: 20 })).items.map(
          ({ values }) => values.find(({ attribute }) => attribute === 'altura')?.value ?? '',
        );
      expect(await heights()).toEqual(['', '', '', '', '1,64 m', '1,65 m', '', 'alto']);
      expect((await heights(true)).slice(0, 4)).toEqual(['1,60 m', '1,61 m', '1,62 m', '1,63 m']);
      expect((await catalogue.search(ask('"1,62 m"'))).total).toBe(0);
      expect((await catalogue.search(ask('"1,65 m"'))).total).toBe(1);
      const [now] = await catalogue.entityTables();
      expect(now!.version).not.toBe(before!.version);
      // Switched on again it is what it was, in everything.
      await catalogue.changeTable(now!.id, now!.version, squad());
      expect((await catalogue.entityTables())[0]!.version).toBe(before!.version);
      expect((await heights())[2]).toBe('1,62 m');
    });

    it('lets one of two who change a table from the same version, and tells the other', async () => {
      const catalogue = await fresh();
      await catalogue.write({ tables: [squad(), table('rios', ['Guaíba'])] });
      const [rivers, seen] = await catalogue.entityTables();
      const done = await catalogue.changeTable(seen!.id, seen!.version, squad('equipe'));
      expect(done).toMatchObject({ done: true, table: { id: seen!.id, name: 'equipe', rows: 8 } });
      const late = await catalogue.changeTable(seen!.id, seen!.version, squad('elenco'));
      expect(late).toMatchObject({ done: false, present: { name: 'equipe' } });
      expect(await catalogue.changeTable(999, 1, squad())).toEqual({ done: false, present: null });
      const { version } = (await catalogue.entityTables()).find(({ id }) => id === seen!.id)!;
      expect(await codeOf(() => catalogue.changeTable(seen!.id, version, squad('rios')))).toBe(
        'TRF_REQUEST_INVALID',
      );
      expect((await catalogue.entities({ table: 'equipe' })).items[0]).toMatchObject({ table: 'equipe' });

      expect(await catalogue.removeTable(seen!.id, seen!.version)).toMatchObject({ name: 'equipe' });
      expect(await catalogue.removeTable(seen!.id, version)).toBe(true);
      expect(await catalogue.removeTable(seen!.id, version)).toBe(true);
      expect((await catalogue.entityTables()).map(({ name }) => name)).toEqual(['rios']);
      expect((await catalogue.summary()).entities).toBe(1);
      expect((await catalogue.search(ask('jogador'))).total).toBe(0);
      expect(await catalogue.removeTable(rivers!.id, rivers!.version)).toBe(true);
    });

    it('shows a table by its words, in the order of a column, with what is odd', async () => {
      const catalogue = await fresh();
      await catalogue.write({ tables: [squad()] });
      const names = async (asked: object) => {
        const shown: string[] = [];
        let cursor: string | undefined;
        do {
          const slice = await catalogue.entityView({ table: 'time', ...asked }, { cursor, limit: 3 });
          for (const { name } of slice.items) shown.push(name.slice(-1));
          cursor = slice.next ?? undefined;
        } while (cursor !== undefined);
        return shown.join('');
      };
      expect(await names({})).toBe('HGFEDCBA');
      expect(await names({ order: { attribute: '', descending: false } })).toBe('ABCDEFGH');
      // By size and not by letters; what has none, and what is missing, at the end both ways.
      expect(await names({ order: { attribute: 'altura', descending: false } })).toBe('HGFEDCAB');
      expect(await names({ order: { attribute: 'altura', descending: true } })).toBe('CDEFGHAB');
      expect(await names({ order: { attribute: 'gols', descending: false } })).toBe('HCFADGBE');
      expect(await names({ words: 'JOGADOR 1,6 c' })).toBe('C');
      expect(await names({ odd: true })).toBe('BA');
      const view = await catalogue.entityView({ table: 'time', odd: true });
      expect(view).toMatchObject({ total: 2, odd: 2, bounded: false });
      expect(view.items.map(({ odd }) => odd)).toEqual([
        [{ attribute: 'altura', why: 'missing' }],
        [{ attribute: 'altura', why: 'type' }],
      ]);
      expect(await catalogue.entityView({ table: 'nenhuma' })).toMatchObject({ items: [], total: 0 });
      expect(await codeOf(() => catalogue.entityView({ table: 'time' }, { cursor: 'x' }))).toBe(
        'TRF_CURSOR_INVALID',
      );
    });

    it('has only what current versions state', async () => {
      const catalogue = await fresh();
      const url = 'https://a.br/1';
      await catalogue.write({ pages: [page(url, { text: 'um', entities: [entity(url, 'Antiga')] })] });
      await catalogue.write({
        pages: [page(url, { text: 'dois', fetchedAt: NOW + HOUR, entities: [entity(url, 'Atual')] })],
      });
      expect((await catalogue.entities({})).items.map((one) => one.name)).toEqual(['Atual']);
      expect((await catalogue.search(ask('antiga'))).total).toBe(0);
      expect((await catalogue.pageAt(url, NOW))!.entities.map((one) => one.name)).toEqual(['Antiga']);
    });
  });
}
