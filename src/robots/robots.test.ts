import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDecision, robotsFromResponse, rulesOf, writeDecision } from './decision.ts';
import { normalPathOf, pathOf } from './path.ts';
import { escapePattern, type Meter, Pattern } from './pattern.ts';
import { parseRobots } from './robots-file.ts';
import { narrowTo, rulesFor } from './rules.ts';

function allows(robots: string | Uint8Array, agent: string, url: string): boolean {
  return rulesFor(parseRobots(robots), agent).allows(url);
}

const file = (...lines: string[]) => `${lines.join('\n')}\n`;

describe('rules', () => {
  it('[T-POL-1] a prefix is forbidden with everything under it, and nothing else', () => {
    const robots = file('User-agent: *', 'Disallow: /priv');
    for (const path of ['/priv', '/private/x', '/priv?x', '/priv/']) {
      expect([path, allows(robots, 'Tarrafa', `http://a.br${path}`)]).toEqual([path, false]);
    }
    for (const path of ['/pub', '/', '', '/x/priv', '/Priv', '/?u=/priv'])
      expect([path, allows(robots, 'Tarrafa', `http://a.br${path}`)]).toEqual([path, true]);
  });

  it('[T-POL-2] a group of its own overrides the one for everyone', () => {
    const robots = file(
      'User-agent: *',
      'Disallow: /',
      '',
      'User-agent: tarrafa',
      'Disallow: /x',
      '',
      'User-agent: nobody',
      'Disallow:',
    );
    expect(allows(robots, 'Tarrafa', '/y')).toBe(true);
    expect(allows(robots, 'Tarrafa', '/x/1')).toBe(false);
    expect(allows(robots, 'Other', '/y')).toBe(false);
    // Even when its own group says nothing.
    expect(allows(robots, 'nobody', '/y')).toBe(true);
    expect(allows(file('User-agent: Tarrafa', '', 'User-agent: *', 'Disallow: /'), 'Tarrafa', '/y')).toBe(
      false,
    );
    expect(rulesFor(parseRobots(robots), 'Tarrafa').named).toBe(true);
    expect(rulesFor(parseRobots(robots), 'Other').named).toBe(false);
  });

  it('[T-POL-4] Allow inside Disallow; an empty Disallow forbids nothing', () => {
    const robots = file('User-agent: *', 'Allow: /a/b', 'Disallow: /a');
    expect(allows(robots, 'Tarrafa', '/a/b/c')).toBe(true);
    expect(allows(robots, 'Tarrafa', '/a/x')).toBe(false);
    expect(allows(file('User-agent: *', 'Disallow:'), 'Tarrafa', '/anything')).toBe(true);
    expect(allows(file('User-agent: *', 'Disallow: ', 'Allow:'), 'Tarrafa', '/anything')).toBe(true);
  });

  it('[G-AC-010] two prefixes for everyone', () => {
    const robots = file('User-agent: *', 'Disallow: /geoinformacao/', 'Disallow: /spring/portugues/');
    for (const agent of ['GeoDiscover', 'OtherBot']) {
      expect(allows(robots, agent, 'http://a.br/geoinformacao/x.html')).toBe(false);
      expect(allows(robots, agent, 'http://a.br/spring/portugues/a')).toBe(false);
      expect(allows(robots, agent, 'http://a.br/spring/english/')).toBe(true);
    }
  });

  it('[G-AC-011] one crawler excepted, its name in any case', () => {
    const robots = file(
      'User-agent: *',
      'Disallow: /arquivos/shape/',
      '',
      'User-agent: Geodiscover',
      'Disallow:',
    );
    expect(allows(robots, 'OtherBot', 'http://a.br/arquivos/shape/a.zip')).toBe(false);
    for (const agent of ['GeoDiscover', 'geodiscover', 'GEODISCOVER'])
      expect(allows(robots, agent, 'http://a.br/arquivos/shape/a.zip')).toBe(true);
  });

  it('[G-AC-016] the longest match decides, whatever the order; Allow wins a tie', () => {
    const both = (one: string, other: string, path: string) => {
      const there = allows(file('User-agent: *', one, other), 'T', path);
      expect(allows(file('User-agent: *', other, one), 'T', path)).toBe(there);
      return there;
    };
    expect(both('Allow: /l', 'Disallow: /', '/livro')).toBe(true);
    expect(both('Allow: /pasta', 'Disallow: /pasta', '/pasta/um')).toBe(true);
    expect(both('Allow: /livro', 'Disallow: /*.html', '/livro.html')).toBe(false);
    expect(both('Allow: /$', 'Disallow: /', '/')).toBe(true);
    expect(both('Allow: /$', 'Disallow: /', '/livro')).toBe(false);
    // Length is counted in bytes of the escaped form: é is %C3%A9.
    expect(both('Disallow: /é', 'Allow: /*A9x', '/%C3%A9x')).toBe(false);
    expect(both('Disallow: /é', 'Allow: /*3%A9x', '/%C3%A9x')).toBe(true);
  });

  it('says which line decided', () => {
    const rules = rulesFor(
      parseRobots('# hello\r\nUser-agent: *\r\n\r\nDisallow: /a\r\nAllow: /a/b\r\n'),
      'T',
    );
    expect(rules.decisive('/a/c')).toEqual({
      allowed: false,
      rule: { type: 'disallow', pattern: '/a', line: 4 },
    });
    expect(rules.decisive('/a/b/c')).toEqual({
      allowed: true,
      rule: { type: 'allow', pattern: '/a/b', line: 5 },
    });
    expect(rules.decisive('/z')).toEqual({ allowed: true });
  });

  it('"index.html" in Allow stands for its directory, in Disallow only for itself', () => {
    const robots = file(
      'User-agent: *',
      'Allow: /d/index.html',
      'Disallow: /',
      'User-agent: b',
      'Disallow: /d/index.html',
    );
    expect(allows(robots, 'T', 'http://a.br/d/')).toBe(true);
    expect(allows(robots, 'T', 'http://a.br/d/index.html')).toBe(true);
    expect(allows(robots, 'T', 'http://a.br/d/index.htm')).toBe(false);
    expect(allows(robots, 'T', 'http://a.br/d/x')).toBe(false);
    expect(allows(robots, 'T', 'http://a.br/d')).toBe(false);
    expect(allows(robots, 'b', 'http://a.br/d/')).toBe(true);
    expect(allows(file('User-agent: *', 'Allow: /index.htm', 'Disallow: /'), 'T', 'http://a.br')).toBe(true);
  });
});

