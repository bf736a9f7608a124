import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { TarrafaError } from '../errors.ts';
import { WarcWriter } from '../warc/index.ts';
import type { StoredObject } from './archive-store.ts';
import type { UploadedFile, UploaderOptions } from './archive-uploader.ts';
import { FolderStore } from './folder-store.ts';
import { type ArchiveStore, ArchiveUploader, type UploadLag } from './index.ts';

const NOON = Date.UTC(2024, 4, 6, 12);

let folder: string;
let mounted: string;
let store: FolderStore;
let writer: WarcWriter;
let now: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tarrafa-archive-'));
  mounted = mkdtempSync(join(tmpdir(), 'tarrafa-mounted-'));
  store = new FolderStore(mounted);
  now = NOON;
  writer = openWriter();
  return () => writer.close();
});

const openWriter = (): WarcWriter =>
  WarcWriter.open(folder, { clock: () => now, newFile: true, index: false });

function write(url: string, bytes = 100): string {
  return writer.writeExchange({
    url,
    date: now,
    status: 200,
    statusText: 'OK',
    httpVersion: '1.1',
    rawHeaders: ['Content-Type', 'image/png'],
    body: Buffer.alloc(bytes, url),
  }).file;
}

function uploader(options: Partial<UploaderOptions> = {}): ArchiveUploader {
  return new ArchiveUploader({
    store,
    folder,
    worker: 'maquina-1',
    growing: () => writer.growing,
    finish: () => void writer.finishFile(),
    clock: () => now,
    wait: async () => {},
    ...options,
  });
}

/** The same store, which fails when it is told to. */
function moody(mood: { error: Error | null; puts: string[] }): ArchiveStore {
  return Object.assign(Object.create(store) as ArchiveStore, {
    put: async (name: string, path: string): Promise<StoredObject> => {
      mood.puts.push(name);
      if (mood.error !== null) throw mood.error;
      return store.put(name, path);
    },
  });
}

const stored = (): string[] =>
  existsSync(join(mounted, 'maquina-1')) ? readdirSync(join(mounted, 'maquina-1')).sort() : [];
const away = (): TarrafaError => new TarrafaError('TRF_STORE_UNREACHABLE', ['s3://balde', 'x']);

