/**
 * What the mapping agencies offer beside their small tables: layers of some thousands of shapes in the ways in which they are published
 * (archives that tell by their name and archives that do not, open shapefiles, a GeoPackage, an image, KMZ, services), and archives
 * that hold nothing of the kind. Made when first asked for.
 */
import { writeGeoPackage } from '../geo-web/geopackage.ts';
import { writeGeoTiff } from '../geo-web/geotiff.ts';
import { type ShapefileParts, SIRGAS, writeShapefile } from '../geo-web/shapefile.ts';
import { writeZip } from '../geo-web/zip.ts';
import type { Random } from '../language/random.ts';

export interface MapFile {
  readonly path: string;
  /** What its link says. */
  readonly said: string;
  readonly type: string;
  readonly render: () => Buffer;
}

type Box = readonly [west: number, south: number, east: number, north: number];
type Ring = [x: number, y: number][];

const ZIP = 'application/zip';
const BYTES = 'application/octet-stream';
const SAO_PAULO: Box = [-46.8, -24.0, -46.36, -23.35];
const GOIAS: Box = [-53.2, -19.5, -45.9, -12.4];
const CEARA: Box = [-41.4, -7.85, -37.25, -2.78];
const EVORA: Box = [-8.4, 38.1, -7.1, 38.95];

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const round = (n: number): number => Math.round(n * 1e6) / 1e6;
const inside = (random: Random, [west, south, east, north]: Box): [number, number] => [
  west + (0.05 + 0.9 * random.next()) * (east - west),
  south + (0.05 + 0.9 * random.next()) * (north - south),
];

/** A closed outline of so many corners, as rough as a boundary is. */
function outline(random: Random, [x, y]: [number, number], radius: number, corners: number): Ring {
  const ring: Ring = [];
  for (let i = 0; i < corners - 1; i++) {
    // Clockwise, as the rings of a shapefile go.
    const angle = (-2 * Math.PI * i) / (corners - 1);
    const r = radius * (0.75 + 0.5 * random.next());
    ring.push([round(x + r * Math.cos(angle)), round(y + r * Math.sin(angle))]);
  }
  ring.push([...ring[0]!]);
  return ring;
}

function path(random: Random, [x, y]: [number, number], step: number, corners: number): Ring {
  const way: Ring = [];
  const heading = random.next() * 2 * Math.PI;
  let [atX, atY] = [x, y];
  for (let i = 0; i < corners; i++) {
    way.push([round(atX), round(atY)]);
    atX += step * Math.cos(heading + random.next() - 0.5);
    atY += step * Math.sin(heading + random.next() - 0.5);
  }
  return way;
}

function layer(
  random: Random,
  shape: 'line' | 'polygon',
  box: Box,
  count: number,
  label: string,
  names: readonly string[],
): ShapefileParts {
  const size = Math.sqrt(((box[2] - box[0]) * (box[3] - box[1])) / count) / 2;
  const records = Array.from({ length: count }, () =>
    shape === 'polygon'
      ? outline(random, inside(random, box), size, 48)
      : path(random, inside(random, box), size / 20, 60),
  );
  return writeShapefile({
    shape,
    records,
    fields: [
      { name: 'ID', type: 'N', length: 8 },
      { name: label, type: 'C', length: 40 },
    ],
    rows: records.map((_, i) => [String(i + 1), names[i % names.length]!]),
  });
}

function zipped(stem: string, { shp, shx, dbf }: ShapefileParts): Buffer {
  return Buffer.from(
    writeZip([
      { name: `${stem}.dbf`, bytes: dbf },
      { name: `${stem}.prj`, bytes: Buffer.from(SIRGAS) },
      { name: `${stem}.shp`, bytes: shp },
      { name: `${stem}.shx`, bytes: shx },
    ]),
  );
}