describe('groups', () => {
  it('of the same crawler are one, wherever they stand', () => {
    const robots = file(
      'user-agent: one',
      'disallow: /a',
      'user-agent: two',
      'disallow: /b',
      'user-agent: ONE',
      'disallow: /c',
    );
    expect(['/a', '/b', '/c'].map((path) => allows(robots, 'one', path))).toEqual([false, true, false]);
    expect(['/a', '/b', '/c'].map((path) => allows(robots, 'two', path))).toEqual([true, false, true]);
  });

  it('may have several crawlers; blank lines, comments and other records do not part them', () => {
    for (const between of [
      '',
      '# x',
      'Sitemap: http://a.br/s.xml',
      'Crawl-delay: 3',
      'Noindex: /x',
      'nonsense',
    ]) {
      const robots = file('User-agent: one', between, 'User-agent: two', between, 'Disallow: /x');
      expect([
        between,
        allows(robots, 'one', '/x'),
        allows(robots, 'two', '/x'),
        allows(robots, 'three', '/x'),
      ]).toEqual([between, false, false, true]);
    }
  });

  it('hold the rules up to the next crawler; rules before the first are nobody’s', () => {
    const robots = file(
      'Disallow: /early',
      'User-agent: one',
      'Disallow: /x',
      '',
      '',
      'Disallow: /late',
      'User-agent: two',
      'Disallow: /y',
    );
    expect(['/early', '/x', '/late', '/y'].map((path) => allows(robots, 'one', path))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('name a crawler by the letters, hyphens and underscores that come first', () => {
    const named = (value: string, agent: string) =>
      !allows(file(`User-agent: ${value}`, 'Disallow: /'), agent, '/x');
    expect(named('RedeBot/1.2', 'redebot')).toBe(true);
    expect(named('RedeBot Images', 'redebot')).toBe(true);
    expect(named('Rede-Bot_x (a comment)', 'rede-bot_x')).toBe(true);
    expect(named('RedeBotImages', 'redebot')).toBe(false);
    expect(named('Rede', 'redebot')).toBe(false);
    expect(named('*', 'redebot')).toBe(true);
    expect(named('* everyone', 'redebot')).toBe(true);
    expect(named('*\teveryone', 'redebot')).toBe(true);
    expect(named('*redebot', 'redebot')).toBe(false);
    expect(named('4bot', 'bot')).toBe(false);
    expect(named('', 'redebot')).toBe(false);
    // A header is not a product token, and a strange letter is not the plain one it resembles.
    expect(named('RedeBot', 'RedeBot/1.2')).toBe(false);
    expect(named('KitBot', '\u212aitBot')).toBe(false);
  });
});

describe('lines', () => {
  const forbids = (robots: string | Uint8Array) => !allows(robots, 'redebot', 'http://a.br/x/y');

  it('end in CR, LF or CRLF, the last one need not', () => {
    for (const end of ['\n', '\r', '\r\n']) {
      expect(forbids(['User-agent: redebot', '', 'Disallow: /x', ''].join(end))).toBe(true);
      expect(forbids(['User-agent: redebot', 'Disallow: /x'].join(end))).toBe(true);
    }
    expect(parseRobots('User-agent: a\r\n\n\r\rDisallow: /x').groups[0]!.rules[0]!.line).toBe(5);
  });

  it('may begin with a byte order mark or a part of one, on the first line only', () => {
    const bytes = (head: number[], text: string) => Buffer.concat([Buffer.from(head), Buffer.from(text)]);
    const text = 'User-agent: redebot\nDisallow: /x\n';
    for (const head of [[], [0xef], [0xef, 0xbb], [0xef, 0xbb, 0xbf]])
      expect([head, forbids(bytes(head, text))]).toEqual([head, true]);
    for (const head of [[0xbb], [0xef, 0x11, 0xbf], [0xff, 0xfe], [0xef, 0xbb, 0xbf, 0xef]])
      expect([head, forbids(bytes(head, text))]).toEqual([head, false]);
    expect(forbids('User-agent: redebot\n\ufeffDisallow: /x\n')).toBe(false);
  });

  it('take keys in any case, with the usual misspellings, and by their beginning', () => {
    for (const key of ['USER-AGENT', 'user-agent', 'UseR-aGenT', 'useragent', 'User Agent', 'User-Agents'])
      expect([key, forbids(`${key}: redebot\nDisallow: /x`)]).toEqual([key, true]);
    for (const key of [
      'Disallow',
      'DISALLOW',
      'dissallow',
      'dissalow',
      'disalow',
      'diasllow',
      'disallaw',
      'disallowed',
    ])
      expect([key, forbids(`User-agent: redebot\n${key}: /x`)]).toEqual([key, true]);
    for (const key of ['Disalllow', 'Forbid', 'Dis-allow', '-Disallow', 'User_agent'])
      expect([key, forbids(`User-agent: redebot\n${key}: /x`)]).toEqual([key, false]);
    for (const key of ['Allow', 'ALLOW', 'allowed'])
      expect([key, forbids(`User-agent: redebot\nDisallow: /\n${key}: /x`)]).toEqual([key, false]);
    expect(
      parseRobots('Site-Map: http://a.br/1\nSITEMAP:http://a.br/2\nsitemap /3\nSitemap: http://a.br/1')
        .sitemaps,
    ).toEqual(['http://a.br/1', 'http://a.br/2', '/3']);
    expect(parseRobots('Sitemap: http://a.br/sitio/índice.xml').sitemaps).toEqual([
      'http://a.br/sitio/índice.xml',
    ]);
  });

  it('may lack the colon when they are two words', () => {
    expect(forbids('User-agent redebot\nDisallow /x')).toBe(true);
    expect(forbids('User-agent\t \tredebot\n  Disallow\t/x  ')).toBe(true);
    expect(forbids('User agent redebot\nDisallow /x')).toBe(false);
    expect(forbids('User-agent: redebot\nDisallow /x /y')).toBe(false);
    expect(forbids('User-agent: redebot\nDisallow')).toBe(false);
    expect(forbids('User-agent: redebot\n: /x')).toBe(false);
    expect(forbids('User-agent: redebot\nDisallow : /x')).toBe(true);
    expect(forbids('User-agent: redebot\n\t Disallow:/x\v\f')).toBe(true);
  });

  it('end at a comment or a zero byte', () => {
    expect(forbids('User-agent: redebot # me\nDisallow: /x#y')).toBe(true);
    expect(forbids('User-agent: redebot\n#Disallow: /x')).toBe(false);
    expect(forbids('User-agent: redebot\nDisallow: /x\0/z')).toBe(true);
    expect(forbids('User-agent: redebot\nDisallow\0: /x')).toBe(false);
  });

  it('are read up to 16,663 bytes', () => {
    const key = 'disallow: ';
    const fits = `/x/${'a'.repeat(16_663 - key.length - 3)}`;
    const robots = `user-agent: redebot\n${key}${fits}bcd\n`;
    expect(parseRobots(robots).groups[0]!.rules[0]!.pattern).toBe(fits);
    expect(allows(robots, 'redebot', `http://a.br${fits}zzz`)).toBe(false);
    expect(allows(robots, 'redebot', `http://a.br${fits.slice(0, -1)}`)).toBe(true);
    // What follows on the next line is untouched.
    expect(forbids(`${robots}Disallow: /x/y`)).toBe(true);
  });
});

describe('patterns', () => {
  it('stars, and a dollar at the end', () => {
    const cases: [string, string, boolean][] = [
      ['/peixe*', '/peixe', true],
      ['/peixe*', '/peixes/atum.html', true],
      ['/*.php', '/pasta/ficha.php?n=1', true],
      ['/*.php', '/ficha.PHP', false],
      ['/*.php$', '/ficha.php', true],
      ['/*.php$', '/a.php/b.php', true],
      ['/*.php$', '/ficha.php?x', false],
      ['/peixe*.php', '/peixes/bagre.php?x', true],
      ['/a$b', '/a$b/c', true],
      ['/a$b', '/a', false],
      ['/a$$', '/a$', true],
      ['/a$$', '/a', false],
      ['/a*$', '/abc', true],
      ['*', '/anything', true],
      ['*/b', '/a/b', true],
      ['**//*', '/a//', true],
      ['$', '/', false],
      ['/$', '/', true],
      ['x', '/x', false],
      ['/a*bc*b', '/abcbcab', true],
      ['/a*b*b$', '/ab', false],
    ];
    for (const [pattern, path, fits] of cases)
      expect([pattern, path, new Pattern(pattern).matches(path)]).toEqual([pattern, path, fits]);
  });

  it('are escaped byte by byte; the URL is compared as it stands', () => {
    expect(escapePattern(Buffer.from('/ação').toString('latin1'))).toBe('/a%C3%A7%C3%A3o');
    expect(escapePattern('/%c3%a7%zz%2')).toBe('/%C3%A7%zz%2');
    const robots = file('User-agent: *', 'Disallow: /ação/');
    expect(allows(robots, 'T', 'http://a.br/a%C3%A7%C3%A3o/')).toBe(false);
    expect(allows(robots, 'T', 'http://a.br/ação/')).toBe(true);
    expect(allows(robots, 'T', normalPathOf('http://a.br/ação/'))).toBe(false);
    expect(allows(robots, 'T', normalPathOf('http://a.br/a%c3%a7%c3%a3o/'))).toBe(false);
    // Latin-1 in the file gives other bytes.
    expect(allows(Buffer.from(robots, 'latin1'), 'T', 'http://a.br/a%E7%E3o/')).toBe(false);
    expect(allows(file('User-agent: *', 'Disallow: /%62ar'), 'T', '/bar')).toBe(true);
    expect(allows(file('User-agent: *', 'Disallow: /%62ar'), 'T', '/%62ar')).toBe(false);
  });

  it('mean what a naive regular expression means', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '$', '.', 'a', '/'), maxLength: 12 });
    const path = fc.string({ unit: fc.constantFrom('a', 'b', '/', '$', '.', 'a'), maxLength: 14 });
    fc.assert(
      fc.property(text, path, (pattern, rest) => {
        const toEnd = pattern.endsWith('$');
        const source = (toEnd ? pattern.slice(0, -1) : pattern)
          .split('*')
          .map((piece) => piece.replace(/[$./]/g, '\\$&'))
          .join('[^]*');
        const expected = new RegExp(`^${source}${toEnd ? '$' : ''}`).test(`/${rest}`);
        expect(new Pattern(pattern).matches(`/${rest}`)).toBe(expected);
      }),
      { numRuns: 5000, seed: 11 },
    );
  });

  it('cost no more than their length and the path’s together, however hostile', () => {
    const path = `/${'a'.repeat(4000)}`;
    const hostile = [
      `/${'*a'.repeat(4000)}b`,
      `/*${'a'.repeat(4000)}b`,
      `/*${'a'.repeat(2000)}b*${'a'.repeat(2000)}`,
      `/${'*'.repeat(8000)}b$`,
      `/*${'ab'.repeat(2000)}`,
      `/${(`*${'a'.repeat(60)}b`).repeat(100)}`,
      `/${'*aa'.repeat(1999)}*ab$`,
    ];
    for (const text of hostile) {
      const meter: Meter = { steps: 0 };
      expect(new Pattern(text).matches(path, meter)).toBe(false);
      expect(meter.steps).toBeLessThan(3 * (text.length + path.length));
    }
  });
});

