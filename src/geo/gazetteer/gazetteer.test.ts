import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { packPlaces } from '../../../scripts/pack-places.ts';
import { fold, foldedHash, foldWords, STOP_WORDS, words } from '../../text/index.ts';
import { TOWNS_SHOWN } from '../../words/town-names.ts';
import { contains } from '../box.ts';
import { Gazetteer, loadGazetteer, placesInText } from './index.ts';
import { NAME_SECTIONS, NameTable, nameColumns } from './name-table.ts';
import { unpackPlaces } from './pack.ts';
import { PackedPlaces } from './packed-places.ts';
import { joinSections, Sections } from './sections.ts';
import { shippedPlaces } from './shipped-places.ts';
import { oneLetterApart } from './spelling.ts';

let gazetteer: Gazetteer;
beforeAll(async () => {
  gazetteer = await loadGazetteer();
});

/** Each name borne by its number. */
function tableOf(names: readonly string[], hash?: (name: string) => number): NameTable {
  const bearers = new Map<string, number[]>();
  for (const [i, name] of names.entries()) bearers.set(name, [...(bearers.get(name) ?? []), i]);
  return new NameTable(Sections.of(joinSections(nameColumns(bearers, hash)), NAME_SECTIONS)!, hash);
}

describe('names and their codes', () => {
  it('[G-AC-001] the hash codes are the published ones', () => {
    for (const [input, folded, code] of [
      ['', '', 'cbf29ce484222325'],
      ['a', 'a', 'af63dc4c8601ec8c'],
      ['mapa', 'mapa', '1f4255a2ce850ed0'],
      ['São Paulo', 'sao paulo', '83c50d82680f6375'],
      ['SAO PAULO', 'sao paulo', '83c50d82680f6375'],
      ['São José dos Campos', 'sao jose dos campos', 'bab3b7f0d4428e8e'],
      ['shapefile', 'shapefile', 'eea0e714e8a8fa60'],
      ['aerial photography', 'aerial photography', 'fc948aa22170271c'],
      ['município', 'municipio', 'b792a44337293a36'],
    ] as const) {
      expect(foldWords(input)).toBe(folded);
      expect(foldedHash(input)).toBe(code);
    }
  });

  it('[G-AC-002] one key for São Paulo, however it is written', () => {
    const keys = ['São Paulo', 'SAO PAULO', 'são  paulo', 'Sa\u0303o Paulo'].map(foldWords);
    expect(new Set(keys)).toEqual(new Set(['sao paulo']));
    for (const name of ['São Paulo', 'SAO PAULO', 'são  paulo']) expect(gazetteer.has(name)).toBe(true);
  });

  it('[G-AC-003] the sample has 37 words, 24 without stop words, in order', () => {
    const text =
      'Capítulo 1\nIntrodução\n1.1. A política de revisita é necessária devido à natureza dinâmica da web. À medida que o rastreador percorre a web, vários eventos, tais como inclusões, atualizações e exclusões, modificam os recursos existentes.';
    const all = words(text).map((word) => word.normalize('NFC').toLowerCase());
    expect(all.join(' ')).toBe(
      'capítulo 1 introdução 1 1 a política de revisita é necessária devido à natureza dinâmica da web à medida que o rastreador percorre a web vários eventos tais como inclusões atualizações e exclusões modificam os recursos existentes',
    );
    expect(all).toHaveLength(37);
    const kept = all.filter((word) => !STOP_WORDS.has(word));
    expect(kept.join(' ')).toBe(
      'capítulo 1 introdução 1 1 política revisita necessária devido natureza dinâmica web medida rastreador percorre web vários eventos inclusões atualizações exclusões modificam recursos existentes',
    );
    expect(kept).toHaveLength(24);
  });

  it('[G-AC-004] two names with one hash code are not taken for each other', () => {
    const table = tableOf(['campinas', 'taubate', 'campinas'], () => 7);
    expect(table.rows('campinas')).toEqual([0, 2]);
    expect(table.rows('taubate')).toEqual([1]);
    expect(table.has('jacarei')).toBe(false);
    expect(table.size).toBe(2);
    const colliding = Gazetteer.of([{ kind: 'city', name: 'Campinas' }], () => 7);
    expect(colliding.has('Campinas')).toBe(true);
    expect(colliding.has('Jacareí')).toBe(false);
  });

  it('keep every name that is put in, whatever the names', () => {
    const name = fc.oneof(fc.string({ minLength: 1 }), fc.string({ minLength: 1, unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.array(name, { maxLength: 200 }), fc.array(name, { maxLength: 20 }), (names, others) => {
        const table = tableOf(names);
        names.forEach((name, i) => {
          expect(table.rows(name)).toContain(i);
        });
        for (const other of others) expect(table.has(other)).toBe(names.includes(other));
        expect(table.size).toBe(new Set(names).size);
      }),
    );
  });

  it('are read from a file as they are made of the packs, and from no other file', async () => {
    for (const towns of [false, true]) {
      const made = await shippedPlaces(towns);
      const bytes = made.bytes();
      // As a file comes into memory: at any place, and with others behind it.
      const shifted = Buffer.alloc(bytes.length + 3);
      shifted.set(bytes, 3);
      const read = PackedPlaces.of(shifted.subarray(3))!;
      expect(read.size).toBe(made.packed().size);
      expect(PackedPlaces.of(bytes.subarray(0, bytes.length - 8))).toBeNull();
      expect(PackedPlaces.of(bytes.subarray(8))).toBeNull();
      expect(PackedPlaces.of(new Uint8Array(0))).toBeNull();
    }
  });

  it('come out of a pack as they went in', () => {
    const place = fc.record({
      kind: fc.constantFrom('state' as const, 'city' as const),
      name: fc.string().map((s) => s.replace(/[\t\n]/g, ' ')),
      parent: fc.constant(-1),
      code: fc.constantFrom('', 'RN'),
      lat: fc.integer({ min: -90000, max: 90000 }).map((n) => n / 1000),
      lon: fc.integer({ min: -180000, max: 180000 }).map((n) => n / 1000),
      box: fc.constantFrom(null, [-36.153, -6.471, -35.87, -6.069] as const),
      capital: fc.boolean(),
      size: fc.nat({ max: 80 }),
    });
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 30 }), (places) => {
        const out: unknown[] = [];
        unpackPlaces(packPlaces(places, 3), (kind, name, parent, code, lat, lon, box, capital, size) => {
          out.push({
            kind,
            name,
            parent,
            code,
            lat,
            lon,
            box: box === null ? null : [...box],
            capital,
            size,
          });
        });
        const well = places.map((p) => ({
          ...p,
          name: Buffer.from(p.name).toString(),
          lat: p.lat + 0,
          lon: p.lon + 0,
        }));
        expect(out).toEqual(well.map((p) => ({ ...p, box: p.box === null ? null : [...p.box] })));
      }),
    );
  });
});

