/**
 * Two mapping agencies: pages that describe data sets, with small files of points and tables beside them, and a page of layers of real size.
 */
import { HOSTS } from '../hosts.ts';
import { longDate, utc } from '../language/dates.ts';
import type { Random } from '../language/random.ts';
import { slug } from '../language/slug.ts';
import { esc, items, link, paragraphs } from '../markup.ts';
import { type SampleSite, type SiteContext, siteRandom } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';
import { brazilianMapFiles, capabilities, type MapFile, portugueseMapFiles } from './map-files.ts';

interface DataSet {
  readonly title: string;
  readonly about: string;
  readonly names: readonly string[];
  readonly box: readonly [west: number, south: number, east: number, north: number];
}

const BRAZIL: readonly DataSet[] = [
  {
    title: 'Escolas públicas de São Paulo',
    about:
      'Localização das escolas públicas do município de São Paulo, com o nome, o bairro e as etapas de ensino oferecidas.',
    names: ['Escola da Mooca', 'Escola da Penha', 'Escola de Pinheiros', 'Escola da Lapa'],
    box: [-46.8, -24.0, -46.36, -23.35],
  },
  {
    title: 'Nascentes do Distrito Federal',
    about: 'Pontos de nascente levantados em campo no Distrito Federal, com a vazão medida na estação seca.',
    names: ['Nascente do Torto', 'Nascente do Bananal', 'Nascente do Gama'],
    box: [-48.28, -16.05, -47.31, -15.5],
  },
  {
    title: 'Uso do solo em Goiás',
    about:
      'Amostras de uso e cobertura do solo no estado de Goiás, classificadas por interpretação de imagens de satélite.',
    names: ['Lavoura', 'Pastagem', 'Cerrado', 'Área urbana'],
    box: [-53.2, -19.5, -45.9, -12.4],
  },
  {
    title: 'Estações de chuva do Ceará',
    about: 'Estações pluviométricas em operação no Ceará, com a altitude e o ano de instalação.',
    names: ['Fortaleza', 'Sobral', 'Quixadá', 'Crato'],
    box: [-41.4, -7.85, -37.25, -2.78],
  },
];
const PORTUGAL: readonly DataSet[] = [
  {
    title: 'Marcos geodésicos do distrito de Évora',
    about: 'Vértices geodésicos do distrito de Évora, com a cota e o estado de conservação de cada marco.',
    names: ['Montemor', 'São Gens', 'Arraiolos'],
    box: [-8.4, 38.1, -7.1, 38.95],
  },
  {
    title: 'Percursos pedestres do concelho de Sintra',
    about:
      'Pontos de início dos percursos pedestres homologados no concelho de Sintra, com a extensão e a dificuldade.',
    names: ['Percurso da Peninha', 'Percurso do Castelo', 'Percurso da Roca'],
    box: [-9.5, 38.72, -9.27, 38.93],
  },
  {
    title: 'Praias do Algarve',
    about: 'Localização das praias do Algarve com vigilância na época balnear.',
    names: ['Praia da Rocha', 'Praia de Faro', 'Praia do Barril', 'Praia da Arrifana'],
    box: [-8.99, 36.95, -7.4, 37.35],
  },
];

function points(set: DataSet, random: Random): { name: string; lon: number; lat: number }[] {
  const [west, south, east, north] = set.box;
  return set.names.map((name) => ({
    name,
    lon: round(west + random.next() * (east - west)),
    lat: round(south + random.next() * (north - south)),
  }));
}

function round(n: number): number {
  return Math.round(n * 1e5) / 1e5;
}