describe('paths', () => {
  it('are taken from URLs as given', () => {
    const cases: [string, string][] = [
      ['', '/'],
      ['http://a.br', '/'],
      ['http://a.br/', '/'],
      ['http://a.br/x/y?z=http://b/', '/x/y?z=http://b/'],
      ['http://a.br/x?y#z', '/x?y'],
      ['http://a.br#/x', '/'],
      ['http://a.br?x', '/?x'],
      ['http://a.br;x', '/;x'],
      ['http://a.br//x', '//x'],
      ['a.br', '/'],
      ['a.br/x;y#z', '/x;y'],
      ['x/y', '/y'],
      ['/x', '/x'],
      ['//a.br/x', '/x'],
      ['/x?u=http://b/c', '/x?u=http://b/c'],
      ['#/x', '/'],
    ];
    for (const [url, path] of cases) expect([url, pathOf(url)]).toEqual([url, path]);
  });

  it('have a normal form', () => {
    expect(normalPathOf('http://a.br/%c3%A3/ã?q=%2fé#x')).toBe('/%C3%A3/%C3%A3?q=%2F%C3%A9');
    expect(normalPathOf('http://a.br/%zz%4')).toBe('/%zz%4');
    expect(normalPathOf('http://a.br/\ud800')).toBe('/%EF%BF%BD');
    expect(normalPathOf('http://a.br/plain?x')).toBe('/plain?x');
  });
});

