import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, forEachToken, stem } from '../../text/index.ts';
import { analyseTerms, termOf } from './index.ts';
import { portugueseStem } from './portuguese-stem.ts';
import { LONGEST_TERM } from './terms.ts';
import { WordTable } from './word-table.ts';

/** Words made of real beginnings and the endings that the rules know. */
const BEGINNINGS =
  'a e o al am br ca ci cor cr da dec des ec el en esp est ex fa fr ge go gu his hom i im in ind ir jorn l li log m me mor mun n na naci nov o ob org p pa par pol pos pr pre prod qu r ra re s se sen soci t te tr u un v ve vi x z ág êx índ út'.split(
    ' ',
  );
const ENDINGS =
  'a ação ações ador adoras ados am amente amento amos ância ante ar arei aríamos as asse ável avelmente ci ça ção e ê é eceira eira eiras eis em ência ências ente er es eu eza gue i ia ibilidade abilidade ica icamente icidade ico idade idades ido imento ir ira iras is ismo íssemos ista iva ivamente ativamente atividade ativos ível ivelmente logia logias mente o ó ões os osamente oso ou ução uções xi ção ãos ões ão'.split(
    ' ',
  );

describe('portugueseStem', () => {
  it('gives the stems of the reference implementation', () => {
    let changed = 0;
    let turn = 0;
    for (const first of BEGINNINGS)
      for (const middle of ['', ...BEGINNINGS])
        for (const last of ENDINGS) {
          const word = first + middle + last;
          // One in twenty-three, ever other ones.
          if (++turn % 23 !== 0) continue;
          const expected = stem(word);
          if (portugueseStem(word) !== expected)
            expect([word, portugueseStem(word)]).toEqual([word, expected]);
          if (expected !== word) changed++;
        }
    expect(changed).toBeGreaterThan(5000);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'abcdegilmnorstuvzáéíóúâêôãõçà'), maxLength: 14 }),
        (word) => {
          expect(portugueseStem(word)).toBe(stem(word));
        },
      ),
      { numRuns: 2000, seed: 3 },
    );
  });
});

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
        table.read(text, (word) => {
          found.push(table.terms[word]!);
          return true;
        });
        expect(found).toEqual(expected);
      }),
      { numRuns: 2000, seed: 6 },
    );
  });
});
