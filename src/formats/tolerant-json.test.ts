import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMendedJson, readTolerantJson } from './tolerant-json.ts';

const plain = (values: unknown[]): unknown[] => JSON.parse(JSON.stringify(values));

describe('readTolerantJson', () => {
  const cases: readonly (readonly [string, unknown[]])[] = [
    ['{"a":1}', [{ a: 1 }]],
    ['{"a":1,}', [{ a: 1 }]],
    ['[1,2,]', [[1, 2]]],
    ['/* nota */ {"a":"b"} // fim', [{ a: 'b' }]],
    ['{"a":"x\ny"}', [{ a: 'x\ny' }]],
    ["{'a':'b'}", [{ a: 'b' }]],
    ['{a:"b"}', [{ a: 'b' }]],
    ['{"a":1}{"b":2}', [{ a: 1 }, { b: 2 }]],
    ['//<![CDATA[\n{"a":1}\n//]]>', [{ a: 1 }]],
    ['{"a":{"b":"c', [{ a: { b: 'c' } }]],
    ['{"a" "b"}', [{}]],
    ['nada', []],
    ['', []],
  ];
  for (const [source, expected] of cases)
    it(JSON.stringify(source), () => expect(plain(readTolerantJson(source))).toEqual(expected));

  it('reads right JSON as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), (source) => {
        expect(readTolerantJson(source)).toEqual([JSON.parse(source)]);
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  it('passes over what is too deep and reads on behind it', () => {
    const deep = `${'['.repeat(100)}"]"${']'.repeat(100)}`;
    const [value] = readTolerantJson(`{"fundo":${deep},"depois":1,}`) as [Record<string, unknown>];
    expect(value.depois).toBe(1);
  });

  it('ends on any text, and does not give a prototype', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('{', '}', '[', ']', '"', "'", ':', ',', 'a', '\\', '/*', '//', '\n', '1')),
        (parts) => void readTolerantJson(parts.join('')),
      ),
      { seed: 5, numRuns: 500 },
    );
    expect(readTolerantJson('{"__proto__":{"x":1},}')).toHaveLength(1);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});

describe('tolerant JSON', () => {
  const person = { '@type': 'Person', name: 'Ana Prado' };
  it.each<[string, string]>([
    ['plain', '{"@type":"Person","name":"Ana Prado"}'],
    ['a semicolon at the end', '{"@type":"Person","name":"Ana Prado"};'],
    ['a comma too many', '{"@type":"Person","name":"Ana Prado",}'],
    ['an HTML comment around', '<!-- {"@type":"Person","name":"Ana Prado"} -->'],
    ['CDATA around', '//<![CDATA[\n{"@type":"Person","name":"Ana Prado"}\n//]]>'],
    ['bare CDATA', '<![CDATA[{"@type":"Person","name":"Ana Prado"}]]>'],
    ['comments inside', '{/* tipo */"@type":"Person", // nome\n"name":"Ana Prado"}'],
    ['quotes as references', '{&quot;@type&quot;:&quot;Person&quot;,&quot;name&quot;:&quot;Ana Prado&quot;}'],
    ['single quotes', "{'@type':'Person','name':'Ana Prado'}"],
    ['an assignment before', 'var dados = {"@type":"Person","name":"Ana Prado"};'],
    ['an end that is missing', '{"@type":"Person","name":"Ana Prado"'],
    ['a byte order mark', '\ufeff{"@type":"Person","name":"Ana Prado"}'],
  ])('%s', (_, text) => {
    expect(readTolerantJson(text)).toEqual([person]);
  });

  it('reads control characters, raw line breaks, wrong escapes and quotes inside strings', () => {
    expect(readTolerantJson('{"a":"um\ndois\u0001","b":"d\\\'água"}')).toEqual([
      { a: 'um\ndois ', b: "d'água" },
    ]);
    expect(readTolerantJson('{"a":"o "dito cujo" veio","b":1}')).toEqual([{ a: 'o "dito cujo" veio', b: 1 }]);
  });

  it('reads several values in a row', () => {
    expect(readTolerantJson('{"a":1}{"b":2}\n[{"c":3}]')).toEqual([{ a: 1 }, { b: 2 }, [{ c: 3 }]]);
  });

  it('agrees with JSON where it is JSON, and never throws or hangs where it is not', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readTolerantJson(JSON.stringify(value))).toEqual([JSON.parse(JSON.stringify(value))]);
      }),
      { seed: 1, numRuns: 200 },
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '{',
            '}',
            '[',
            ']',
            '"',
            "'",
            ':',
            ',',
            '\\',
            '\\u',
            'a',
            '1',
            '//',
            '/*',
            '<!--',
            '\n',
            '&quot;',
          ),
        ),
        (parts) => {
          expect(Array.isArray(readTolerantJson(parts.join('')))).toBe(true);
        },
      ),
      { seed: 2, numRuns: 500 },
    );
    for (const hostile of [
      '['.repeat(200_000),
      '{"a":'.repeat(100_000),
      '"'.repeat(100_000),
      '{"a":"b" "c" '.repeat(20_000),
      '/*'.repeat(100_000),
      ','.repeat(500_000),
    ])
      expect(Array.isArray(readTolerantJson(hostile))).toBe(true);
  });

  it('makes no object with another prototype', () => {
    const [value] = readTolerantJson('{"__proto__":{"polluted":true},"a":1,}') as [Record<string, unknown>];
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

describe('JSON that is mended', () => {
  it('has forgiven what nobody means otherwise, and nothing inside strings', () => {
    expect(parseMendedJson('{"a":[1,NaN,-Infinity,],"b":",]NaN\\",}",}')).toEqual({
      a: [1, null, null],
      b: ',]NaN",}',
    });
    expect(readTolerantJson('[1,NaN,-Infinity,]')).toEqual([[1, null, null]]);
  });

  it('is whole or not at all', () => {
    for (const text of ['{"a":1', '{"a":1} {"b":2}', '', '[1 2]', '"a'])
      expect(() => parseMendedJson(text)).toThrow(SyntaxError);
  });
});