describe('Crawl-delay and Sitemap', () => {
  it('delay by crawler, in seconds, with a point or a comma', () => {
    const delay = (agent: string, ...lines: string[]) =>
      rulesFor(parseRobots(file(...lines)), agent).crawlDelay;
    expect(delay('T', 'User-agent: *', 'Crawl-delay: 10')).toBe(10);
    expect(delay('T', 'User-agent: *', 'Disallow: /x', 'crawl-delay: 0.5')).toBe(0.5);
    expect(delay('T', 'User-agent: *', 'Crawl-delay: 1,5 s')).toBe(1.5);
    expect(delay('T', 'User-agent: *', 'Crawl-delay: -5')).toBeNull();
    expect(delay('T', 'User-agent: *', 'Crawl-delay: soon')).toBeNull();
    expect(delay('T', 'User-agent: *', 'Crawl-delay: 5', 'User-agent: T', 'Disallow: /x')).toBeNull();
    expect(delay('T', 'Crawl-delay: 5', 'User-agent: *', 'Disallow: /x')).toBeNull();
    // Without a rule between them these two are one group, but each line speaks of the names above it.
    const shared = [
      'User-agent: slow',
      'Crawl-delay: 120',
      'User-agent: *',
      'Crawl-delay: 2',
      'Disallow: /x',
    ];
    expect(delay('slow', ...shared)).toBe(120);
    expect(delay('T', ...shared)).toBe(2);
    expect(
      delay('T', 'User-agent: slow', 'Crawl-delay: 120', '', 'User-agent: *', 'Disallow: /x'),
    ).toBeNull();
  });

  it('sitemaps are everyone’s', () => {
    const robots = parseRobots(
      file('Sitemap: https://a.br/1.xml', 'User-agent: b', 'Disallow: /', 'Sitemap: /2.xml'),
    );
    expect(rulesFor(robots, 'T').sitemaps).toEqual(['https://a.br/1.xml', '/2.xml']);
  });
});

