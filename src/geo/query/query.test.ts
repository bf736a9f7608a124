import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BoundingBox } from '../box.ts';
import { type Gazetteer, loadGazetteer } from '../gazetteer/index.ts';
import { GeoIndex, newFile, parseOperators, parseQuery, search } from './index.ts';
import type { GeoDataset, GeoFile } from './record.ts';

let gazetteer: Gazetteer;
beforeAll(async () => {
  gazetteer = await loadGazetteer();
});

const dataset = (layer: string, box: BoundingBox | null, title: string | null = null): GeoDataset => ({
  layer,
  format: 'shapefile',
  kind: 'vector',
  geometryType: 'Point',
  count: 1,
  box,
  crs: 'EPSG:4674',
  columns: [],
  title,
  abstract: null,
  keywords: [],
  licence: null,
});

const file = (name: string, box: BoundingBox | null, more: Partial<GeoFile> = {}): GeoFile => ({
  ...newFile(`http://${more.site ?? 'a.example'}/${name}`, more.site ?? 'a.example', name, 'zip'),
  anchors: [{ page: 'http://a.example/', text: '', before: [], after: [] }],
  datasets: [dataset(name.replace('.zip', ''), box)],
  ...more,
});

const place = (value: string) => ({
  column: 'NOME',
  value,
  folded: value.toLowerCase(),
  frequency: 1,
  by: 'descriptor' as const,
  confidence: 1,
});

function indexOf(...files: readonly GeoFile[]): GeoIndex {
  const index = new GeoIndex({ gazetteer });
  for (const one of files) index.addFile(one);
  return index;
}
const names = (index: GeoIndex, query: string, options = {}) =>
  search(index, query, options).results.map((r) => r.file.name);

