import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fetcher } from '../../fetcher.ts';
import { parseXml } from '../../formats/index.ts';
import { datasetRecord } from '../policy/index.ts';
import { foldLayers, type GeoFile, newFile } from '../query/index.ts';
import { askService, capabilityAddresses, describeService, serviceDatasets } from './index.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string, url = 'http://ide.example/ows') => describeService(bytes(text), 'text/xml', url);

const WMS_130 = `<?xml version="1.0" encoding="UTF-8"?>
<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" xmlns:xlink="http://www.w3.org/1999/xlink">
<Service><Name>WMS</Name><Title>IDE Municipal</Title><Abstract>Água & esgoto</Abstract><KeywordList><Keyword>mapa</Keyword></KeywordList>
<ContactInformation><ContactPersonPrimary><ContactOrganization>Prefeitura</ContactOrganization></ContactPersonPrimary></ContactInformation><Fees>none</Fees></Service>
<Capability><Layer><Title>Raiz</Title><CRS>EPSG:4674</CRS>
<EX_GeographicBoundingBox><westBoundLongitude>-53</westBoundLongitude><eastBoundLongitude>-46</eastBoundLongitude><southBoundLatitude>-19</southBoundLatitude><northBoundLatitude>-12</northBoundLatitude></EX_GeographicBoundingBox>
<Layer queryable="1"><Name>go:uso</Name><Title>Uso do solo em Goiás</Title><CRS>EPSG:31982</CRS></Layer>
<Layer><Name>go:pontos</Name><Title>Pontos</Title><BoundingBox CRS="EPSG:4326" minx="-18" miny="-52" maxx="-13" maxy="-47"/></Layer>
<Layer><Title>Sem nome</Title></Layer>
<Layer><Name>1</Name><Title>1</Title></Layer>
<Layer><Name>topp:tasmania_roads</Name><Title>Tasmania roads</Title></Layer>
<Layer><Name>go:serie</Name><Title>Série</Title><Dimension name="time">2001-01-01/2020-12-31/P1D</Dimension></Layer>
</Layer></Capability></WMS_Capabilities>`;

describe('WMS', () => {
  it('1.3.0: layers with what they inherit; nameless, meaningless and demo layers dropped', () => {
    const service = read(WMS_130)!;
    expect(service).toMatchObject({
      service: 'WMS',
      version: '1.3.0',
      title: 'IDE Municipal',
      abstract: 'Água & esgoto',
      provider: 'Prefeitura',
      licence: '',
    });
    expect(service.layers.map((l) => l.name)).toEqual(['go:uso', 'go:pontos', 'go:serie']);
    expect(service.layers[0]).toMatchObject({
      title: 'Uso do solo em Goiás',
      box: [-53, -19, -46, -12],
      crs: ['EPSG:31982', 'EPSG:4674'],
    });
    // Latitude first in EPSG:4326 from this version on.
    expect(service.layers[1]?.box).toEqual([-52, -18, -47, -13]);
    expect(service.layers[2]).toMatchObject({ from: '2001-01-01', to: '2020-12-31' });
    expect(service.dropped).toEqual([
      { name: '1', reason: 'meaningless' },
      { name: 'topp:tasmania_roads', reason: 'demo' },
      { name: 'Sem nome', reason: 'nameless' },
    ]);
    expect(serviceDatasets(service)[0]).toMatchObject({
      kind: 'service',
      format: 'wms',
      layer: 'go:uso',
      extent: [-53, -19, -46, -12],
      crs: { epsg: 31982 },
    });
  });

  it('1.1.1, with a document type, its charset, and broken as servers break it', () => {
    const text = `<?xml version="1.0" encoding="ISO-8859-1"?><!DOCTYPE WMT_MS_Capabilities SYSTEM "http://x/y.dtd" [ <!ELEMENT V EMPTY> ]>
<WMT_MS_Capabilities version="1.1.1"><Service><Title>Exército & Cia</Title></Service></oops>
<Capability><Layer><Title>a</Title><lost:Layer><Name>sp</Name><Title>São Paulo</Title><SRS>EPSG:4326 EPSG:29193</SRS>
<LatLonBoundingBox minx="-53" miny="-25" maxx="-44" maxy="-19"/><Attribution></lost:Layer><Layer><Name>rj</Name><Title>Rio`;
    const service = describeService(Buffer.from(text, 'latin1'), 'application/vnd.ogc.wms_xml', 'http://x/')!;
    expect(service.title).toBe('Exército & Cia');
    expect(service.layers.map((l) => [l.name, l.title])).toEqual([
      ['sp', 'São Paulo'],
      ['rj', 'Rio'],
    ]);
    expect(service.layers[0]).toMatchObject({ box: [-53, -25, -44, -19], crs: ['EPSG:4326', 'EPSG:29193'] });
    expect(service.problems).toEqual(['closing without opening', 'unclosed element', 'ends in the middle']);
  });
});