/**
 * Another way to the same answer: the file is walked for one crawler and one path, keeping only the best match of each kind. Shares
 * nothing with the parser but the form of its lines, which here are well-formed.
 */
function walk(lines: readonly [string, string][], agent: string, path: string): boolean {
  let mine = false;
  let everyones = false;
  let closed = false;
  let named = false;
  const best = { mine: { allow: 0, disallow: 0 }, everyones: { allow: 0, disallow: 0 } };
  const fits = (pattern: string): boolean => {
    const parts = pattern.replace(/\$$/, '').split('*');
    return new RegExp(
      `^${parts.map((p) => p.replace(/[$./]/g, '\\$&')).join('[^]*')}${pattern.endsWith('$') ? '$' : ''}`,
    ).test(path);
  };
  for (const [key, value] of lines) {
    if (key === 'user-agent') {
      if (closed) mine = everyones = closed = false;
      if (value === '*') everyones = true;
      else if (value === agent) mine = named = true;
    } else if ((key === 'allow' || key === 'disallow') && (mine || everyones)) {
      closed = true;
      const kind = mine ? best.mine : best.everyones;
      if (fits(value)) kind[key] = Math.max(kind[key], value.length);
    }
  }
  const { allow, disallow } = named ? best.mine : best.everyones;
  return allow >= disallow;
}

