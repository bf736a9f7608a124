/** What every store of archives must do, whatever keeps the bytes. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import type { ArchiveStore } from './archive-store.ts';

export interface StoreSuite {
  /** An empty store. */
  make(): Promise<ArchiveStore>;
  /** A file of this length is not stored in one go, where that makes a difference. */
  readonly large: number;
  /** Whether the store knows of two who write one name at once which was first. */
  readonly knowsFirst: boolean;
}

const collected = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
};

const listed = async (store: ArchiveStore, prefix?: string): Promise<string[]> => {
  const names: string[] = [];
  for await (const { name } of store.list(prefix)) names.push(name);
  return names;
};

/** Bytes that do not repeat. */
export function someBytes(length: number, seed = 1): Buffer {
  const random = seededRandom(seed);
  const bytes = Buffer.alloc(length);
  for (let i = 0; i < length; i++) bytes[i] = random() * 256;
  return bytes;
}

export function describeStore(title: string, { make, large, knowsFirst }: StoreSuite): void {
  describe(title, () => {
    let store: ArchiveStore;
    let folder: string;
    let made = 0;
    beforeEach(async () => {
      folder = mkdtempSync(join(tmpdir(), 'tarrafa-store-'));
      store = await make();
      await store.probe();
      return () => store.close();
    });

    function file(bytes: Uint8Array | string): string {
      const path = join(folder, `local-${made++}`);
      writeFileSync(path, bytes);
      return path;
    }

    it('has a file under its name, whole, when it says so, and nothing before', async () => {
      const bytes = someBytes(5000);
      expect(await store.stat('maquina-1/a.warc.gz')).toBeNull();
      const object = await store.put('maquina-1/a.warc.gz', file(bytes));
      expect(object).toMatchObject({ name: 'maquina-1/a.warc.gz', size: 5000 });
      expect(await store.stat('maquina-1/a.warc.gz')).toEqual(object);
      expect((await collected(store.read('maquina-1/a.warc.gz'))).equals(bytes)).toBe(true);
      const all = [];
      for await (const one of store.list()) all.push(one);
      expect(all).toEqual([object]);
    });

    it('keeps an empty file, and one that is too large for one go', async () => {
      const bytes = someBytes(large, 2);
      expect(await store.put('vazio', file(''))).toMatchObject({ size: 0 });
      expect(await collected(store.read('vazio'))).toHaveLength(0);
      expect(await store.put('grande', file(bytes))).toMatchObject({ size: large });
      expect((await collected(store.read('grande'))).equals(bytes)).toBe(true);
    });

    it('takes the same bytes again, and refuses others, which change nothing', async () => {
      for (const length of [3000, large]) {
        const name = `m/${length}`;
        const bytes = someBytes(length, 3);
        const object = await store.put(name, file(bytes));
        expect(await store.put(name, file(bytes))).toEqual(object);
        const other = Buffer.from(bytes);
        other[length >> 1]! ^= 1;
        for (const wrong of [other, bytes.subarray(1), Buffer.alloc(0)])
          await expect(store.put(name, file(wrong))).rejects.toMatchObject({ code: 'TRF_STORE_TAKEN' });
        expect(await store.stat(name)).toEqual(object);
        expect((await collected(store.read(name))).equals(bytes)).toBe(true);
      }
    });

    it('may be given the same bytes twice at once', async () => {
      const bytes = someBytes(20_000, 4);
      const both = await Promise.all([store.put('m/x', file(bytes)), store.put('m/x', file(bytes))]);
      expect(both[0]).toEqual(both[1]);
      expect((await collected(store.read('m/x'))).equals(bytes)).toBe(true);
    });

    it.runIf(knowsFirst)('takes one of several that are given at once under one name', async () => {
      const given = [5, 6, 7].map((seed) => someBytes(30_000, seed));
      const ends = await Promise.allSettled(given.map((bytes) => store.put('m/y', file(bytes))));
      const won = ends.findIndex((end) => end.status === 'fulfilled');
      expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1);
      for (const end of ends)
        if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'TRF_STORE_TAKEN' });
      expect((await collected(store.read('m/y'))).equals(given[won]!)).toBe(true);
    });

    it('gives any range as it would be cut from the whole, and tells what it is a range of', async () => {
      const bytes = someBytes(large, 8);
      const object = await store.put('m/faixas', file(bytes));
      const place = fc.integer({ min: 0, max: large + 1000 });
      await fc.assert(
        fc.asyncProperty(place, fc.option(place, { nil: undefined }), fc.boolean(), async (a, b, pinned) => {
          const [start, end] = b === undefined ? [a, undefined] : [Math.min(a, b), Math.max(a, b)];
          const wanted = bytes.subarray(start, end);
          const told: unknown[] = [];
          const options = { start, end, version: pinned ? object.version : undefined };
          const got = await collected(store.read('m/faixas', { ...options, onFound: (o) => told.push(o) }));
          expect(got.equals(wanted)).toBe(true);
          expect(told).toEqual(wanted.length === 0 ? [] : [object]);
        }),
        { numRuns: 40, seed: 9 },
      );
    });

    it('leaves nothing open when somebody has read enough', async () => {
      await store.put('m/longo', file(someBytes(large, 10)));
      for (let i = 0; i < 40; i++)
        for await (const piece of store.read('m/longo', { start: i })) {
          expect(piece.length).toBeGreaterThan(0);
          break;
        }
      expect(await store.stat('m/longo')).toMatchObject({ size: large });
    });

    it('says what is not there, and what is not the version that was asked for', async () => {
      await expect(collected(store.read('m/nada'))).rejects.toMatchObject({ code: 'TRF_STORE_MISSING' });
      await store.put('m/z', file('zê'));
      await expect(collected(store.read('m/z', { version: '"outra"' }))).rejects.toMatchObject({
        code: 'TRF_STORE_CHANGED',
      });
      expect(await listed(store, 'n/')).toEqual([]);
    });

    it('lists each object once, by the beginning of names', async () => {
      const names = ['b/1', 'a/b/c', 'a-1/x', 'a/2', 'a.x/1', 'a/10', 'B/1', 'a_/1', 'c-1'];
      for (const name of names) await store.put(name, file(name));
      const order = [...names].sort();
      expect((await listed(store)).sort()).toEqual(order);
      for (const prefix of ['a', 'a/', 'a/1', 'a/b/', 'b/1', 'B', 'x'])
        expect((await listed(store, prefix)).sort(), prefix).toEqual(
          order.filter((name) => name.startsWith(prefix)),
        );
    });

    const long = 'x'.repeat(600);
    it.each([
      '',
      '.',
      '..',
      '../fora',
      'a/../b',
      'a/./b',
      'a//b',
      '/a',
      'a/',
      '.oculto',
      'a/.oculto',
      'a\\b',
      'a b',
      'a?b',
      'a#b',
      'a%2e%2e',
      'a\0b',
      'a\nb',
      'ação',
      'a.part',
      'one of 600 letters',
    ])('refuses a name that is none: %j', async (word) => {
      const name = word === 'one of 600 letters' ? long : word;
      const refused = { code: 'TRF_STORE_NAME' };
      await expect(store.put(name, file('x'))).rejects.toMatchObject(refused);
      await expect(store.stat(name)).rejects.toMatchObject(refused);
      await expect(collected(store.read(name))).rejects.toMatchObject(refused);
      expect(await listed(store)).toEqual([]);
    });

    it('says which file of this machine cannot be read', async () => {
      mkdirSync(join(folder, 'pasta'));
      for (const path of ['nada', 'pasta'])
        await expect(store.put('m/x', join(folder, path))).rejects.toMatchObject({
          code: 'TRF_INPUT_MISSING',
        });
      expect(await store.stat('m/x')).toBeNull();
    });

    it('has nothing of a file that was given up, and takes it later', async () => {
      for (const length of [10_000, large]) {
        const path = file(someBytes(length, 11));
        await expect(store.put('m/cedo', path, { signal: AbortSignal.abort() })).rejects.toThrow();
        expect(await listed(store)).toEqual([]);
      }
      expect(await store.put('m/cedo', file('enfim'))).toMatchObject({ size: 5 });
    });
  });
}
