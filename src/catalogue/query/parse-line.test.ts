import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Gazetteer, loadGazetteer } from '../../geo/index.ts';
import { dayNumber } from '../../time/index.ts';
import type { Clause, Query, QueryChip } from '../ports/question.ts';
import { FIRST_DAY, LAST_DAY, type LineContext, parseLine, printPeriod, printQuery } from './index.ts';
import { sameClause } from './print-query.ts';

let gazetteer: Gazetteer;
let context: LineContext;
beforeAll(async () => {
  gazetteer = await loadGazetteer({ towns: false });
  context = { gazetteer, today: dayNumber(2024, 6, 15) };
});

const parse = (line: string): Query => parseLine(line, context);

/** The clause in a short form: `enchentes ("rio negro" | -açude)`. */
function said(clause: Clause | null): string {
  if (clause === null) return '';
  switch (clause.kind) {
    case 'word':
      return clause.text;
    case 'phrase':
      return `"${clause.text}"`;
    case 'not':
      return `-${said(clause.clause)}`;
    case 'and':
      return `(${clause.clauses.map(said).join(' ')})`;
    case 'or':
      return `(${clause.clauses.map(said).join(' | ')})`;
  }
}

function shown(chip: QueryChip): string {
  const sign = `${chip.negated ? '-' : ''}${chip.kind}${chip.implied ? '?' : ''}:`;
  if (chip.kind === 'when' || chip.kind === 'published') return sign + printPeriod(chip.period);
  if (chip.kind === 'where') return sign + (chip.place?.name ?? chip.box.join(','));
  return sign + (chip.kind === 'site' ? chip.site : chip.value);
}

function read(line: string): string {
  const { clause, chips } = parse(line);
  return [said(clause), ...chips.map(shown)].filter((part) => part !== '').join(' ');
}

describe('words, phrases and operators', () => {
  it.each([
    ['enchentes', 'enchentes'],
    ['enchentes do rio', '(enchentes rio)'],
    ['"guerra do Paraguai"', '"guerra do Paraguai"'],
    ['“Estado Novo” «rio negro»', '("Estado Novo" "rio negro")'],
    ['"aberta sem fim', '"aberta sem fim"'],
    ['"sozinha"', 'sozinha'],
    ['guarda-chuva', '"guarda chuva"'],
    ['-açude rio', '(-açude rio)'],
    ['rio -"rio negro"', '(rio -"rio negro")'],
    ['rio NOT açude', '(rio -açude)'],
    ['rio NÃO açude', '(rio -açude)'],
    ['rio não:açude', '(rio -açude)'],
    ['secas OU enchentes', '(secas | enchentes)'],
    ['secas | enchentes || chuvas', '(secas | enchentes | chuvas)'],
    ['rio cheio OR açude seco', '((rio cheio) | (açude seco))'],
    ['(secas OU enchentes) sertão', '((secas | enchentes) sertão)'],
    ['-(secas OU enchentes) sertão', '(-(secas | enchentes) sertão)'],
    ['rio E açude', '(rio açude)'],
    ['rio OU', 'rio'],
    ['OU rio', 'rio'],
    ['((((rio', 'rio'],
    ['rio))) açude', '(rio açude)'],
    ['- rio', 'rio'],
    ['secas ou enchentes', '(secas enchentes)'],
    ['CARROS QUE NÃO POLUEM', '(CARROS POLUEM)'],
    ['a casa', 'casa'],
    ['de', 'de'],
    ['http://www.exemplo.pt/a', '"http www exemplo pt a"'],
    ['', ''],
    ['  …  !!', ''],
  ])('%s → %s', (line, expected) => {
    expect(read(line)).toBe(expected);
  });
});