describe('WFS, WMTS, CSW', () => {
  it('WFS of every version', () => {
    const v1 = read(
      '<WFS_Capabilities version="1.0.0"><FeatureTypeList><FeatureType><Name>rios</Name><Title>Rios</Title><SRS>EPSG:4326</SRS><LatLongBoundingBox minx="-50" miny="-20" maxx="-40" maxy="-10"/></FeatureType></FeatureTypeList></WFS_Capabilities>',
    )!;
    expect(v1.layers[0]).toMatchObject({ name: 'rios', box: [-50, -20, -40, -10], crs: ['EPSG:4326'] });
    const v2 = read(
      '<wfs:WFS_Capabilities version="2.0.0"><ows:ServiceIdentification><ows:Title>T</ows:Title></ows:ServiceIdentification><FeatureTypeList><FeatureType><Name>ide:rios</Name><Title>Rios</Title><DefaultCRS>urn:ogc:def:crs:EPSG::4674</DefaultCRS><ows:WGS84BoundingBox><ows:LowerCorner>-50 -20</ows:LowerCorner><ows:UpperCorner>-40 -10</ows:UpperCorner></ows:WGS84BoundingBox></FeatureType></FeatureTypeList></wfs:WFS_Capabilities>',
    )!;
    expect(v2.title).toBe('T');
    expect(v2.layers[0]).toMatchObject({ box: [-50, -20, -40, -10], crs: ['urn:ogc:def:crs:EPSG::4674'] });
    const projected = read(
      '<WFS_Capabilities version="1.0.0"><FeatureTypeList><FeatureType><Name>x</Name><SRS>EPSG:31983</SRS><LatLongBoundingBox minx="300000" miny="7300000" maxx="400000" maxy="7400000"/></FeatureType></FeatureTypeList></WFS_Capabilities>',
    )!;
    const [west, south, east, north] = projected.layers[0]!.box!;
    expect([west, south, east, north].map((v) => Math.round(v))).toEqual(
      [-47, -24, -46, -23].map((v) => expect.closeTo(v, 0)),
    );
    // The same layer on two endpoints is one.
    const at = (url: string, service: typeof v1): GeoFile => ({
      ...newFile(url, url, 'ows', 'wfs'),
      discovery: 'service',
      datasets: serviceDatasets(service).map((one) => datasetRecord(one)),
    });
    const folded = foldLayers([at('a', v1), at('b', v2)]);
    expect(folded).toHaveLength(1);
    expect(folded[0]?.variants.map(({ file }) => file.url)).toEqual(['b']);
  });

  it('WMTS layers with the systems of their tiles', () => {
    const service = read(
      '<Capabilities xmlns="http://www.opengis.net/wmts/1.0" version="1.0.0"><Contents><Layer><ows:Title>Ortofotos</ows:Title><ows:Identifier>orto</ows:Identifier><ows:WGS84BoundingBox><ows:LowerCorner>-9.5 36.9</ows:LowerCorner><ows:UpperCorner>-6.1 42.2</ows:UpperCorner></ows:WGS84BoundingBox><TileMatrixSetLink><TileMatrixSet>g</TileMatrixSet></TileMatrixSetLink></Layer><TileMatrixSet><ows:Identifier>g</ows:Identifier><ows:SupportedCRS>urn:ogc:def:crs:EPSG::3857</ows:SupportedCRS></TileMatrixSet></Contents></Capabilities>',
    )!;
    expect(service.service).toBe('WMTS');
    expect(service.layers).toHaveLength(1);
    expect(service.layers[0]).toMatchObject({
      name: 'orto',
      title: 'Ortofotos',
      box: [-9.5, 36.9, -6.1, 42.2],
      crs: ['urn:ogc:def:crs:EPSG::3857'],
    });
  });

  const ISO = (
    title: string,
  ) => `<gmd:MD_Metadata><gmd:fileIdentifier><gco:CharacterString>id-${title}</gco:CharacterString></gmd:fileIdentifier>
<gmd:referenceSystemInfo><gmd:MD_ReferenceSystem><gmd:referenceSystemIdentifier><gmd:RS_Identifier><gmd:code><gco:CharacterString>4674</gco:CharacterString></gmd:code></gmd:RS_Identifier></gmd:referenceSystemIdentifier></gmd:MD_ReferenceSystem></gmd:referenceSystemInfo>
<gmd:identificationInfo><gmd:MD_DataIdentification><gmd:citation><gmd:CI_Citation><gmd:title><gco:CharacterString>${title}</gco:CharacterString></gmd:title></gmd:CI_Citation></gmd:citation><gmd:abstract><gco:CharacterString>Carta</gco:CharacterString></gmd:abstract>
<gmd:descriptiveKeywords><gmd:MD_Keywords><gmd:keyword><gco:CharacterString>hidrografia</gco:CharacterString></gmd:keyword></gmd:MD_Keywords></gmd:descriptiveKeywords>
<gmd:resourceConstraints><gmd:MD_LegalConstraints><gmd:otherConstraints><gco:CharacterString>CC BY 4.0</gco:CharacterString></gmd:otherConstraints></gmd:MD_LegalConstraints></gmd:resourceConstraints>
<gmd:extent><gmd:EX_Extent><gmd:geographicElement><gmd:EX_GeographicBoundingBox><gmd:westBoundLongitude><gco:Decimal>-48,5</gco:Decimal></gmd:westBoundLongitude><gmd:eastBoundLongitude><gco:Decimal>-47</gco:Decimal></gmd:eastBoundLongitude><gmd:southBoundLatitude><gco:Decimal>-16</gco:Decimal></gmd:southBoundLatitude><gmd:northBoundLatitude><gco:Decimal>-15</gco:Decimal></gmd:northBoundLatitude></gmd:EX_GeographicBoundingBox></gmd:geographicElement></gmd:EX_Extent></gmd:extent></gmd:MD_DataIdentification></gmd:identificationInfo>
<gmd:distributionInfo><gmd:linkage><gmd:URL>http://dados.example/a.zip</gmd:URL></gmd:linkage></gmd:distributionInfo></gmd:MD_Metadata>`;

  it('records of a catalogue, in ISO 19139 and Dublin Core, and its further pages', async () => {
    const page = (records: string, next: number) =>
      `<csw:GetRecordsResponse><csw:SearchResults nextRecord="${next}">${records}</csw:SearchResults></csw:GetRecordsResponse>`;
    const dublin =
      '<csw:Record><dc:identifier>dc-1</dc:identifier><dc:title>Limites</dc:title><dc:subject>limites</dc:subject><ows:BoundingBox crs="urn:x-ogc:def:crs:EPSG:6.11:4326"><ows:LowerCorner>-16 -48</ows:LowerCorner><ows:UpperCorner>-15 -47</ows:UpperCorner></ows:BoundingBox></csw:Record>';
    const first = read(page(ISO('Rios do DF') + dublin, 3))!;
    expect(first.layers[0]).toMatchObject({
      title: 'Rios do DF',
      abstract: 'Carta',
      keywords: ['hidrografia'],
      box: [-48.5, -16, -47, -15],
      crs: ['EPSG:4674'],
      licence: 'CC BY 4.0',
      urls: ['http://dados.example/a.zip'],
    });
    expect(first.layers[1]).toMatchObject({ name: 'dc-1', title: 'Limites', box: [-48, -16, -47, -15] });
    const asked: string[] = [];
    const fetcher: Fetcher = {
      fetch: async ({ url }) => {
        asked.push(url);
        const start = new URL(url).searchParams.get('startPosition');
        const text =
          start === null
            ? '<csw:Capabilities xmlns:csw="http://www.opengis.net/cat/csw/2.0.2" version="2.0.2"><ows:ServiceIdentification><ows:Title>Cat</ows:Title></ows:ServiceIdentification></csw:Capabilities>'
            : start === '1'
              ? page(ISO('Um'), 2)
              : page(ISO('Dois'), 0);
        return {
          kind: 'fetched',
          url,
          status: 200,
          header: () => 'text/xml',
          body: bytes(text),
          complete: true,
          at: 0,
        };
      },
    };
    const service = (await askService(fetcher, 'http://cat.example/csw'))!;
    expect(service.title).toBe('Cat');
    expect(service.layers.map((l) => l.title)).toEqual(['Um', 'Dois']);
    expect(asked).toHaveLength(3);
    expect(
      await askService(
        { fetch: async ({ url }) => ({ kind: 'not-fetched', url, reason: 'unreachable', message: '' }) },
        'http://x.example/wms',
      ),
    ).toBeNull();
  });
});

