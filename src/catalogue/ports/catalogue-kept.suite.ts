/** What `CatalogueKept` must keep, and whom it must tell. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR, NOW } from '../records.suite.ts';
import type { Catalogue, Kept, KeptChange } from './index.ts';
import { all } from './slice.suite.ts';

const search = (id: string, name: string, expected = 0): KeptChange<'saved-search'> => ({
  kind: 'saved-search',
  id,
  expected,
  at: NOW,
  by: 'Ana',
  value: { name, line: 'enchentes quando:1941', since: NOW },
});

/** `fresh` gives an empty catalogue. */
export function describeKept(fresh: () => Promise<Catalogue>): void {
  describe('what people added', () => {
    const done = async (catalogue: Catalogue, change: KeptChange): Promise<Kept> => {
      const outcome = await catalogue.keep(change);
      if (!outcome.done) throw new Error(`refused: ${JSON.stringify(outcome.present)}`);
      return outcome.kept;
    };

    it('is there as it was given, under its kind', async () => {
      const catalogue = await fresh();
      expect(await catalogue.kept('saved-search', 'a')).toBeNull();
      const kept = await done(catalogue, search('a', 'Enchentes – “Guaíba” \u{1F30A} \ud800'));
      expect(await catalogue.kept('saved-search', 'a')).toEqual(kept);
      expect(kept).toMatchObject({ kind: 'saved-search', id: 'a', at: NOW, by: 'Ana' });
      expect(kept.value).toMatchObject({ line: 'enchentes quando:1941', since: NOW });
      expect(await catalogue.kept('dossier', 'a')).toBeNull();
      expect((await catalogue.keptOf('dossier')).items).toEqual([]);
    });

    it('is changed by who has seen its last version, and others are told what there is', async () => {
      const catalogue = await fresh();
      const first = await done(catalogue, search('a', 'um'));
      const second = await done(catalogue, {
        ...search('a', 'dois', first.version),
        by: 'Rui',
        at: NOW + HOUR,
      });
      expect(second.version).toBeGreaterThan(first.version);
      expect(await catalogue.keep(search('a', 'três', first.version))).toEqual({
        done: false,
        present: second,
      });
      expect(await catalogue.keep(search('a', 'nova'))).toEqual({ done: false, present: second });
      expect(await catalogue.keep(search('b', 'sumida', 7))).toEqual({ done: false, present: null });
      expect(await catalogue.unkeep('saved-search', 'a', first.version)).toEqual(second);
      expect(await catalogue.kept('saved-search', 'a')).toEqual(second);
    });

    it('is changed by one of many who do so at once', async () => {
      const catalogue = await fresh();
      const made = await Promise.all([1, 2, 3, 4, 5].map((n) => catalogue.keep(search('a', `de ${n}`))));
      const [won, ...more] = made.filter((one) => one.done);
      expect(more).toEqual([]);
      expect(await catalogue.kept('saved-search', 'a')).toEqual(won!.done && won!.kept);
    });

    it('is gone when it is removed, and what is made anew is another version', async () => {
      const catalogue = await fresh();
      const first = await done(catalogue, search('a', 'um'));
      expect(await catalogue.unkeep('saved-search', 'a', first.version)).toBe(true);
      expect(await catalogue.unkeep('saved-search', 'a', first.version)).toBe(true);
      expect(await catalogue.kept('saved-search', 'a')).toBeNull();
      const again = await done(catalogue, search('a', 'de novo'));
      expect(again.version).toBeGreaterThan(first.version);
      expect(await catalogue.keep(search('a', 'de quem dormiu', first.version))).toMatchObject({
        done: false,
      });
    });

    it('is listed a kind at a time, in the order of identities', async () => {
      const catalogue = await fresh();
      for (const id of ['c', 'a', 'B', 'é', 'b']) await done(catalogue, search(id, id));
      await done(catalogue, {
        ...search('a', ''),
        kind: 'dossier',
        value: { name: 'Dossiê', note: '', items: [] },
      });
      const listed = await all((cursor) => catalogue.keptOf('saved-search', { cursor, limit: 2 }));
      expect(listed.map(({ id }) => id)).toEqual(['B', 'a', 'b', 'c', 'é']);
      expect((await catalogue.keptOf('dossier')).items).toHaveLength(1);
    });

    it('is refused when no person can have made it', async () => {
      const catalogue = await fresh();
      const large = search('a', 'x'.repeat(5_000_000));
      await expect(catalogue.keep(large)).rejects.toMatchObject({ code: 'TRF_KEPT_LARGE' });
      expect(await catalogue.kept('saved-search', 'a')).toBeNull();
    });

    it('holds whatever identities and texts people write', async () => {
      const catalogue = await fresh();
      await fc.assert(
        fc.asyncProperty(
          fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }).filter((id) => !id.includes('\0')),
          fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => text.replaceAll('\0', '')),
          async (id, name) => {
            const before = await catalogue.kept('saved-search', id);
            const kept = await done(catalogue, search(id, name, before?.version ?? 0));
            expect(await catalogue.kept('saved-search', id)).toEqual(kept);
            expect(kept.value).toMatchObject({ name });
          },
        ),
        { numRuns: 15, seed: 7 },
      );
    });
  });
}
