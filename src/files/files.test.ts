import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  checkRoom,
  clearParts,
  partName,
  putInPlace,
  writeFileWhole,
  writeNewFile,
  writeWholeFile,
} from './index.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('a small file written whole', () => {
  it('replaces what was there and leaves nothing beside it', () => {
    const path = join(folder, 'a.json');
    writeFileWhole(path, 'antes');
    writeFileWhole(path, Uint8Array.of(0, 255, 10));
    expect([...readFileSync(path)]).toEqual([0, 255, 10]);
    expect(readdirSync(folder)).toEqual(['a.json']);
  });

  it('holds exactly what it was given, whole or in pieces, in either durability and encoding', () => {
    const path = join(folder, 'p');
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.uint8Array({ maxLength: 50 })), { maxLength: 8 }),
        fc.boolean(),
        fc.constantFrom('utf8' as const, 'latin1' as const),
        (pieces, durable, encoding) => {
          const expected = Buffer.concat(
            pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, encoding) : piece)),
          );
          writeFileWhole(path, pieces, { durable, encoding });
          expect(readFileSync(path).equals(expected)).toBe(true);
          writeFileWhole(path, expected, { durable });
          expect(readFileSync(path).equals(expected)).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
    expect(readdirSync(folder)).toEqual(['p']);
  });

  it('writes pieces larger than it holds at once', () => {
    const path = join(folder, 'large');
    const line = `${'á'.repeat(999)}\n`;
    writeFileWhole(
      path,
      (function* () {
        for (let i = 0; i < 3_000; i++) yield line;
      })(),
    );
    expect(readFileSync(path, 'utf8')).toBe(line.repeat(3_000));
  });

  it('keeps the old file when its pieces fail, and says that storage failed', () => {
    const path = join(folder, 'x');
    writeFileWhole(path, 'antes');
    expect(() =>
      writeFileWhole(
        path,
        (function* () {
          yield 'metade';
          throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
        })(),
      ),
    ).toThrow(expect.objectContaining({ code: 'TRF_STORAGE_FULL' }));
    expect(readFileSync(path, 'utf8')).toBe('antes');
    expect(readdirSync(folder)).toEqual(['x']);
  });

  it('says that storage failed where there is no folder, or a folder has its name', () => {
    const denied = expect.objectContaining({ code: 'TRF_STORAGE_DENIED' });
    expect(() => writeFileWhole(join(folder, 'no', 'x'), '')).toThrow(denied);
    mkdirSync(join(folder, 'taken'));
    expect(() => writeFileWhole(join(folder, 'taken'), '')).toThrow(denied);
    expect(readdirSync(folder)).toEqual(['taken']);
  });

  it('clears what a dead process left of this file, and of no other', () => {
    for (const name of ['a.999999999.part', 'a.999999999-0-7.part', 'b.999999999-0-1.part', 'a.txt.part'])
      writeFileSync(join(folder, name), '');
    writeFileSync(join(folder, `a.${process.ppid}-0-1.part`), 'alive');
    writeFileWhole(join(folder, 'a'), '1');
    expect(readdirSync(folder).sort()).toEqual(
      ['a', 'a.txt.part', `a.${process.ppid}-0-1.part`, 'b.999999999-0-1.part'].sort(),
    );
  });
});