describe('the archive of a worker', () => {
  it('is sent file by file, the oldest first, but for the file that grows', async () => {
    const told: string[] = [];
    const files = [1, 2, 3].map((n) => {
      const file = write(`http://a/${n}`);
      writer.finishFile();
      now += 60_000;
      return file;
    });
    const growing = write('http://a/4');
    now += 30_000;
    const up = uploader({ onStored: ({ file, object }) => void told.push(`${file} ${object.name}`) });
    expect(up.lag).toMatchObject({ files: 4, age: 210_000, stored: { files: 0, bytes: 0 }, failing: null });
    expect(await up.round()).toBe(true);
    expect(told).toEqual(files.map((file) => `${file} maquina-1/${file}`));
    expect(stored()).toEqual(files);
    for (const file of files)
      expect(readFileSync(join(mounted, 'maquina-1', file)).equals(readFileSync(join(folder, file)))).toBe(
        true,
      );
    const { size } = { size: readFileSync(join(folder, growing)).length };
    expect(up.lag).toMatchObject({ files: 1, bytes: size, age: 30_000, stored: { files: 3 } });
    await up.close();
    expect(stored()).toEqual([...files, growing]);
    expect(up.lag).toMatchObject({ files: 0, bytes: 0, age: 0 });
  });

  it('ends the growing file every few minutes, also when the clock is set back, and not before', async () => {
    const pauses: number[] = [];
    let turn: (() => void) | null = null;
    let turned: (() => void) | null = null;
    const up = uploader({
      every: 300_000,
      wait: (ms, signal) => {
        pauses.push(ms);
        turned?.();
        return new Promise((resolve) => {
          turn = resolve;
          signal?.addEventListener('abort', () => resolve(), { once: true });
        });
      },
    });
    const nextTurn = (): Promise<void> => {
      const done = new Promise<void>((resolve) => {
        turned = resolve;
      });
      turn?.();
      return done;
    };
    const first = write('http://a/1');
    const begun = nextTurn();
    up.begin();
    await begun;
    now += 299_999;
    await nextTurn();
    expect([writer.growing, stored()]).toEqual([first, []]);
    now += 1;
    await nextTurn();
    expect([writer.growing, stored()]).toEqual([null, [first]]);
    const second = write('http://a/2');
    now -= 86_400_000;
    await nextTurn();
    expect(stored()).toEqual([first, second].sort());
    expect(pauses).toEqual([5000, 5000, 5000, 5000]);
    await up.close();
  });

  it('waits in its folder while the store is away, and is tried again ever more rarely; nothing throws', async () => {
    const mood = { error: away() as Error | null, puts: [] as string[] };
    const heard: (string | null)[] = [];
    const pauses: number[] = [];
    let turns = 0;
    let over = (): void => {};
    const ended = new Promise<void>((resolve) => {
      over = resolve;
    });
    const up = uploader({
      store: moody(mood),
      onAway: (error) => void heard.push(error && (error as TarrafaError).code),
      wait: async (ms) => {
        pauses.push(ms);
        // The store is back after ten attempts.
        if (++turns === 10) mood.error = null;
        if (turns === 11) over();
        if (turns >= 11) await new Promise(() => {});
      },
    });
    const files = ['http://a/1', 'http://a/2'].map((url) => {
      const file = write(url);
      writer.finishFile();
      return file;
    });
    up.begin();
    await ended;
    // Only the oldest is tried as long as nothing can be stored.
    expect(mood.puts).toEqual([
      ...new Array<string>(11).fill(`maquina-1/${files[0]}`),
      `maquina-1/${files[1]}`,
    ]);
    expect(heard).toEqual(['TRF_STORE_UNREACHABLE', null]);
    for (const [i, ms] of pauses.slice(0, 10).entries()) {
      expect(ms).toBeLessThanOrEqual(Math.min(60_000, 1000 * 2 ** i));
      expect(ms).toBeGreaterThanOrEqual(Math.min(60_000, 1000 * 2 ** i) / 2);
    }
    expect(up.lag).toMatchObject({ files: 0, failing: null, stored: { files: 2 } });
  });

  it('is not held up by one file that cannot be read or will not be taken', async () => {
    const [taken, unreadable, good] = ['http://a/1', 'http://a/2', 'http://a/3'].map((url) => {
      const file = write(url);
      writer.finishFile();
      now += 1000;
      return file;
    });
    const other = join(folder, 'outra');
    writeFileSync(other, 'outros bytes');
    await store.put(`maquina-1/${taken}`, other);
    const refused: string[] = [];
    const heard: unknown[] = [];
    const up = uploader({
      store: Object.assign(Object.create(store) as ArchiveStore, {
        put: async (name: string, path: string) => {
          if (name.endsWith(unreadable!)) throw new TarrafaError('TRF_STORAGE_UNREADABLE', [path, 'EIO']);
          return store.put(name, path);
        },
      }),
      onRefused: (file) => void refused.push(file),
      onAway: (error) => void heard.push((error as TarrafaError | null)?.code ?? null),
    });
    expect(await up.round()).toBe(false);
    expect(stored()).toEqual([taken, good]);
    expect(refused).toEqual([taken]);
    expect(heard).toEqual(['TRF_STORAGE_UNREADABLE']);
    expect(up.lag).toMatchObject({
      files: 1,
      refused: [{ file: taken, error: { code: 'TRF_STORE_TAKEN' } }],
    });
    // Not tried again, not told again.
    await up.round();
    expect(refused).toHaveLength(1);
    expect(readFileSync(join(mounted, 'maquina-1', taken!), 'utf8')).toBe('outros bytes');
  });

  it('is told of at least once, and again when nobody could be told', async () => {
    const file = write('http://a/1');
    writer.finishFile();
    let deaf = true;
    const told: string[] = [];
    const up = uploader({
      onStored: async (uploaded: UploadedFile) => {
        told.push(uploaded.file);
        if (deaf) throw new Error('the database is away');
        rmSync(uploaded.path);
      },
    });
    expect(await up.round()).toBe(false);
    expect(up.lag.failing).toMatchObject({ message: 'the database is away' });
    expect(up.lag.stored.files).toBe(0);
    deaf = false;
    expect(await up.round()).toBe(true);
    expect(told).toEqual([file, file]);
    expect(existsSync(join(folder, file))).toBe(false);
    expect(await up.round()).toBe(true);
    expect(told).toHaveLength(2);
  });

  it('is not sent again by the next process, unless its list is gone: then it is found there', async () => {
    write('http://a/1');
    writer.finishFile();
    write('http://a/2');
    const first = uploader();
    await first.close();
    expect(stored()).toHaveLength(2);
    expect(first.lag).toMatchObject({ files: 0, stored: { files: 2 } });
    const mood = { error: null, puts: [] as string[] };
    expect(await uploader({ store: moody(mood) }).round()).toBe(true);
    expect(mood.puts).toEqual([]);
    const list = join(folder, 'stored.jsonl');
    const whole = readFileSync(list, 'utf8');
    for (const [text, again] of [
      [`${whole.split('\n')[0]}\n{"file":"ta`, 1],
      ['\0\n{}\nnull\n[]', 2],
      [null, 2],
    ] as const) {
      if (text === null) rmSync(list);
      else writeFileSync(list, text);
      mood.puts.length = 0;
      expect(await uploader({ store: moody(mood) }).round()).toBe(true);
      expect(mood.puts).toHaveLength(again);
      expect(readFileSync(list, 'utf8').trim().split('\n').sort()).toEqual(whole.trim().split('\n').sort());
    }
  });

  it('of a dead process is mended by the writer and sent by the next, which begins another file', async () => {
    const file = write('http://a/1');
    writeFileSync(
      join(folder, file),
      Buffer.concat([readFileSync(join(folder, file)), Buffer.from([31, 139, 8])]),
    );
    const whole = readFileSync(join(folder, file)).length - 3;
    writer = openWriter();
    const up = uploader();
    expect(await up.round()).toBe(true);
    expect(readFileSync(join(mounted, 'maquina-1', file))).toHaveLength(whole);
    expect(write('http://a/2')).not.toBe(file);
    await up.close();
    expect(stored()).toHaveLength(2);
  });

  it('is left in its folder when the store does not come back before the end, and is told how much it is', async () => {
    const mood = { error: away() as Error | null, puts: [] as string[] };
    const file = write('http://a/1');
    let waits = 0;
    const up = uploader({
      store: moody(mood),
      // Longer than anybody is patient.
      wait: (_, signal) => {
        waits++;
        return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
      },
    });
    const left: UploadLag = await up.close({ patience: 1 });
    expect(waits).toBe(1);
    expect(left).toMatchObject({ files: 1, failing: { code: 'TRF_STORE_UNREACHABLE' } });
    expect(left.bytes).toBe(readFileSync(join(folder, file)).length);
    expect(stored()).toEqual([]);
    mood.error = null;
    await uploader({ store: moody(mood) }).close();
    expect(stored()).toEqual([file]);
  });

  it('that is being sent when the end comes is sent to its end, once, and is left when that takes too long', async () => {
    for (const patient of [true, false]) {
      const file = write(`http://a/${patient}`);
      writer.finishFile();
      let sent = 0;
      let begun = (): void => {};
      const under = new Promise<void>((resolve) => {
        begun = resolve;
      });
      let goOn = (): void => {};
      const up = uploader({
        store: Object.assign(Object.create(store) as ArchiveStore, {
          put: async (name: string, path: string, { signal }: { signal: AbortSignal }) => {
            sent++;
            begun();
            await new Promise<void>((resolve, reject) => {
              goOn = resolve;
              signal.addEventListener('abort', () => reject(signal.reason), { once: true });
            });
            return store.put(name, path);
          },
        }),
      });
      up.begin();
      await under;
      const closed = up.close({ patience: patient ? 60_000 : 1 });
      if (patient) goOn();
      expect((await closed).files).toBe(patient ? 0 : 1);
      expect(sent).toBe(1);
      expect(stored().includes(file)).toBe(patient);
    }
  });

  it('leaves out what is no archive, and files with nothing in them', async () => {
    for (const name of ['index.cdxj', 'a.warc.gz.cut', 'notas.txt']) writeFileSync(join(folder, name), 'x');
    writeFileSync(join(folder, 'tarrafa-20240506120000-00009.warc.gz'), '');
    writeFileSync(join(folder, 'de-outrem.warc'), 'x');
    expect(await uploader().round()).toBe(true);
    expect(stored()).toEqual(['de-outrem.warc']);
  });

  it('whose folder is not there yet has nothing to send; one that cannot be read is told of', async () => {
    const nowhere = join(folder, 'ainda-nao');
    expect(await uploader({ folder: nowhere }).round()).toBe(true);
    const up = uploader({ folder: nowhere });
    writeFileSync(nowhere, '');
    expect(await up.round()).toBe(false);
    expect(up.lag.failing).toMatchObject({ code: 'TRF_STORAGE_UNREADABLE' });
  });

  it('refuses a worker whose name is none', () => {
    expect(() => uploader({ worker: '../x' })).toThrow(expect.objectContaining({ code: 'TRF_STORE_NAME' }));
  });
});