describe('properties', () => {
  it('grouping and precedence agree with a walk of the file for one crawler and one path', () => {
    const pattern = fc.string({ unit: fc.constantFrom('/', 'a', 'b', '*', '$'), maxLength: 5 });
    const line: fc.Arbitrary<[string, string]> = fc.oneof(
      fc.tuple(fc.constant('user-agent'), fc.constantFrom('*', 'one', 'two')),
      fc.tuple(fc.constantFrom('allow', 'disallow'), pattern),
      fc.tuple(fc.constantFrom('sitemap', 'crawl-delay', 'other'), fc.constantFrom('1', 'x')),
    );
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 12 }),
        fc.constantFrom('one', 'two', 'three'),
        fc.string({ unit: fc.constantFrom('/', 'a', 'b'), maxLength: 6 }),
        (lines, agent, rest) => {
          const parsed = parseRobots(lines.map(([key, value]) => `${key}: ${value}`).join('\n'));
          const expected = walk(lines, agent, `/${rest}`);
          expect(rulesFor(parsed, agent).allows(`http://a.br/${rest}`)).toBe(expected);
          expect(rulesFor(narrowTo(parsed, agent), agent).allows(`http://a.br/${rest}`)).toBe(expected);
        },
      ),
      { numRuns: 5000, seed: 3 },
    );
  });

  it('any bytes are a robots file, and any string a URL', () => {
    const word = fc.constantFrom(
      'user-agent',
      'disallow',
      'allow',
      ':',
      ' ',
      '\t',
      '\r',
      '\n',
      '#',
      '*',
      '$',
      '/',
      '%e',
      '\0',
      'é',
      '\ufeff',
    );
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(word, { maxLength: 40 }).map((parts) => new Uint8Array(Buffer.from(parts.join('')))),
    );
    fc.assert(
      fc.property(bytes, fc.string(), fc.string(), (body, agent, url) => {
        const parsed = parseRobots(body);
        const verdict = rulesFor(parsed, agent).decisive(url);
        expect(typeof verdict.allowed).toBe('boolean');
        expect(normalPathOf(url)).toMatch(/^\/[\x00-\x7f]*$/);
        expect(JSON.parse(JSON.stringify(parsed))).toEqual(parsed);
      }),
      { numRuns: 3000, seed: 5 },
    );
  });

  it('a huge file is read', () => {
    const many = Array.from({ length: 200_000 }, (_, i) => `Disallow: /x${i}/`);
    const rules = rulesFor(parseRobots(`User-agent: *\n${many.join('\n')}`), 'T');
    expect(rules.allows('/x199999/')).toBe(false);
    expect(rules.allows('/x200000/')).toBe(true);
  });
});

