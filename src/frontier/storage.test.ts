/** Full disks, folders that cannot be written, files that were cut or spoilt, fingerprints that collide. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { TarrafaError } from '../errors.ts';
import { Fingerprint } from './fingerprint.ts';
import { FolderFrontier, type FolderOptions } from './folder-frontier.ts';
import { historyInFolder } from './history.ts';
import { candidate, Rig } from './rig.suite.ts';

const rigs: Rig[] = [];
function rig(options: Partial<FolderOptions> = {}): Rig {
  const made = new Rig({ delay: 0, ...options });
  rigs.push(made);
  return made;
}
afterEach(() => {
  for (const each of rigs.splice(0)) each.remove();
});

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return error instanceof TarrafaError ? error.code : String(error);
  }
  return 'nothing';
}

describe('a full disk', () => {
  for (const room of [0, 1, 17, 40]) {
    it(`gives out no lease it cannot write down, and loses nothing (${room} bytes left)`, () => {
      const r = rig();
      for (let i = 0; i < 10; i++) r.add(`http://h${i}.br/`);
      r.complete(r.lease(), { links: [candidate('http://new.br/')] });
      r.disk.room = room;
      expect(codeOf(() => r.frontier.next())).toBe('TRF_STORAGE_FULL');
      expect(r.frontier.counts()).toMatchObject({ queued: 10, inFlight: 0, completed: 1 });
      // Somebody makes room, and the crawl goes on where it stood.
      r.disk.room = Number.POSITIVE_INFINITY;
      const lease = r.lease();
      expect(lease.url).toBe('http://h1.br/');
      r.complete(lease);
      r.crash();
      expect(r.frontier.counts()).toMatchObject({ queued: 9, inFlight: 0, completed: 2 });
      expect(r.drain()).toHaveLength(9);
    });
  }

  it('a completion that cannot be written stands in memory and is written later; a kill before that makes it an orphan', () => {
    for (const killed of [false, true]) {
      const r = rig();
      r.add('http://a.br/1');
      const lease = r.lease();
      r.disk.room = 5;
      expect(codeOf(() => r.complete(lease, { links: [candidate('http://b.br/')] }))).toBe(
        'TRF_STORAGE_FULL',
      );
      r.disk.room = Number.POSITIVE_INFINITY;
      if (killed) {
        r.crash();
        expect(r.frontier.orphans().map((orphan) => orphan.url)).toEqual(['http://a.br/1']);
        expect(r.frontier.counts().known).toBe(1);
      } else {
        r.frontier.flush();
        r.crash();
        expect(r.frontier.orphans()).toEqual([]);
        expect(r.drain()).toEqual(['http://b.br/']);
      }
    }
  });

  it('stays whole when it fills up at every single byte of a crawl', () => {
    for (let room = 0; room < 1200; room += 7) {
      const r = new Rig({ delay: 0, segmentBytes: 300 });
      r.disk.room = room;
      const done: string[] = [];
      try {
        for (let i = 0; i < 4; i++) r.add(`http://h${i}.br/`);
        for (let i = 0; i < 4; i++) {
          const lease = r.lease();
          r.complete(lease);
          done.push(lease.url);
        }
        r.frontier.flush();
      } catch (error) {
        expect(error).toBeInstanceOf(TarrafaError);
      }
      r.crash();
      for (const orphan of r.frontier.orphans()) r.putBack(orphan);
      const all = [...done, ...r.drain()];
      expect(new Set(all).size).toBe(all.length);
      r.remove();
    }
  });
});

describe('a folder that cannot be used', () => {
  it('is reported as such', () => {
    const r = rig();
    r.frontier.close();
    const file = join(r.folder, 'plain');
    writeFileSync(file, '');
    expect(codeOf(() => FolderFrontier.open(file, r.options))).toBe('TRF_STORAGE_DENIED');
    if (process.getuid?.() === 0) return; // The superuser may write anywhere.
    const locked = join(r.folder, 'locked');
    mkdirSync(locked);
    chmodSync(locked, 0o500);
    expect(codeOf(() => FolderFrontier.open(locked, r.options))).toBe('TRF_STORAGE_DENIED');
  });

  it('a journal of another format, another file, and a gap in the middle are refused, not guessed at', () => {
    const r = rig({ segmentBytes: 400 });
    for (let i = 0; i < 40; i++) {
      r.add(`http://h${i}.br/`);
      r.complete(r.lease());
    }
    r.frontier.close();
    const names = readdirSync(r.folder)
      .filter((name) => name.startsWith('journal'))
      .sort();
    expect(names.length).toBeGreaterThan(3);
    const spoil = (name: string, act: (bytes: Buffer) => Buffer): string => {
      const path = join(r.folder, name);
      const bytes = readFileSync(path);
      writeFileSync(path, act(Buffer.from(bytes)));
      const code = codeOf(() => FolderFrontier.open(r.folder, r.options));
      writeFileSync(path, bytes);
      return code;
    };
    expect(spoil(names[0]!, (bytes) => bytes.fill(9, 4, 8))).toBe('TRF_FOLDER_VERSION');
    expect(spoil(names[0]!, (bytes) => bytes.fill(0, 0, 4))).toBe('TRF_STORAGE_DAMAGED');
    expect(spoil(names[1]!, (bytes) => bytes.subarray(0, bytes.length - 16))).toBe('TRF_STORAGE_DAMAGED');
    expect(
      spoil(names[1]!, (bytes) => {
        bytes[90]! ^= 1;
        return bytes;
      }),
    ).toBe('TRF_STORAGE_DAMAGED');
    const whole = FolderFrontier.open(r.folder, r.options);
    expect(whole.counts().completed).toBe(40);
    whole.close();
  });

  it('a torn tail and a segment without its header are cut off and told', () => {
    const r = rig();
    r.add('http://a.br/');
    r.complete(r.lease());
    r.disk.kill();
    const { path, size } = r.lastSegment();
    truncateSync(path, size - 3);
    writeFileSync(join(r.folder, 'journal-00ffffff.log'), 'TRF');
    r.crash();
    expect(r.frontier.cuts.map(({ why }) => why)).toEqual(['torn', 'torn']);
    expect(r.frontier.cuts.map(({ path }) => readFileSync(path).length)).toEqual(
      r.frontier.cuts.map(({ bytes }) => bytes),
    );
    expect(r.frontier.orphans()).toHaveLength(1);
    expect(existsSync(join(r.folder, 'journal-00ffffff.log'))).toBe(false);
  });

  it('one flipped bit is no torn end: what it makes unreadable is kept beside, told, and nobody is asked early', () => {
    const r = rig({ delay: 5_000 });
    for (let i = 0; i < 60; i++) r.add(`http://h${i % 6}.br/${i}`);
    for (let i = 0; i < 30; i++) {
      r.complete(r.lease());
      r.clock.time += 5_000;
    }
    r.frontier.close();
    const { path, size } = r.lastSegment();
    const bytes = readFileSync(path);
    for (const share of [0.5, 0.7, 0.95]) {
      const spoilt = Buffer.from(bytes);
      spoilt[Math.floor(size * share)]! ^= 4;
      writeFileSync(path, spoilt);
      r.crash();
      const [cut] = r.frontier.cuts;
      expect(cut).toMatchObject({ why: 'damaged' });
      const left = readFileSync(path).subarray(0, size - cut!.bytes);
      expect(Buffer.concat([left, readFileSync(cut!.path)])).toEqual(spoilt);
      // Whoever was asked in what is lost was asked no longer ago than the end of it.
      expect(r.frontier.next()).toMatchObject({ kind: 'wait', until: r.clock.time + 5_000 });
      r.frontier.close();
    }
  });

  it('a flipped bit in the seeds of a header is told: with others every URL would be new', () => {
    const r = rig();
    r.add('http://a.br/');
    r.frontier.close();
    const { path } = r.lastSegment();
    const bytes = readFileSync(path);
    bytes[13]! ^= 1;
    writeFileSync(path, bytes);
    expect(() => FolderFrontier.open(r.folder, r.options)).toThrow(
      expect.objectContaining({ code: 'TRF_STORAGE_DAMAGED' }),
    );
  });

  it('is cut where a mark speaks of what is not there any more', () => {
    const r = rig({ segmentBytes: 2_048 });
    for (let i = 0; i < 60; i++) r.add(`http://h${i}.br/`);
    for (let i = 1; i <= 40; i++) r.complete(r.lease(), { seal: () => String(i) });
    r.frontier.close();
    const again = FolderFrontier.open(r.folder, { ...r.options, acceptsMark: (mark) => Number(mark) <= 7 });
    expect(again.mark()).toBe('7');
    expect(again.counts()).toMatchObject({ completed: 7, inFlight: 1 });
    expect(again.cuts.length).toBeGreaterThan(1);
    expect(again.cuts.every(({ why, path }) => why === 'refused' && existsSync(path))).toBe(true);
    again.close();
    const once = FolderFrontier.open(r.folder, r.options);
    expect([once.mark(), once.cuts]).toEqual(['7', []]);
    once.close();
  });

  it('the history of a URL can be read while the frontier is open elsewhere, and nothing is touched', () => {
    const r = rig({ segmentBytes: 4096 });
    for (let i = 0; i < 200; i++) r.add(`http://a.br/${i}`);
    r.complete(r.lease());
    const { path, size } = r.lastSegment();
    const before = readFileSync(path);
    const events = historyInFolder(r.folder, 'http://a.br/0');
    expect(events).toEqual(r.history('http://a.br/0'));
    expect(events.map((event) => event.event)).toEqual(['added', 'leased', 'completed']);
    expect(historyInFolder(r.folder, 'http://a.br/nada')).toEqual([]);
    // A frame that is being written this moment is not whole yet.
    writeFileSync(path, before.subarray(0, size - 3));
    expect(historyInFolder(r.folder, 'http://a.br/0').map((event) => event.event)).toEqual([
      'added',
      'leased',
    ]);
    expect(readFileSync(path)).toHaveLength(size - 3);
    writeFileSync(path, before);
    writeFileSync(join(r.folder, 'journal-00ffffff.log'), 'TRF');
    expect(historyInFolder(r.folder, 'http://a.br/0')).toHaveLength(3);
    expect(existsSync(join(r.folder, 'journal-00ffffff.log'))).toBe(true);
  });

  it('the links file may be lost, cut or spoilt: it is mended from the journal', () => {
    for (const act of ['lose', 'cut', 'spoil'] as const) {
      const r = rig();
      const urls = Array.from({ length: 500 }, (_, i) => `http://h${i % 5}.br/${i}`);
      for (const url of urls) r.add(url);
      r.frontier.close();
      const path = join(r.folder, 'links');
      const bytes = readFileSync(path);
      if (act === 'lose') writeFileSync(path, '');
      else if (act === 'cut') truncateSync(path, 1001);
      else writeFileSync(path, bytes.fill(7));
      r.crash();
      expect(r.drain()).toEqual(urls);
    }
  });
});

/** Everything of the same length looks the same. */
class Blind extends Fingerprint {
  override of(text: string): void {
    this.hi = text.length;
    this.lo = text.length;
  }
}

describe('fingerprints that collide', () => {
  it('are told apart with `exact`, queues included, also after a kill', () => {
    const r = rig({ exact: true, fingerprint: new Blind(0, 0) });
    const urls = Array.from({ length: 50 }, (_, i) => `http://h${10 + (i % 10)}.br/${100 + i}`);
    for (const url of urls) expect(r.add(url)).toBe('added');
    for (const url of urls) expect(r.add(url)).toBe('duplicate');
    expect(r.frontier.counts()).toMatchObject({ known: 50, queues: 10 });
    const first = r.lease();
    r.complete(first);
    r.crash();
    expect(r.frontier.counts().known).toBe(50);
    expect([first.url, ...r.drain()]).toEqual(urls);
  });

  it('are one URL without', () => {
    const r = rig({ fingerprint: new Blind(0, 0) });
    expect(r.add('http://a.br/1')).toBe('added');
    expect(r.add('http://a.br/2')).toBe('duplicate');
  });
});
