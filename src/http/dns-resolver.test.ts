import { describe, expect, it } from 'vitest';
import { type DnsAnswer, DnsResolver } from './dns-resolver.ts';
import { isPrivateAddress } from './private-address.ts';
import { ResolveError } from './resolution.ts';

type Zone = Record<string, { a?: DnsAnswer[] | string; aaaa?: DnsAnswer[] | string }>;

/** A name server that answers from a table; a string is an error code. */
function server(zone: Zone) {
  const asked: string[] = [];
  const answer = (kind: 'a' | 'aaaa') => async (hostname: string) => {
    asked.push(`${kind} ${hostname}`);
    const found = zone[hostname]?.[kind] ?? (zone[hostname] ? 'ENODATA' : 'ENOTFOUND');
    if (typeof found === 'string') throw Object.assign(new Error(found), { code: found });
    return found;
  };
  return { asked, lookup: { resolve4: answer('a'), resolve6: answer('aaaa') } };
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => null,
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(ResolveError);
  return (error as ResolveError).code;
}

describe('DnsResolver', () => {
  it('prefers A, falls back to AAAA, and keeps to one address of several', async () => {
    const { lookup, asked } = server({
      'four.br': {
        a: [
          { address: '200.1.1.9', ttl: 60 },
          { address: '200.1.1.2', ttl: 60 },
        ],
      },
      'six.br': { aaaa: [{ address: '2801:80::1', ttl: 60 }] },
    });
    const resolver = new DnsResolver({ lookup });
    expect((await resolver.resolve('four.br')).address).toBe('200.1.1.2');
    expect((await resolver.resolve('six.br')).address).toBe('2801:80::1');
    expect(asked).toEqual(['a four.br', 'a six.br', 'aaaa six.br']);
  });

  it('asks once for many who ask at once, and again when the answer is old', async () => {
    let now = 0;
    const { lookup, asked } = server({ 'a.br': { a: [{ address: '200.1.1.1', ttl: 100 }] } });
    const resolver = new DnsResolver({ lookup, now: () => now, minTtlMs: 1000, maxTtlMs: 60_000 });
    const all = await Promise.all(Array.from({ length: 20 }, () => resolver.resolve('a.br')));
    expect(new Set(all.map((r) => r.address))).toEqual(new Set(['200.1.1.1']));
    expect(all[0]!.expires).toBe(60_000);
    now = 59_999;
    await resolver.resolve('a.br');
    expect(asked.length).toBe(1);
    now = 60_000;
    await resolver.resolve('a.br');
    expect(asked.length).toBe(2);
  });

  it('keeps an answer of no life for a while', async () => {
    const { lookup } = server({ 'a.br': { a: [{ address: '200.1.1.1', ttl: 0 }] } });
    expect((await new DnsResolver({ lookup, now: () => 0, minTtlMs: 5000 }).resolve('a.br')).expires).toBe(
      5000,
    );
  });

  it('remembers that there is no host for long, and that a server failed for short', async () => {
    let now = 0;
    const { lookup, asked } = server({
      'slow.br': { a: 'ETIMEOUT' },
      'broken.br': { a: 'ESERVFAIL' },
      'empty.br': {},
    });
    const resolver = new DnsResolver({ lookup, now: () => now, negativeTtlMs: 1000, failureTtlMs: 10 });
    expect(await codeOf(resolver.resolve('none.br'))).toBe('not-found');
    expect(await codeOf(resolver.resolve('empty.br'))).toBe('not-found');
    expect(await codeOf(resolver.resolve('slow.br'))).toBe('timeout');
    expect(await codeOf(resolver.resolve('broken.br'))).toBe('failed');
    const before = asked.length;
    now = 9;
    for (const name of ['none.br', 'empty.br', 'slow.br', 'broken.br']) await codeOf(resolver.resolve(name));
    expect(asked.length).toBe(before);
    now = 10;
    for (const name of ['none.br', 'empty.br', 'slow.br', 'broken.br']) await codeOf(resolver.resolve(name));
    expect(asked.slice(before)).toEqual(['a slow.br', 'a broken.br']);
  });

  it('uses the public address where there is one, and refuses a name that has only private ones', async () => {
    const { lookup } = server({
      'mixed.br': {
        a: [
          { address: '10.0.0.1', ttl: 60 },
          { address: '200.1.1.1', ttl: 60 },
        ],
      },
      'inside.br': { a: [{ address: '10.0.0.1', ttl: 60 }] },
      'mapped.br': { aaaa: [{ address: '::ffff:10.0.0.1', ttl: 60 }] },
    });
    const resolver = new DnsResolver({ lookup });
    expect((await resolver.resolve('mixed.br')).address).toBe('200.1.1.1');
    expect(await codeOf(resolver.resolve('inside.br'))).toBe('private');
    expect(await codeOf(resolver.resolve('mapped.br'))).toBe('private');
    expect((await new DnsResolver({ lookup, allowPrivate: true }).resolve('inside.br')).address).toBe(
      '10.0.0.1',
    );
  });

  it('answers literals and localhost without asking anybody', async () => {
    const { lookup, asked } = server({});
    const resolver = new DnsResolver({ lookup, allowPrivate: true });
    expect((await resolver.resolve('200.1.1.1')).address).toBe('200.1.1.1');
    expect((await resolver.resolve('[2801:80::1]')).address).toBe('2801:80::1');
    expect((await resolver.resolve('localhost')).address).toBe('127.0.0.1');
    expect((await resolver.resolve('x.localhost')).address).toBe('127.0.0.1');
    expect(asked).toEqual([]);
  });

  it('forgets what was not used longest when it is full', async () => {
    const zone: Zone = {};
    for (let i = 0; i < 50; i++) zone[`h${i}.br`] = { a: [{ address: `200.1.1.${i}`, ttl: 60 }] };
    const { lookup, asked } = server(zone);
    const resolver = new DnsResolver({ lookup, maxEntries: 10 });
    for (let i = 0; i < 50; i++) {
      await resolver.resolve(`h${i}.br`);
      await resolver.resolve('h0.br');
    }
    expect(resolver.size).toBe(10);
    expect(asked.length).toBe(50);
  });
});

