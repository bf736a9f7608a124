import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { describeStore } from './archive-store.suite.ts';
import { FolderStore } from './folder-store.ts';

describeStore('a folder', {
  make: async () => new FolderStore(mkdtempSync(join(tmpdir(), 'tarrafa-mounted-'))),
  large: 700_000,
  knowsFirst: true,
});

describe('a folder as a store', () => {
  let root: string;
  let outside: string;
  let store: FolderStore;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'tarrafa-mounted-'));
    outside = mkdtempSync(join(tmpdir(), 'tarrafa-outside-'));
    writeFileSync(join(outside, 'x'), 'bytes');
    store = new FolderStore(root);
  });

  it('keeps files that anybody can read as they are, and nothing beside them', async () => {
    await store.put('maquina-1/a.warc.gz', join(outside, 'x'));
    expect(readFileSync(join(root, 'maquina-1', 'a.warc.gz'), 'utf8')).toBe('bytes');
    expect(readdirSync(join(root, 'maquina-1'))).toEqual(['a.warc.gz']);
  });

  it('lists in the order of whole names, as buckets do', async () => {
    const names = ['a-1/x', 'a.x/1', 'a/10', 'a/2', 'a/b/c', 'a_/1', 'b/1'];
    for (const name of [...names].reverse()) await store.put(name, join(outside, 'x'));
    const listed = [];
    for await (const { name } of store.list()) listed.push(name);
    expect(listed).toEqual(names);
  });

  it('that is not there is not made: it may not have been mounted', async () => {
    rmSync(root, { recursive: true });
    const away = { code: 'TRF_STORE_UNREACHABLE' };
    await expect(store.probe()).rejects.toMatchObject(away);
    await expect(store.put('m/a', join(outside, 'x'))).rejects.toMatchObject(away);
    await expect(store.stat('m/a')).rejects.toMatchObject(away);
    await expect(store.list().next()).rejects.toMatchObject(away);
    expect(existsSync(root)).toBe(false);
    writeFileSync(root, '');
    await expect(store.probe()).rejects.toMatchObject(away);
    rmSync(root);
  });

  it('is not left by links that stand in it', async () => {
    symlinkSync(outside, join(root, 'm'));
    symlinkSync(join(outside, 'x'), join(root, 'y'));
    const refused = { code: 'TRF_STORE_REFUSED' };
    await expect(store.put('m/novo', join(outside, 'x'))).rejects.toMatchObject(refused);
    await expect(store.put('m/nova/pasta/x', join(outside, 'x'))).rejects.toMatchObject(refused);
    await expect(store.stat('m/x')).rejects.toMatchObject(refused);
    await expect(store.stat('y')).rejects.toMatchObject(refused);
    expect((await store.list().next()).done).toBe(true);
    expect(readdirSync(outside)).toEqual(['x']);
  });

  it('clears what somebody left who died while writing, and does not list it', async () => {
    mkdirSync(join(root, 'm'));
    const left = join(root, 'm', 'a.999999999-0-1-00000000.part');
    writeFileSync(left, 'met');
    expect((await store.list().next()).done).toBe(true);
    await store.put('m/a', join(outside, 'x'));
    expect(existsSync(left)).toBe(false);
    writeFileSync(left, 'met');
    await store.put('m/a', join(outside, 'x'));
    expect(readdirSync(join(root, 'm'))).toEqual(['a']);
  });
});