describe('prefixes', () => {
  it.each([
    ['quando:1939..1945 guerra', 'guerra when:1939..1945'],
    ['when:1941', 'when:1941'],
    ['quando:2001-09', 'when:2001-09'],
    ['quando:2001-09-11', 'when:2001-09-11'],
    ['quando:"anos 40"', 'when:1940..1949'],
    ['quando:anos 40 música', 'música when:1940..1949'],
    ['quando:século XIX café', 'café when:1801..1900'],
    ['when:"19th century"', 'when:1801..1900'],
    ['when:1940s', 'when:1940..1949'],
    ['quando:..1945', 'when:..1945'],
    ['quando:1939..', 'when:1939..'],
    ['quando:1945..1939', 'when:1939..1945'],
    ['quando: 1941', 'when:1941'],
    ['quando:"segunda guerra mundial"', 'when:1939-09-01..1945-09-02'],
    ['quando:ontem', 'when:2024-06-14'],
    ['-quando:1941 rio', 'rio -when:1941'],
    ['não:quando:1941 rio', 'rio -when:1941'],
    ['quando:banana', 'banana'],
    ['publicado:2001..2003', 'published:2001..2003'],
    ['published:2024-05', 'published:2024-05'],
    ['onde:"São Paulo"', 'where:São Paulo'],
    ['onde:São Paulo café', 'café where:São Paulo'],
    ['onde:Rio Grande do Sul, arroz', 'arroz where:Rio Grande do Sul'],
    ['where:Lisboa', 'where:Lisboa'],
    ['onde:"Santa Cruz, RN"', 'where:Santa Cruz'],
    ['onde:-47.1,-24,-46.3,-23.3', 'where:-47.1,-24,-46.3,-23.3'],
    ['-onde:Brasil', '-where:Brasil'],
    ['site:www.exemplo.pt', 'site:exemplo.pt'],
    ['site:forum.exemplo.pt', 'site:forum.exemplo.pt'],
    ['site:https://Exemplo.pt/pasta?x', 'site:exemplo.pt'],
    ['-site:exemplo.pt', '-site:exemplo.pt'],
    ['site:"não é"', '"não é"'],
    ['tipo:página', 'kind:page'],
    ['tipo:entidade', 'kind:entity'],
    ['tipo:arquivo geográfico solo', 'solo kind:geo-file'],
    ['tipo:geo', 'kind:geo-file'],
    ['kind:"geo file"', 'kind:geo-file'],
    ['kind:geo-file', 'kind:geo-file'],
    ['kind:service', 'kind:service'],
    ['tipo:serviço', 'kind:service'],
    ['idioma:pt', 'language:pt'],
    ['lang:en-GB', 'language:en'],
    ['idioma:português', 'language:pt'],
    ['-(site:a.pt OU rio)', '-rio -site:a.pt'],
    ['tema:rio', '"tema rio"'],
    ['quando:', 'quando'],
  ])('%s → %s', (line, expected) => {
    expect(read(line)).toBe(expected);
  });

  it('reads nothing in quotes as a place, a period or a chip', () => {
    for (const line of [
      '"em 1941"',
      '"Porto Alegre"',
      '“anos 40”',
      '«Rio de Janeiro em 1964»',
      '"onde:Lisboa"',
      '"site:a.br"',
      '"quando:1964',
      '"séc. XIX"',
    ])
      expect([line, parse(line).chips, parse(line).unknownPlaces, parse(line).clause?.kind]).toEqual([
        line,
        [],
        [],
        'phrase',
      ]);
  });

  it('words of the title and of authors stay words, and codes keep their letters', () => {
    expect(parse('titulo:bolo intitle:"bolo de fubá" -autor:"Ana Prado"').clause).toEqual({
      kind: 'and',
      clauses: [
        { kind: 'word', text: 'bolo', field: 'title' },
        { kind: 'phrase', text: 'bolo de fubá', field: 'title' },
        { kind: 'not', clause: { kind: 'phrase', text: 'Ana Prado', field: 'author' } },
      ],
    });
    for (const line of ['AI-5', 'ai-5', '"ai-5"']) expect(parse(line).clause).toMatchObject({ text: 'AI 5' });
    for (const line of ['titulo:bolo autor:"Ana Prado"', '-titulo:rio bolo'])
      expect(printQuery(parse(line), context)).toBe(line);
  });

  it('a box is called by what it covers', () => {
    const [chip] = parse('onde:-73.99,-33.75,-28.84,5.27').chips;
    expect(chip?.kind === 'where' && chip.covers?.[0]?.name).toBe('Brasil');
  });

  it('open ends reach to the ends of the calendar', () => {
    const [before] = parse('quando:..1945').chips;
    const [after] = parse('quando:1939..').chips;
    expect(before).toMatchObject({ period: { from: FIRST_DAY, to: dayNumber(1945, 12, 31) } });
    expect(after).toMatchObject({ period: { from: dayNumber(1939, 1, 1), to: LAST_DAY } });
  });

  it('the state tells namesakes apart, and others of the name are given where it is missing', () => {
    const [rn] = parse('onde:"Santa Cruz, RN"').chips;
    expect(rn).toMatchObject({ place: { state: 'RN', key: 'municipality:BR:2411205' }, others: [] });
    const [any] = parse('onde:"Santa Cruz"').chips;
    expect(any?.kind === 'where' && any.others.length).toBeGreaterThan(1);
  });

  it('among namesakes the one that the collection speaks of is meant', () => {
    const known = (key: string): boolean => key === 'municipality:BR:2612455';
    const [chip] = parseLine('onde:"Santa Cruz"', { ...context, known }).chips;
    expect(chip).toMatchObject({ place: { state: 'PE' } });
  });

  it('knows no place without a gazetteer, and still reads the rest', () => {
    const query = parseLine('onde:Lisboa quando:1755 terramoto em Lisboa', { ...context, gazetteer: null });
    expect(query.chips.map((chip) => chip.kind)).toEqual(['when']);
    expect(said(query.clause)).toBe('(Lisboa terramoto Lisboa)');
  });
});

