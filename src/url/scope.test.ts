import { describe, expect, it } from 'vitest';
import { TarrafaError } from '../errors.ts';
import { inScope, normaliseUrl, parseScope, SCOPE_PRESETS, type Scope, type WebUrl } from './index.ts';

function url(link: string): WebUrl {
  const result = normaliseUrl(link);
  if (result.kind !== 'url') throw new Error(result.reason);
  return result;
}

const holds = (scope: Scope, link: string) => inScope(scope, url(link));

describe('scopes', () => {
  it('[H-6] br: hosts under .br, and the known Brazilian sites outside it', () => {
    const scope = parseScope('br');
    for (const link of [
      'http://a.br/',
      'https://www.usp.br/x',
      'http://x.y.gov.br',
      'https://g1.globo.com/x',
      'http://globo.com',
      'https://noticias.r7.com',
      'http://www.ingresso.com',
      'http://amocinema.com/',
    ]) {
      expect([link, holds(scope, link)]).toEqual([link, true]);
    }
    for (const link of [
      'http://a.com/',
      'http://br.com/',
      'http://abr/',
      'http://xglobo.com',
      'http://globo.com.evil.net',
      'http://a.pt',
      'http://10.0.0.1/',
    ]) {
      expect([link, holds(scope, link)]).toEqual([link, false]);
    }
  });

  it('[H-6] pt and lusofonia', () => {
    expect(holds(parseScope('pt'), 'https://www.publico.pt/x')).toBe(true);
    expect(holds(parseScope('pt'), 'https://www.usp.br/x')).toBe(false);
    const scope = parseScope('lusofonia');
    for (const tld of ['br', 'pt', 'ao', 'mz', 'cv', 'gw', 'st', 'tl'])
      expect(holds(scope, `http://www.a.${tld}/`)).toBe(true);
    expect(holds(scope, 'https://pt.wikipedia.org/wiki/X')).toBe(true);
    expect(holds(scope, 'https://en.wikipedia.org/wiki/X')).toBe(false);
    expect(Object.keys(SCOPE_PRESETS)).toEqual(['br', 'pt', 'lusofonia']);
  });

  it('lists of suffixes, domains and hosts', () => {
    const scope = parseScope(' .gov.br , usp.br,=www.ufmg.br,=localhost:8080, são.pt ');
    for (const link of [
      'http://www.gov.br',
      'http://x.gov.br/y',
      'http://usp.br',
      'http://www.ime.usp.br',
      'http://www.ufmg.br',
      'http://localhost:8080/x',
      'http://www.são.pt/',
    ]) {
      expect([link, holds(scope, link)]).toEqual([link, true]);
    }
    for (const link of [
      'http://gov.br/',
      'http://lusp.br',
      'http://ufmg.br',
      'http://x.www.ufmg.br',
      'http://localhost:80/',
      'http://localhost/',
    ]) {
      expect([link, holds(scope, link)]).toEqual([link, false]);
    }
    expect(holds(parseScope('=a.br'), 'http://a.br:8080/')).toBe(true);
    expect(holds(parseScope('10.0.0.1'), 'http://10.0.0.1:81/')).toBe(true);
    expect(holds(parseScope('https://www.usp.br/x'), 'http://www.usp.br/y')).toBe(true);
    expect(holds(parseScope('any'), 'http://qualquer.com/')).toBe(true);
    expect(parseScope('br,lang:pt').language).toBe('pt');
  });

  it('seeds: the domains of the seeds, by owner on hosts of many owners', () => {
    const scope = parseScope('seeds', [
      url('http://www.ime.usp.br/x'),
      url('http://joao.blogspot.com/'),
      url('http://localhost:8080/'),
      url('http://10.0.0.1/'),
    ]);
    for (const link of [
      'http://usp.br',
      'http://www.ffl.usp.br',
      'http://joao.blogspot.com/y',
      'http://localhost:8080/z',
      'http://10.0.0.1/w',
    ])
      expect([link, holds(scope, link)]).toEqual([link, true]);
    for (const link of [
      'http://maria.blogspot.com',
      'http://unicamp.br',
      'http://localhost:81/',
      'http://10.0.0.2/',
    ])
      expect([link, holds(scope, link)]).toEqual([link, false]);
  });

  it('what cannot be read is an error that names it', () => {
    for (const text of [
      '',
      ' , ',
      'lusofonai',
      'br,usp',
      'a b.br',
      'http://',
      '=',
      '.',
      'a..br',
      '@x.br',
      'lang:português',
    ]) {
      let error: unknown;
      try {
        parseScope(text);
      } catch (caught) {
        error = caught;
      }
      expect(error).toBeInstanceOf(TarrafaError);
      expect(error).toMatchObject({ code: 'TRF_SCOPE_UNKNOWN' });
    }
    expect(() => parseScope('br,usp')).toThrow(/usp/);
  });
});