export function geodados(context: SiteContext): SampleSite {
  const site = new SiteBuilder(HOSTS.mapsBr, {
    name: 'Geodados',
    language: 'pt-BR',
    quirks: [
      'GeoJSON and CSV files',
      'CSV with decimal commas',
      'metadata pages',
      'links to another producer',
      'sitemap without robots.txt naming it',
      'archives, shapefiles, GeoPackage, GeoTIFF and KMZ behind ranges; WMS and WFS',
    ],
  });
  const random = siteRandom(context, site.host);
  const frame = (title: string, body: string) => `<!DOCTYPE html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>${esc(title)}</title><meta name="description" content="Mapas e dados geográficos abertos"></head>
<body><header>${link('/', 'Geodados')} ${link('/mapas/', 'Mapas')} ${link('/licenca', 'Licença')}</header><main>${body}</main></body></html>
`;
  const welcome = [
    'O Geodados reúne mapas e dados geográficos produzidos por órgãos públicos. Todos os arquivos podem ser baixados sem cadastro.',
    'Os dados estão no sistema de referência SIRGAS 2000 ou em WGS 84, conforme indicado em cada página.',
  ];
  site.page('/', {
    kind: 'home',
    title: 'Geodados: mapas e dados geográficos',
    content: () => welcome,
    html: () =>
      frame(
        'Geodados: mapas e dados geográficos',
        `<h1>Geodados</h1>${paragraphs(welcome)}<p>Em Portugal, veja o ${link(`${context.origin(HOSTS.mapsPt)}/`, 'Instituto Cartográfico')}.</p>`,
      ),
  });
  site.page('/mapas/', {
    kind: 'list',
    title: 'Mapas',
    html: () =>
      frame(
        'Mapas',
        `<h1>Mapas</h1>${items([...BRAZIL.map((d) => link(`/mapas/${slug(d.title)}`, d.title)), link('/camadas/', 'Camadas para baixar')])}`,
      ),
  });
  BRAZIL.forEach((d, i) => {
    const rows = points(d, random.fork(d.title));
    const file = `/arquivos/${slug(d.title)}`;
    const published = utc(2022, 3 + i, 11);
    const text = [
      d.about,
      `Os dados foram publicados em ${longDate(published)} e abrangem a área entre as longitudes ${degrees(d.box[0], ['O', 'L'])} e ${degrees(d.box[2], ['O', 'L'])} e entre as latitudes ${degrees(d.box[1], ['S', 'N'])} e ${degrees(d.box[3], ['S', 'N'])}.`,
      'O levantamento foi feito na escala de 1:50.000 e pode conter imprecisões de até vinte metros.',
    ];
    site.page(`/mapas/${slug(d.title)}`, {
      kind: 'document',
      title: `${d.title} - Geodados`,
      published,
      attributes: {
        Título: d.title,
        Formato: 'GeoJSON, CSV',
        Sistema: 'WGS 84',
        Feições: String(rows.length),
      },
      content: () => text,
      html: () =>
        frame(
          `${d.title} - Geodados`,
          `<h1>${esc(d.title)}</h1>${paragraphs(text)}<dl><dt>Formato</dt><dd>GeoJSON, CSV</dd><dt>Sistema</dt><dd>WGS 84</dd><dt>Feições</dt><dd>${rows.length}</dd></dl><p>Baixar: ${link(`${file}.geojson`, 'mapa em GeoJSON')}, ${link(`${file}.csv`, 'tabela em CSV')}</p>`,
        ),
    });
    site.file(
      `${file}.geojson`,
      'application/geo+json',
      'file',
      () =>
        `${JSON.stringify({ type: 'FeatureCollection', name: d.title, features: rows.map((r) => ({ type: 'Feature', properties: { NOME: r.name }, geometry: { type: 'Point', coordinates: [r.lon, r.lat] } })) })}\n`,
    );
    site.file(
      `${file}.csv`,
      'text/csv; charset=utf-8',
      'file',
      () =>
        `nome;longitude;latitude\n${rows.map((r) => `${r.name};${String(r.lon).replace('.', ',')};${String(r.lat).replace('.', ',')}`).join('\n')}\n`,
    );
  });
  const layers =
    'Estas camadas têm alguns milhares de feições cada uma, com os limites e os traçados inteiros. Quem usa um programa de mapas pode também pedir as camadas aos serviços do portal.';
  const files = brazilianMapFiles(random.fork('camadas'));
  const services = ['WMS', 'WFS'].map((service) => `/ows?service=${service}&request=GetCapabilities`);
  site.page('/camadas/', {
    kind: 'list',
    title: 'Camadas para baixar - Geodados',
    content: () => [layers],
    html: () =>
      frame(
        'Camadas para baixar - Geodados',
        `<h1>Camadas para baixar</h1><p>${layers}</p>${fileList(files)}<p>Serviços: ${services.map((address, i) => link(address, ['imagens (WMS)', 'feições (WFS)'][i]!)).join(', ')}</p>`,
      ),
  });
  for (const { path, type, render } of files)
    site.file(path, type, 'file', render, { 'accept-ranges': 'bytes' });
  for (const address of services)
    site.file(address, 'text/xml; charset=utf-8', 'file', () =>
      capabilities(new URL(address, site.origin).searchParams),
    );
  // The same documents with whatever else is asked in the address.
  site.respond(({ request, response, path }) => {
    const { pathname, searchParams } = new URL(path, site.origin);
    const said = pathname === '/ows' ? capabilities(searchParams) : '';
    if (said === '') return false;
    response.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' });
    response.end(request.method === 'HEAD' ? undefined : said);
    return true;
  });
  const licence =
    'Os dados podem ser usados, copiados e transformados por qualquer pessoa, desde que se cite a fonte.';
  site.page('/licenca', {
    kind: 'about',
    title: 'Licença - Geodados',
    content: () => [licence],
    html: () => frame('Licença - Geodados', `<h1>Licença</h1><p>${licence}</p>`),
  });
  site.robots('User-agent: *\nDisallow: /interno/\n');
  return site.build();
}

