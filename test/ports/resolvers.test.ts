/** Every `Resolver` of the house by its one suite. */
import { afterAll, beforeAll, describe } from 'vitest';
import { loopbackResolver } from '../../src/app/input/loopback-resolver.ts';
import { DnsResolver } from '../../src/http/index.ts';
import { describeResolver } from '../../src/http/resolver.suite.ts';
import { type TinyWeb, tinyWeb } from '../tiny-web.ts';

const TABLE: Readonly<Record<string, string>> = { 'a.br': '198.18.0.7', 'dentro.br': '10.0.0.1' };

describe('names by a name server', () => {
  const lookup = {
    resolve4: async (name: string) => {
      if (TABLE[name] === undefined) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
      return [{ address: name === 'a.br' ? '200.1.1.1' : TABLE[name], ttl: 60 }];
    },
    resolve6: async () => [],
  };
  describeResolver({
    make: () => new DnsResolver({ lookup, now: () => 1_000 }),
    known: 'a.br',
    inside: 'dentro.br',
    now: 1_000,
  });
});

describe('names of a web on loopback', () => {
  const find = (name: string) =>
    TABLE[name] === undefined ? null : { address: TABLE[name], connect: { host: '127.0.0.1', port: 1 } };
  describeResolver({ make: () => loopbackResolver(find), known: 'a.br', inside: 'dentro.br', now: 0 });
});

describe('names of a web for a test', () => {
  let web: TinyWeb;
  beforeAll(async () => {
    web = await tinyWeb({ 'a.br': {}, 'dentro.br': {} }, { addresses: { 'dentro.br': '10.0.0.1' } });
  });
  afterAll(() => web.close());
  describeResolver({ make: () => web.resolver, known: 'a.br', inside: 'dentro.br', now: 0 });
});
