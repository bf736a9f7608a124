import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyseSite } from './analyse-site.ts';
import { wordCount } from './block.ts';
import { sitePage } from './site-page.suite.ts';
import { stopWordsOf } from './stop-lists.ts';
import { asciiTokens, termsOf, unicodeTokens } from './terms.ts';

const T1 = "Não há golos: o Benfica venceu o FC Porto por 2-1, na Luz, à noite. Acção d'Águia x9 e a equipa.";

describe('tokenisers', () => {
  it('[X-A08] ascii-compat gives the list of T1, not the pieces that a naive expression cuts', () => {
    expect(asciiTokens(T1)).toEqual(
      'golos o Benfica venceu o FC Porto por na Luz noite d e a equipa'.split(' '),
    );
    const naive = T1.match(/\b[A-Za-z]+\b/g);
    expect(naive).toContain('Ac');
    expect(asciiTokens(T1)).not.toEqual(naive);
  });

  it('[X-A09] unicode keeps accented words whole', () => {
    expect(unicodeTokens(T1)).toEqual(
      'não há golos o benfica venceu o fc porto por na luz à noite acção d águia x e a equipa'.split(' '),
    );
  });

  it('[X-A10] terms are distinct, in lower case, and longer than a letter in ascii-compat', () => {
    expect(termsOf(T1, 'ascii-compat', new Set(['por', 'na'])).sort()).toEqual(
      'benfica equipa fc golos luz noite porto venceu'.split(' '),
    );
    expect(termsOf('Gol GOL gol a b', 'ascii-compat', null)).toEqual(['gol']);
    expect(termsOf('Gol GOL gol a b', 'unicode', null)).toEqual(['gol', 'a', 'b']);
  });

  it('agrees with the expression that the specification gives, on any text', () => {
    const expression = /(?<![\p{L}\p{N}_])[A-Za-z]+(?![\p{L}\p{N}_])/gu;
    const piece = fc.constantFrom('a', 'B', 'é', 'ç', '1', '_', ' ', '-', '.', '\u0301', '𝒳', '😀', '٣', "'");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        expect(asciiTokens(text)).toEqual(text.match(expression) ?? []);
      }),
    );
  });

  it('counts words of the raw text: an accented word is one', () => {
    expect([wordCount('Não!'), wordCount(' — … '), wordCount('3-1')]).toEqual([1, 0, 2]);
  });
});

describe('stop words', () => {
  it('[X-A11] follow the language of the page; an unknown language loses none, and a warning says so', () => {
    expect(stopWordsOf('pt-BR', null)?.has('porque')).toBe(true);
    expect(stopWordsOf('es', null)?.has('pero')).toBe(true);
    expect(stopWordsOf('fr-FR', null)?.has('avec')).toBe(true);
    expect(stopWordsOf('it', null)?.has('della')).toBe(true);
    expect(stopWordsOf('xx', null)).toBeNull();
    expect(stopWordsOf('pt', { pt: ['golo'] })?.has('golo')).toBe(true);

    const page = (id: string, language: string) =>
      sitePage(id, `<body><p>della porque casa${id}</p></body>`, language);
    // "della" is a stop word in Italian only, "porque" in Portuguese only; 1 of 2 words is left in common each time.
    const { report } = analyseSite([page('a', 'pt'), page('b', 'it'), page('c', 'tlh')]);
    expect(report.warnings.filter(({ kind }) => kind === 'no-stop-words')).toEqual([
      { kind: 'no-stop-words', pageId: 'c', detail: 'tlh' },
    ]);
    // della, porque, casaa, casab, casac: nothing but stop words of their own page is missing.
    expect(report.vocabulary).toBe(5);
    const portuguese = analyseSite([page('a', 'pt'), page('b', 'pt')]);
    expect(portuguese.report.vocabulary).toBe(3);
  });
});
