import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { strictXml } from '../../formats/strict-xml.suite.ts';
import { type GeoDataset, type GeoFile, newFile } from '../query/record.ts';
import { dataSourceOf } from './data-source.ts';
import { layerDefinition } from './layer-definition.ts';

const layer = (more: Partial<GeoDataset> = {}): GeoDataset => ({
  layer: 'cidades',
  format: 'shapefile',
  kind: 'vector',
  geometryType: 'Polygon',
  count: 2,
  box: null,
  crs: 'EPSG:4674',
  columns: [],
  title: null,
  abstract: null,
  keywords: [],
  licence: null,
  ...more,
});
const file = (url: string, datasets: readonly GeoDataset[], more: Partial<GeoFile> = {}): GeoFile => ({
  ...newFile(url, 'orgao.gov.br', url.slice(url.lastIndexOf('/') + 1).replace(/\?.*/, ''), ''),
  datasets,
  ...more,
});
const sourceOf = (url: string, dataset: GeoDataset, at: string | null = null) =>
  dataSourceOf(file(url, [dataset]), dataset, at)?.source ?? null;

describe('where QGIS finds data', () => {
  it('reads a file over the network, and inside an archive without unpacking it', () => {
    const web = 'https://orgao.gov.br/dados';
    expect(sourceOf(`${web}/cidades.shp`, layer())).toBe(`/vsicurl/${web}/cidades.shp`);
    expect(sourceOf(`${web}/malha.zip`, layer({ member: 'malha/cidades.shp' }))).toBe(
      `/vsizip/{/vsicurl/${web}/malha.zip}/malha/cidades.shp`,
    );
    expect(sourceOf(`${web}/malha.zip`, layer({ member: 'sul.zip/rs/cidades.shp' }))).toBe(
      `/vsizip/{/vsizip/{/vsicurl/${web}/malha.zip}/sul.zip}/rs/cidades.shp`,
    );
    // Described before members were kept: GDAL looks for the layer itself.
    expect(sourceOf(`${web}/malha.zip`, layer())).toBe(`/vsizip//vsicurl/${web}/malha.zip|layername=cidades`);
    expect(sourceOf(`${web}/base.gpkg`, layer({ format: 'geopackage' }))).toBe(
      `/vsicurl/${web}/base.gpkg|layername=cidades`,
    );
    expect(sourceOf(`${web}/c.geojson.gz`, layer({ format: 'geojson' }))).toBe(
      `/vsigzip//vsicurl/${web}/c.geojson.gz`,
    );
    expect(sourceOf(`${web}/relevo.tif`, layer({ format: 'geotiff', kind: 'raster' }))).toBe(
      `/vsicurl/${web}/relevo.tif`,
    );
    expect(sourceOf(`${web}/pontos.kmz`, layer({ format: 'kml', member: 'doc.kml' }))).toMatch(
      /^\/vsicurl\/.*\.kmz\|layername=cidades$/,
    );
  });

  it('reads text as one stream, which servers without ranges give too, and names the columns of tables', () => {
    expect(sourceOf('https://a.br/baixar?camada=x', layer({ format: 'geojson' }))).toBe(
      '/vsicurl_streaming/https://a.br/baixar?camada=x',
    );
    expect(sourceOf('https://a.br/t.csv', layer({ format: 'csv' }))).toMatch(
      /^\/vsicurl_streaming\/https:\/\/a\.br\/t\.csv\|option:X_POSSIBLE_NAMES=lon/,
    );
  });

  it('reads a copy that lies elsewhere, and asks no service there', () => {
    const copy = 'http://127.0.0.1:8730/copia/cidades.shp';
    expect(sourceOf('https://a.br/cidades.shp', layer(), copy)).toBe(`/vsicurl/${copy}`);
    const wms = layer({ kind: 'service', format: 'wms' });
    expect(sourceOf('https://a.br/wms', wms, copy)).toBeNull();
  });

  it('asks services through the client of QGIS that knows them', () => {
    const at = 'https://a.br/ows?map=/x.map&SERVICE=WMS&request=GetCapabilities&version=1.3.0';
    const of = (format: string, url = at, name = 'g:bacias') =>
      dataSourceOf(file(url, []), layer({ kind: 'service', format, layer: name }), null);
    expect(of('wms')).toEqual({
      provider: 'wms',
      kind: 'raster',
      source:
        'contextualWMSLegend=0&crs=EPSG%3A4674&dpiMode=7&featureCount=10&format=image/png&layers=g%3Abacias&styles&url=https%3A%2F%2Fa.br%2Fows%3Fmap%3D%252Fx.map',
    });
    expect(of('wfs')).toMatchObject({ provider: 'WFS', kind: 'vector' });
    expect(of('wfs', at, "d'água")?.source).toContain("typename='d\\'água'");
    expect(of('wmts')).toMatchObject({
      provider: 'gdal',
      kind: 'raster',
      source: `WMTS:${at},layer=g:bacias`,
    });
    expect(of('ogc-api', 'https://a.br/api/collections?f=json')?.source).toContain("url='https://a.br/api'");
    expect(of('ogc-api', 'https://a.br/ogc/collections/rios?f=json')?.source).toContain(
      "url='https://a.br/ogc'",
    );
    expect(of('arcgis-rest', 'https://a.br/rest/services/x/FeatureServer/3?f=json')?.source).toBe(
      "crs='EPSG:4674' url='https://a.br/rest/services/x/FeatureServer/3'",
    );
    for (const format of ['arcgis-rest', 'csw', 'stac', 'constructor']) expect(of(format)).toBeNull();
  });

  it('takes nothing from an address that is none of the Web', () => {
    for (const url of ['ftp://a.br/x.shp', 'file:///etc/passwd', '/vsimem/x'])
      expect(sourceOf(url, layer())).toBeNull();
  });
});

