import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FolderLock, lockOwner } from './folder-lock.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'tarrafa-lock-'));

it('a folder has one owner, and is free when it is released', () => {
  const here = folder();
  const lock = FolderLock.take(here);
  expect(lockOwner(here)?.pid).toBe(process.pid);
  expect(() => FolderLock.take(here)).toThrowError(expect.objectContaining({ code: 'TRF_FOLDER_BUSY' }));
  lock.release();
  expect(lockOwner(here)).toBeNull();
  FolderLock.take(here).release();
  expect(readdirSync(here)).toEqual([]);
});

it('the lock of a dead process is taken over', async () => {
  const here = folder();
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.on('close', resolve));
  writeFileSync(join(here, 'lock'), `${child.pid} 12345\n`);
  const lock = FolderLock.take(here);
  expect(lockOwner(here)?.pid).toBe(process.pid);
  lock.release();
});

it('a process number given to another program since does not hold the lock', () => {
  const here = folder();
  // Our own number, but another start: the owner is dead.
  writeFileSync(join(here, 'lock'), `${process.pid} 1\n`);
  FolderLock.take(here).release();
});

it('a lock file of nonsense is no owner', () => {
  const here = folder();
  writeFileSync(join(here, 'lock'), 'lixo\0\n');
  FolderLock.take(here).release();
});

it('a folder that does not exist is told', () => {
  expect(() => FolderLock.take(join(folder(), 'nada'))).toThrowError(
    expect.objectContaining({ code: 'TRF_STORAGE_DENIED' }),
  );
});

it('while one process takes over the lock of a dead one, another is refused; a dead one holds nobody up', () => {
  const here = folder();
  writeFileSync(join(here, 'lock'), `${process.pid} 1\n`);
  // This process, under another name, is just removing the dead lock.
  const other = folder();
  const lock = FolderLock.take(other);
  copyFileSync(join(other, 'lock'), join(here, 'lock.takeover'));
  lock.release();
  expect(() => FolderLock.take(here)).toThrowError(expect.objectContaining({ code: 'TRF_FOLDER_BUSY' }));
  writeFileSync(join(here, 'lock.takeover'), `${process.pid} 1\n`);
  FolderLock.take(here).release();
  expect(readdirSync(here)).toEqual([]);
});