function kmz(random: Random, box: Box, count: number): Buffer {
  const marks = Array.from({ length: count }, (_, i) => {
    const [lon, lat] = inside(random, box);
    return `<Placemark><name>Ponto ${i + 1}</name><Point><coordinates>${round(lon)},${round(lat)},0</coordinates></Point></Placemark>`;
  });
  const doc = `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>Pontos turísticos do Ceará</name>${marks.join('')}</Document></kml>\n`;
  return Buffer.from(writeZip([{ name: 'doc.kml', bytes: Buffer.from(doc) }]));
}

const DISTRICTS = ['Mooca', 'Penha', 'Pinheiros', 'Lapa', 'Santana', 'Ipiranga', 'Butantã'];
const TOWNS = ['Goiânia', 'Anápolis', 'Catalão', 'Rio Verde', 'Jataí', 'Formosa', 'Luziânia'];
const WELLS = ['Fortaleza', 'Sobral', 'Quixadá', 'Crato', 'Iguatu'];

/** On a server that answers ranges. */
export function brazilianMapFiles(random: Random): readonly MapFile[] {
  const open = once(() => layer(random.fork('municipios'), 'polygon', GOIAS, 1500, 'MUNICIPIO', TOWNS));
  const part = (extension: keyof ShapefileParts, said: string): MapFile => ({
    path: `/camadas/limites-goias.${extension}`,
    said,
    type: BYTES,
    render: () => Buffer.from(open()[extension]),
  });
  return [
    {
      path: '/camadas/setores_sp_shp.zip',
      said: 'setores de São Paulo, em shapefile',
      type: ZIP,
      render: once(() =>
        zipped(
          'setores_sp',
          layer(random.fork('setores'), 'polygon', SAO_PAULO, 3000, 'DISTRITO', DISTRICTS),
        ),
      ),
    },
    {
      path: '/camadas/estradas-de-goias.zip',
      said: 'mapa das estradas de Goiás',
      type: ZIP,
      render: once(() =>
        zipped('estradas', layer(random.fork('estradas'), 'line', GOIAS, 2000, 'MUNICIPIO', TOWNS)),
      ),
    },
    part('shp', 'limites municipais de Goiás'),
    part('shx', 'índice dos limites'),
    part('dbf', 'tabela dos limites'),
    {
      path: '/camadas/limites-goias.prj',
      said: 'sistema de coordenadas dos limites',
      type: 'text/plain',
      render: () => Buffer.from(SIRGAS),
    },
    {
      path: '/camadas/pocos-ceara.gpkg',
      said: 'poços do Ceará, em GeoPackage',
      type: 'application/geopackage+sqlite3',
      render: once(() => {
        const own = random.fork('pocos');
        const points = Array.from({ length: 4000 }, (_, i) => {
          const [lon, lat] = inside(own, CEARA);
          return { name: WELLS[i % WELLS.length]!, lon: round(lon), lat: round(lat) };
        });
        return writeGeoPackage({ table: 'pocos', title: 'Poços do Ceará', points });
      }),
    },
    {
      path: '/camadas/relevo-sp.tif',
      said: 'mapa do relevo de São Paulo, imagem de 512 por 512 pontos',
      type: 'image/tiff',
      render: once(() => {
        const own = random.fork('relevo');
        const values = new Uint8Array(512 * 512);
        for (let i = 0; i < values.length; i++)
          values[i] = 128 + 90 * Math.sin(i / 9000) * Math.cos((i % 512) / 60) + own.int(0, 20);
        return writeGeoTiff({
          ...{ width: 512, height: 512, west: -46.8, north: -23.35, pixel: 0.001, epsg: 4674, values },
        });
      }),
    },
    {
      path: '/camadas/turismo-ceara.kmz',
      said: 'pontos turísticos do Ceará, em KMZ',
      type: 'application/vnd.google-earth.kmz',
      render: once(() => kmz(random.fork('turismo'), CEARA, 1200)),
    },
    {
      path: '/camadas/shape_do_logotipo.zip',
      said: 'logotipo do portal',
      type: ZIP,
      render: once(() =>
        Buffer.from(
          writeZip([
            { name: 'logotipo.svg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
          ]),
        ),
      ),
    },
    {
      path: '/camadas/manual.zip',
      said: 'manual de uso dos mapas',
      type: ZIP,
      render: once(() =>
        Buffer.from(
          writeZip([{ name: 'manual.txt', bytes: Buffer.from('Leia antes de usar.\n'.repeat(400)) }]),
        ),
      ),
    },
  ];
}

/** On a server that knows no ranges. */
export function portugueseMapFiles(random: Random): readonly MapFile[] {
  return [
    {
      path: '/camadas/freguesias-evora.zip',
      said: 'mapa das freguesias do distrito de Évora',
      type: ZIP,
      render: once(() =>
        zipped(
          'freguesias',
          layer(random.fork('freguesias'), 'polygon', EVORA, 1000, 'CONCELHO', [
            'Évora',
            'Estremoz',
            'Montemor-o-Novo',
          ]),
        ),
      ),
    },
    {
      path: '/camadas/formularios.zip',
      said: 'formulários de requisição de mapas',
      type: ZIP,
      render: once(() =>
        Buffer.from(writeZip([{ name: 'pedido.txt', bytes: Buffer.from('Nome:\nMorada:\n') }])),
      ),
    },
  ];
}

const LAYERS: readonly (readonly [name: string, title: string, box: Box])[] = [
  ['geodados:bacias', 'Bacias hidrográficas de Goiás', GOIAS],
  ['geodados:parques', 'Parques de São Paulo', SAO_PAULO],
];

/** What the services of the agency say of themselves; '' for what they do not know. */
export function capabilities(query: URLSearchParams): string {
  const asked = (name: string): string => {
    for (const [key, value] of query) if (key.toLowerCase() === name) return value.toLowerCase();
    return '';
  };
  if (asked('request') !== 'getcapabilities') return '';
  if (asked('service') === 'wms')
    return `<?xml version="1.0" encoding="UTF-8"?>
<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms"><Service><Name>WMS</Name><Title>Geodados: mapas</Title><Abstract>Mapas do Geodados.</Abstract></Service><Capability><Layer><Title>Geodados</Title>${LAYERS.map(
      ([name, title, [west, south, east, north]]) =>
        `<Layer><Name>${name}</Name><Title>${title}</Title><CRS>EPSG:4674</CRS><EX_GeographicBoundingBox><westBoundLongitude>${west}</westBoundLongitude><eastBoundLongitude>${east}</eastBoundLongitude><southBoundLatitude>${south}</southBoundLatitude><northBoundLatitude>${north}</northBoundLatitude></EX_GeographicBoundingBox></Layer>`,
    ).join('')}</Layer></Capability></WMS_Capabilities>
`;
  if (asked('service') === 'wfs')
    return `<?xml version="1.0" encoding="UTF-8"?>
<wfs:WFS_Capabilities version="2.0.0" xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:ows="http://www.opengis.net/ows/1.1"><ows:ServiceIdentification><ows:Title>Geodados: feições</ows:Title><ows:Abstract>Feições do Geodados.</ows:Abstract></ows:ServiceIdentification><wfs:FeatureTypeList>${LAYERS.map(
      ([name, title, [west, south, east, north]]) =>
        `<wfs:FeatureType><wfs:Name>${name}</wfs:Name><wfs:Title>${title}</wfs:Title><wfs:DefaultCRS>urn:ogc:def:crs:EPSG::4674</wfs:DefaultCRS><ows:WGS84BoundingBox><ows:LowerCorner>${west} ${south}</ows:LowerCorner><ows:UpperCorner>${east} ${north}</ows:UpperCorner></ows:WGS84BoundingBox></wfs:FeatureType>`,
    ).join('')}</wfs:FeatureTypeList></wfs:WFS_Capabilities>
`;
  return '';
}
