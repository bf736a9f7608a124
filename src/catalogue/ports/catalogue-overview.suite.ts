/** What `CatalogueOverview` must count. */
import { describe, expect, it } from 'vitest';
import { entity, geo, HOUR, NOW, page } from '../records.suite.ts';
import type { Catalogue } from './index.ts';
import { all } from './slice.suite.ts';

/** `fresh` gives an empty catalogue. */
export function describeOverview(fresh: () => Promise<Catalogue>): void {
  describe('sites', () => {
    it('tells how much of each is there, largest first', async () => {
      const catalogue = await fresh();
      await catalogue.write({
        pages: [
          page('https://grande.br/1', { fetchedAt: NOW }),
          page('https://grande.br/2', {
            fetchedAt: NOW + HOUR,
            entities: [entity('https://grande.br/2', 'E')],
          }),
          page('https://b.br/1', { fetchedAt: NOW - HOUR }),
          page('https://a.br/1'),
        ],
        geo: [geo('https://geo.br/f.zip')],
      });
      const listed = await all((cursor) => catalogue.sites({ cursor, limit: 1 }));
      expect(listed).toEqual([
        {
          site: 'grande.br',
          pages: 2,
          entities: 1,
          geoFiles: 0,
          firstFetched: NOW,
          lastFetched: NOW + HOUR,
        },
        { site: 'a.br', pages: 1, entities: 0, geoFiles: 0, firstFetched: NOW, lastFetched: NOW },
        {
          site: 'b.br',
          pages: 1,
          entities: 0,
          geoFiles: 0,
          firstFetched: NOW - HOUR,
          lastFetched: NOW - HOUR,
        },
        { site: 'geo.br', pages: 0, entities: 0, geoFiles: 1, firstFetched: 0, lastFetched: 0 },
      ]);
      expect(await catalogue.summary()).toMatchObject({
        sites: 4,
        firstFetched: NOW - HOUR,
        lastFetched: NOW + HOUR,
        geoFiles: 1,
        entities: 1,
      });
    });
  });
}
