/** Which columns of a table hold places, what a side file says, and the words that give pages away: as the built command prints them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeShapefile } from '../../samples/geo-web/shapefile.ts';
import { zipOf } from '../../src/geo/readers/sample-files.suite.ts';
import { spawnTarrafa } from '../tarrafa-process.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-geo-places-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const layers = join(root, 'camadas');
mkdirSync(layers);

const lines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const run = async (words: readonly string[]): Promise<string> => {
  const { status, stdout, stderr } = await spawnTarrafa(words, { cwd: root });
  expect(status, stderr).toBe(0);
  return stdout;
};

interface Column {
  readonly type?: 'C' | 'N';
  readonly values: readonly string[];
}

/** A layer of points around the valley between Campinas and Lorena, packed; with more files beside it. */
function layer(
  name: string,
  columns: Readonly<Record<string, Column>>,
  more: Record<string, string> = {},
): void {
  const count = Math.max(...Object.values(columns).map(({ values }) => values.length));
  const { shp, shx, dbf } = writeShapefile({
    shape: 'point',
    records: Array.from({ length: count }, (_, i) => [[-47.2 + (i % 2) * 2.3, -23.6 + (i % 2)] as const]),
    fields: Object.entries(columns).map(([label, { type = 'C' }]) => ({ name: label, type, length: 30 })),
    rows: Array.from({ length: count }, (_, i) =>
      Object.values(columns).map(({ values }) => values[i] ?? ''),
    ),
  });
  writeFileSync(
    join(layers, `${name}.zip`),
    zipOf([
      { name: `${name}.shp`, bytes: shp },
      { name: `${name}.shx`, bytes: shx },
      { name: `${name}.dbf`, bytes: dbf },
      ...Object.entries(more).map(([extension, text]) => ({
        name: `${name}.${extension}`,
        bytes: Buffer.from(text, 'latin1'),
      })),
    ]),
  );
}

const ANYTHING = ['um', 'dois', 'três', 'quatro', 'cinco'];
const text = (...values: string[]): Column => ({ values });
layer('tabela', {
  CIDADE: text(...ANYTHING),
  LOCATION: text(...ANYTHING),
  NM01: text('Campinas', 'São Paulo', 'Taubaté', 'XXXX', 'Jacareí'),
  CTY1996: text('Brasil', 'Brasil', 'Brasil', 'Brasil', 'Brasil'),
  TIPO: text('A', 'B', 'A', 'A', 'B'),
  NOME_PROP: text('João Silva', 'Campinas', 'Maria', '', ''),
  MUNICIPALI: text(...ANYTHING),
  NOME_MUNIC: text(...ANYTHING),
  STATE_FIPS: text('35', '33', '31', '41', '43'),
  CITYNAME: text(...ANYTHING),
  PAI: text('João', 'Pedro', 'Ana', 'Luiz', 'Rui'),
  ESTADOCIVI: text('casado', 'solteiro', 'casado', 'viúvo', 'casado'),
  POP: { type: 'N', values: ['1', '2', '3', '4', '5'] },
});
layer('cidades', {
  NOME: text('Campinas', 'Taubaté', 'Xpto', 'Foo', 'Bar'),
  CIDADE: text('São Paulo', 'SAO PAULO', 'são  paulo', 'Campinas', 'Taubaté'),
});
layer('pontos', {
  NM01: text('Campinas', 'Taubaté', 'Jacareí', 'x', 'y', 'Cruzeiro', 'Lorena', 'Lorena'),
  NM02: text('X1', 'X2', 'X3', 'X4', 'X5', 'Campinas', 'Taubaté', 'Jacareí'),
});
layer('rios', { Nome: text('Tietê', 'Jundiaí', 'Taubaté', 'Una', 'Itapanhaú') });
layer(
  'rodovias1',
  { ROUTE_NUMB: text('I-80'), ROUTE_NUM: text('US-6') },
  {
    txt: `=======================
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
`,
  },
);

writeFileSync(
  join(root, 'nomes.txt'),
  'São Paulo\nCampinas\nTaubaté\nJacareí\r\nSão José dos Campos\n\nBrasil\nFlorida\nRio de Janeiro\n',
);

interface PlaceColumn {
  readonly label: string;
  readonly by: string;
  readonly confidence: number;
  readonly hits: number;
  readonly values: readonly { readonly value: string; readonly frequency: number }[];
}

async function described(...words: string[]): Promise<
  (name: string) => Record<string, unknown> & {
    readonly places: {
      readonly class: string;
      readonly types: readonly string[];
      readonly columns: readonly PlaceColumn[];
    };
  }
