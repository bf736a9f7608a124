import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, forEachToken } from '../../../text/index.ts';
import { analyseTerms, LONGEST_TERM, termOf } from './terms.ts';
import { WordTable } from './word-table.ts';

describe('terms', () => {
  it('are the same with and without accents and capitals', () => {
    for (const word of [
      'Navegação',
      'ELEIÇÕES',
      'possível',
      'Presidência',
      'história',
      'água',
      'irmãos',
      'níveis',
    ])
      expect(termOf(fold(word))).toBe(termOf(word));
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'aáeêiíoõuúcçnmlrstdv'), minLength: 1, maxLength: 12 }),
        (word) => {
          const bare = termOf(fold(word));
          // What is a stop word without its accents may be a name with them.
          if (bare !== '') expect(bare).toBe(termOf(word.toUpperCase()));
        },
      ),
      { numRuns: 3000, seed: 4 },
    );
  });

  it('bring the forms of a word together, and keep different words apart', () => {
    for (const forms of [
      ['jornal', 'jornais'],
      ['homem', 'homens'],
      ['eleição', 'eleições', 'eleicoes'],
      ['navegação', 'navegações', 'navegacao'],
      ['papel', 'papéis'],
      ['nível', 'níveis', 'niveis'],
      ['enchente', 'enchentes'],
      ['irmão', 'irmãos'],
      ['alemão', 'alemães'],
      ['municipal', 'municipais'],
    ])
      expect(new Set(forms.map(termOf)).size, forms.join()).toBe(1);
    const apart = [
      'jornal',
      'jornada',
      'canal',
      'cana',
      'guerra',
      'governo',
      'porto',
      'porta',
      'água',
      'aguaceiro',
    ];
    expect(new Set(apart.map(termOf)).size).toBe(apart.length - 1);
    // The one price of Snowball here: harbour and door fall together.
    expect(termOf('porto')).toBe(termOf('porta'));
  });

  it('leave stop words out and count them in positions', () => {
    const { terms, starts, ends, positions } = analyseTerms('A Guerra do Paraguai, e não só.');
    expect(terms).toEqual([termOf('guerra'), termOf('paraguai')]);
    expect([...positions]).toEqual([1, 3]);
    expect([...starts]).toEqual([2, 12]);
    expect([...ends]).toEqual([8, 20]);
    for (const word of ['não', 'NAO', 'na\u0303o', 'é', 'às', 'você', 'para']) expect(termOf(word)).toBe('');
    for (const word of ['Pará', 'PARÁ', 'Sé', 'Estado', 'fora']) expect(termOf(word)).not.toBe('');
  });

  it('begin as their words do: snippets pass over words by their first letter', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'abceimnoprstuvzAES09çãõéí\u0301'),
      minLength: 1,
      maxLength: 9,
    });
    const ending = fc.constantFrom('', 's', 'ções', 'ais', 'eis', 'mente', 'idades', 'ira', 'ando', 'ei');
    fc.assert(
      fc.property(letters, ending, (begin, end) => {
        const word = begin + end;
        const term = termOf(word);
        if (term !== '' && word.charCodeAt(0) < 128) expect(term[0]).toBe(word[0]!.toLowerCase());
      }),
      { numRuns: 2000, seed: 8 },
    );
  });

  it('are never empty, endless or broken, whatever the text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'São ',
        'a\u0303o',
        'ﬁ',
        'ß',
        'İ',
        'Ǆ',
        'ŉ',
        '😀',
        '𝐀',
        '\ud835',
        '\udc00',
        '日本',
        '각',
        '\0',
        ' ',
        'os ',
        'ções ',
        "'",
      ),
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const { terms, positions } = analyseTerms(text);
        expect(terms).not.toContain('');
        expect(Buffer.from(terms.join(' '), 'utf8').toString('utf8')).toBe(terms.join(' '));
        expect([...positions]).toEqual([...new Set(positions)].sort((a, b) => a - b));
      }),
      { numRuns: 500, seed: 5 },
    );
    expect(analyseTerms('x'.repeat(1_000_000)).terms[0]!.length).toBe(LONGEST_TERM);
  });
});

describe('WordTable', () => {
  it('reads the words of forEachToken, and gives each its term', () => {
    const table = new WordTable();
    const unit = fc.constantFrom(
      'a',
      'É',
      '\u0301',
      '9',
      ' ',
      '-',
      '😀',
      '𝐀',
      '\ud835',
      '\udc00',
      '日',
      'x'.repeat(60),
      'ção ',
      's',
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        const expected: string[] = [];
        forEachToken(text, (start, end) => {
          expected.push(termOf(text.slice(start, end)));
        });
        const found: string[] = [];
        table.read(text);
        for (let count = table.next(); count > 0; count = table.next())
          for (let i = 0; i < count; i++) found.push(table.terms[table.found[i]!]!);
        expect(found).toEqual(expected);
      }),
      { numRuns: 2000, seed: 6 },
    );
  });
});
