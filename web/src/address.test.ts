import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedAddress, pageAddress, readAddress, takeToken, viewAddress, writeAddress } from './address.ts';

const at = (url: string) => {
  const { pathname, search } = new URL(url, 'http://localhost');
  return readAddress(pathname, search);
};

describe('address', () => {
  it('reads every view', () => {
    expect(at('/').view).toBe('busca');
    expect(at('/busca?c=web&q=guerra+do+Paraguai')).toEqual({
      view: 'busca',
      collection: 'web',
      id: null,
      params: { q: 'guerra do Paraguai' },
    });
    expect(at('/pagina/minha%20coleta/12?ver=original')).toEqual({
      view: 'pagina',
      collection: 'minha coleta',
      id: 12,
      params: { ver: 'original' },
    });
    for (const wrong of ['/nunca', '/busca/mais', '/pagina/web', '/pagina/web/x'])
      expect(at(wrong).view).toBe('nada');
  });

  it('is not upset by a broken escape', () => {
    expect(readAddress('/pagina/%E0%A4%A/3', '').collection).toBe('%E0%A4%A');
  });

  it('changes parameters, and takes them out', () => {
    const address = at('/mapa?c=web&q=rios&formato=shp');
    expect(changedAddress(address, { formato: null, arquivo: '7' })).toBe('/mapa?c=web&q=rios&arquivo=7');
  });

  it('goes to and fro without loss', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), fc.nat(), (line, collection, id) => {
        const search = at(viewAddress('busca', collection, { q: line }));
        expect(search.collection).toBe(collection);
        expect(search.params.q ?? '').toBe(line.toWellFormed());
        const page = pageAddress('c', id, line ? { ver: line } : {});
        expect(writeAddress(at(page))).toBe(page);
      }),
    );
  });

  it('takes the token out of the address', () => {
    expect(takeToken('?token=abc&q=x')).toEqual({ token: 'abc', search: '?q=x' });
    expect(takeToken('')).toEqual({ token: null, search: '' });
  });
});
