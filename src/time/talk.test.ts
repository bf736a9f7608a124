/** What is said in talk, from now, on Wednesday 2024-05-22 at ten in the morning: in Brazil unless the title says otherwise. */
import { describe, expect, it } from 'vitest';
import { annotateText, DIALOGUE, formatChronon, parseDct, type TimeProfile } from './index.ts';

const NOW = parseDct('2024-05-22T10:00');
const BRAZIL: TimeProfile = { ...DIALOGUE, locale: 'pt-BR' };

function read(text: string, profile: TimeProfile = BRAZIL): readonly string[] {
  return annotateText(text, { dct: NOW, profile }).map(
    ({ text: extent, timex3 }) => `${extent} = ${timex3.value}`,
  );
}

/** A sentence whose only expression is the whole of the text. */
function value(text: string, profile: TimeProfile = BRAZIL): string | undefined {
  const [only, ...others] = annotateText(text, { dct: NOW, profile });
  return only !== undefined && others.length === 0 && only.text === text ? only.timex3.value : undefined;
}

describe('ranges', () => {
  it.each([
    ['do dia 3 ao dia 7 de maio de 2025', '2025-05-03/2025-05-07'],
    ['do dia 28 ao dia 3 de maio de 2025', '2025-04-28/2025-05-03'],
    ['do dia 30 ao dia 2 de janeiro de 2025', '2024-12-30/2025-01-02'],
    ['de 10 a 12 de junho', '2024-06-10/2024-06-12'],
    ['de 5 de junho a 12', '2024-06-05/2024-06-12'],
    ['5/6 de dezembro', '2024-12-05/2024-12-06'],
    ['jan a mar', '2024-01/2024-03'],
    ['entre out e dez', '2024-10/2024-12'],
    ['nov/2024 a fev/2025', '2024-11/2025-02'],
    ['set-dez 2023', '2023-09/2023-12'],
    ['das 22h às 2h', '2024-05-22T22/2024-05-23T02'],
    ['das 11h30 à 1h30', '2024-05-22T11:30/2024-05-22T13:30'],
    ['9h/18h', '2024-05-22T09/2024-05-22T18'],
    ['entre 10 e 11h', '2024-05-22T10/2024-05-22T11'],
    ['14-16h', '2024-05-22T14/2024-05-22T16'],
    ['das 9 às 5', '2024-05-22T09/2024-05-22T17'],
    ['de janeiro até agora', '2024-01/2024-05-22'],
    ['de março pra cá', '2024-03/2024-05-22'],
    ['de 2 meses atrás até hoje', '2024-03-22/2024-05-22'],
  ])('%s', (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  it('the hour after a range of days is of each of them, and does not eat its last', () => {
    expect(read('A feira é de 10 a 12 de junho, às 19h.')).toEqual([
      'de 10 a 12 de junho = 2024-06-10/2024-06-12',
      'às 19h = XXXX-XX-XXT19',
    ]);
  });

  it('what only looks like one is none', () => {
    expect(read('O caminho vai de mar a mar.')).toEqual([]);
    expect(read('Empatou dez a dez.')).toEqual([]);
    expect(read('Comprou de 10 a 15 laranjas.')).toEqual([]);
  });
});

describe('weekdays', () => {
  it.each([
    ['A consulta é quinta às 14h.', 'quinta às 14h = 2024-05-23T14'],
    ['Foi na quinta (16).', 'na quinta (16) = 2024-05-16'],
    ['A festa é às 20h de sexta.', 'às 20h de sexta = 2024-05-24T20'],
    ['Reunião qua 14h', 'qua 14h = 2024-05-29T14'],
    ['Chá no sáb às 16h', 'no sáb às 16h = 2024-05-25T16'],
    ['Comprei pão no sábado.', 'no sábado = 2024-05-18'],
    ['Vi o filme na sexta.', 'na sexta = 2024-05-17'],
    ['Esperámos por ti no domingo.', 'no domingo = 2024-05-19'],
    ['Fica para a sexta que vem.', 'para a sexta que vem = 2024-05-24'],
    ['Foi na sexta retrasada.', 'na sexta retrasada = 2024-05-10'],
    ['Volto esta sexta.', 'esta sexta = 2024-05-24'],
    ['Atende de segunda a sexta das 9h às 18h', 'de segunda a sexta = 2024-05-27/2024-05-31'],
  ])('%s', (text, expected) => {
    expect(read(text)[0]).toBe(expected);
  });

  it.each([
    'Ficou na quinta posição.',
    'A quarta edição foi a melhor.',
    'Seg Ter Qua Qui Sex',
    'Tem o dom de ensinar.',
    'Vai ter certeza.',
  ])('%s names none', (text) => {
    expect(read(text)).toEqual([]);
  });
});

describe('so much time from now', () => {
  it.each([
    ['há 2h', '2024-05-22T08:00'],
    ['há 40min', '2024-05-22T09:20'],
    ['há 3d', '2024-05-19'],
    ['daqui 15 dias', '2024-06-06'],
    ['daqui a 8 semanas e 2 dias', '2024-07-19'],
    ['essa semana', '2024-W21'],
    ['esse ano', '2024'],
    ['hj', '2024-05-22'],
    ['prox semana', '2024-W22'],
    ['próx. sexta', '2024-05-24'],
    ['uma semana pra trás', '2024-05-15'],
  ])('%s', (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  it('`em 15 dias` is the day that is reached, unless it is told of the past', () => {
    expect(read('Marque o jantar em 15 dias')).toEqual(['em 15 dias = 2024-06-06']);
    expect(read('A obra ficou pronta em 15 dias.')).toEqual(['em 15 dias = P15D']);
    // In a text only a verb of what is to come makes it a date.
    const written = (text: string): string | undefined => annotateText(text, { dct: NOW })[0]?.timex3.value;
    expect(written('O prazo acaba em 15 dias.')).toBe('2024-06-06');
    expect(written('O comboio percorre a linha em 15 dias.')).toBe('P15D');
  });

  it('a month by itself is of this year, an hour that is over is of tomorrow', () => {
    expect(value('em março')).toBe('2024-03');
    expect(value('às 9h')).toBe('2024-05-23T09');
    expect(value('às 11h')).toBe('2024-05-22T11');
    expect(read('Cheguei às 9h')).toEqual(['às 9h = 2024-05-22T09']);
  });

  it.each([
    ['um quarto de hora', 'PT15M'],
    ['três quartos de hora', 'PT45M'],
    ['uma hora e meia', 'PT1.5H'],
    ['60 mil anos', 'P60000Y'],
  ])('%s lasts', (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  it('clock words', () => {
    expect(value('à uma e meia')).toBe('2024-05-22T13:30');
    expect(value('às duas e um quarto')).toBe('2024-05-22T14:15');
  });
});

describe('what comes again', () => {
  it.each([
    ['toda segunda de janeiro', 'XXXX-01-WXX-1'],
    ['toda qui de nov', 'XXXX-11-WXX-4'],
    ['toda última sexta-feira do mês', 'XXXX-XX-WXX-5-#-1'],
    ['todas as terceiras quintas-feiras do mês', 'XXXX-XX-WXX-4-#3'],
    ['todo 10 de maio', 'XXXX-05-10'],
    ['todos os meses no dia 10', 'XXXX-XX-10'],
    ['às terças e quintas', 'XXXX-WXX-2,4'],
    ['nos dias úteis', 'XXXX-WXX-1,2,3,4,5'],
    ['aos fins de semana', 'XXXX-WXX-WE'],
    ['toda terça às 15h', 'XXXX-WXX-2T15'],
    ['todos os dias às 8:30', 'XXXX-XX-XXT08:30'],
    ['todos os domingos de manhã', 'XXXX-WXX-7TMO'],
    ['uma vez por semana à segunda-feira', 'XXXX-WXX-1'],
    ['mensalmente no dia 5', 'XXXX-XX-05'],
    ['todo verão', 'XXXX-SU'],
    ['a cada 1h', 'PT1H'],
    ['a cada meia hora', 'PT30M'],
  ])('%s', (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  it('until a date, or so many times', () => {
    const [until] = annotateText('toda sexta até o Natal', { dct: NOW, profile: BRAZIL });
    expect(until!.timex3).toEqual({
      type: 'SET',
      value: 'XXXX-WXX-5',
      quant: 'EVERY',
      endPoint: '2024-12-25',
    });
    expect(until!.chronons).toEqual([]);
    const [often] = annotateText('diariamente durante duas semanas', { dct: NOW, profile: BRAZIL });
    expect(often!.timex3).toEqual({ type: 'SET', value: 'P1D', count: 14 });
  });

  it('a gift is no Sunday', () => {
    expect(read('Cada dom é único.')).toEqual([]);
  });
});

describe('counted from something else', () => {
  it.each([
    ['a segunda depois do Natal', '2024-12-30'],
    ['o sábado antes da Páscoa', '2025-04-19'],
    ['o dia depois do Natal', '2024-12-26'],
    ['4 segundas a partir de agora', '2024-06-17'],
    ['a semana de 15 de janeiro de 2026', '2026-W03'],
    ['semana 32', '2024-W32'],
    ['primeira segunda-feira de 2027', '2027-01-04'],
    ['o último domingo do ano', '2024-12-29'],
    ['penúltimo domingo de dezembro', '2024-12-22'],
    ['segundo fim de semana de junho de 2024', '2024-W23-WE'],
    ['o primeiro dia do ano', '2024-01-01'],
  ])('%s', (text, expected) => {
    expect(value(text)).toBe(expected);
  });

  it('a fifth Sunday that the month does not have is none', () => {
    expect(read('no quinto domingo de fevereiro de 2025')).toEqual([]);
  });

  it('a week of a course is none of the year', () => {
    expect(read('Aula da semana 3 do curso')).toEqual([]);
  });
});

describe('days of work, with the holidays of the country', () => {
  it.each([
    // Corpus Christi is on 30 May 2024; 10 June is a holiday in Portugal alone.
    ['em 6 dias úteis', '2024-05-31', '2024-05-31'],
    ['daqui a 12 dias úteis', '2024-06-10', '2024-06-11'],
    ['há 2 dias úteis', '2024-05-20', '2024-05-20'],
    ['o próximo dia útil', '2024-05-23', '2024-05-23'],
    ['o quinto dia útil de junho de 2024', '2024-06-07', '2024-06-07'],
    ['o último dia útil de 2024', '2024-12-31', '2024-12-31'],
    ['o primeiro dia útil de setembro de 2026', '2026-09-01', '2026-09-01'],
    ['2 dias úteis depois de 5 de setembro de 2025', '2025-09-09', '2025-09-09'],
    ['2 dias úteis depois de 4 de setembro de 2026', '2026-09-09', '2026-09-08'],
  ])('%s', (text, brazil, portugal) => {
    const at = (profile: TimeProfile): string =>
      annotateText(text, { dct: NOW, profile }).map(({ chronons }) => formatChronon(chronons[0]!))[0]!;
    expect([at(BRAZIL), at(DIALOGUE)]).toEqual([brazil, portugal]);
  });
});

describe('feasts by name', () => {
  it.each([
    ['feriado de Tiradentes', 'Tiradentes = 2025-04-21'],
    ['dia dos pais', 'dia dos pais = 2024-08-11'],
    ['segunda-feira de Carnaval', 'segunda-feira de Carnaval = 2025-03-03'],
    ['Ramadão de 2024', 'Ramadão de 2024 = 2024-03-11'],
    ['Yom Kippur de 2024', 'Yom Kippur de 2024 = 2024-10-12'],
    ['Pessach de 2026', 'Pessach de 2026 = 2026-04-02'],
    ['ano novo chinês de 2018', 'ano novo chinês de 2018 = 2018-02-16'],
    ['black friday', 'black friday = 2024-11-29'],
    ['Natal', 'Natal = 2024-12-25'],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  it('what is only named after a feast is none', () => {
    expect(read('Comprar ovo de páscoa')).toEqual([]);
    expect(read('Igreja Nossa Senhora Aparecida')).toEqual([]);
  });

  it('Portugal keeps its own days', () => {
    expect(read('dia do pai', DIALOGUE)).toEqual(['dia do pai = 2025-03-19']);
  });
});