describe('a file that grows beside its place', () => {
  it('is made where an earlier process of the same number died, as in a container, and what that left is cleared', async () => {
    const path = join(folder, 'a');
    const earlier = partName(path).replace(/[\da-f]{8}\.part$/, '00000000.part');
    const inAnotherThread = earlier.replace(/-\d+-(\d+)-/, '-7-$1-');
    const own = partName(path);
    for (const name of [earlier, inAnotherThread, own]) writeFileSync(name, '');
    await writeWholeFile(path, (file) => file.write('inteiro'));
    expect(readdirSync(folder).sort()).toEqual(['a', basename(inAnotherThread), basename(own)].sort());
  });

  it('is there only when it is whole', async () => {
    const path = join(folder, 'grown');
    const size = await writeWholeFile(path, async (file) => {
      await file.write('0123');
      expect(existsSync(path)).toBe(false);
      await file.write(new Uint8Array(300_000).fill(65));
      await file.writeAt(Buffer.from('ab'), 1);
      expect(file.size).toBe(300_004);
    });
    expect(size).toBe(300_004);
    expect(readFileSync(path, 'latin1').slice(0, 6)).toBe('0ab3AA');
    expect(readdirSync(folder)).toEqual(['grown']);
  });

  it('keeps the old one when the work fails, with the error of the work', async () => {
    const path = join(folder, 'grown');
    writeFileSync(path, 'antes');
    const failed = writeWholeFile(path, async (file) => {
      await file.write('metade');
      throw new RangeError('mine');
    });
    await expect(failed).rejects.toThrow(RangeError);
    expect(readFileSync(path, 'utf8')).toBe('antes');
    expect(readdirSync(folder)).toEqual(['grown']);
  });

  it('may be written twice at the same time: one of the two stands there whole', async () => {
    const path = join(folder, 'two');
    const write = (letter: string) =>
      writeWholeFile(path, async (file) => {
        for (let i = 0; i < 40; i++) await file.write(letter.repeat(20_000));
      });
    await Promise.all([write('a'), write('b')]);
    expect(readFileSync(path, 'utf8')).toMatch(/^(?:a{800000}|b{800000})$/);
    expect(readdirSync(folder)).toEqual(['two']);
  });
});

describe('a file of a name that must be free', () => {
  it('is written once: a second leaves the first as it was, and nothing beside it', async () => {
    const path = join(folder, 'once');
    expect(await writeNewFile(path, (file) => file.write('um'))).toBe(2);
    expect(await writeNewFile(path, (file) => file.write('dois'))).toBeNull();
    expect(readFileSync(path, 'utf8')).toBe('um');
    expect(readdirSync(folder)).toEqual(['once']);
  });

  it('is written by one of several at the same time', async () => {
    const path = join(folder, 'race');
    const sizes = await Promise.all(
      [1, 2, 3, 4].map((n) => writeNewFile(path, (file) => file.write(String(n).repeat(n * 300_000)))),
    );
    const [won] = sizes.filter((size) => size !== null);
    expect(sizes.filter((size) => size === null)).toHaveLength(3);
    expect(readFileSync(path, 'utf8')).toBe(String(won! / 300_000).repeat(won!));
    expect(readdirSync(folder)).toEqual(['race']);
  });
});

describe('what others made beside its place', () => {
  it('is put there, a file or a folder', () => {
    const fresh = partName(join(folder, 'f'));
    writeFileSync(fresh, 'novo');
    writeFileSync(join(folder, 'f'), 'antes');
    putInPlace(fresh, join(folder, 'f'));
    mkdirSync(join(folder, 'd.new'));
    writeFileSync(join(folder, 'd.new', 'x'), '1');
    putInPlace(join(folder, 'd.new'), join(folder, 'd'));
    expect(readdirSync(folder)).toEqual(['d', 'f']);
    expect(readFileSync(join(folder, 'f'), 'utf8')).toBe('novo');
    expect(readFileSync(join(folder, 'd', 'x'), 'utf8')).toBe('1');
  });

  it('is cleared with the folder of its parts when its maker is dead', () => {
    mkdirSync(join(folder, 'a.999999999-0-1.parts'));
    writeFileSync(join(folder, 'a.999999999.part'), '');
    clearParts(join(folder, 'a'));
    clearParts(join(folder, 'missing', 'a'));
    expect(readdirSync(folder)).toEqual([]);
  });

  it('never has the name of another part', () => {
    expect(partName('a')).not.toBe(partName('a'));
  });
});

describe('room', () => {
  it('is there for little, not for more than any disk has, and is not asked of what does not say', () => {
    checkRoom(join(folder, 'pouco'), 1);
    expect(() => checkRoom(join(folder, 'muito'), Number.MAX_SAFE_INTEGER)).toThrow(
      expect.objectContaining({ code: 'TRF_STORAGE_FULL' }),
    );
    checkRoom(join(folder, 'nenhuma', 'x'), Number.MAX_SAFE_INTEGER);
  });
});
