/** The few operations on files that the journal needs: a seam, so that a full disk can be shown in a test. */
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  unlinkSync,
  writeSync,
} from 'node:fs';

export interface Files {
  mkdir(path: string): void;
  list(folder: string): string[];
  exists(path: string): boolean;
  open(path: string, flags: string): number;
  size(fd: number): number;
  read(fd: number, into: Uint8Array, offset: number, length: number, position: number): number;
  write(fd: number, from: Uint8Array, offset: number, length: number, position: number): number;
  truncate(fd: number, length: number): void;
  sync(fd: number): void;
  close(fd: number): void;
  unlink(path: string): void;
}

export const DISK: Files = {
  mkdir: (path) => void mkdirSync(path, { recursive: true }),
  list: (folder) => readdirSync(folder),
  exists: (path) => existsSync(path),
  open: (path, flags) => openSync(path, flags),
  size: (fd) => fstatSync(fd).size,
  read: (fd, into, offset, length, position) => readSync(fd, into, offset, length, position),
  write: (fd, from, offset, length, position) => writeSync(fd, from, offset, length, position),
  truncate: (fd, length) => ftruncateSync(fd, length),
  sync: (fd) => fdatasyncSync(fd),
  close: (fd) => closeSync(fd),
  unlink: (path) => unlinkSync(path),
};
