/**
 * MiniWeb-1: the eight sites of the specification, word for word. Words and anchors that it does not give hold no geographic word and no
 * name that is asked for.
 */
import { type ShapefileParts, WGS84, writeShapefile } from './shapefile.ts';
import { type GeoWeb, htmlPage, type WebResource, type WebSite } from './web.ts';
import { writeZip } from './zip.ts';

const latin1 = (value: string): Uint8Array => Buffer.from(value, 'latin1');
const binary = (type: string, bytes: Uint8Array, etag: string): WebResource => ({
  type,
  headers: { etag: `"${etag}"` },
  body: () => bytes,
});

function layer(label: string, names: readonly string[], west: number, south: number): ShapefileParts {
  return writeShapefile({
    shape: 'point',
    records: names.map((_, i) => [[west + i / 10, south + i / 20]]),
    fields: [
      { name: 'ID', type: 'N', length: 6 },
      { name: label, type: 'C', length: 40 },
    ],
    rows: names.map((name, i) => [String(i + 1), name]),
  });
}

/** The side file of the thesis, with its title and its columns. */
const SIDECAR = `=======================
GISMAPS - www.gismaps.com.br
Mapas Temáticos - Geoprocessamento
* Grupo: América do Norte
* Título: Principais rodovias da América do Norte
* Descrição: Mapa apresentando as principais rodovias dos EUA
* Ano/Revisão: 2000.2
* Data de atualização: 21/06/2005
* Fonte: Intergraph
* Conteúdo:
***** rodovias1.dbf *****
ROUTE_NUMB      -número da rota/estrada
ROUTE_NUM       -número da rota/estrada secundário
=======================
GISMAPS - www.gismaps.com.br
`;

/** More than twenty words without meaning for the search. */
const FILLER =
  'Esta casa foi fundada por um grupo de amigos que queria reunir em um só lugar tudo aquilo que gostava de ler e de guardar ao longo dos anos para que nada fosse perdido';

export function miniWeb(): GeoWeb {
  const sites = new Map<string, WebSite>();
  const site = (
    host: string,
    pages: Readonly<Record<string, WebResource>>,
    closed: readonly string[] = [],
  ): void => {
    sites.set(host, { host, resources: new Map(Object.entries(pages)), closed, ranges: true });
  };
  const saoPaulo = layer('CIDADE', ['São Paulo', 'Campinas'], -46.6, -23.5);
  site('www.ibge.test', {
    '/': htmlPage(
      'Instituto',
      `<p>${FILLER}</p><p><a href="/imagens/saopaulo.shp">mapa municipal</a></p><p>${FILLER}</p><p><a href="http://www.inpe.test/">outra casa</a></p>`,
    ),
    '/imagens/saopaulo.shp': binary('application/octet-stream', saoPaulo.shp, 's1'),
    '/imagens/saopaulo.shx': binary('application/octet-stream', saoPaulo.shx, 's2'),
    '/imagens/saopaulo.dbf': binary('application/octet-stream', saoPaulo.dbf, 's3'),
  });
  const florida = layer('NAME', ['Florida', 'Florida', 'Florida'], -82, 28);
  site('www.inpe.test', {
    '/': htmlPage(
      'Instituto de pesquisa',
      `<p>A casa fica perto de São Paulo.</p><p>${FILLER}</p><p><a href="/geo/vt02_shp.zip">arquivo</a></p><p>${FILLER}</p><p><a href="http://www.ibge.test/">outra casa</a></p>`,
    ),
    '/geo/vt02_shp.zip': binary(
      'application/zip',
      writeZip([
        { name: 'vt02.shp', bytes: florida.shp },
        { name: 'vt02.shx', bytes: florida.shx },
        { name: 'vt02.dbf', bytes: florida.dbf },
      ]),
      'v1',
    ),
  });
  const roads = writeShapefile({
    shape: 'line',
    records: [
      [
        [-100, 40],
        [-90, 41],
      ],
    ],
    fields: [
      { name: 'ROUTE_NUMB', type: 'C', length: 12 },
      { name: 'ROUTE_NUM', type: 'C', length: 12 },
    ],
    rows: [['I-80', 'US-6']],
  });
  site('www.gismaps.test', {
    '/': htmlPage(
      'Casa de desenho',
      `<p>Trabalhos de geoprocessamento.</p><p><a href="http://www.inpe.test/">primeira</a> e <a href="http://www.inpe.test/">segunda</a>, <a href="http://www.gisconsult.test/">terceira</a></p><p>${FILLER}</p><p><a href="/downloads/rodovias1.zip">Principais rodovias da América do Norte</a></p>`,
    ),
    '/downloads/rodovias1.zip': binary(
      'application/zip',
      writeZip([
        { name: 'rodovias1.shp', bytes: roads.shp },
        { name: 'rodovias1.shx', bytes: roads.shx },
        { name: 'rodovias1.dbf', bytes: roads.dbf },
        { name: 'rodovias1.prj', bytes: latin1(WGS84) },
        { name: 'rodovias1.txt', bytes: latin1(SIDECAR) },
      ]),
      'r1',
    ),
  });
  site('www.gisconsult.test', {
    '/': htmlPage(
      'Casa de conselho',
      `<p>${FILLER}</p><p><a href="http://www.gismaps.test/">uma</a> <a href="http://www.inpe.test/">duas</a> <a href="http://www.ibge.test/">três</a></p>`,
    ),
  });
  const photos = writeZip([{ name: 'praia.jpg', bytes: latin1('nada') }]);
  site('www.blog.test', {
    '/': htmlPage('Meu diário', `<p>${FILLER}</p><p><a href="/fotos.zip">fotos</a></p>`),
    '/fotos.zip': binary('application/zip', photos, 'f1'),
  });
  site('www.shop.test', {
    '/': htmlPage(
      'Loja',
      `<p>Entregamos em toda a cidade.</p><p><a href="/catalogo.zip">baixar tudo</a></p>`,
    ),
    '/catalogo.zip': binary(
      'application/zip',
      writeZip([{ name: 'precos.txt', bytes: latin1('a;1') }]),
      'c1',
    ),
  });
  site('www.closed.test', { '/': htmlPage('Fechado', '<p>mapa</p>') }, ['/']);
  site('www.meta.test', {
    '/': htmlPage(
      'Sem índice',
      '<p><a href="http://www.blog.test/">diário</a></p>',
      '<meta name="robots" content="noindex, follow">',
    ),
  });
  return {
    name: 'MiniWeb-1',
    seeds: [...sites.keys()].map((host) => `http://${host}/`),
    sites,
    producers: new Set(['ibge.test', 'inpe.test', 'gismaps.test']),
    files: [
      { url: 'http://www.ibge.test/imagens/saopaulo.shp', site: 'ibge.test', how: 'shp', archive: false },
      { url: 'http://www.inpe.test/geo/vt02_shp.zip', site: 'inpe.test', how: 'named', archive: true },
      {
        url: 'http://www.gismaps.test/downloads/rodovias1.zip',
        site: 'gismaps.test',
        how: 'context',
        archive: true,
      },
    ],
    others: ['http://www.blog.test/fotos.zip', 'http://www.shop.test/catalogo.zip'],
  };
}
