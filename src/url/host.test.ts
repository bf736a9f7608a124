import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostCanExist } from './host.ts';
import { registrableDomain } from './index.ts';

describe('registrable domain', () => {
  it('follows the public suffix list', () => {
    for (const [host, domain] of [
      ['noticias.uol.com.br', 'uol.com.br'],
      ['uol.com.br', 'uol.com.br'],
      ['com.br', 'com.br'],
      ['www.usp.br', 'usp.br'],
      ['pt.wikipedia.org', 'wikipedia.org'],
      ['localhost', 'localhost'],
      ['127.0.0.1', '127.0.0.1'],
      ['[::1]', '[::1]'],
      ['a.exemplo.test', 'exemplo.test'],
      ['', ''],
      ['a..b', 'a..b'],
    ] as const) {
      expect(registrableDomain(host)).toBe(domain);
      expect(registrableDomain(host)).toBe(domain);
    }
  });

  it('counts a hosting service as one site, or its users as sites', () => {
    expect(registrableDomain('joao.blogspot.com')).toBe('blogspot.com');
    expect(registrableDomain('joao.blogspot.com', { privateSuffixes: true })).toBe('joao.blogspot.com');
    expect(registrableDomain('ana.github.io', { privateSuffixes: true })).toBe('ana.github.io');
  });

  it('[H-7] takes any string, and its cache never changes an answer', () => {
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.ipV4(), fc.string()), (host) => {
        const first = registrableDomain(host);
        expect(registrableDomain(host)).toBe(first);
        if (hostCanExist(host)) expect(host.endsWith(first)).toBe(true);
        else expect(first).toBe(host);
      }),
      { numRuns: 2000, seed: 4 },
    );
  });

  it('a host name has labels of 1 to 63 letters, digits, hyphens and underscores, 253 in all', () => {
    for (const host of [
      'a',
      'a.br',
      'a-b.c_d.br',
      'x'.repeat(63),
      '[::1]',
      '1.2.3.4',
      `${'a.'.repeat(126)}b`,
    ])
      expect([host, hostCanExist(host)]).toEqual([host, true]);
    for (const host of [
      '',
      '.',
      'a.',
      '.a',
      'a..b',
      'A.br',
      'a b',
      'ã.br',
      'a,b',
      'x'.repeat(64),
      `${'a.'.repeat(127)}b`,
      '[::1',
    ])
      expect([host, hostCanExist(host)]).toEqual([host, false]);
  });
});
