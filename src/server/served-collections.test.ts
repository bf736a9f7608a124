import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CrawlDesk } from './crawls/crawl-desk.ts';
import { lock, temporaryFolder, unlock, writeCrawl } from './crawls/crawl-folder.suite.ts';
import { CrawlWatch } from './crawls/crawl-watch.ts';
import {
  type GrowingCollection,
  ServedCollections,
  type ServedCollectionsOptions,
} from './served-collections.ts';
import { smallCollection } from './small-collection.suite.ts';

let log: string[];
/** Which file stands where the catalogue is. */
let onDisk: string;
const opened: GrowingCollection[] = [];

beforeEach(() => {
  log = [];
  onDisk = '';
  opened.length = 0;
});

function served(options: Partial<ServedCollectionsOptions> = {}): ServedCollections {
  return new ServedCollections({
    open: async (folder, name) => {
      log.push(`open ${folder}`);
      const file = onDisk;
      const collection = {
        ...smallCollection(name),
        folder,
        refreshArchive: async () => void log.push(`refresh ${folder}`),
        replacement: () => (file === onDisk ? null : onDisk),
        close: async () => void log.push(`close ${folder} ${file}`.trim()),
      };
      opened.push(collection);
      return collection;
    },
    analyse: async (folder) => void log.push(`analyse ${folder}`),
    onProblem: (folder, error) => void log.push(`problem ${folder} ${(error as Error).message}`),
    ...options,
  });
}

