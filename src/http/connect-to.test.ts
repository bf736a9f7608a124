import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConnectToResolver, connectRule } from './connect-to.ts';
import { type Resolution, ResolveError, type Resolver } from './resolution.ts';
import { describeResolver } from './resolver.suite.ts';

const usual: Resolver = {
  resolve: async (hostname): Promise<Resolution> => {
    if (hostname === 'dentro.exemplo.br') throw new ResolveError('private', hostname, '10.0.0.1');
    if (hostname !== 'www.exemplo.br') throw new ResolveError('not-found', hostname, 'unknown');
    return { address: '203.0.113.9', expires: 1_000 };
  },
};

const by = (...rules: string[]) =>
  new ConnectToResolver(
    rules.map((rule) => connectRule(rule, true)),
    usual,
  );

const codeOf = (text: string, allowPrivate = true): string => {
  try {
    connectRule(text, allowPrivate);
  } catch (error) {
    return JSON.stringify((error as { values?: unknown }).values ?? String(error));
  }
  return '';
};

describe('hosts without a rule', () => {
  describeResolver({
    make: () => by('outro.exemplo.br::127.0.0.1:8080'),
    known: 'www.exemplo.br',
    inside: 'dentro.exemplo.br',
    now: 0,
  });
});

describe('--connect-to', () => {
  it('leads a host, a port of it, a domain with all below it, or everybody elsewhere; the first rule that fits holds', async () => {
    const resolver = by(
      'www.exemplo.br:443:127.0.0.2:8443',
      'www.exemplo.br:80:127.0.0.2:8080',
      '*.jornal.pt::[::1]:9000',
      '::127.0.0.1:',
    );
    const there = async (host: string, port: number) => (await resolver.resolve(host, port)).connect;
    expect(await there('www.exemplo.br', 443)).toEqual({ host: '127.0.0.2', port: 8443 });
    expect(await there('WWW.exemplo.br', 80)).toEqual({ host: '127.0.0.2', port: 8080 });
    expect(await there('www.exemplo.br', 8000)).toEqual({ host: '127.0.0.1', port: 8000 });
    expect(await there('jornal.pt', 80)).toEqual({ host: '::1', port: 9000 });
    expect(await there('a.b.jornal.pt', 443)).toEqual({ host: '::1', port: 9000 });
    expect(await there('meujornal.pt', 443)).toEqual({ host: '127.0.0.1', port: 443 });
  });

  it('keeps the address that is really asked as the one of the politeness clock', async () => {
    expect(await by('::127.0.0.1:8080').resolve('a.br', 80)).toMatchObject({ address: '127.0.0.1' });
  });

  it('refuses what is no rule, a name as the target, and an address inside that nobody said is meant', () => {
    for (const text of [
      '',
      'a',
      'a:80',
      'a:80:127.0.0.1',
      'a:x:127.0.0.1:80',
      'a b:80:127.0.0.1:1',
      '::127.0.0.1:70000',
    ])
      expect(codeOf(text), text).toContain('connect-to-form');
    expect(codeOf('a.br:80:b.br:80')).toContain('connect-to-address');
    for (const address of ['127.0.0.1', 'localhost', '10.1.2.3', '[::1]', '169.254.169.254', '[fe80::1]'])
      expect(codeOf(`::${address}:80`, false), address).toContain('connect-to-private');
    expect(codeOf('::200.160.2.3:80', false)).toBe('');
  });

  it('never throws anything else, whatever is written', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(':', '*', '.', 'a', '1', '[', ']', ' ', '0') }),
        (text) => {
          const code = codeOf(text, false);
          expect(code === '' || code.includes('connect-to-')).toBe(true);
        },
      ),
    );
  });
});