describe('JSON services', () => {
  it('OGC API: landing page, collections, records', () => {
    const landing = read(
      '{"title":"API","links":[{"rel":"conformance","href":"/conformance"},{"rel":"data","href":"/collections"}]}',
      'http://api.example/',
    )!;
    expect(landing).toMatchObject({ service: 'OGC API', follow: ['http://api.example/collections'] });
    const collections = read(
      '{"links":[],"collections":[{"id":"rios","title":"Rios","extent":{"spatial":{"bbox":[[-50,-20,-40,-10]]},"temporal":{"interval":[["2001-01-01T00:00:00Z",null]]}},"crs":["http://www.opengis.net/def/crs/OGC/1.3/CRS84"],"links":[]}]}',
    )!;
    expect(collections.layers[0]).toMatchObject({
      name: 'rios',
      box: [-50, -20, -40, -10],
      from: '2001-01-01T00:00:00Z',
      to: null,
    });
    const records = read(
      '{"type":"FeatureCollection","features":[{"id":"r1","type":"Feature","geometry":{"type":"Polygon","coordinates":[[[-50,-20],[-40,-20],[-40,-10],[-50,-20]]]},"properties":{"type":"dataset","title":"Solos"},"links":[]}],"links":[{"rel":"next","href":"?offset=10"}]}',
      'http://api.example/items',
    )!;
    expect(records).toMatchObject({
      service: 'OGC API Records',
      follow: ['http://api.example/items?offset=10'],
    });
    expect(records.layers[0]).toMatchObject({ title: 'Solos', box: [-50, -20, -40, -10] });
  });

  it('STAC: catalogue, collection, item', () => {
    expect(
      read(
        '{"stac_version":"1.0.0","type":"Catalog","id":"c","links":[{"rel":"child","href":"./a/collection.json"}]}',
        'http://s.example/catalog.json',
      )?.follow,
    ).toEqual(['http://s.example/a/collection.json']);
    const item = read(
      '{"stac_version":"1.1.0","type":"Feature","id":"i","bbox":[172.9,1.3,0,172.95,1.36,10],"geometry":null,"properties":{"datetime":"2020-12-11T22:38:32Z","proj:code":"EPSG:32659"},"assets":{"v":{"href":"./v.tif"}},"links":[]}',
      'http://s.example/i.json',
    )!;
    expect(item.layers[0]).toMatchObject({
      box: [172.9, 1.3, 172.95, 1.36],
      from: '2020-12-11T22:38:32Z',
      crs: ['EPSG:32659'],
      urls: ['http://s.example/v.tif'],
    });
  });

  it('ArcGIS REST: folders, services, layers in any system', () => {
    const root = read(
      '{"currentVersion":10.9,"folders":["Base"],"services":[{"name":"Rios","type":"MapServer"},{"name":"X","type":"GPServer"}]}',
      'http://a.example/arcgis/rest/services?f=json',
    )!;
    expect(root.follow).toEqual([
      'http://a.example/arcgis/rest/services/Base?f=json',
      'http://a.example/arcgis/rest/services/Rios/MapServer?f=json',
    ]);
    const layer = read(
      '{"currentVersion":10.9,"id":0,"name":"Municípios","type":"Feature Layer","geometryType":"esriGeometryPolygon","extent":{"xmin":-5000000,"ymin":-2500000,"xmax":-4500000,"ymax":-2000000,"spatialReference":{"wkid":102100,"latestWkid":3857}},"fields":[{"name":"NM_MUN","type":"esriFieldTypeString"}]}',
      'http://a.example/arcgis/rest/services/Rios/MapServer/0?f=json',
    )!;
    expect(layer.layers[0]).toMatchObject({
      name: 'Municípios',
      geometryType: 'Polygon',
      crs: ['EPSG:3857'],
      fields: [{ name: 'NM_MUN', type: 'String' }],
    });
    expect(layer.layers[0]?.box?.[0]).toBeCloseTo(-44.9157, 3);
  });

  it('anything else is no service', () => {
    for (const text of [
      '',
      '{}',
      '[]',
      '{"type":"FeatureCollection","features":[]}',
      '<html></html>',
      '<kml></kml>',
      'x',
      '{"a":',
    ])
      expect(read(text)).toBeNull();
  });
});