describe('periods and places in plain words', () => {
  it.each([
    ['enchentes em Porto Alegre em 1941', 'enchentes where?:Porto Alegre when?:1941'],
    ['enchentes em porto alegre em 1941', 'enchentes where?:Porto Alegre when?:1941'],
    ['floods in Porto Alegre in 1941', 'floods where?:Porto Alegre when?:1941'],
    ['secas no Ceará nos anos 30', 'secas where?:Ceará when?:1930..1939'],
    ['secas no ceara', 'secas where?:Ceará'],
    ['eleições de 2002 no Rio Grande do Sul', 'eleições when?:2002 where?:Rio Grande do Sul'],
    ['Recife 1975', 'where?:Recife when?:1975'],
    ['enchentes, Porto Alegre, 1941', 'enchentes where?:Porto Alegre when?:1941'],
    ['igreja em Santa Cruz (RN)', 'igreja where?:Santa Cruz'],
    ['igreja em Santa Cruz, RN', 'igreja where?:Santa Cruz'],
    ['história de Porto Alegre', 'história where?:Porto Alegre'],
    ['municípios do Ceará', 'municípios where?:Ceará'],
    ['prefeitura de Pelotas', 'prefeitura where?:Pelotas'],
    ['café no século XIX', 'café when?:1801..1900'],
    ['guerra entre 1939 e 1945', 'guerra when?:1939..1945'],
    ['greves desde 1990', 'greves when?:1990..'],
    ['greves até 1945', 'greves when?:..1945'],
    ['eleições depois de 1945', 'eleições when?:1946..'],
    ['jornais de setembro de 2001', 'jornais when?:2001-09'],
    ['Carnaval de 1950', 'Carnaval when?:1950'],
    ['carros dos anos 2000', 'carros when?:2000..2009'],
    ['music in the 1930s', 'music when?:1930..1939'],
    ['enchentes em Natal', 'enchentes where?:Natal'],
    ['obras no Porto', 'obras where?:Porto'],
    ['indígenas no Pará', 'indígenas where?:Pará'],
    ['secas OU enchentes no Ceará', '(secas | enchentes) where?:Ceará'],
  ])('%s → %s', (line, expected) => {
    expect(read(line)).toBe(expected);
  });

  const ORDINARY = [
    'presentes de Natal',
    'músicas no Natal',
    'ceia de natal',
    'transformar derrota em vitória',
    'Vitória de Pirro',
    'vitória',
    'Salvador Dalí',
    'salvador da pátria',
    'receita de peru',
    'casa na floresta',
    'escola em saúde',
    'educação e saúde',
    'Guerra do Paraguai',
    'guerra do paraguai',
    'Universidade de Lisboa',
    'Avenida Rio Branco',
    'rua de São Paulo',
    'São Paulo Fashion Week',
    'banco do brasil',
    'castanha do pará',
    'Getúlio Vargas',
    'Dom Pedro II',
    'Tiradentes',
    'princesa Isabel',
    'festa de são joão',
    'Maria da Glória',
    'José de Alencar',
    'café com leite',
    'luz no fim do túnel',
    'bola na trave',
    'filme 1984',
    'iphone 2000',
    '100 anos de solidão',
    'copa de 70',
    'população de 1500 habitantes',
    'os 3 porquinhos',
    'sexta-feira 13',
    'segunda guerra mundial',
    'revolução dos cravos',
    'dia do trabalho',
    'ontem',
    'o ano passado',
    'em casa de ferreiro espeto de pau',
    'na ponta da língua',
    'pinheiro e palmeira',
    'jardim de infância',
    'lei 1454/2023',
    'telefone 2001-4567',
    'isbn 1984',
    'nova friburgense',
    'porto-alegrense',
  ];
  it.each(ORDINARY)('"%s" is words and nothing else', (line) => {
    expect(parse(line).chips).toEqual([]);
    expect(parse(line).clause).not.toBeNull();
  });

  it('quoted words are never taken for a period or a place, which is how a chip is taken out', () => {
    const line = 'enchentes em Porto Alegre em 1941';
    const query = parse(line);
    expect(query.chips.map((chip) => [chip.text, chip.instead])).toEqual([
      ['em Porto Alegre', '"Porto Alegre"'],
      ['em 1941', '"1941"'],
    ]);
    const [place] = query.chips as [QueryChip];
    expect(line.slice(place.start, place.end)).toBe(place.text);
    const without = line.slice(0, place.start) + place.instead + line.slice(place.end);
    expect(read(without)).toBe('(enchentes "Porto Alegre") when?:1941');
  });

  it('a chip with a prefix is taken out whole, with its sign', () => {
    const line = 'rio -site:a.pt quando:1941';
    const [site] = parse(line).chips as [QueryChip];
    expect(line.slice(site.start, site.end)).toBe('-site:a.pt');
    expect(site.instead).toBe('');
  });

  it('alternatives with places of their own stay words', () => {
    expect(read('enchentes em Recife OR secas em Fortaleza')).toBe(
      '((enchentes Recife) | (secas Fortaleza))',
    );
    expect(parse('(enchentes em Recife)').chips).toEqual([]);
  });
});