describe('the shipped gazetteer', () => {
  it('has the municipalities of Brazil, the concelhos of Portugal, and the countries by their Portuguese names', () => {
    const counts = new Map<string, number>();
    for (let id = 0; id < gazetteer.size; id++) {
      const key = `${gazetteer.countryOf(id)} ${gazetteer.kindOf(id)}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(counts.get('BR municipality')).toBe(5571);
    expect(counts.get('BR state')).toBe(27);
    expect(counts.get('PT municipality')).toBe(308);
    expect(counts.get('PT parish')).toBeGreaterThan(3000);
    for (const name of [
      'Moçambique',
      'São Tomé e Príncipe',
      'Timor-Leste',
      'Estados Unidos',
      'EUA',
      'Germany',
    ])
      expect(gazetteer.lookup(name)[0]?.kind).toBe('country');
  });

  it('tells namesakes apart by the state', () => {
    expect(gazetteer.resolve('Santa Cruz, RN')?.code).toBe('2411205');
    expect(gazetteer.resolve('santa cruz/PB')?.state).toBe('PB');
    expect(gazetteer.resolve('Santa Cruz (Pernambuco)')?.state).toBe('PE');
    expect(gazetteer.resolve('Bom Jesus - PI')?.state).toBe('PI');
    expect(gazetteer.resolve('Bom Jesus', { state: 'Santa Catarina' })?.state).toBe('SC');
    expect(gazetteer.resolve('Lagoa, Faro')?.within[0]).toBe('Faro');
    expect(gazetteer.resolve('São Paulo', { kinds: ['municipality'] })?.code).toBe('3550308');
    expect(gazetteer.resolve('São Paulo')?.kind).toBe('state');
    expect(gazetteer.resolve('Município de Santa Cruz - Rio Grande do Norte')?.code).toBe('2411205');
    expect(gazetteer.resolve('Prefeitura Municipal de São Paulo')?.code).toBe('3550308');
    expect(gazetteer.resolve('Santa Cruz, RN, Brasil')?.code).toBe('2411205');
    expect(gazetteer.resolve('Atlântida Perdida, RN')).toBeNull();
  });

  it('takes other spellings where the state is given, and does not guess among several', () => {
    expect(gazetteer.resolve('Moji-Mirim, SP')?.name).toBe('Mogi Mirim');
    expect(gazetteer.resolve('Parati/RJ')?.name).toBe('Paraty');
    expect(gazetteer.resolve('Olho dagua das flores, AL')?.name).toBe("Olho d'Água das Flores");
    expect(gazetteer.resolve('Florianopolix, SC')?.name).toBe('Florianópolis');
    expect(gazetteer.resolve('Xyzopolis, SC')).toBeNull();
    expect(oneLetterApart('casa', 'caso')).toBe(true);
    expect(oneLetterApart('casa', 'casas')).toBe(true);
    expect(oneLetterApart('casa', 'coisa')).toBe(false);
  });

  it('finds a town abroad by what is shown of it, in Brazil and in Portugal', () => {
    for (const [key, names] of TOWNS_SHOWN)
      for (const name of names)
        expect(
          gazetteer.rowsOfFolded(foldWords(name)).some((id) => {
            const place = gazetteer.place(id);
            return `${place.country}:${place.name}` === key;
          }),
          `${key} by ${name}`,
        ).toBe(true);
    const town = gazetteer.resolve('cidade de Berlim, Alemanha')!;
    expect([town.kind, town.name]).toEqual(['city', 'Berlin']);
  });

  it('goes from a place to its extent and from an extent to its places', () => {
    const saoPaulo = gazetteer.resolve('São Paulo, SP')!;
    const { box, approximate } = gazetteer.extent(saoPaulo.id)!;
    expect(approximate).toBe(false);
    expect(gazetteer.placesOf(box)[0]?.place.code).toBe('3550308');
    const parish = gazetteer.resolve('Alvalade, Lisboa')!;
    expect(gazetteer.extent(parish.id)).toMatchObject({ approximate: true });
    // A box in the middle of Goiás lies in Goiás; the world is not a list of its towns.
    expect(gazetteer.placesOf([-50, -16.5, -49, -15.5]).map((p) => p.place.name)).toContain('Goiás');
    expect(
      gazetteer.placesOf([-180, -90, 180, 90]).some((p) => p.place.kind === 'municipality' && p.fit > 0.001),
    ).toBe(false);
    for (const place of gazetteer.pointsIn([-46.8, -24, -46.36, -23.35], ['municipality']))
      expect(contains([-46.8, -24, -46.36, -23.35], [place.lon, place.lat, place.lon, place.lat])).toBe(true);
    expect(gazetteer.pointsIn([177, -19, -179, -16]).some((p) => p.country === 'FJ')).toBe(true);
  });

  it('resolves anything without throwing', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (text) => {
        gazetteer.resolve(text);
        placesInText(gazetteer, text);
      }),
    );
  });
});

describe('places in running text', () => {
  const found = (text: string) =>
    placesInText(gazetteer, text).map(
      (m) => `${m.text}:${m.place?.kind}:${m.place?.state || m.place?.country}`,
    );

  it('are told apart by the state behind them and by the rest of the text', () => {
    expect(found('A enchente atingiu Sobral (CE) e Quixadá, no interior do Ceará.')).toEqual([
      'Sobral:municipality:CE',
      'Quixadá:municipality:CE',
      'Ceará:state:CE',
    ]);
    expect(found('Dados de Bom Jesus, Piauí, e de Floriano.')).toEqual([
      'Bom Jesus:municipality:PI',
      'Piauí:state:PI',
      'Floriano:municipality:PI',
    ]);
    expect(found('O estado de São Paulo tem 645 municípios; o município de São Paulo é a capital.')).toEqual([
      'São Paulo:state:SP',
      'São Paulo:municipality:SP',
    ]);
  });

  it('stand in enumerations', () => {
    expect(found('O acordo entre Angola e Moçambique, de Lisboa e Porto.')).toEqual([
      'Angola:country:AO',
      'Moçambique:country:MZ',
      'Lisboa:municipality:PT',
      'Porto:municipality:PT',
    ]);
    expect(found('Viajou por Minas Gerais, Bahia e Ceará.')).toEqual([
      'Minas Gerais:state:MG',
      'Bahia:state:BA',
      'Ceará:state:CE',
    ]);
  });

  it('are not persons, streets or ordinary words', () => {
    expect(found('Moradores de Vila Aurora pedem asfalto.')).toEqual([]);
    expect(found('Maria Campinas mora na Rua São Paulo, em Curitiba.')).toEqual(['Curitiba:municipality:PR']);
    expect(found('Vitória venceu o jogo. Em Vitória choveu.')).toEqual(['Vitória:municipality:ES']);
    expect(found('o porto, a feira e o natal em campinas')).toEqual([]);
  });

  it('carry their offsets', () => {
    const text = 'Mapa do Município de Santa Cruz do Sul - RS';
    const [mention] = placesInText(gazetteer, text);
    expect(text.slice(mention!.start, mention!.end)).toBe('Santa Cruz do Sul');
    expect(fold(mention!.place!.name)).toBe('santa cruz do sul');
    expect(mention!.confidence).toBeGreaterThan(0.9);
    expect(mention!.which).toBeGreaterThan(0.9);
  });
});