> {
  const found = lines(await run(['geo', 'describe', layers, '--places', '--json', ...words]));
  return (name) => found.find((one) => one.layer === name);
}

describe('tarrafa geo describe --places', () => {
  // The gazetteer of the source's table; and the one that comes along.
  const NAMES = ['--place-names', join(root, 'nomes.txt')];
  const modern = described(...NAMES);
  const compat = described(...NAMES, '--profile', 'compat');
  const known = described();
  const how = async (of: typeof modern, name: string): Promise<Record<string, string>> =>
    Object.fromEntries((await of)(name).places.columns.map(({ label, by }) => [label, by]));
  const column = async (of: typeof modern, name: string, label: string): Promise<PlaceColumn> =>
    (await of)(name).places.columns.find((one) => one.label === label)!;
  const values = async (label: string) =>
    Object.fromEntries(
      (await column(modern, 'pontos', label)).values.map(({ value, frequency }) => [value, frequency]),
    );

  it('[G-AC-100] takes each column of the table of the source by its label or by its values, or not', async () => {
    const both = {
      CIDADE: 'descriptor',
      LOCATION: 'descriptor',
      NM01: 'gazetteer',
      CTY1996: 'gazetteer',
      MUNICIPALI: 'descriptor',
      NOME_MUNIC: 'descriptor',
      CITYNAME: 'descriptor',
      ESTADOCIVI: 'descriptor',
    };
    // Numbers are no places today, whatever their label.
    expect(await how(modern, 'tabela')).toEqual(both);
    expect(await how(compat, 'tabela')).toEqual({ ...both, STATE_FIPS: 'descriptor' });
    for (const of of [modern, compat])
      expect(await how(of, 'cidades')).toEqual({ NOME: 'descriptor', CIDADE: 'descriptor' });
    expect(await column(modern, 'tabela', 'NM01')).toMatchObject({ hits: 4, confidence: 1 });
    // Of all the world's names, a person's is one; today a column of owners is none of places all the same.
    expect(await how(known, 'tabela')).toEqual(both);
    expect((await column(compat, 'tabela', 'ESTADOCIVI')).confidence).toBe(1);
    expect((await column(modern, 'tabela', 'ESTADOCIVI')).confidence).toBe(0.5);
  });

  it('[G-AC-113] as in 2006, what a strong label says is not looked up', async () => {
    expect(await column(compat, 'cidades', 'CIDADE')).toMatchObject({ by: 'descriptor', hits: 0 });
    expect(await column(modern, 'cidades', 'CIDADE')).toMatchObject({ by: 'descriptor', hits: 5 });
  });

  it('[G-AC-112] the sixth and later values do not decide, and are indexed all the same', async () => {
    for (const of of [modern, compat]) expect(await how(of, 'pontos')).toEqual({ NM01: 'gazetteer' });
    expect(await values('NM01')).toEqual({ Campinas: 1, Taubaté: 1, Jacareí: 1, Cruzeiro: 1, Lorena: 2 });
  });

  it('[G-AC-002] one name, however it is written, is one value', async () => {
    const { values: told } = await column(modern, 'cidades', 'CIDADE');
    expect(told).toEqual([
      { value: 'São Paulo', frequency: 3 },
      { value: 'Campinas', frequency: 1 },
      { value: 'Taubaté', frequency: 1 },
    ]);
  });

  it('[G-AC-114] rios.dbf holds rivers, and Nome has their names', async () => {
    const { places } = (await known)('rios');
    expect(places).toMatchObject({ class: 'rios', types: ['river'] });
    const { label, values: told } = places.columns[0]!;
    expect([label, told.map(({ value }) => value)]).toEqual([
      'Nome',
      ['Tietê', 'Jundiaí', 'Taubaté', 'Una', 'Itapanhaú'],
    ]);
  });

  it('[G-AC-115] the text beside a layer gives its group, title, revision, date, source and columns', async () => {
    expect((await modern)('rodovias1')).toMatchObject({
      keywords: ['América do Norte'],
      title: 'Principais rodovias da América do Norte',
      abstract: 'Mapa apresentando as principais rodovias dos EUA',
      revision: '2000.2',
      updated: '2005-06-21',
      source: 'Intergraph',
      fields: [
        { name: 'ROUTE_NUMB', meaning: 'número da rota/estrada' },
        { name: 'ROUTE_NUM', meaning: 'número da rota/estrada secundário' },
      ],
    });
  });

  it('[G-AC-111] a name leads to every file and column that has it', async () => {
    const found = async (name: string) =>
      lines(await run(['geo', 'search', name, '--in', layers, '--explain', '--json', '--no-fold']))
        .flatMap((one) => one.columns.map((label: string) => `${one.name} ${label}`))
        .sort();
    expect(await found('campinas')).toEqual([
      'cidades.shp CIDADE',
      'cidades.shp NOME',
      'pontos.shp NM01',
      'tabela.shp NM01',
    ]);
    expect(await found('LORENA')).toEqual(['pontos.shp NM01']);
  });
});

