import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isbn13, isCnpj, isCpf, normalForm, readColumn, readNumber, readValue, type Value } from './index.ts';

const brief = (value: Value) => {
  const { raw: _, ...rest } = value;
  return rest;
};

describe('values of Portuguese pages', () => {
  it.each<[string, object]>([
    ['R$ 1.234,56', { kind: 'money', amount: 1234.56, currency: 'BRL' }],
    ['R$1.890', { kind: 'money', amount: 1890, currency: 'BRL' }],
    ['R$ 89,90 (à vista)', { kind: 'money', amount: 89.9, currency: 'BRL' }],
    ['1 234,50 €', { kind: 'money', amount: 1234.5, currency: 'EUR' }],
    ['US$ 1,250.00', { kind: 'money', amount: 1250, currency: 'USD' }],
    ['R$ 2,3 milhões', { kind: 'money', amount: 2_300_000, currency: 'BRL' }],
    ['R$ 1,5 mil', { kind: 'money', amount: 1500, currency: 'BRL' }],
    ['R$ 5 bi', { kind: 'money', amount: 5e9, currency: 'BRL' }],
    ['3,5 milhões de euros', { kind: 'money', amount: 3_500_000, currency: 'EUR' }],
    ['2 mil milhões de euros', { kind: 'money', amount: 2e9, currency: 'EUR' }],
    ['1,2 bilhão de reais', { kind: 'money', amount: 1.2e9, currency: 'BRL' }],
    ['12,4 mil', { kind: 'number', amount: 12_400 }],
    ['1 milhão', { kind: 'number', amount: 1_000_000 }],
    ['2 GB', { kind: 'quantity', amount: 2, unit: 'GB', base: 2e9, dimension: 'B' }],
    ['500 kB', { kind: 'quantity', amount: 500, unit: 'kB', base: 5e5, dimension: 'B' }],
    ['1,85 m', { kind: 'quantity', amount: 1.85, unit: 'm', base: 1.85, dimension: 'm' }],
    ['1,85 m.', { kind: 'quantity', amount: 1.85, unit: 'm', base: 1.85, dimension: 'm' }],
    ['1m85', { kind: 'quantity', amount: 1.85, unit: 'm', base: 1.85, dimension: 'm' }],
    ['185 cm', { kind: 'quantity', amount: 185, unit: 'cm', base: 1.85, dimension: 'm' }],
    ['72 Kg', { kind: 'quantity', amount: 72, unit: 'kg', base: 72, dimension: 'kg' }],
    ['120 m²', { kind: 'quantity', amount: 120, unit: 'm²', base: 120, dimension: 'm²' }],
    ['120m2', { kind: 'quantity', amount: 120, unit: 'm²', base: 120, dimension: 'm²' }],
    ['4.511km²', { kind: 'quantity', amount: 4511, unit: 'km²', base: 4_511_000_000, dimension: 'm²' }],
    ['12,5 %', { kind: 'quantity', amount: 12.5, unit: '%', base: 12.5, dimension: '%' }],
    ['2h15', { kind: 'quantity', amount: 135, unit: 'min', base: 8100, dimension: 's' }],
    ['15/03/2024', { kind: 'date', iso: '2024-03-15' }],
    ['15.03.2024', { kind: 'date', iso: '2024-03-15' }],
    ['15 de março de 2024', { kind: 'date', iso: '2024-03-15' }],
    ['1º de maio de 1890', { kind: 'date', iso: '1890-05-01' }],
    ['sexta-feira, 15 de Março de 2024', { kind: 'date', iso: '2024-03-15' }],
    ['24/06/1987 (37 anos)', { kind: 'date', iso: '1987-06-24' }],
    ['Jun 24, 1987', { kind: 'date', iso: '1987-06-24' }],
    ['2024-03-15T10:30:00', { kind: 'date', iso: '2024-03-15' }],
    ['março de 2024', { kind: 'date', iso: '2024-03' }],
    ['01310-100', { kind: 'cep', code: '01310100' }],
    ['CEP: 01310100', { kind: 'cep', code: '01310100' }],
    ['529.982.247-25', { kind: 'cpf', code: '52998224725' }],
    ['11.222.333/0001-81', { kind: 'cnpj', code: '11222333000181' }],
    ['CNPJ 11.222.333/0001-81', { kind: 'cnpj', code: '11222333000181' }],
    ['12.ABC.345/01DE-35', { kind: 'cnpj', code: '12ABC34501DE35' }],
    ['978-85-359-0277-8', { kind: 'isbn', code: '9788535902778' }],
    ['85-359-0277-5', { kind: 'isbn', code: '9788535902778' }],
    ['(11) 3555-1234', { kind: 'phone', number: '+551135551234', ddd: '11' }],
    ['(11) 93555-1234', { kind: 'phone', number: '+5511935551234', ddd: '11' }],
    ['11 3555-1234', { kind: 'phone', number: '+551135551234', ddd: '11' }],
    ['+55 11 3555-1234', { kind: 'phone', number: '+551135551234', ddd: '11' }],
    ['0800 123 4567', { kind: 'phone', number: '08001234567', ddd: null }],
    ['+351 212 345 678', { kind: 'phone', number: '+351212345678', ddd: null }],
    ['14.890', { kind: 'number', amount: 14_890 }],
    ['3,4', { kind: 'number', amount: 3.4 }],
    ['-12', { kind: 'number', amount: -12 }],
    ['ana.prado@exemplo.leg.br', { kind: 'email', address: 'ana.prado@exemplo.leg.br' }],
  ])('%s', (text, expected) => {
    const value = readValue(text);
    expect(brief(value)).toEqual(expected);
    expect(value.raw).toBe(text);
  });

  it.each([
    'Rosario',
    '',
    '31/02/2024',
    '45/13/2020',
    '111.111.111-11',
    '529.982.247-24',
    '11.222.333/0001-82',
    '978-85-359-0277-9',
    '1.2.3',
    '0042',
    'Rua 7 de Setembro, 120',
    'Sala 212',
    '12 bananas',
    '99/99',
  ])('stays text: %s', (text) => {
    expect(readValue(text)).toEqual({ kind: 'text', raw: text });
  });

  it('a wrong check digit makes no CPF, CNPJ or ISBN, whatever the digits', () => {
    const digits = (n: number) =>
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: n, maxLength: n }).map((d) => d.join(''));
    fc.assert(
      fc.property(digits(11), digits(14), digits(10), (cpf, cnpj, body) => {
        // Exactly one pair of check digits is right for each body.
        const right = (valid: (code: string) => boolean, head: string) =>
          Array.from({ length: 100 }, (_, i) => head + String(i).padStart(2, '0')).filter(valid).length;
        if (!/^(\d)\1{8}/.test(cpf)) expect(right(isCpf, cpf.slice(0, 9))).toBe(1);
        if (!/^(\d)\1{11}/.test(cnpj)) expect(right(isCnpj, cnpj.slice(0, 12))).toBe(1);
        const books = Array.from({ length: 10 }, (_, i) => isbn13(`978${body.slice(0, 9)}${i}`)).filter(
          (x) => x !== null,
        );
        expect(books).toHaveLength(1);
      }),
      { seed: 3, numRuns: 60 },
    );
  });

  it('reads back every number and date it could have written', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -99_999_999, max: 99_999_999 }),
        fc.integer({ min: 0, max: 99 }),
        (whole, cents) => {
          const value = (Math.abs(whole) + cents / 100) * (whole < 0 ? -1 : 1);
          const text = `${whole < 0 ? '-' : ''}${String(Math.abs(whole)).replace(/\B(?=(\d{3})+$)/g, '.')},${String(cents).padStart(2, '0')}`;
          expect(readNumber(text)).toBeCloseTo(value, 6);
          const money = readValue(`R$ ${text}`);
          expect(money.kind === 'money' && Math.abs(money.amount - value) < 1e-6).toBe(true);
        },
      ),
      { seed: 1, numRuns: 300 },
    );
    const months =
      'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1500-01-01'), max: new Date('2900-12-31'), noInvalidDate: true }),
        (date) => {
          const iso = date.toISOString().slice(0, 10);
          const [y, m, d] = iso.split('-') as [string, string, string];
          for (const text of [
            `${d}/${m}/${y}`,
            `${Number(d)} de ${months[Number(m) - 1]} de ${y}`,
            `${d}.${m}.${y}`,
            iso,
          ])
            expect(normalForm(readValue(text))).toBe(iso);
        },
      ),
      { seed: 2, numRuns: 300 },
    );
  });

  it('never throws, always keeps the text, and takes time in proportion to it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const value = readValue(text);
        expect(value.raw).toBe(text);
        expect(typeof normalForm(value)).toBe('string');
      }),
      { seed: 4, numRuns: 500 },
    );
    for (const hostile of [
      '1.'.repeat(50_000),
      '('.repeat(100_000),
      '1 000'.repeat(20_000),
      'a@'.repeat(60_000),
      '1'.repeat(119),
    ])
      expect(readValue(hostile).raw).toBe(hostile);
  });

  it('lets a column decide what one value leaves open', () => {
    const foreign = readColumn(['1,250.50', '3,100', '12.5']);
    expect(foreign.values.map((v) => (v.kind === 'number' ? v.amount : null))).toEqual([1250.5, 3100, 12.5]);
    const ours = readColumn(['1.250,50', '3.100', '12,5']);
    expect(ours.values.map((v) => (v.kind === 'number' ? v.amount : null))).toEqual([1250.5, 3100, 12.5]);
    const american = readColumn(['03/25/2020', '04/03/2020']);
    expect(american.values.map(normalForm)).toEqual(['2020-03-25', '2020-04-03']);
    expect(readColumn(['Ana', '12', 'Rui']).kind).toBe('text');
    expect(readColumn([])).toEqual({ kind: 'text', values: [], share: 0 });
  });

  it('gives one normal form to one thing written in two ways', () => {
    for (const [a, b] of [
      ['1,85 m', '185 cm'],
      ['24/06/1987', 'Jun 24, 1987'],
      ['(11) 3555-1234', '+55 11 3555-1234'],
      ['85-359-0277-5', '9788535902778'],
      ['R$ 10', 'R$10,00'],
    ] as const)
      expect(normalForm(readValue(a))).toBe(normalForm(readValue(b)));
  });
});
