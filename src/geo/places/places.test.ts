import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldWords } from '../../text/index.ts';
import {
  type ColumnSample,
  describeLabel,
  featureTypesIn,
  fileClassOf,
  PlaceIndex,
  PlaceValueCollector,
  placeColumn,
  placeKey,
} from './index.ts';

const KNOWN = new Set(
  'sao paulo,campinas,taubate,jacarei,sao jose dos campos,brasil,florida,rio de janeiro'.split(','),
);
const gazetteer = { hasFolded: (name: string) => KNOWN.has(name) };
const text = (label: string, ...first: string[]): ColumnSample => ({ label, type: 'text', first });

describe('a column of places', () => {
  const anything = ['um', 'dois', 'três', 'quatro', 'cinco'];
  const rows: readonly (readonly [what: string, column: ColumnSample, by: string | null])[] = [
    ['CIDADE', text('CIDADE', ...anything), 'descriptor'],
    ['LOCATION', text('LOCATION', ...anything), 'descriptor'],
    ['NM01', text('NM01', 'Campinas', 'São Paulo', 'Taubaté', 'XXXX', 'Jacareí'), 'gazetteer'],
    ['CTY1996', text('CTY1996', 'Brasil', 'Brasil', 'Brasil', 'Brasil', 'Brasil'), 'gazetteer'],
    ['TIPO', text('TIPO', 'A', 'B', 'A', 'A', 'B'), null],
    ['NOME_PROP', text('NOME_PROP', 'João Silva', 'Campinas', 'Maria', '', ''), null],
    ['NOME in cidades.dbf', text('NOME', 'Campinas', 'Taubaté', 'Xpto', 'Foo', 'Bar'), 'descriptor'],
    ['MUNICIPALI', text('MUNICIPALI', ...anything), 'descriptor'],
    ['NOME_MUNIC', text('NOME_MUNIC', ...anything), 'descriptor'],
    ['CITYNAME', text('CITYNAME', ...anything), 'descriptor'],
    ['PAI', text('PAI', 'João', 'Pedro', 'Ana', 'Luiz', 'Rui'), null],
    ['POP', { label: 'POP', type: 'number', first: ['1', '2', '3', '4', '5'] }, null],
  ];
  it.each(rows)('[G-AC-100] %s', (what, column, by) => {
    for (const profile of ['compat', 'modern'] as const)
      expect(
        placeColumn(column, {
          gazetteer,
          profile,
          ...(what.endsWith('cidades.dbf') ? { fileClass: 'cidades' } : {}),
        })?.by ?? null,
      ).toBe(by);
  });

  it('[G-AC-100] STATE_FIPS: numbers are no places, whatever the label (modern)', () => {
    const column = text('STATE_FIPS', '35', '33', '31', '41', '43');
    expect(placeColumn(column, { gazetteer, profile: 'modern' })).toBeNull();
    expect(placeColumn(column, { gazetteer, profile: 'compat' })?.by).toBe('descriptor');
  });

  it('[G-AC-100] ESTADOCIVI: the label matches estado; modern believes it half', () => {
    const column = text('ESTADOCIVI', 'casado', 'solteiro', 'casado', 'viúvo', 'casado');
    expect(placeColumn(column, { gazetteer, profile: 'compat' })).toMatchObject({
      by: 'descriptor',
      confidence: 1,
    });
    expect(placeColumn(column, { gazetteer, profile: 'modern' })).toMatchObject({
      by: 'descriptor',
      confidence: 0.5,
    });
  });

  it('[G-AC-112] the sixth and later values are indexed and do not decide', () => {
    const undecided = ['X1', 'X2', 'X3', 'X4', 'X5', 'Campinas', 'Taubaté', 'Jacareí', 'São Paulo'];
    expect(placeColumn(text('NM01', ...undecided), { gazetteer })).toBeNull();
    const values = ['Campinas', 'Taubaté', 'Jacareí', 'x', 'y', 'Cruzeiro', 'Lorena', 'Lorena'];
    expect(placeColumn(text('NM01', ...values), { gazetteer })?.by).toBe('gazetteer');
    const collector = new PlaceValueCollector([{ index: 0, label: 'NM01', by: 'gazetteer', confidence: 1 }]);
    for (const value of values) collector.add([value]);
    const kept = collector.values();
    expect(kept.map((v) => v.folded)).toContain('cruzeiro');
    expect(kept.find((v) => v.folded === 'lorena')?.frequency).toBe(2);
    expect(kept.map((v) => v.folded)).not.toContain('x');
  });

  it('[G-AC-113] compat: a strong label is not looked up', () => {
    let asked = 0;
    const counting = { hasFolded: () => ++asked > 0 };
    expect(placeColumn(text('CIDADE', 'Campinas'), { gazetteer: counting, profile: 'compat' })?.by).toBe(
      'descriptor',
    );
    expect(asked).toBe(0);
    placeColumn(text('NM01', 'Campinas'), { gazetteer: counting, profile: 'compat' });
    expect(asked).toBe(1);
  });

  it('fewer than three values must all be known; codes of states stand for their names', () => {
    expect(placeColumn(text('NM', 'Campinas', '', '', 'Taubaté'), { gazetteer })?.by).toBe('gazetteer');
    expect(placeColumn(text('NM', 'Campinas', 'Xpto'), { gazetteer })).toBeNull();
    expect(placeColumn(text('NM'), { gazetteer })).toBeNull();
    expect(placeColumn(text('SIGLA', 'SP', 'RJ', 'MG'), { gazetteer })?.by).toBe('gazetteer');
    expect([placeKey('SP'), placeKey('XX'), placeKey('  São  Paulo ')]).toEqual([
      'sao paulo',
      null,
      'sao paulo',
    ]);
  });

  it('is no column of persons', () => {
    const names = ['Campinas', 'Taubaté', 'Jacareí', 'São Paulo', 'Florida'];
    for (const label of ['PROPRIETAR', 'NOME_PROP', 'EMAIL', 'CPF', 'TELEFONE', 'nm_responsavel'])
      expect(placeColumn(text(label, ...names), { gazetteer })).toBeNull();
    expect(
      placeColumn(
        { label: 'DATA_MUNIC', type: 'text', first: ['01/02/2020', '2/3/2021', '4/5/2022'] },
        { gazetteer },
      ),
    ).toBeNull();
  });

  it('is no column of persons when its values are, though towns bear such names', () => {
    const world = {
      hasFolded: (name: string) =>
        KNOWN.has(name) || ['maria', 'pedro', 'ana', 'silva', 'joao silva'].includes(name),
    };
    const people = text('NM_BENEF', 'João Silva', 'Maria', 'Pedro', 'Ana', 'Silva');
    expect(placeColumn(people, { gazetteer: world })).toBeNull();
    expect(placeColumn(people, { gazetteer: world, profile: 'compat' })?.by).toBe('gazetteer');
    const capitals = { hasFolded: () => true };
    expect(
      placeColumn(text('NM01', 'João Pessoa', 'Natal', 'Recife', 'Maceió'), { gazetteer: capitals })?.by,
    ).toBe('gazetteer');
  });

  it('has places near the data, when it is known where the data are', () => {
    const near = { hasFolded: () => true, hasNear: (_: string, box: readonly number[]) => box[0]! < -40 };
    const column = text('NM01', 'Campinas', 'Taubaté', 'Jacareí');
    expect(placeColumn(column, { gazetteer: near, extent: [-47, -24, -45, -22] })?.by).toBe('gazetteer');
    expect(placeColumn(column, { gazetteer: near, extent: [10, 40, 12, 42] })).toBeNull();
  });

  it('knows labels however they are written', () => {
    for (const label of [
      'nome_município',
      'NM_MUNICIP',
      'NomeCidade',
      'STATES',
      'Countries',
      'freguesia',
      'CONCELHO',
      'UF',
    ])
      expect(describeLabel(label)?.strength).toBe('strong');
    for (const label of ['AREA', 'GEOCODIGO', 'PAI', 'FID', 'TIPO', 'VELOCIDADE_X'.replace('CIDADE', 'CI')])
      expect(describeLabel(label)).toBeNull();
  });

  it('is decided about, whatever the label and the values', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string(), { maxLength: 8 }), (label, first) => {
        const decided = placeColumn({ label, type: 'text', first }, { gazetteer });
        if (decided !== null) expect(decided.confidence).toBeGreaterThan(0);
      }),
    );
  });
});