export function institutoCartografico(context: SiteContext): SampleSite {
  const site = new SiteBuilder(HOSTS.mapsPt, {
    name: 'Instituto Cartográfico Exemplo',
    language: 'pt-PT',
    chunked: true,
    quirks: [
      'GeoJSON files behind a download address without extension',
      'chunked',
      '301 to another scheme of addresses',
    ],
  });
  const random = siteRandom(context, site.host);
  const frame = (title: string, body: string) => `<!DOCTYPE html>
<html lang="pt-PT"><head><meta charset="utf-8"><title>${esc(title)}</title></head>
<body><div id="topo">${link('/', 'Instituto Cartográfico')} · ${link('/cartografia.htm', 'Cartografia')}</div><div id="centro">${body}</div></body></html>
`;
  const welcome =
    'O Instituto Cartográfico produz e divulga informação geográfica sobre o território continental. A cartografia digital pode ser descarregada gratuitamente.';
  site.page('/', {
    kind: 'home',
    title: 'Instituto Cartográfico Exemplo',
    content: () => [welcome],
    html: () =>
      frame(
        'Instituto Cartográfico Exemplo',
        `<h1>Instituto Cartográfico</h1><p>${welcome}</p><p>${link('/mapas', 'Mapas')} e ligação ao ${link(`${context.origin(HOSTS.mapsBr)}/`, 'Geodados')}.</p>`,
      ),
  });
  site.redirect('/mapas', '/cartografia.htm', 301);
  site.page('/cartografia.htm', {
    kind: 'list',
    title: 'Cartografia',
    html: () =>
      frame(
        'Cartografia',
        `<h1>Cartografia</h1>${items([...PORTUGAL.map((d, i) => link(`/ficha.htm?id=${i + 1}`, d.title)), link('/camadas.htm', 'Camadas para descarregar')])}`,
      ),
  });
  PORTUGAL.forEach((d, i) => {
    const rows = points(d, random.fork(d.title));
    const text = [
      d.about,
      'A informação foi recolhida no terreno e validada em gabinete. O sistema de referência é o PT-TM06/ETRS89, com coordenadas também em WGS 84.',
    ];
    site.page(`/ficha.htm?id=${i + 1}`, {
      kind: 'document',
      title: `${d.title} - Instituto Cartográfico`,
      content: () => text,
      attributes: { Título: d.title, Elementos: String(rows.length) },
      html: () =>
        frame(
          `${d.title} - Instituto Cartográfico`,
          `<h1>${esc(d.title)}</h1>${paragraphs(text)}<table><tr><th>Elementos</th><td>${rows.length}</td></tr></table><p>${link(`/descarregar?camada=${slug(d.title)}`, 'Descarregar o mapa')}</p>`,
        ),
    });
    site.file(
      `/descarregar?camada=${slug(d.title)}`,
      'application/geo+json',
      'file',
      () =>
        `${JSON.stringify({ type: 'FeatureCollection', features: rows.map((r) => ({ type: 'Feature', properties: { nome: r.name }, geometry: { type: 'Point', coordinates: [r.lon, r.lat] } })) })}\n`,
      { 'content-disposition': `attachment; filename="${slug(d.title)}.geojson"` },
    );
  });
  const layers =
    'As camadas completas estão reunidas nesta página, tal como foram entregues pelos municípios do distrito.';
  const files = portugueseMapFiles(random.fork('camadas'));
  site.page('/camadas.htm', {
    kind: 'list',
    title: 'Camadas para descarregar',
    content: () => [layers],
    html: () =>
      frame(
        'Camadas para descarregar',
        `<h1>Camadas para descarregar</h1><p>${layers}</p>${fileList(files)}`,
      ),
  });
  for (const { path, type, render } of files) site.file(path, type, 'file', render);
  site.robots('User-agent: *\nAllow: /\n');
  return site.build();
}

function fileList(files: readonly MapFile[]): string {
  return items(files.map(({ path, said }) => link(path, said)));
}

/** `46,8° O`, `23,5° S` */
function degrees(n: number, hemispheres: readonly [negative: string, positive: string]): string {
  return `${String(Math.abs(n)).replace('.', ',')}° ${hemispheres[n < 0 ? 0 : 1]}`;
}
