/**
 * The calls by which files that grow are written: a seam, so that a test can show a full disk, or one whose power fails. What a crawl
 * promises to keep is written through these calls and no others.
 */
import {
  closeSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';

export interface Disk {
  mkdir(path: string): void;
  list(folder: string): string[];
  exists(path: string): boolean;
  open(path: string, flags: string): number;
  size(fd: number): number;
  read(fd: number, into: Uint8Array, offset: number, length: number, position: number): number;
  write(fd: number, from: Uint8Array, offset: number, length: number, position: number): number;
  truncate(fd: number, length: number): void;
  sync(fd: number): void;
  /** The same beside the thread that asks: what was written before is on the disk when it resolves. */
  syncLater(fd: number): Promise<void>;
  close(fd: number): void;
  rename(from: string, to: string): void;
  unlink(path: string): void;
}

export const DISK: Disk = {
  mkdir: (path) => void mkdirSync(path, { recursive: true }),
  list: (folder) => readdirSync(folder),
  exists: (path) => existsSync(path),
  open: (path, flags) => openSync(path, flags),
  size: (fd) => fstatSync(fd).size,
  read: (fd, into, offset, length, position) => readSync(fd, into, offset, length, position),
  write: (fd, from, offset, length, position) => writeSync(fd, from, offset, length, position),
  truncate: (fd, length) => ftruncateSync(fd, length),
  sync: (fd) => fdatasyncSync(fd),
  syncLater: (fd) =>
    new Promise((resolve, reject) => fdatasync(fd, (error) => (error ? reject(error) : resolve()))),
  close: (fd) => closeSync(fd),
  rename: (from, to) => renameSync(from, to),
  unlink: (path) => unlinkSync(path),
};
