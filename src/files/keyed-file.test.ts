import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyedFile } from './keyed-file.ts';

const newPath = () => join(mkdtempSync(join(tmpdir(), 'tarrafa-keyed-')), 'valores.db');
const TABLES = ['uns', 'outros'];
const key = (text: string) => Buffer.from(text);

describe('a file of values by key', () => {
  it('gives what was put last, at once and after it was closed and opened, whatever the bytes', () => {
    const path = newPath();
    const bytes = fc.uint8Array({ maxLength: 300 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...TABLES), fc.uint8Array({ minLength: 1, maxLength: 4 }), bytes), {
          maxLength: 30,
        }),
        (puts) => {
          const last = new Map<string, (typeof puts)[number]>();
          const first = KeyedFile.open(path, TABLES)!;
          for (const put of puts) {
            first.put(...put);
            last.set(`${put[0]} ${put[1]}`, put);
          }
          const seen = (file: KeyedFile) =>
            [...last.values()].map(([table, name]) => [...(file.get(table, name) ?? [])]);
          const expected = [...last.values()].map(([, , value]) => [...value]);
          expect(seen(first)).toEqual(expected);
          first.close();
          const second = KeyedFile.open(path, TABLES)!;
          expect(seen(second)).toEqual(expected);
          second.close();
          expect([first.problem, second.problem]).toEqual([null, null]);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('does not know what was not put, nor a key of another table', () => {
    const file = KeyedFile.open(newPath(), TABLES)!;
    file.put('uns', key('a'), key('1'));
    expect([file.get('outros', key('a')), file.get('uns', key('b'))]).toEqual([undefined, undefined]);
    file.close();
  });

  it('maps nothing into memory', () => {
    const path = newPath();
    const file = KeyedFile.open(path, TABLES)!;
    file.put('uns', key('a'), key('1'));
    expect(existsSync(`${path}-shm`)).toBe(false);
    file.close();
  });

  it('gives no value of which a bit has flipped, and is not opened when it is damaged', () => {
    const path = newPath();
    const file = KeyedFile.open(path, TABLES)!;
    for (let n = 0; n < 200; n++) file.put('uns', key(`chave ${n}`), key(`valor número ${n} `.repeat(20)));
    file.close();
    const whole = readFileSync(path);
    const at = whole.indexOf('valor número 117 ');
    const flipped = Buffer.from(whole);
    flipped[at + 3]! ^= 1;
    writeFileSync(path, flipped);
    const second = KeyedFile.open(path, TABLES)!;
    expect(second.get('uns', key('chave 117'))).toBeUndefined();
    expect(Buffer.from(second.get('uns', key('chave 116'))!).toString()).toContain('valor número 116');
    second.close();
    for (const bytes of [Buffer.from('nada'.repeat(300)), whole.subarray(0, 9_000), Buffer.alloc(20_000)]) {
      writeFileSync(path, bytes);
      expect(KeyedFile.open(path, TABLES)).toBeNull();
    }
  });

  it('that cannot be made is an error with a code', () => {
    expect(() => KeyedFile.open(join(newPath(), 'dentro', 'nada.db'), TABLES)).toThrow(
      expect.objectContaining({ code: 'TRF_STORAGE_DENIED' }),
    );
  });
});
