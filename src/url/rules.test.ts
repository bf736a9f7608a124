import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXCLUSION_RULES, normaliseUrl, REFUSAL_REASONS, type RuleOptions, refuseByRule } from './index.ts';

const PAGE = 'https://www.exemplo.br/a/';

function verdict(link: string, options?: RuleOptions): string | null {
  const url = normaliseUrl(link, PAGE);
  return url.kind === 'refused' ? url.reason : refuseByRule(url, link, options);
}

/** Links that each rule refuses, and their innocent neighbours. */
const CASES = {
  shortener: {
    refused: [
      'http://bit.ly/x',
      'https://t.co/abc',
      'http://migre.me/1',
      'http://goo.gl/x',
      'https://www.tinyurl.com/x',
      'http://encurtador.com.br/x',
      'https://glo.bo/1',
    ],
    kept: ['http://nabit.ly.br/x', 'http://at.co.br/', 'http://rabbit.ly/x', 'https://g1.globo.com/'],
  },
  'share-button': {
    refused: [
      'https://www.facebook.com/sharer/sharer.php?u=x',
      'http://www.facebook.com/sharer.php?u=x',
      'https://m.facebook.com/dialog/share?x',
      'https://twitter.com/intent/tweet?text=x',
      'http://twitter.com/share',
      'http://twitter.com/home?status=x',
      'https://x.com/intent/post?text=x',
      'https://api.whatsapp.com/send?text=x',
      'https://wa.me/?text=x',
      'https://br.pinterest.com/pin/create/button/?url=x',
      'https://www.linkedin.com/shareArticle?mini=true&url=x',
      'https://t.me/share/url?url=x',
      'https://telegram.me/share/url?url=x',
      'https://plus.google.com/share?url=x',
      'https://www.reddit.com/submit?url=x',
      'https://www.addtoany.com/share?url=x',
    ],
    kept: [
      'https://www.facebook.com/prefeitura',
      'https://twitter.com/fulano',
      'https://twitter.com/sharepoint',
      'https://www.linkedin.com/company/x',
      'https://t.me/canal',
      'https://www.reddit.com/r/brasil',
      'https://www.exemplo.br/sharer.php?u=x',
    ],
  },
  template: {
    refused: [
      '{{url}}',
      '/x/{{ id }}/y',
      '/x/$' + '{id}',
      '<%= url %>',
      '/x?y=<%=z%>',
      '/x/[object Object]',
      '/x/[object%20Object]',
      '/x/%7B%7Bid%7D%7D',
      'undefined',
      '/x/undefined/y',
      '/x?id=undefined',
      '/x?n=NaN',
      '/a/NaN',
      "' + link + '",
      '%%CLICK_URL%%',
      '{% url x %}',
    ],
    kept: [
      '/x/nanquim',
      '/x?q=undefined+behavior',
      '/indefinido',
      '/wiki/NaN',
      '/x?id={3F2504E0-4F89}',
      '/banana',
      '/x/nan',
    ],
  },
  validator: {
    refused: [
      'http://validator.w3.org/check?uri=referer',
      'http://jigsaw.w3.org/css-validator/check/referer',
      'https://html5.validator.nu/?doc=x',
      'http://www.dasilva.org.br/?x',
    ],
    kept: ['https://www.w3.org/TR/html', 'https://www.exemplo.br/validador'],
  },
  extension: {
    refused: [
      '/x.jpg',
      '/x.PNG?y=1',
      'style.css',
      '/a/b.js',
      '/x.zip',
      '/x.mp4',
      '/x.exe',
      '/x.docx',
      '/fonte.woff2',
      '/x.shp',
      '/x.csv',
    ],
    kept: [
      '/x.html',
      '/x.php?f=y.jpg',
      '/x.aspx',
      '/x.pdf',
      '/x',
      '/x.y',
      '/x.jpg/y',
      '/versao-1.2',
      '/rss.xml',
      'http://www.a.py',
      'http://a.zip/',
    ],
  },
  'wiki-special': {
    refused: [
      'https://pt.wikipedia.org/w/index.php?title=X&action=edit',
      'https://pt.wikipedia.org/w/index.php?title=X&oldid=1',
      'https://pt.wikipedia.org/wiki/X?action=history',
      'https://pt.wikipedia.org/wiki/Especial:Aleat%C3%B3ria',
      'https://pt.wikipedia.org/wiki/Discuss%C3%A3o:X',
      'https://pt.wikipedia.org/wiki/Discussão:X',
      'https://pt.wikipedia.org/wiki/Usu%C3%A1rio(a):X',
      'https://pt.wikipedia.org/wiki/Usuário_Discussão:X',
      'https://pt.wikipedia.org/wiki/Ficheiro:X.jpg',
      'https://pt.wikipedia.org/wiki/Imagem:X.png',
      'https://pt.wikipedia.org/wiki/Ficheiro%3AX.jpg',
      'https://pt.wikipedia.org/w/index.php?title=Especial:Entrar',
    ],
    kept: [
      'https://pt.wikipedia.org/wiki/X',
      'https://pt.wikipedia.org/wiki/Categoria:X',
      'https://pt.wikipedia.org/wiki/Star_Wars:_Epis%C3%B3dio_I',
      'https://www.exemplo.br/x?action=ver',
    ],
  },
} as const;

describe('exclusion rules', () => {
  for (const [reason, { refused, kept }] of Object.entries(CASES)) {
    it(`[H-6] ${reason}`, () => {
      expect(refused.filter((link) => verdict(link) !== reason)).toEqual([]);
      expect(kept.map((link) => [link, verdict(link)])).toEqual(kept.map((link) => [link, null]));
    });
  }

  it('[H-6] are all named and described, and can be switched off one by one', () => {
    expect(EXCLUSION_RULES.map((rule) => rule.reason).sort()).toEqual(Object.keys(CASES).sort());
    for (const { reason, description } of EXCLUSION_RULES) {
      expect(REFUSAL_REASONS[reason]).toBeTypeOf('string');
      expect(description).not.toBe('');
      const off = { off: new Set([reason]) };
      for (const link of CASES[reason as keyof typeof CASES].refused)
        expect(verdict(link, off)).not.toBe(reason);
    }
  });

  it('the kinds of file wanted are a choice', () => {
    const requisites = { kinds: new Set(['page', 'unknown', 'image', 'style', 'script', 'font'] as const) };
    expect(verdict('/x.png', requisites)).toBe(null);
    expect(verdict('/x.zip', requisites)).toBe('extension');
    expect(verdict('/x.pdf', requisites)).toBe('extension');
  });

  it('[H-7] answer for anything', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.constantFrom('', '/wiki/', 'http://facebook.com/', '/w/index.php?title='),
        (text, head) => {
          const verdicts = [null, ...Object.keys(REFUSAL_REASONS)];
          expect(verdicts).toContain(verdict(head + text));
        },
      ),
      { numRuns: 2000, seed: 11 },
    );
  });
});