describe('a layer definition of QGIS', () => {
  it('says name, kind, place and system of every layer, and groups several', () => {
    const two = file('https://a.br/base.gpkg', [
      layer({ format: 'geopackage', title: 'Rios & lagos <1:50.000>', geometryType: 'MultiLineString' }),
      layer({ format: 'geopackage', layer: 'tabela', kind: 'table', geometryType: null, crs: null }),
    ]);
    const xml = strictXml(layerDefinition(two, 'Base "geral"')!);
    const all = (name: string) => [...xml.getElementsByTagName(name)];
    expect(all('maplayer').map((one) => [one.getAttribute('type'), one.getAttribute('geometry')])).toEqual([
      ['vector', 'Line'],
      ['vector', 'No geometry'],
    ]);
    expect(all('layername').map((one) => one.textContent)).toEqual(['Rios & lagos <1:50.000>', 'tabela']);
    expect(all('authid').map((one) => one.textContent)).toEqual(['EPSG:4674']);
    expect(all('layer-tree-group')[1]!.getAttribute('name')).toBe('Base "geral"');
    const ids = all('id').map((one) => one.textContent);
    expect(all('layer-tree-layer').map((one) => one.getAttribute('id'))).toEqual(ids);
    expect(new Set(ids).size).toBe(2);
    for (const [n, node] of all('layer-tree-layer').entries())
      expect(node.getAttribute('source')).toBe(all('datasource')[n]!.textContent);
  });

  it('is null where QGIS can open nothing', () => {
    const csw = file('https://a.br/csw', [layer({ kind: 'service', format: 'csw' })]);
    expect(layerDefinition(csw, 'x')).toBeNull();
    expect(layerDefinition(file('https://a.br/x.shp', []), 'x')).toBeNull();
  });

  it('is well-formed whatever strangers call their layers, and no name ends its place early', () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 });
    fc.assert(
      fc.property(text, text, text, fc.webUrl({ withQueryParameters: true }), (name, title, member, url) => {
        for (const dataset of [
          layer({ layer: name, title, abstract: member, member }),
          layer({ layer: name, kind: 'service', format: 'wms' }),
          layer({ layer: name, kind: 'service', format: 'wfs' }),
          layer({ layer: name, kind: 'service', format: 'wmts' }),
        ]) {
          const made = layerDefinition(file(url, [dataset], { name: 'x.zip' }), title);
          expect([...strictXml(made!).getElementsByTagName('maplayer')]).toHaveLength(1);
        }
        const { source } = dataSourceOf(file(url, []), layer({ member }), null)!;
        expect(source.split('|').length).toBeLessThanOrEqual(2);
      }),
    );
  });
});