describe('served collections', () => {
  it('are shown once they have been analysed, and read anew after that', async () => {
    const collections = served();
    collections.add('/a', 'a');
    expect(collections.list()).toEqual([]);
    expect(collections.get('a')).toBeNull();
    await collections.catchUp('a');
    expect(collections.get('a')?.name).toBe('a');
    await collections.catchUp('a');
    expect(log).toEqual(['analyse /a', 'open /a', 'analyse /a', 'refresh /a']);
    await collections.close();
    expect(log.at(-1)).toBe('close /a');
  });

  it('are analysed one at a time, once for all who ask while one waits', async () => {
    let inside = 0;
    let most = 0;
    let count = 0;
    const collections = served({
      analyse: async () => {
        count++;
        most = Math.max(most, ++inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside--;
      },
    });
    for (const name of ['a', 'b', 'c']) collections.add(`/${name}`, name);
    await Promise.all(['a', 'b', 'c', 'c', 'b', 'c'].map((name) => collections.catchUp(name)));
    expect(most).toBe(1);
    expect(count).toBe(3);
  });

  it('tell how far their analysis is, and are left alone meanwhile', async () => {
    let release: () => void = () => {};
    const collections = served({
      analyse: async (_, onProgress) => {
        onProgress(3, 10);
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      },
    });
    collections.add('/a', 'a', 'a');
    const done = collections.catchUp('a');
    await new Promise((resolve) => setImmediate(resolve));
    expect(collections.activity('a')).toEqual({ analysing: { done: 3, total: 10 }, crawl: 'a' });
    let worked = false;
    const work = collections.alone('a', async () => {
      worked = true;
      expect(collections.activity('a').analysing).toBeNull();
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(worked).toBe(false);
    release();
    await done;
    await work;
    expect(worked).toBe(true);
  });

  it('are shown as they were when an analysis fails', async () => {
    let fail = false;
    const collections = served({
      analyse: async () => {
        if (fail) throw new Error('disco cheio');
      },
    });
    collections.add('/a', 'a');
    await collections.catchUp('a');
    fail = true;
    await collections.catchUp('a');
    expect(log).toContain('problem /a disco cheio');
    expect(collections.get('a')).not.toBeNull();
  });
});

describe('a catalogue that was replaced', () => {
  async function ready(options: Partial<ServedCollectionsOptions> = {}): Promise<ServedCollections> {
    onDisk = 'first';
    const collections = served(options);
    collections.add('/a', 'a');
    await collections.catchUp('a');
    log = [];
    return collections;
  }

  it('is opened anew for the next request, and the old one is closed after the last that may hold it', async () => {
    const collections = await ready();
    const [leaveOne, leaveTwo] = [await collections.enter(), await collections.enter()];
    const old = collections.get('a');
    expect(log).toEqual([]);
    onDisk = 'second';
    expect(collections.get('a')).toBe(old);
    const leaveThree = await collections.enter();
    const fresh = collections.get('a');
    expect(fresh).not.toBe(old);
    expect(log).toEqual(['open /a']);
    leaveOne();
    leaveThree();
    leaveOne();
    expect(log).toEqual(['open /a']);
    leaveTwo();
    expect(log).toEqual(['open /a', 'close /a first']);
    (await collections.enter())();
    expect(collections.get('a')).toBe(fresh);
    await collections.close();
    expect(log).toEqual(['open /a', 'close /a first', 'close /a second']);
  });

  it('is opened once for all requests that come at the same time', async () => {
    const collections = await ready();
    onDisk = 'second';
    const leaves = await Promise.all([collections.enter(), collections.enter(), collections.enter()]);
    for (const leave of leaves) leave();
    expect(log).toEqual(['open /a', 'close /a first']);
    await collections.close();
  });

  it('that cannot be opened is told once, and the old one answers', async () => {
    let broken = false;
    const collections = await ready({
      open: async (folder, name) => {
        if (broken) throw new Error('não é um catálogo');
        const file = onDisk;
        return {
          ...smallCollection(name),
          folder,
          refreshArchive: async () => {},
          replacement: () => (file === onDisk ? null : onDisk),
        };
      },
    });
    const old = collections.get('a');
    broken = true;
    onDisk = 'second';
    (await collections.enter())();
    (await collections.enter())();
    expect(log).toEqual(['problem /a não é um catálogo']);
    expect(collections.get('a')).toBe(old);
    broken = false;
    onDisk = 'third';
    (await collections.enter())();
    expect(collections.get('a')).not.toBe(old);
    await collections.close();
  });

  it('takes what is written to it, though it came while the request was under way', async () => {
    const collections = await ready();
    const leave = await collections.enter();
    const old = collections.get('a');
    onDisk = 'second';
    await collections.alone('a', async () => expect(collections.get('a')).not.toBe(old));
    leave();
    await collections.close();
  });

  it('is noticed by the analysis too; a closed house holds nothing', async () => {
    const collections = await ready();
    await collections.enter();
    onDisk = 'second';
    await collections.catchUp('a');
    expect(log).toEqual(['analyse /a', 'open /a']);
    await collections.close();
    expect(log.slice(2)).toEqual(['close /a first', 'close /a second']);
  });
});

describe('collections of crawls', () => {
  let root: string;
  beforeEach(() => {
    root = temporaryFolder();
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('appear by themselves, catch up while the crawl runs, and once more at its end', async () => {
    const collections = served();
    const desk = new CrawlDesk({
      folder: root,
      run: () => {
        throw new Error('not here');
      },
      readSeed: (text) => text,
    });
    let look = () => {};
    const watch = new CrawlWatch(desk, collections, [], (ms, work) => {
      expect(ms).toBe(10_000);
      look = work;
      return () => {};
    });
    const folder = join(root, 'cheias');
    const analyses = async () => {
      look();
      await collections.catchUp('none');
      return log.filter((line) => line === `analyse ${folder}`).length;
    };
    expect(await analyses()).toBe(0);
    writeCrawl(folder, { endedAt: null, reason: null });
    lock(folder);
    expect(await analyses()).toBe(1);
    expect(collections.activity('cheias').crawl).toBe('cheias');
    expect(await analyses()).toBe(2);
    writeCrawl(folder, { endedAt: '2026-01-31T12:00:05Z', reason: 'frontier-empty' });
    unlock(folder);
    expect(await analyses()).toBe(3);
    expect(await analyses()).toBe(3);
    expect(collections.list().map(({ name }) => name)).toEqual(['cheias']);
    watch.close();
  });
});
