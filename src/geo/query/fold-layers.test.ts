import { describe, expect, it } from 'vitest';
import { foldLayers } from './fold-layers.ts';
import { type GeoDataset, type GeoFile, newFile } from './record.ts';

const CITY = [-46.83, -24.01, -46.36, -23.36] as const;

const layer = (name: string, more: Partial<GeoDataset> = {}): GeoDataset => ({
  layer: name,
  format: 'shapefile',
  kind: 'vector',
  geometryType: 'Polygon',
  count: 96,
  box: CITY,
  crs: 'EPSG:4674',
  columns: ['CD_DIST', 'NM_DIST'],
  title: null,
  abstract: null,
  keywords: [],
  licence: null,
  ...more,
});
const file = (url: string, ...datasets: GeoDataset[]): GeoFile => {
  const { host, pathname } = new URL(url);
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  return { ...newFile(url, host, name, name.slice(name.lastIndexOf('.') + 1)), datasets };
};
const service = (url: string, ...datasets: GeoDataset[]): GeoFile => ({
  ...file(url, ...datasets.map((set) => ({ ...set, kind: 'service', count: null, geometryType: null }))),
  discovery: 'service',
});
/** The addresses that stand together, the first for all. */
const folds = (...files: GeoFile[]): string[][] =>
  foldLayers(files).map((one) => [
    one.file.url,
    ...one.variants.map((variant) => variant.file.url + (variant.layer === null ? '' : `#${variant.layer}`)),
  ]);

const SHP = file('http://a.br/distritos_shp.zip', layer('distritos'));

describe('the same layer in several forms', () => {
  it('is one, whatever it is written in, whoever publishes it, and however its extent was rounded', () => {
    const kml = file(
      'http://b.br/Distritos.kml',
      // Other columns, the name of a program, multipolygons, and sixty metres off by another datum.
      layer('Document', {
        geometryType: 'MultiPolygon',
        columns: ['name'],
        box: [-46.8306, -24.0105, -46.3605, -23.3604],
      }),
    );
    const gpkg = file('http://a.br/dados.gpkg', layer('sp:distritos'));
    expect(folds(SHP, kml, gpkg)).toEqual([
      ['http://a.br/distritos_shp.zip', 'http://b.br/Distritos.kml', 'http://a.br/dados.gpkg'],
    ]);
    expect(folds(kml, SHP)).toEqual([['http://b.br/Distritos.kml', 'http://a.br/distritos_shp.zip']]);
  });

  it.each<[string, Partial<GeoDataset>]>([
    ['another number of features', { count: 97 }],
    ['another extent', { box: [-46.83, -24.01, -46.36, -23.1] }],
    ['another kind of geometry', { geometryType: 'Point' }],
    ['a picture of it', { kind: 'raster' }],
    ['another title', { title: 'Distritos de 1990' }],
    ['no extent, and other columns', { box: null, columns: ['A', 'B', 'C'] }],
  ])('is not the same with %s', (_, more) => {
    const first = file('http://a.br/distritos.shp', layer('distritos', { title: 'Distritos' }));
    expect(folds(first, file('http://b.br/distritos.gpkg', layer('distritos', more)))).toHaveLength(2);
  });

  it('needs more than a name that programs give, or than any name without an extent', () => {
    const one = file('http://a.br/rios.kml', layer('Layer 1'));
    expect(folds(one, file('http://b.br/vias.kml', layer('layer1')))).toHaveLength(2);
    const table = (url: string, columns: string[]) =>
      file(url, layer('escolas', { kind: 'table', geometryType: null, box: null, columns }));
    const columns = ['inep', 'nome_da_escola', 'municipio'];
    const cut = ['INEP', 'NOME_DA_ES', 'MUNICIPIO'];
    expect(folds(table('http://a.br/escolas.csv', columns), table('http://b.br/x.dbf', cut))).toHaveLength(1);
    expect(
      folds(table('http://a.br/escolas.csv', ['inep']), table('http://b.br/x.dbf', ['inep'])),
    ).toHaveLength(2);
  });

  it('folds archives and services of the same layers, and says of a larger one that it offers the layer too', () => {
    const [a, b] = [layer('distritos'), layer('bairros', { count: 12 })];
    const both = file('http://a.br/sp.zip', a, b);
    expect(folds(both, file('http://b.br/sp.gpkg', { ...b }, { ...a }))).toHaveLength(1);
    const wms = service('http://a.br/wms', { ...a, layer: 'sp:distritos' }, b);
    const wfs = service('http://a.br/wfs', a, { ...b });
    expect(folds(wms, SHP, wfs)).toEqual([
      ['http://a.br/wms', 'http://a.br/wfs'],
      ['http://a.br/distritos_shp.zip', 'http://a.br/wms#sp:distritos'],
    ]);
    expect(folds(SHP, wms)).toEqual([
      ['http://a.br/distritos_shp.zip', 'http://a.br/wms#sp:distritos'],
      ['http://a.br/wms'],
    ]);
  });

  it('keeps every file once, and ends soon where thousands have one name', () => {
    const many = Array.from({ length: 5_000 }, (_, i) =>
      file(`http://a.br/${i}/malha.shp`, layer('malha', { count: i })),
    );
    const folded = foldLayers(many);
    expect(folded).toHaveLength(5_000);
    expect(foldLayers([...many.slice(0, 10), ...many.slice(0, 10)])[0]?.variants).toHaveLength(1);
    expect(foldLayers([file('http://a.br/nada.zip')])).toHaveLength(1);
  });
});
