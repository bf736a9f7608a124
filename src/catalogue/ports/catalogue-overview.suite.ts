/** What `CatalogueOverview` must count. */
import { describe, expect, it } from 'vitest';
import { ask, entity, geo, HOUR, NOW, page } from '../records.suite.ts';
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

    it('counts by what `site:` asks for and facets count, whatever domain a page belongs to', async () => {
      const catalogue = await fresh();
      const of = (url: string, more = {}) => page(url, { site: 'camara.br', ...more });
      const noticia = 'https://noticias.camara.br/1';
      await catalogue.write({
        pages: [
          of('https://www.camara.br/1'),
          of('http://camara.br/2'),
          of(noticia, { entities: [{ ...entity(noticia, 'E'), site: 'camara.br' }] }),
          of('https://arquivo.camara.br/1', { fetchedAt: NOW + HOUR }),
        ],
        geo: [geo('https://www.camara.br/f.zip'), geo('https://mapas.camara.br/f.zip')],
      });
      const told = async () =>
        Object.fromEntries(
          (await catalogue.sites()).items.map((one) => [one.site, one.pages + one.entities + one.geoFiles]),
        );
      const { facets } = await catalogue.search(ask(''), { facets: true });
      expect(await told()).toEqual({
        'camara.br': 3,
        'noticias.camara.br': 2,
        'arquivo.camara.br': 1,
        'mapas.camara.br': 1,
      });
      expect(await told()).toEqual(
        Object.fromEntries(facets!.sites.map(({ value, count }) => [value, count])),
      );
      expect(await catalogue.summary()).toMatchObject({ sites: 4, pages: 4 });
      // What changes is counted where it was.
      await catalogue.write({
        pages: [of(noticia, { text: 'Outro texto.', fetchedAt: NOW + HOUR })],
        geo: [
          {
            ...geo('https://mapas.camara.br/f.zip'),
            file: { ...geo('https://mapas.camara.br/f.zip').file, state: 'broken' },
          },
        ],
      });
      expect(await told()).toEqual({ 'camara.br': 3, 'noticias.camara.br': 1, 'arquivo.camara.br': 1 });
      expect((await catalogue.sites()).items.find((one) => one.site === 'noticias.camara.br')).toMatchObject({
        firstFetched: NOW,
        lastFetched: NOW + HOUR,
      });
    });
  });
}