describe('misspelt places', () => {
  it('a place that nobody knows is searched as words, with the places that were meant', () => {
    const query = parse('onde:"Porto Alegri" enchentes');
    expect(query.chips).toEqual([]);
    expect(said(query.clause)).toBe('("Porto Alegri" enchentes)');
    const [unknown] = query.unknownPlaces;
    expect(unknown).toMatchObject({ text: 'Porto Alegri', implied: false, start: 6, end: 18 });
    expect(unknown?.meant[0]?.name).toBe('Porto Alegre');
  });

  it.each([
    ['enchentes em Porto Alegri', 'Porto Alegre'],
    ['enchentes porto alegri', 'Porto Alegre'],
    ['enchentes em Florianopoliss', 'Florianópolis'],
    ['secas no Ceraá', 'Ceará'],
    ['onde:Sinrta', 'Sintra'],
    ['onde:Porto Alegri enchentes', 'Porto Alegre'],
    ['onde:"Mojí das Cruzes"', 'Mogi das Cruzes'],
  ])('%s may mean %s', (line, name) => {
    const { unknownPlaces } = parse(line);
    expect(unknownPlaces[0]?.meant.map((place) => place.name)).toContain(name);
  });

  it('names that are right are not mended', () => {
    for (const line of ['enchentes em Porto Alegre', 'onde:Sintra', 'praias do Algarve'])
      expect(parse(line).unknownPlaces).toEqual([]);
  });
});

describe('any line at all', () => {
  const pieces = fc.constantFrom(
    ...'em no de a - ( ) | " “ ” « OU OR NOT NÃO quando: onde: site: tipo: when:1941 1941 1939..1945 Porto Alegre Recife enchentes rio anos 30 século XIX -site:a.pt , : RN (RN) 😀 \ud800 açude'.split(
      ' ',
    ),
  );
  const lines = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(' ')),
    fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join('')),
  );

  it('is read, and its chips stand where they say', () => {
    fc.assert(
      fc.property(lines, (line) => {
        const query = parse(line);
        expect(query.line).toBe(line);
        let last = 0;
        for (const chip of query.chips) {
          expect(chip.start).toBeGreaterThanOrEqual(last);
          expect(chip.end).toBeGreaterThan(chip.start);
          expect(line.slice(chip.start, chip.end)).toBe(chip.text);
          last = chip.end;
        }
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it('keeps its meaning when it is printed and read again', () => {
    const meaning = (chip: QueryChip): string =>
      chip.kind === 'where' && chip.place !== null
        ? `${chip.negated}${chip.place.key}`
        : shown({ ...chip, implied: false });
    fc.assert(
      fc.property(lines, (line) => {
        const query = parse(line);
        const again = parse(printQuery(query, context));
        expect(again.chips.map(meaning)).toEqual(query.chips.map(meaning));
        expect(again.chips.every((chip) => !chip.implied)).toBe(true);
        expect(sameClause(again.clause, query.clause), printQuery(query, context)).toBe(true);
      }),
      { numRuns: 300, seed: 11 },
    );
  });

  it('a chip can be taken out and does not come back', () => {
    fc.assert(
      fc.property(lines, (line) => {
        const [chip] = parse(line).chips.filter((one) => one.implied);
        if (chip === undefined) return;
        const without = parse(line.slice(0, chip.start) + chip.instead + line.slice(chip.end));
        expect(
          without.chips.some((one) => one.implied && one.text === chip.text && one.start === chip.start),
        ).toBe(false);
      }),
      { numRuns: 200, seed: 13 },
    );
  });

  it('of any length is bounded work', () => {
    const huge = [
      '('.repeat(50_000),
      'em '.repeat(50_000),
      '"'.repeat(50_000),
      'Santa Cruz '.repeat(20_000),
      'quando:1 '.repeat(20_000),
      '-'.repeat(50_000),
      `onde:"${'a'.repeat(100_000)}"`,
      '1941 '.repeat(20_000),
      'x'.repeat(1_000_000),
    ];
    for (const line of huge) {
      const query = parse(line);
      expect(query.chips.length).toBeLessThanOrEqual(200);
      expect(JSON.stringify(query.clause).length).toBeLessThan(50_000);
    }
  });
});