describe('hostile documents', () => {
  it('cost no more than their length and break nothing', () => {
    expect(parseXml('<a>'.repeat(100_000)).problems).toContain('too deep');
    expect(parseXml('<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>').root?.text).toBe(
      '&b;',
    );
    expect(parseXml('<a b="').root).not.toBeNull();
    fc.assert(
      fc.property(fc.nat(WMS_130.length), fc.string({ maxLength: 6 }), fc.nat(40), (at, inserted, cut) => {
        read(WMS_130.slice(0, at) + inserted + WMS_130.slice(at + cut));
      }),
      { numRuns: 300 },
    );
  });

  it('services are asked in their own words, versions in turn', () => {
    expect(capabilityAddresses('http://x.example/cgi-bin/mapserv?map=/a.map&service=WMS&layers=b')).toEqual([
      'http://x.example/cgi-bin/mapserv?map=%2Fa.map&service=WMS&version=1.3.0&request=GetCapabilities',
      'http://x.example/cgi-bin/mapserv?map=%2Fa.map&service=WMS&version=1.1.1&request=GetCapabilities',
      'http://x.example/cgi-bin/mapserv?map=%2Fa.map&service=WMS&request=GetCapabilities',
    ]);
    expect(capabilityAddresses('http://x.example/arcgis/rest/services/R/MapServer')).toEqual([
      'http://x.example/arcgis/rest/services/R/MapServer?f=json',
    ]);
    expect(capabilityAddresses('nope')).toEqual([]);
  });
});
