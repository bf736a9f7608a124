/** What `CatalogueGeography` must find, keep and count. */
import { describe, expect, it } from 'vitest';
import { ask, geo, layer, page } from '../records.suite.ts';
import type { Catalogue } from './index.ts';
import { all } from './slice.suite.ts';

/** `fresh` gives an empty catalogue. */
export function describeGeography(fresh: () => Promise<Catalogue>): void {
  describe('geographic files', () => {
    const producers = [
      {
        site: 'ibge.gov.br',
        title: 'IBGE',
        description: 'Instituto',
        url: 'https://ibge.gov.br/',
        score: 3,
        files: 2,
        downloads: 0,
      },
      {
        site: 'inpe.br',
        title: 'INPE',
        description: '',
        url: 'https://inpe.br/',
        score: 7,
        files: 1,
        downloads: 0,
      },
    ];
    const value = (name: string) => ({
      column: 'NOME',
      value: name,
      folded: name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, ''),
      frequency: 1,
      by: 'gazetteer' as const,
      confidence: 1,
    });
    const PNG = new Uint8Array([0x89, 0x50, 0, 0xff]);
    const filled = async (): Promise<Catalogue> => {
      const catalogue = await fresh();
      await catalogue.write({
        producers,
        pages: [
          page('https://inpe.br/dados.html', {
            title: 'Desmatamento na Amazônia',
            text: 'Dados de satélite da floresta.',
          }),
        ],
        geo: [
          geo('https://ibge.gov.br/municipios.shp', {
            site: 'ibge.gov.br',
            places: [value('São Paulo'), value('Porto Alegre')],
            datasets: [layer('municipios', [-74, -34, -34, 6], { title: 'Malha municipal' })],
            thumbnail: PNG,
            preview: '{"type":"FeatureCollection","features":[]}',
          }),
          geo('https://ibge.gov.br/porto-alegre.geojson', {
            site: 'ibge.gov.br',
            places: [value('Porto Alegre')],
            datasets: [
              layer('bairros', [-51.3, -30.3, -51, -29.9], { format: 'geojson', geometryType: 'Point' }),
            ],
          }),
          geo('https://inpe.br/prodes.tif', {
            site: 'inpe.br',
            anchors: [{ page: 'https://inpe.br/dados.html', text: 'Prodes 2005', before: [], after: [] }],
            datasets: [
              layer('prodes', [-74, -16, -44, 5], {
                format: 'geotiff',
                kind: 'raster',
                geometryType: null,
              }),
            ],
          }),
          geo('https://inpe.br/wms?layer=fiji', {
            site: 'inpe.br',
            discovery: 'service',
            datasets: [layer('fiji', [177, -20, -178, -15])],
          }),
        ],
      });
      return catalogue;
    };
    const urls = (answer: { items: readonly { geo: { file: { url: string } } }[] }): string[] =>
      answer.items.map((hit) => hit.geo.file.url.slice(answer.items.length > 0 ? 8 : 0));

    it('finds by place values and anchors directly, by contexts when expanded', async () => {
      const catalogue = await filled();
      const direct = await catalogue.geoSearch('porto alegre');
      expect(direct.total).toBe(2);
      expect(direct.items[0]!.parts.place).toBeGreaterThan(0);
      expect(await urls(await catalogue.geoSearch('SÃO PAULO'))).toEqual(['ibge.gov.br/municipios.shp']);
      expect(await urls(await catalogue.geoSearch('prodes 2005'))).toEqual(['inpe.br/prodes.tif']);
      expect((await catalogue.geoSearch('floresta')).total).toBe(0);
      const expanded = await catalogue.geoSearch('floresta', { mode: 'expanded' });
      expect(await urls(expanded)).toEqual(['inpe.br/prodes.tif']);
      expect(expanded.items[0]!.parts.context).toBeGreaterThan(0);
      expect(await catalogue.geoSearch('lugar nenhum')).toMatchObject({ total: 0, items: [], next: null });
    });

    it('folds the same layer in several formats and places into one hit, when it is asked to', async () => {
      const catalogue = await filled();
      const box = [-51.3, -30.3, -51, -29.9] as const;
      const roads = (format: string) => [
        layer('vias', box, { format, geometryType: 'LineString', count: 12 }),
      ];
      await catalogue.write({
        geo: [
          geo('https://ibge.gov.br/vias.shp', { site: 'ibge.gov.br', datasets: roads('shapefile') }),
          geo('https://inpe.br/vias.gpkg', { site: 'inpe.br', datasets: roads('gpkg') }),
          // Of another number of features, hence another layer.
          geo('https://inpe.br/velho/vias.gpkg', {
            site: 'inpe.br',
            datasets: [layer('vias', box, { format: 'gpkg', geometryType: 'LineString', count: 9 })],
          }),
        ],
      });
      const each = await catalogue.geoSearch('vias');
      expect([each.total, each.items.flatMap((hit) => hit.variants)]).toEqual([3, []]);
      for (const text of ['vias', '']) {
        const folded = await catalogue.geoSearch(text, { fold: true, producer: undefined });
        expect(folded.total).toBe(text === '' ? 6 : 2);
        const hit = folded.items.find(({ variants }) => variants.length > 0)!;
        expect(hit.geo.file.url).toBe('https://inpe.br/vias.gpkg');
        expect(hit.variants).toEqual([
          {
            id: expect.any(Number),
            kind: 'geo-file',
            url: 'https://ibge.gov.br/vias.shp',
            name: 'vias.shp',
            type: 'shp',
            site: 'ibge.gov.br',
            layer: null,
          },
        ]);
        expect((await catalogue.geo(hit.variants[0]!.id))?.file.url).toBe('https://ibge.gov.br/vias.shp');
        // It can be had as a shapefile: it counts there too.
        expect(folded.facets.formats).toContainEqual(['gpkg', 2]);
        expect(folded.facets.formats).toContainEqual(['shapefile', text === '' ? 3 : 1]);
      }
      // A cursor of one way of asking is none of the other.
      const { next } = await catalogue.geoSearch('vias', { limit: 1 });
      expect((await catalogue.geoSearch('vias', { limit: 1, cursor: next! })).items).toHaveLength(1);
      await expect(
        catalogue.geoSearch('vias', { limit: 1, cursor: next!, fold: true }),
      ).rejects.toMatchObject({
        code: 'TRF_CURSOR_INVALID',
      });
    });

    it('lists everything without words, by producer, and narrows by format, kind, producer and area', async () => {
      const catalogue = await filled();
      expect(await urls(await catalogue.geoSearch(''))).toEqual([
        'inpe.br/prodes.tif',
        'inpe.br/wms?layer=fiji',
        'ibge.gov.br/municipios.shp',
        'ibge.gov.br/porto-alegre.geojson',
      ]);
      expect(await all((cursor) => catalogue.geoSearch('', { cursor, limit: 1 }))).toHaveLength(4);
      expect(await urls(await catalogue.geoSearch('', { formats: ['geojson'] }))).toEqual([
        'ibge.gov.br/porto-alegre.geojson',
      ]);
      expect(await urls(await catalogue.geoSearch('', { kind: 'service' }))).toEqual([
        'inpe.br/wms?layer=fiji',
      ]);
      expect((await catalogue.geoSearch('', { producer: 'ibge.gov.br' })).total).toBe(2);
      const box = [-52, -31, -50.9, -29] as const;
      // What fits the area best stands first; `within` leaves only what lies in it.
      expect(await urls(await catalogue.geoSearch('', { box }))).toEqual([
        'ibge.gov.br/porto-alegre.geojson',
        'ibge.gov.br/municipios.shp',
      ]);
      expect(await urls(await catalogue.geoSearch('', { box, relation: 'within' }))).toEqual([
        'ibge.gov.br/porto-alegre.geojson',
      ]);
      // Over the 180th meridian, from both sides.
      expect(await urls(await catalogue.geoSearch('', { box: [-179.5, -19, -179, -18] }))).toEqual([
        'inpe.br/wms?layer=fiji',
      ]);
      expect(await urls(await catalogue.geoSearch('', { box: [178, -19, 179, -18] }))).toEqual([
        'inpe.br/wms?layer=fiji',
      ]);
      const { facets } = await catalogue.geoSearch('');
      expect(facets.formats).toContainEqual(['shapefile', 2]);
      expect(facets.geometries).toContainEqual(['raster', 1]);
      expect(facets.producers).toEqual([
        ['ibge.gov.br', 2],
        ['inpe.br', 2],
      ]);
      expect(await catalogue.summary()).toMatchObject({ geoFiles: 3, services: 1, producers: 2 });
    });

    it('keeps how a file looks, and gives it apart', async () => {
      const catalogue = await filled();
      const [hit] = (await catalogue.geoSearch('são paulo')).items;
      expect(hit!.geo).toMatchObject({
        hasThumbnail: true,
        hasPreview: true,
        kind: 'geo-file',
        box: [-74, -34, -34, 6],
      });
      expect(hit!.geo).not.toHaveProperty('thumbnail');
      expect([...(await catalogue.geoThumbnail(hit!.geo.id))!]).toEqual([...PNG]);
      const stored = (await catalogue.geo(hit!.geo.id))!;
      expect(stored.preview).toBe('{"type":"FeatureCollection","features":[]}');
      expect(stored.producer).toMatchObject({ site: 'ibge.gov.br', title: 'IBGE', score: 3 });
      expect((await catalogue.geoSearch('', { formats: ['geojson'] })).items[0]!.geo.hasThumbnail).toBe(
        false,
      );
    });

    it('replaces a file of the same address, and removes one that is broken', async () => {
      const catalogue = await filled();
      const url = 'https://ibge.gov.br/municipios.shp';
      const { id } = (await catalogue.geoSearch('são paulo')).items[0]!.geo;
      await catalogue.write({
        geo: [
          geo(url, {
            site: 'ibge.gov.br',
            places: [value('Recife')],
            datasets: [layer('m', [-36, -9, -34, -7])],
          }),
        ],
      });
      expect((await catalogue.geoSearch('são paulo')).total).toBe(0);
      expect((await catalogue.geoSearch('recife')).items[0]!.geo).toMatchObject({ id, hasThumbnail: true });
      expect((await catalogue.geoSearch('', { box: [-60, -20, -59, -19] })).total).toBe(0);
      await catalogue.write({ geo: [geo(url, { site: 'ibge.gov.br', state: 'broken' })] });
      expect(await catalogue.geo(id)).toBeNull();
      expect((await catalogue.geoSearch('')).total).toBe(3);
      expect((await catalogue.search(ask('municipios'))).total).toBe(0);
      expect((await catalogue.summary()).geoFiles).toBe(2);
    });

    it('counts a download once for each visitor, file and day, and ranks by them', async () => {
      const catalogue = await filled();
      const { id } = (await catalogue.geoSearch('prodes 2005')).items[0]!.geo;
      expect(await catalogue.countDownload(id, '203.0.113.7', 100)).toBe(true);
      expect(await catalogue.countDownload(id, '203.0.113.7', 100)).toBe(false);
      expect(await catalogue.countDownload(id, '203.0.113.8', 100)).toBe(true);
      expect(await catalogue.countDownload(id, '203.0.113.7', 101)).toBe(true);
      expect(await catalogue.countDownload(999_999, '203.0.113.7', 101)).toBe(false);
      expect(await catalogue.geo(id)).toMatchObject({ downloads: 3, producer: { downloads: 3 } });
      expect((await catalogue.geoSearch('prodes 2005')).items[0]!.geo.downloads).toBe(3);
      // They survive a new description and a new list of producers.
      await catalogue.write({
        producers,
        geo: [geo('https://inpe.br/prodes.tif', { site: 'inpe.br', datasets: [layer('p', null)] })],
      });
      expect(await catalogue.geo(id)).toMatchObject({ downloads: 3, producer: { downloads: 3 } });
    });

    it('lists producers by score, files and downloads', async () => {
      const catalogue = await filled();
      const listed = await all((cursor) => catalogue.producers({ cursor, limit: 1 }));
      expect(listed).toEqual([producers[1], producers[0]]);
      await catalogue.write({ producers: [] });
      expect((await catalogue.producers()).items).toEqual([]);
    });
  });
}
