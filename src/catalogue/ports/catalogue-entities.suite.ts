/** What `CatalogueEntities` must list and replace. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TarrafaError } from '../../errors.ts';
import { ask, entity, HOUR, NOW, page } from '../records.suite.ts';
import type { Catalogue, EntityRecord, EntityTableIn, PageRecord } from './index.ts';
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

    describe('of a thing that several tables have', () => {
      const urlOf = (n: number) => `https://www.adega.br/vinho/${n}`;
      const value = (attribute: string, text: string) => ({
        attribute,
        value: text,
        normal: null,
        provenance: `MATCH (${attribute}) RETURN ${attribute}`,
      });
      const wineTable = (
        name: string,
        values: (n: number) => ReturnType<typeof value>[],
        madeAt = NOW,
      ): EntityTableIn => ({
        name,
        example: urlOf(0),
        columns: [],
        rows: [0, 1, 2, 3].map((n) => ({
          ...entity(urlOf(n), values(n)[0]!.value, { type: name, table: name, site: 'adega.br' }),
          values: values(n),
        })),
        madeAt,
      });
      const wines = wineTable(
        'vinhos',
        (n) => [value('Nome', `Vinho ${n}`), value('Uva', `uva${n}`)],
        NOW + 1,
      );
      const prices = wineTable('preços', (n) => [value('Preço', `R$ 5${n}`), value('Uva', `uva${n}`)], NOW);
      const years = wineTable(
        'safras',
        (n) => [value('Título', `VINHO ${n}`), value('Safra', `201${n}`)],
        NOW + 2,
      );
      const winePage = (n: number, more: Partial<PageRecord> = {}) =>
        page(urlOf(n), {
          text: `Garrafa número ${n}`,
          entities: [
            entity(urlOf(n), 'Adega', { type: 'Store', site: 'adega.br' }),
            entity(urlOf(n), `Vinho ${n}`, { type: 'Product', site: 'adega.br' }),
          ],
          ...more,
        });

      /** How many there are, asked in every way there is. */
      async function counts(catalogue: Catalogue): Promise<number[]> {
        const query = ask('tipo:entidade');
        const { total, facets } = await catalogue.search(query);
        let every = 0;
        for await (const hits of catalogue.everyHit(query)) every += hits.length;
        return [
          total,
          every,
          facets!.kinds.find((kind) => kind.value === 'entity')?.count ?? 0,
          (await catalogue.matches(query)).length,
          (await all((cursor) => catalogue.entities({}, { cursor, limit: 3 }))).length,
          (await catalogue.summary()).entities,
          (await catalogue.sites()).items.reduce((sum, site) => sum + site.entities, 0),
        ];
      }

      const told = async (catalogue: Catalogue, line: string) =>
        (await catalogue.search(ask(line))).hits.map(({ title, tables }) => [title, ...tables]);

      it('is one, with the values of all, and says in which it is', async () => {
        const catalogue = await fresh();
        await catalogue.write({ tables: [prices, wines] });
        expect(await counts(catalogue)).toEqual(Array(7).fill(4));
        // By a column of names, though the other table is older.
        expect(await told(catalogue, 'tipo:entidade "R$ 52"')).toEqual([['Vinho 2', 'vinhos', 'preços']]);
        await catalogue.write({ tables: [years] });
        expect(await counts(catalogue)).toEqual(Array(7).fill(4));
        expect((await catalogue.search(ask('tipo:entidade vinho'))).total).toBe(4);
        expect(await told(catalogue, 'tipo:entidade 2012')).toEqual([
          ['Vinho 2', 'vinhos', 'safras', 'preços'],
        ]);
        // Found by the name of a table that is not its first, as a row of that is.
        expect((await catalogue.search(ask('safras'))).total).toBe(4);
        await catalogue.write({ pages: [0, 1, 2, 3].map((n) => winePage(n)) });
        expect(await counts(catalogue)).toEqual(Array(7).fill(8));
        const [hit] = (await catalogue.search(ask('tipo:entidade 2012'))).hits;
        expect(hit).toMatchObject({ title: 'Vinho 2', tables: ['vinhos', 'safras', 'preços'] });
        expect(await catalogue.entity(hit!.id)).toMatchObject({
          type: 'Product',
          table: null,
          tables: ['vinhos', 'safras', 'preços'],
          values: [
            { attribute: 'name', value: 'Vinho 2', provenance: 'json-ld $.name' },
            { attribute: 'Nome', value: 'Vinho 2' },
            { attribute: 'Uva', value: 'uva2' },
            { attribute: 'Título', value: 'VINHO 2' },
            { attribute: 'Safra', value: '2012' },
            { attribute: 'Preço', value: 'R$ 52' },
          ],
        });
        expect(await catalogue.entityTypes()).toEqual([
          { type: 'Product', count: 4 },
          { type: 'Store', count: 4 },
        ]);
        const { items } = await catalogue.entities({ type: 'Product' });
        expect(items.map(({ tables }) => tables.length)).toEqual([3, 3, 3, 3]);
        expect((await catalogue.entityView({ type: 'Product', words: 'uva3 2013' })).total).toBe(1);
        // The page says what it said.
        expect((await catalogue.pageAt(urlOf(2)))!.entities).toMatchObject([
          { name: 'Adega', tables: [] },
          { name: 'Vinho 2', tables: [], values: [{ attribute: 'name' }] },
        ]);
      });

      it('is a row of each table as it is', async () => {
        const catalogue = await fresh();
        const pages = [0, 1, 2, 3].map((n) => winePage(n));
        await catalogue.write({ pages, tables: [wines, years, prices] });
        for (const { name, rows } of [wines, years, prices]) {
          const { items } = await catalogue.entities({ table: name });
          expect(items.map(({ id: _, ...row }) => row)).toEqual(
            rows.map((row) => ({ ...row, tables: [name] })),
          );
          expect((await catalogue.entityTables()).find((made) => made.name === name)!.rows).toBe(4);
          expect((await catalogue.entityView({ table: name })).total).toBe(4);
        }
        const found = (await catalogue.search(ask('tipo:entidade vinho'))).hits.map(({ id }) => id);
        const of = await catalogue.entitiesOf(found, { table: 'preços' });
        expect(of.map(({ name, values }) => [name, values.length]).sort()).toEqual(
          [0, 1, 2, 3].map((n) => [`R$ 5${n}`, 2]),
        );
        expect(await catalogue.entitiesOf(found, { table: 'nenhuma' })).toEqual([]);
      });

      it('stays while one of them has it', async () => {
        const catalogue = await fresh();
        const pages = [0, 1, 2, 3].map((n) =>
          winePage(n, { archive: { file: 'A.warc.gz', offset: n, length: 1 } }),
        );
        await catalogue.write({ pages, tables: [wines, years, prices] });
        expect(await counts(catalogue)).toEqual(Array(7).fill(8));
        const drop = async (name: string) => {
          const { id, version } = (await catalogue.entityTables()).find((made) => made.name === name)!;
          expect(await catalogue.removeTable(id, version)).toBe(true);
        };
        const more = wineTable('notas', (n) => [value('Nome', `Vinho ${n}`), value('Nota', `zq${n}xk`)]);
        await catalogue.write({ tables: [more] });
        expect(await told(catalogue, 'zq2xk')).toEqual([['Vinho 2', 'notas', 'vinhos', 'safras', 'preços']]);
        await drop('notas');
        expect((await catalogue.search(ask('zq2xk'))).total).toBe(0);
        expect(await counts(catalogue)).toEqual(Array(7).fill(8));
        await drop('vinhos');
        expect(await told(catalogue, 'tipo:entidade 2012')).toEqual([['Vinho 2', 'safras', 'preços']]);
        await catalogue.write({ forget: ['A.warc.gz'] });
        expect(await counts(catalogue)).toEqual(Array(7).fill(4));
        expect(await told(catalogue, '2012')).toEqual([['VINHO 2', 'safras', 'preços']]);
        await drop('safras');
        expect(await counts(catalogue)).toEqual(Array(7).fill(4));
        expect((await catalogue.search(ask('2012'))).total).toBe(0);
        expect(await told(catalogue, 'tipo:entidade "R$ 52"')).toEqual([['R$ 52', 'preços']]);
        await drop('preços');
        expect(await counts(catalogue)).toEqual(Array(7).fill(0));
      });

      it('is the same thing whichever version of the page is current, as long as its name is', async () => {
        const catalogue = await fresh();
        await catalogue.write({ pages: [winePage(1)], tables: [{ ...wines, rows: [wines.rows[1]!] }] });
        const again = (text: string, name: string, hours: number) =>
          page(urlOf(1), {
            text,
            fetchedAt: NOW + hours * HOUR,
            entities: [entity(urlOf(1), name, { type: 'Product', site: 'adega.br' })],
          });
        await catalogue.write({ pages: [again('Outra garrafa', 'vinho 1!', 1)] });
        expect(await counts(catalogue)).toEqual(Array(7).fill(1));
        expect(await told(catalogue, 'uva1')).toEqual([['vinho 1!', 'vinhos']]);
        // Read again as it is: its identity is given again, with what the table has.
        await catalogue.write({ pages: [again('Outra garrafa', 'vinho 1!', 2)] });
        expect(await told(catalogue, 'uva1')).toEqual([['vinho 1!', 'vinhos']]);
        await catalogue.write({ pages: [again('Terceira garrafa', 'Espumante', 3)] });
        expect(await counts(catalogue)).toEqual(Array(7).fill(2));
        expect(await told(catalogue, 'uva1')).toEqual([['Vinho 1', 'vinhos']]);
      });

      const NAMES = ['Tinto', 'Branco', 'rosé', 'Rosé'];
      const rowsOf = fc.array(fc.tuple(fc.nat(2), fc.constantFrom(...NAMES)), { maxLength: 5 });
      const change = fc.oneof(
        fc.record({
          do: fc.constant('page' as const),
          n: fc.nat(2),
          at: fc.nat(4),
          names: fc.uniqueArray(fc.constantFrom(...NAMES, 'Adega'), { maxLength: 3 }),
        }),
        fc.record({ do: fc.constant('table' as const), table: fc.nat(2), madeAt: fc.nat(2), rows: rowsOf }),
        fc.record({ do: fc.constant('remove' as const), table: fc.nat(2) }),
        fc.record({ do: fc.constant('forget' as const), n: fc.nat(2) }),
      );
      type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

      const statedAt = (n: number, name: string, i: number): EntityRecord => ({
        ...entity(urlOf(n), name, { type: i === 0 ? 'Product' : 'Store', site: 'adega.br' }),
        values: [value('name', name), value('price', `stated${name}`)],
      });
      const pageAs = (n: number, at: number, names: readonly string[]) =>
        page(urlOf(n), {
          // The same bytes say the same.
          text: `Garrafa ${n} ${names.join(' ')}`,
          html: `<p>${n} ${names.join(' ')}</p>`,
          fetchedAt: NOW + at * HOUR,
          entities: names.map((name, i) => statedAt(n, name, i)),
          archive: { file: `${n}.warc.gz`, offset: at, length: 1 },
        });
      const tableAs = (
        table: number,
        madeAt: number,
        rows: readonly (readonly [number, string])[],
      ): EntityTableIn => ({
        name: `tabela${table}`,
        example: urlOf(0),
        columns: [],
        rows: rows.map(([n, name]) => ({
          ...entity(urlOf(n), name, { type: `tabela${table}`, table: `tabela${table}`, site: 'adega.br' }),
          values: [value(table === 0 ? 'Cor' : 'Nome', name), value('lote', `lote${table}${name}`)],
        })),
        madeAt: NOW + madeAt,
      });

      /** All that there is, without identities. */
      async function shown(catalogue: Catalogue): Promise<string[]> {
        const { hits } = await catalogue.search(ask('tipo:entidade'), { limit: 100 });
        const things = await all((cursor) => catalogue.entities({}, { cursor, limit: 5 }));
        expect(hits.map(({ id }) => id).sort((a, b) => a - b)).toEqual(things.map(({ id }) => id));
        for (const { id, title, tables } of hits)
          expect(things.find((thing) => thing.id === id)).toMatchObject({ name: title, tables });
        for (const { id, table, tables, values } of things) {
          // Each of its values finds it, whoever has it.
          const { value: lot } = values.at(-1)!;
          expect(
            (await catalogue.search(ask(`tipo:entidade ${lot}`), { limit: 100 })).hits.map((hit) => hit.id),
          ).toContain(id);
          for (const of of tables) expect(await catalogue.entitiesOf([id], { table: of })).toHaveLength(1);
          if (table !== null) expect(tables[0]).toBe(table);
        }
        const tables = await catalogue.entityTables();
        for (const { name, rows } of tables)
          expect((await catalogue.entities({ table: name }, { limit: 100 })).items).toHaveLength(rows);
        // What nobody says any more finds nothing.
        const found: number[] = [];
        for (const of of [0, 1, 2])
          for (const name of ['Tinto', 'Branco'])
            found.push((await catalogue.search(ask(`lote${of}${name}`))).total);
        return [
          JSON.stringify(await counts(catalogue)),
          JSON.stringify(found),
          ...things.map(({ id: _, ...thing }) => JSON.stringify(thing)).sort(),
        ];
      }

      it('does not depend on what was written, replaced and taken out before, and in which order', async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(change, { maxLength: 9 }), async (changes: Change[]) => {
            const catalogue = await fresh();
            const pages = new Map<number, Map<string, PageRecord>>();
            const tables = new Map<string, EntityTableIn>();
            for (const one of changes)
              if (one.do === 'page') {
                const record = pageAs(one.n, one.at, one.names);
                await catalogue.write({ pages: [record] });
                const versions = pages.get(one.n) ?? new Map<string, PageRecord>();
                pages.set(one.n, versions.set(`${one.at} ${record.digest}`, record));
              } else if (one.do === 'table') {
                const table = tableAs(one.table, one.madeAt, one.rows);
                await catalogue.write({ tables: [table] });
                tables.set(table.name, table);
              } else if (one.do === 'remove') {
                const name = `tabela${one.table}`;
                const known = (await catalogue.entityTables()).find((made) => made.name === name);
                if (known !== undefined) await catalogue.removeTable(known.id, known.version);
                tables.delete(name);
              } else {
                await catalogue.write({ forget: [`${one.n}.warc.gz`] });
                pages.delete(one.n);
              }
            const anew = await fresh();
            await anew.write({ tables: [...tables.values()].sort((a, b) => (a.name < b.name ? 1 : -1)) });
            // Of two that were fetched at once the later one is current.
            await anew.write({ pages: [...pages.values()].flatMap((versions) => [...versions.values()]) });
            expect(await shown(catalogue)).toEqual(await shown(anew));
          }),
          { numRuns: 12 },
        );
      });
    });
  });
}
