import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { FolderLock, isHeld, lockOwner } from './folder-lock.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'tarrafa-lock-'));
const busy = expect.objectContaining({ code: 'TRF_FOLDER_BUSY' });

it('a folder has one owner, and is free when it is released', () => {
  const here = folder();
  const lock = FolderLock.take(here);
  expect(lockOwner(here)?.pid).toBe(process.pid);
  expect(isHeld(here)).toBe(true);
  expect(() => FolderLock.take(here)).toThrowError(busy);
  // Whoever looked has not let go of it.
  expect(() => FolderLock.take(here)).toThrowError(busy);
  lock.release();
  expect(lockOwner(here)).toBeNull();
  FolderLock.take(here).release();
  expect(readdirSync(here)).toEqual([]);
});

it('the lock of a dead process is taken over', async () => {
  const here = folder();
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.on('close', resolve));
  // Of an earlier version, and of this one.
  for (const lock of [`${child.pid} 12345\n`, `${child.pid} 12345 maquina\n`]) {
    writeFileSync(join(here, 'lock'), lock);
    if (lock.includes('maquina')) writeFileSync(join(here, 'lock.db'), '');
    expect(lockOwner(here)).toBeNull();
    const taken = FolderLock.take(here);
    expect(lockOwner(here)?.pid).toBe(process.pid);
    taken.release();
  }
});

it('a process number given to another program since does not hold the lock', () => {
  const here = folder();
  // Our own number, but another start: the owner is dead.
  writeFileSync(join(here, 'lock'), `${process.pid} 1\n`);
  FolderLock.take(here).release();
});

it('a living process of an earlier version keeps others out', () => {
  const here = folder();
  writeFileSync(join(here, 'lock'), `${process.ppid} \n`);
  expect(lockOwner(here)?.pid).toBe(process.ppid);
  expect(() => FolderLock.take(here)).toThrowError(busy);
});

it('what somebody writes into a folder makes nobody its owner', () => {
  const here = folder();
  for (const lock of ['lixo\0\n', `${process.ppid}  outra\n`, '-1\n', '1e3\n']) {
    writeFileSync(join(here, 'lock'), lock);
    expect([lock, isHeld(here)]).toEqual([lock, false]);
    FolderLock.take(here).release();
  }
  mkdirSync(join(here, 'lock.db'));
  expect(isHeld(here)).toBe(false);
  expect(() => FolderLock.take(here)).toThrowError(expect.objectContaining({ code: 'TRF_STORAGE_DENIED' }));
});

it('a folder that does not exist is told', () => {
  const nowhere = join(folder(), 'nada');
  expect(() => FolderLock.take(nowhere)).toThrowError(
    expect.objectContaining({ code: 'TRF_STORAGE_UNREADABLE' }),
  );
  expect(isHeld(nowhere)).toBe(false);
});

const HOLDER = `
import { FolderLock } from ${JSON.stringify(fileURLToPath(new URL('./folder-lock.ts', import.meta.url)))};
try {
  FolderLock.take(process.argv[1]);
  process.stdout.write('held ' + process.pid + '\\n');
  setInterval(() => {}, 1000);
} catch (error) {
  process.stdout.write(error.code + '\\n');
}
`;

/** A process that takes the folder and keeps it, in a process namespace of its own when asked to. */
function holder(here: string, apart: boolean) {
  const words = ['--import', 'tsx', '--input-type=module', '-e', HOLDER, here];
  const child = apart
    ? spawn('unshare', ['-Urpf', '--mount-proc', '--kill-child', process.execPath, ...words])
    : spawn(process.execPath, words);
  const said = new Promise<string>((resolve) => {
    child.stdout.on('data', (data: Buffer) => resolve(data.toString().trim()));
    child.on('close', () => resolve('gone'));
  });
  const gone = new Promise<void>((resolve) => child.on('close', () => resolve()));
  return { said, gone, kill: () => child.kill('SIGKILL') };
}

it('a process that is killed lets go of the folder at that moment', async () => {
  const here = folder();
  const first = holder(here, false);
  expect(await first.said).toMatch(/^held/);
  expect(isHeld(here)).toBe(true);
  expect(() => FolderLock.take(here)).toThrowError(busy);
  first.kill();
  await first.gone;
  expect(existsSync(join(here, 'lock.db'))).toBe(true);
  expect(isHeld(here)).toBe(false);
  FolderLock.take(here).release();
});

const canUnshare = spawnSync('unshare', ['-Urpf', '--mount-proc', 'true']).status === 0;
it.skipIf(!canUnshare)(
  'two containers do not both get a folder, although each numbers its processes for itself (needs unshare)',
  async () => {
    const here = folder();
    const first = holder(here, true);
    const [word, pid] = (await first.said).split(' ');
    expect(word).toBe('held');
    // Its number is one that here is somebody else's, or nobody's.
    expect(readFileSync(join(here, 'lock'), 'utf8').startsWith(`${pid} `)).toBe(true);
    expect(isHeld(here)).toBe(true);
    // A number that means somebody else here is given to nobody.
    expect(lockOwner(here)).toMatchObject({ pid: null });
    expect(() => FolderLock.take(here)).toThrowError(busy);
    const second = holder(here, true);
    expect(await second.said).toBe('TRF_FOLDER_BUSY');
    first.kill();
    await first.gone;
    const third = holder(here, true);
    expect(await third.said).toMatch(/^held/);
    third.kill();
    await third.gone;
  },
);