describe('the answer to the request for the file', () => {
  const at = Date.UTC(2026, 0, 1);
  const DAY = 86_400_000;
  const body = Buffer.from('User-agent: *\nDisallow: /x\n');
  const may = (decision: ReturnType<typeof robotsFromResponse>, path: string) =>
    rulesOf(decision, 'Tarrafa').allows(path);

  it('[T-POL-5, G-AC-016] 404 allows everything, 503 nothing', () => {
    for (const status of [400, 401, 403, 404, 410, 451]) {
      const decision = robotsFromResponse({ status, at });
      expect([status, decision.kind, may(decision, '/x')]).toEqual([status, 'allow-all', true]);
    }
    for (const status of [500, 502, 503, 504, 429, null]) {
      const decision = robotsFromResponse({ status, at });
      expect([status, decision.kind, may(decision, '/')]).toEqual([status, 'disallow-all', false]);
      expect(decision.expires).toBe(at + 600_000);
    }
    const fetched = robotsFromResponse({ status: 200, body, at });
    expect([may(fetched, '/x'), may(fetched, '/y')]).toEqual([false, true]);
  });

  it('redirects that lead nowhere allow everything', () => {
    expect(robotsFromResponse({ status: 302, redirects: 5, at }).reason).toBe('too-many-redirects');
    expect(robotsFromResponse({ status: 200, redirects: 6, body, at }).kind).toBe('allow-all');
    expect(robotsFromResponse({ status: 200, redirects: 5, body, at }).kind).toBe('rules');
  });

  it('[G-AC-016] is believed for a day at most, for less when the server says so', () => {
    const life = (cacheControl: string | null) =>
      robotsFromResponse({ status: 200, body, at, cacheControl }).expires - at;
    expect(life(null)).toBe(DAY);
    expect(life('max-age=3600')).toBe(3_600_000);
    expect(life('public, max-age="7200"')).toBe(7_200_000);
    expect(life('max-age=31536000')).toBe(DAY);
    expect(life('s-max-age=60')).toBe(DAY);
    expect(life('max-age=0')).toBe(600_000);
    expect(life('no-cache')).toBe(600_000);
    expect(life('max-age=99999999999999999999')).toBe(DAY);
    expect(life('rubbish')).toBe(DAY);
  });

  it('fails for thirty days before it counts as missing, asked ever more rarely, and begins anew after a success', () => {
    let decision = robotsFromResponse({ status: 503, at });
    let now = at;
    let asked = 1;
    while (decision.kind === 'disallow-all') {
      now = decision.expires;
      decision = robotsFromResponse({ status: null, at: now, failingSince: decision.failingSince });
      expect(decision.expires - now).toBeLessThanOrEqual(DAY);
      asked++;
    }
    expect([decision.kind, decision.reason]).toEqual(['allow-all', 'gave-up']);
    expect(now - at).toBeGreaterThanOrEqual(30 * DAY);
    expect(now - at).toBeLessThan(31 * DAY);
    expect(asked).toBeLessThan(50);
    expect(
      robotsFromResponse({ status: 200, body, at: now, failingSince: decision.failingSince }).failingSince,
    ).toBeNull();
    // A clock set back.
    expect(robotsFromResponse({ status: 503, at, failingSince: at + DAY }).failingSince).toBe(at);
  });

  it('is read up to 500 KiB, and to the last whole line of what was cut', () => {
    const long = Buffer.from(`User-agent: *\n${'# filling\n'.repeat(51_000)}Disallow: /`);
    const padded = Buffer.concat([long, Buffer.from('wide-open\n')]);
    const cutInside = Buffer.concat([
      Buffer.alloc(500 * 1024 - 24, '#'),
      Buffer.from('\nUser-agent: *\nDisallow: /x/only-this\n'),
    ]);
    expect(padded.length).toBeLessThan(500 * 1024);
    expect(may(robotsFromResponse({ status: 200, body: padded, at }), '/wide-open')).toBe(false);
    // "Disallow: /x/only-this" is cut after "Disallow:" or so; half a rule is no rule.
    expect(may(robotsFromResponse({ status: 200, body: cutInside, at }), '/')).toBe(true);
    const half = { status: 200, body: Buffer.from('User-agent: *\nDisallow: /x\nDisallow: /'), at };
    expect(may(robotsFromResponse({ ...half, complete: false }), '/y')).toBe(true);
    expect(may(robotsFromResponse({ ...half, complete: false }), '/x')).toBe(false);
    expect(may(robotsFromResponse(half), '/y')).toBe(false);
  });

  it('can be kept and read back, with the others’ groups left out', () => {
    const robots = file(
      'User-agent: other',
      'Disallow: /',
      'User-agent: tarrafa',
      'Crawl-delay: 7',
      'Disallow: /x',
      'Sitemap: http://a.br/s',
    );
    const decision = robotsFromResponse({ status: 200, body: Buffer.from(robots), at });
    const text = writeDecision(decision, 'Tarrafa');
    expect(text).not.toContain('other');
    const back = readDecision(text)!;
    const rules = rulesOf(back, 'Tarrafa');
    expect([rules.allows('/x'), rules.allows('/y'), rules.crawlDelay, rules.sitemaps]).toEqual([
      false,
      true,
      7,
      ['http://a.br/s'],
    ]);
    expect([back.at, back.expires, back.kind]).toEqual([at, at + DAY, 'rules']);
    expect(readDecision(writeDecision(robotsFromResponse({ status: 503, at }), 'T'))!.kind).toBe(
      'disallow-all',
    );
    for (const damaged of [
      '',
      'null',
      '[]',
      '{}',
      text.slice(0, -1),
      text.replace('"rules"', '"rulez"'),
      text.replace('/x', '').replace('"pattern":""', '"pattern":7'),
    ])
      expect(readDecision(damaged)).toBeNull();
  });
});