describe('a query', () => {
  it('[G-AC-138] cidades de São Paulo: a class and a place, answered by layers of cities in the state', () => {
    const query = parseQuery('cidades de São Paulo', gazetteer);
    expect(query).toMatchObject({ kind: 'class', text: 'cidades', types: ['city'], relation: 'in' });
    expect(query.place).toMatchObject({ kind: 'state', code: 'SP' });
    const specific = parseQuery('São José dos Campos', gazetteer);
    expect(specific).toMatchObject({ kind: 'specific', relation: null });
    expect(specific.place?.code).toBe('3549904');
    const index = indexOf(
      file('cidades_sp.zip', [-53, -25, -44.5, -20]),
      file('cidades_ce.zip', [-41, -7.5, -37.5, -3]),
      file('rios_sp.zip', [-53, -25, -44.5, -20]),
      file('sedes_vale.zip', [-46, -23.5, -44.5, -22.5]),
      file('cidades_mundo.zip', [-180, -60, 180, 80]),
      file('cidades_sem_caixa.zip', null, { places: [place('campinas'), place('taubate')] }),
      file('cidades_sem_nada.zip', null),
    );
    const answer = search(index, 'cidades de São Paulo');
    expect(answer.results.map((r) => r.file.name).slice(0, 2)).toEqual([
      'cidades_sp.zip',
      'cidades_sem_caixa.zip',
    ]);
    // The world's cities come last, those of elsewhere and other things not at all.
    expect(answer.results.map((r) => r.file.name).sort()).toEqual([
      'cidades_mundo.zip',
      'cidades_sem_caixa.zip',
      'cidades_sp.zip',
      'sedes_vale.zip',
    ]);
    expect(answer.results.at(-1)?.file.name).toBe('cidades_mundo.zip');
    const one = indexOf(
      file('x.zip', null, { places: [place('sao jose dos campos')] }),
      file('y.zip', null, { places: [place('campinas')] }),
    );
    expect(names(one, 'São José dos Campos')).toEqual(['x.zip']);
  });

  it('knows how people ask', () => {
    const parsed = (text: string) => {
      const { kind, text: words, relation, place: found } = parseQuery(text, gazetteer);
      return `${kind} ${words} ${relation} ${found?.kind ?? '-'} ${found?.name ?? '-'}`;
    };
    expect(parsed('uso do solo em Goiás')).toBe('class uso do solo in state Goiás');
    expect(parsed('cidades vizinhas ao Vale do Paraíba')).toBe('class cidades near region Vale do Paraíba');
    expect(parsed('estado de São Paulo')).toBe('specific estado de São Paulo null state São Paulo');
    expect(parsed('Rio de Janeiro')).toBe('specific Rio de Janeiro null state Rio de Janeiro');
    expect(parsed('bairros de São Paulo')).toBe('class bairros in municipality São Paulo');
    expect(parsed('rios do município de Taubaté')).toBe('class rios in municipality Taubaté');
    expect(parsed('roads in Florida')).toBe('class roads in state Florida');
    expect(parsed('rodovias de Santa Cruz, RN')).toBe('class rodovias in municipality Santa Cruz');
    // Files have the name without the state, which people say to be understood.
    for (const written of ['Santa Cruz, RN', 'Santa Cruz (RN)', 'Santa Cruz/RN'])
      expect(parsed(written)).toBe('specific Santa Cruz null municipality Santa Cruz');
    expect(names(indexOf(file('a.zip', null, { places: [place('Careiro')] })), 'Careiro, AM')).toEqual([
      'a.zip',
    ]);
    expect(parsed('escolas no estado de AL')).toBe('class escolas in state Alagoas');
    expect(parsed('atlântida')).toMatch(/^specific atlântida/);
    expect(parsed('')).toBe('specific  null - -');
  });

  it('finds what is near a place, within fifty kilometres of it', () => {
    const index = indexOf(
      file('cidades_sul_de_minas.zip', [-46.2, -22.35, -45.4, -21.6]),
      file('cidades_longe.zip', [-41, -7.5, -37.5, -3]),
    );
    expect(names(index, 'cidades vizinhas ao Vale do Paraíba')).toEqual(['cidades_sul_de_minas.zip']);
  });

  it('[G-AC-139] takes a box, within or intersecting, also over the 180th meridian', () => {
    const index = indexOf(
      file('mapa_goias.zip', [-53.2, -19.5, -45.9, -12.4]),
      file('mapa_goiania.zip', [-49.4, -16.9, -49.1, -16.5]),
      file('mapa_fiji.zip', [177, -19, -179, -16]),
      file('mapa_taveuni.zip', [-180, -17, -179.8, -16.7]),
      file('mapa_sem_caixa.zip', null),
    );
    const ask = (box: BoundingBox, relation: 'within' | 'intersects') =>
      names(index, 'mapa', { area: { box, relation } }).sort();
    const around: BoundingBox = [-50, -17, -48, -15];
    expect(ask(around, 'within')).toEqual(['mapa_goiania.zip']);
    expect(ask(around, 'intersects')).toEqual(['mapa_goiania.zip', 'mapa_goias.zip']);
    expect(ask([176, -20, -178, -15], 'within')).toEqual(['mapa_fiji.zip', 'mapa_taveuni.zip']);
    expect(ask([179, -17.5, -179.5, -16.5], 'intersects')).toEqual(['mapa_fiji.zip', 'mapa_taveuni.zip']);
    expect(ask([179, -17.5, -179.5, -16.5], 'within')).toEqual(['mapa_taveuni.zip']);
    expect(ask([0, 0, 1, 1], 'intersects')).toEqual([]);
  });

  it('prefers the layer that fits the area to the one that covers the world, whoever published it', () => {
    const index = indexOf(
      file('rodovias_mundo.zip', [-180, -90, 180, 90], { site: 'grande.example' }),
      file('rodovias_goias.zip', [-53.2, -19.5, -45.9, -12.4], { site: 'pequeno.example' }),
    );
    for (let i = 0; i < 50; i++)
      index.addLink({
        kind: 'link',
        origin: `http://s${i}.example/`,
        destination: 'grande.example',
        count: 9,
      });
    expect(names(index, 'rodovias em Goiás')).toEqual(['rodovias_goias.zip', 'rodovias_mundo.zip']);
    expect(names(index, 'rodovias', { area: { box: [-53, -19, -46, -13], relation: 'intersects' } })[0]).toBe(
      'rodovias_goias.zip',
    );
  });

  it('orders in compat by score, files and downloads of the producer, then by the file', () => {
    const at = (site: string, name: string, downloads = 0) =>
      file(name, null, { site, downloads, places: [place('natal')] });
    const index = indexOf(
      at('b.example', 'b1.zip'),
      at('c.example', 'c2.zip', 1),
      at('c.example', 'c1.zip'),
      at('a.example', 'a2.zip'),
      at('a.example', 'a1.zip'),
      at('d.example', 'd1.zip', 5),
    );
    index.addLink({ kind: 'link', origin: 'http://x.example/', destination: 'b.example', count: 2 });
    expect(names(index, 'natal', { profile: 'compat' })).toEqual([
      'b1.zip',
      'c2.zip',
      'c1.zip',
      'a1.zip',
      'a2.zip',
      'd1.zip',
    ]);
  });

  it('shows the same bytes on several sites once', () => {
    const index = indexOf(
      file('a.zip', null, { sha256: 'x', places: [place('natal')] }),
      file('b.zip', null, { site: 'b.example', sha256: 'x', places: [place('natal')] }),
    );
    const answer = search(index, 'natal');
    expect(answer.total).toBe(1);
    expect(answer.results[0]?.variants.map((variant) => variant.file.url)).toEqual([
      'http://b.example/b.zip',
    ]);
  });

  it('takes operators in capitals and quoted phrases', () => {
    expect(parseOperators('são tomé e príncipe')).toBeNull();
    const index = indexOf(
      file('um.zip', null, { places: [place('campinas'), place('taubate')] }),
      file('dois.zip', null, { places: [place('campinas')] }),
      file('tres.zip', null, { places: [place('lorena')] }),
    );
    expect(names(index, 'campinas E taubaté')).toEqual(['um.zip']);
    expect(names(index, 'campinas NÃO taubaté')).toEqual(['dois.zip']);
    expect(names(index, '"taubaté" OU "lorena"').sort()).toEqual(['tres.zip', 'um.zip']);
  });

  it('answers anything without throwing', () => {
    const index = indexOf(file('um.zip', [0, 0, 1, 1], { places: [place('campinas')] }));
    fc.assert(
      fc.property(
        fc.string({ maxLength: 80 }),
        fc.constantFrom('direct' as const, 'expanded' as const),
        (text, mode) => {
          search(index, text, { mode });
        },
      ),
    );
  });
});