describe('isPrivateAddress', () => {
  it('[G-AC-027] knows every block that is not public unicast, to its last address', () => {
    const inside = [
      '0.0.0.0',
      '0.255.255.255',
      '10.0.0.0',
      '10.255.255.255',
      '100.64.0.0',
      '100.127.255.255',
      '100.100.100.200',
      '127.0.0.1',
      '127.255.255.255',
      '168.63.129.16',
      '169.254.0.0',
      '169.254.169.254',
      '169.254.255.255',
      '172.16.0.0',
      '172.31.255.255',
      '192.0.0.0',
      '192.0.0.255',
      '192.0.2.1',
      '192.88.99.1',
      '192.168.0.0',
      '192.168.255.255',
      '198.18.0.0',
      '198.19.255.255',
      '198.51.100.1',
      '203.0.113.255',
      '224.0.0.1',
      '239.255.255.255',
      '240.0.0.1',
      '255.255.255.255',
      '::',
      '::1',
      '::7f00:1',
      '::ffff:127.0.0.1',
      '::ffff:10.0.0.1',
      '::ffff:c0a8:1',
      '64:ff9b::10.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      '100::1',
      'fc00::1',
      'fd00:ec2::254',
      'fe80::1',
      'fe80::1%eth0',
      'fec0::1',
      'ff02::1',
      '2001::1',
      '2001:db8::1',
      '2001:1ff::1',
      '2002:7f00:1::',
      '2002:c0a8:101::1',
      '3fff::1',
      '3fff:fff:ffff::',
      '4000::1',
      '5f00::1',
      '',
      'localhost',
      '999.1.1.1',
      '10.1',
      '0x7f.0.0.1',
      '1.2.3.4.5',
      '1::2::3',
    ];
    for (const address of inside) expect([address, isPrivateAddress(address)]).toEqual([address, true]);
    const outside = [
      '1.0.0.0',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
      '128.0.0.1',
      '168.63.129.17',
      '169.253.255.255',
      '169.255.0.0',
      '172.15.255.255',
      '172.32.0.0',
      '192.0.1.0',
      '192.167.255.255',
      '192.169.0.0',
      '198.17.255.255',
      '198.20.0.0',
      '200.160.2.3',
      '223.255.255.255',
      '2001:200::1',
      '2001:db7::1',
      '2001:db9::1',
      '2002:c8a0:203::1',
      '2606:4700::1111',
      '2801:80::1',
      '3fff:1000::1',
      '::ffff:200.160.2.3',
      '64:ff9b::c8a0:203',
      '64:ff9b::200.160.2.3',
    ];
    for (const address of outside) expect([address, isPrivateAddress(address)]).toEqual([address, false]);
  });
});