describe('tarrafa geo vocabulary', () => {
  const TABLE =
    'aerofoto|aerial photography|limite|boundary|shape|shapefile|cartografia|cartography|cartográfico|cartographic|censo|census|cidade|city|município|county|estado|state|país|country|clima|climate|coordenada|coordinate|desmatamento|deforestation|escala|scale|geografia|geography|geográfico|geographic|geoprocessamento|geoprocessing|mapa|map|mapeamento|mapping|mosaico|mosaic|projeção|projection|espacial|spacial|espectral|spectral|temporal|satélite|satellite|temático|thematic|temperatura|temperature|tempo|weather|sensoriamento|sensing|remoto|remote|topográfico|topographic|vegetação|vegetation|imagem|image|sig|gis|shp|arcview|latitude|longitude|landsat|ikonos|quickbird|spot|lat|long|queimada|geo'.split(
      '|',
    );

  it('[G-AC-055] shows the 79 words of the table; today also spatial, and weights', async () => {
    const compat = lines(await run(['geo', 'vocabulary', 'show', '--profile', 'compat', '--json']));
    expect(compat.map(({ term }) => term).sort()).toEqual([...TABLE].sort());
    expect(compat).toHaveLength(79);
    expect(new Set(compat.map(({ weight }) => weight))).toEqual(new Set([1]));
    const modern = lines(await run(['geo', 'vocabulary', 'show', '--json']));
    expect(modern.map(({ term }) => term).sort()).toEqual([...TABLE, 'spatial'].sort());
    expect(modern.flatMap(({ term, weight }) => (weight === 0.25 ? [term] : [])).sort()).toEqual(
      'long state image spot tempo estado limite remote scale city'.split(' ').sort(),
    );
  });

  it('[G-AC-080, G-AC-081] builds the list anew: R by where words stand, those above the mean, no stop words', async () => {
    const of = (count: number, word: string): string => Array(count).fill(word).join(' ');
    // Counts of the source (body, title, description, emphasised), among words that say nothing.
    const COUNTS = [
      ['mapa', 10, 2, 1, 4],
      ['dados', 30, 1, 1, 2],
      ['shape', 8, 3, 2, 6],
      ['download', 6, 0, 0, 1],
      ['contato', 2, 0, 0, 0],
    ] as const;
    const titles = COUNTS.map(([word, , title]) => of(title, word)).join(' ');
    const said = COUNTS.map(([word, , , description]) => of(description, word)).join(' ');
    const body = COUNTS.map(
      ([word, all, , , bold]) =>
        `<b>${of(bold, word)}</b> ${of(all - bold, word)} a de é à da que o tais como e os`,
    ).join(' the of and ');
    writeFileSync(
      join(root, 'produtor.html'),
      `<html><head><meta charset="utf-8"><title>O ${titles} para os</title><meta name="description" content="e ${said} da"></head><body>${body}</body></html>`,
    );
    const build = async (...words: string[]) =>
      lines(await run(['geo', 'vocabulary', 'build', 'produtor.html', '--json', ...words]));
    const [all, prose, selected] = await Promise.all([
      build('--all'),
      build('--all', '--description-weight', '2'),
      build(),
    ]);
    const relevances = (rows: typeof all) =>
      Object.fromEntries(rows.map(({ term, relevance }) => [term, relevance]));
    // Nothing else: no stop word of either language is there.
    expect(relevances(all)).toEqual({ mapa: 21.5, dados: 37, shape: 26.5, download: 7.25, contato: 2 });
    expect(relevances(prose)).toEqual({ mapa: 21, dados: 36.5, shape: 25.5, download: 7.25, contato: 2 });
    // Above the mean of 18.85; the word that every site of files has is dropped afterwards.
    expect(selected.map(({ term, kept }) => [term, kept])).toEqual([
      ['dados', false],
      ['shape', true],
      ['mapa', true],
    ]);
  });
});