describe('the list of places', () => {
  it('[G-AC-111] gives the files and columns that have a name', () => {
    const index = new PlaceIndex();
    const collect = (file: string, label: string, names: readonly string[]) => {
      const collector = new PlaceValueCollector([{ index: 0, label, by: 'descriptor', confidence: 1 }]);
      for (const name of names) collector.add([name]);
      index.add(file, collector.values());
    };
    collect('A', 'CIDADE', ['São Paulo', 'Campinas', 'São José dos Campos']);
    collect('B', 'NM01', ['Campinas', 'São Paulo', 'Taubaté']);
    const list = Object.fromEntries(
      index.keys().map((key) => [key, index.postings(key).map((p) => `${p.file}.${p.column}`)]),
    );
    expect(list).toEqual({
      campinas: ['A.CIDADE', 'B.NM01'],
      'sao jose dos campos': ['A.CIDADE'],
      'sao paulo': ['A.CIDADE', 'B.NM01'],
      taubate: ['B.NM01'],
    });
  });
});

describe('the class of a file', () => {
  it('[G-AC-114] rios.dbf holds rivers: its class is rios, and Nome has their names', () => {
    const fileClass = fileClassOf('dados/rios.dbf');
    expect(fileClass).toBe('rios');
    expect(featureTypesIn(fileClass)).toEqual(['river']);
    // Rivers are no towns: the label alone does not make their names places; known names do, and then all are indexed.
    const column = text('Nome', 'Tietê', 'Paraíba', 'Jundiaí', 'Una', 'Itapanhaú');
    expect(placeColumn(column, { gazetteer, fileClass })).toBeNull();
    const rivers = { hasFolded: (name: string) => ['tiete', 'una'].includes(name) };
    expect(placeColumn(column, { gazetteer: rivers, fileClass })?.by).toBe('descriptor');
    const collector = new PlaceValueCollector([{ index: 0, label: 'Nome', by: 'descriptor', confidence: 1 }]);
    for (const name of column.first) collector.add([name]);
    expect(collector.values().map((v) => v.value)).toEqual(column.first);
  });

  it('is read from names as people write them', () => {
    expect(fileClassOf('/a/Uso_do_Solo-2020.shp.zip')).toBe('uso do solo 2020');
    expect(featureTypesIn('uso do solo 2020')).toEqual(['land use']);
    expect(featureTypesIn('cidades')).toEqual(['city']);
    expect(featureTypesIn('curvas de nível e rios')).toEqual(['contour', 'river']);
    expect(featureTypesIn('saopaulo')).toEqual([]);
    expect(foldWords('São')).toBe('sao');
  });
});
