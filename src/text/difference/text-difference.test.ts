import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DifferencePiece, type DifferenceRow, textDifference } from './text-difference.ts';

const word = fc.constantFrom(
  'a',
  'casa',
  'chuva',
  'rio',
  'Ação',
  'de',
  '1941',
  '😀',
  'e\u0301',
  ',',
  '.',
  '\t',
);
const line = fc.array(word, { maxLength: 14 }).map((words) => words.join(' '));
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n'));
const any = fc.string({ unit: 'binary', maxLength: 300 });

const paragraphs = (whole: string): string[] => whole.split('\n').filter((one) => one.trim() !== '');

/** The rows as the text that they are made of, without what the other has. */
function side(rows: readonly DifferenceRow[], without: 'removed' | 'added'): string[] {
  return rows.flatMap((row) => {
    if (row.kind === without) return [];
    if (row.kind !== 'changed') return [row.text];
    return [
      row.pieces
        .filter(({ kind }) => kind !== without)
        .map((piece) => piece.text)
        .join(''),
    ];
  });
}

const told = (pieces: readonly DifferencePiece[]): string =>
  pieces
    .map(({ kind, text: of }) => (kind === 'same' ? of : kind === 'removed' ? `[-${of}-]` : `[+${of}+]`))
    .join('');

const lines = (rows: readonly DifferenceRow[]): string[] =>
  rows.map((row) =>
    row.kind === 'changed'
      ? `~ ${told(row.pieces)}`
      : `${{ same: '=', removed: '-', added: '+' }[row.kind]} ${row.text}`,
  );

describe('the difference of two texts', () => {
  it('makes the new text of the old one, whatever they are and however little work there is', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.tuple(text, text), fc.tuple(any, any)),
        fc.constantFrom(0, 50, 2000, 1e6),
        ([a, b], work) => {
          const { rows } = textDifference(a, b, { work });
          expect(side(rows, 'added')).toEqual(paragraphs(a));
          expect(side(rows, 'removed')).toEqual(paragraphs(b));
        },
      ),
      { seed: 11, numRuns: 600 },
    );
  });

  it('is the same from either side', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const there = textDifference(a, b);
        const back = textDifference(b, a);
        expect(back.words).toEqual({
          ...there.words,
          removed: there.words.added,
          added: there.words.removed,
        });
        expect(back.paragraphs.changed).toBe(there.paragraphs.changed);
        expect(side(back.rows, 'added')).toEqual(side(there.rows, 'removed'));
        expect(textDifference(a, b)).toEqual(there);
      }),
      { seed: 12, numRuns: 200 },
    );
  });

  it('is nothing between a text and itself', () => {
    fc.assert(
      fc.property(fc.oneof(text, any), (a) => {
        const { rows, words, paragraphs: of } = textDifference(a, a);
        expect(rows.every(({ kind }) => kind === 'same')).toBe(true);
        expect([words.removed, words.added, of.changed, of.removed, of.added]).toEqual([0, 0, 0, 0, 0]);
      }),
      { seed: 13 },
    );
  });

  it('shows the words that were changed in a paragraph, and whole paragraphs where little stayed', () => {
    const old = 'A escola fica na rua Direita desde 1931.\n\nO rio subiu.\n\nFoi fechada em maio.';
    const fresh =
      'A escola fica na rua da Praia desde 1931.\n\nFoi fechada em maio.\n\nVoltou a abrir um ano depois.';
    const { rows, words, paragraphs: of } = textDifference(old, fresh);
    expect(lines(rows)).toEqual([
      '~ A escola fica na rua [-Direita-][+da Praia+] desde 1931.',
      '- O rio subiu.',
      '= Foi fechada em maio.',
      '+ Voltou a abrir um ano depois.',
    ]);
    expect(words).toEqual({ same: 11, removed: 4, added: 8 });
    expect(of).toEqual({ same: 1, removed: 1, added: 1, changed: 1 });
  });

  it('knows which paragraph became which among several', () => {
    const { rows } = textDifference(
      'Um: o prazo acaba em junho.\nDois: a obra custa dez milhões de reais.',
      'Zero: nada disto se sabia ainda ontem.\nDois: a obra custa doze milhões de reais.\nUm: outra coisa.',
    );
    expect(lines(rows)).toEqual([
      '- Um: o prazo acaba em junho.',
      '+ Zero: nada disto se sabia ainda ontem.',
      '~ Dois: a obra custa [-dez-][+doze+] milhões de reais.',
      '+ Um: outra coisa.',
    ]);
  });

  it('does not interleave what only shares small words', () => {
    const { rows } = textDifference(
      'O preço do arroz no mercado de Lisboa subiu muito neste ano.',
      'O preço do arroz caiu, e a farinha de trigo subiu muito neste ano.',
    );
    expect(lines(rows)).toEqual([
      '~ O preço do arroz [-no mercado de Lisboa-][+caiu, e a farinha de trigo+] subiu muito neste ano.',
    ]);
  });

  it('says when the texts are longer than what is compared', () => {
    const { shortened, rows } = textDifference('a\n'.repeat(50), 'a\n'.repeat(60), { longest: 100 });
    expect(shortened).toBe(true);
    expect(side(rows, 'added')).toHaveLength(50);
  });

  it('stays within its work on texts made to be hard, and says that it is coarse', () => {
    const hostile = (seed: number): string =>
      Array.from({ length: 200_000 }, (_, i) => 'abcd'[(i * seed + (i >> 4) * 31 + (i >> 9)) % 4]).join(' ');
    const pairs: [string, string][] = [
      [hostile(7919), hostile(104_729)],
      [hostile(7919).replaceAll(' ', '\n'), hostile(104_729).replaceAll(' ', '\n')],
      ['\t,'.repeat(400_000), ',\t'.repeat(400_000)],
      ['x'.repeat(1_000_000), `${'x'.repeat(999_999)}y`],
      [
        Array.from({ length: 5000 }, (_, i) => `linha ${i} de uma`).join('\n'),
        Array.from({ length: 5000 }, (_, i) => `linha ${i + 5000} de outra`).join('\n'),
      ],
    ];
    const coarse = pairs.map(([a, b]) => {
      const found = textDifference(a, b);
      expect(side(found.rows, 'removed')).toEqual(paragraphs(b));
      return found.coarse;
    });
    expect(coarse.slice(0, 2)).toEqual([true, true]);
    expect(coarse.at(-1)).toBe(true);
  }, 30_000);
});
