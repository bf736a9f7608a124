import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTolerantJson } from './tolerant-json.ts';

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
