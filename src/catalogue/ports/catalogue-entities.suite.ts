/** What `CatalogueEntities` must list and replace. */
import { describe, expect, it } from 'vitest';
import { ask, entity, HOUR, NOW, page } from '../records.suite.ts';
import type { Catalogue } from './index.ts';
import { all } from './slice.suite.ts';

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
