/**
 * The files of a folder that are not written by the calls of `Disk`, on a disk whose power can fail: `crawl.json`, the index of the archive,
 * answers on their way, what was learned of sites. A layer under `node:fs` sees them. What was not synced may be missing, in pages of 4 kB; a
 * file that was renamed or removed may stand there as before until its folder was synced. The files of SQLite are written past this layer
 * (`forgetful-state.ts`).
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { asWritten, type ForgetfulDisk, keep, remains, type Tracked } from './forgetful-disk.ts';

interface Name {
  /** What the name leads to for sure; null: nothing. */
  durable: Tracked | null;
  /** What it was made to lead to since, one after the other. */
  since: (Tracked | null)[];
}

interface OpenFile {
  readonly file: Tracked;
  readonly appends: boolean;
  position: number;
}

const REAL = { ...fs };
/** Held by the process, or written past this layer. */
const LEFT_OUT = /^(?:lock|state(?:$|[/\\.])|catalogue)/;

export class ForgetfulFiles {
  readonly #root: string;
  readonly #disk: ForgetfulDisk;
  readonly #names = new Map<string, Name>();
  readonly #open = new Map<number, OpenFile>();
  /** Folders that are open. */
  readonly #folders = new Map<number, string>();

  constructor(root: string, disk: ForgetfulDisk) {
    this.#root = resolve(root);
    this.#disk = disk;
  }

  /** From here on every call is seen, until the answer is called. */
  begin(): () => void {
    for (const path of this.#there()) this.#nameAt(path);
    const layer: Record<string, unknown> = {
      openSync: (path: string, flags: string, ...more: never[]) => this.#opened(path, flags, more),
      closeSync: (fd: number) => {
        this.#open.delete(fd);
        this.#folders.delete(fd);
        REAL.closeSync(fd);
      },
      writeSync: (fd: number, data: Uint8Array | string, ...more: never[]) => this.#written(fd, data, more),
      writevSync: (fd: number, pieces: Uint8Array[], position?: number) => {
        this.#changed(fd, Buffer.concat(pieces), position);
        return REAL.writevSync(fd, pieces, position);
      },
      writeFileSync: (file: string | number, data: string | Uint8Array, options?: never) =>
        this.#wroteWhole(file, data, options, 'w'),
      appendFileSync: (file: string | number, data: string | Uint8Array, options?: never) =>
        this.#wroteWhole(file, data, options, 'a'),
      ftruncateSync: (fd: number, length = 0) => {
        this.#open.get(fd)?.file.changes.push({ kind: 'truncate', length });
        REAL.ftruncateSync(fd, length);
      },
      fsyncSync: (fd: number) => this.#synced(fd),
      fdatasyncSync: (fd: number) => this.#synced(fd),
      renameSync: (from: string, to: string) => {
        const folder = REAL.statSync(from, { throwIfNoEntry: false })?.isDirectory() === true;
        const file = folder || this.#disk.tracks(from) ? null : this.#fileAt(from);
        const before = file ? this.#disk.replaced(to) : null;
        if (before) this.#names.set(resolve(to), { durable: before, since: [] });
        const target = folder ? null : this.#nameAt(to);
        if (file) this.#nameAt(from)?.since.push(null);
        REAL.renameSync(from, to);
        if (file) target?.since.push(file);
      },
      unlinkSync: (path: string) => {
        this.#removed(path);
        REAL.unlinkSync(path);
      },
      rmSync: (path: string, options?: never) => {
        this.#removed(path);
        REAL.rmSync(path, options);
      },
    };
    Object.assign(fs, layer);
    syncBuiltinESMExports();
    return () => {
      for (const name of Object.keys(layer)) Object.assign(fs, { [name]: REAL[name as keyof typeof REAL] });
      syncBuiltinESMExports();
    };
  }

  /** Takes from a copy of the folder what a power failure may have taken. */
  fail(into: string, random: () => number): void {
    for (const [path, { durable, since }] of this.#names) {
      if (this.#disk.tracks(path)) continue;
      const choices = [durable, ...since];
      const chosen = random() < 0.5 ? choices.at(-1)! : choices[Math.floor(random() * choices.length)]!;
      const left =
        chosen === null ? null : (remains(chosen, random) ?? (random() < 0.5 ? null : Buffer.alloc(0)));
      const place = join(into, relative(this.#root, path));
      if (left === null) REAL.rmSync(place, { force: true });
      else {
        REAL.mkdirSync(dirname(place), { recursive: true });
        REAL.writeFileSync(place, left);
      }
    }
  }

  /** Files that are written by neither layer, or not by it alone: what goes past them can lose what no test sees. */
  unseen(): string[] {
    const found = this.#disk.unseen();
    for (const path of this.#there()) {
      if (this.#disk.tracks(path)) continue;
      const name = this.#names.get(path);
      const file = name === undefined ? null : name.since.length > 0 ? name.since.at(-1)! : name.durable;
      if (file === null || !(asWritten(file) ?? Buffer.alloc(0)).equals(contentOf(path))) found.push(path);
    }
    return found;
  }

  /** The files of the folder that a layer must see. */
  #there(): string[] {
    return REAL.readdirSync(this.#root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => this.#inside(path) !== null);
  }

  #inside(path: unknown): string | null {
    if (typeof path !== 'string') return null;
    const whole = resolve(path);
    if (whole !== this.#root && !whole.startsWith(this.#root + sep)) return null;
    return LEFT_OUT.test(relative(this.#root, whole)) ? null : whole;
  }

  #nameAt(path: string): Name | null {
    const whole = this.#inside(path);
    if (whole === null || this.#disk.tracks(whole)) return null;
    let name = this.#names.get(whole);
    if (name === undefined) {
      const there = REAL.statSync(whole, { throwIfNoEntry: false })?.isFile() === true;
      const durable = there ? { path: whole, synced: contentOf(whole), changes: [] } : null;
      this.#names.set(whole, (name = { durable, since: [] }));
    }
    return name;
  }

  #fileAt(path: string): Tracked | null {
    const name = this.#nameAt(path);
    return name === null ? null : name.since.length > 0 ? name.since.at(-1)! : name.durable;
  }

  #opened(path: string, flags: string, more: never[]): number {
    const whole = this.#inside(path);
    const before = whole === null ? undefined : REAL.statSync(whole, { throwIfNoEntry: false });
    // Looked at before the call, which may change it.
    const name = whole === null || before?.isDirectory() === true ? null : this.#nameAt(whole);
    const fd = REAL.openSync(path, flags, ...more);
    if (whole !== null && before?.isDirectory() === true) this.#folders.set(fd, whole);
    if (name === null || flags === 'r' || flags === undefined) return fd;
    let file = name.since.length > 0 ? name.since.at(-1)! : name.durable;
    if (file === null) {
      file = { path: whole!, synced: null, changes: [] };
      name.since.push(file);
    } else if (flags.startsWith('w')) file.changes.push({ kind: 'truncate', length: 0 });
    this.#open.set(fd, { file, appends: flags.startsWith('a'), position: 0 });
    return fd;
  }

  #changed(fd: number, bytes: Buffer, position: number | null | undefined): void {
    const open = this.#open.get(fd);
    if (open === undefined) return;
    const at = open.appends ? REAL.fstatSync(fd).size : (position ?? open.position);
    open.file.changes.push({ kind: 'write', at, bytes: Buffer.from(bytes) });
    if (position === undefined || position === null) open.position = at + bytes.length;
  }

  #written(fd: number, data: Uint8Array | string, more: readonly unknown[]): number {
    if (typeof data === 'string') {
      const [position, encoding] = more as [number | null | undefined, BufferEncoding | undefined];
      this.#changed(fd, Buffer.from(data, encoding ?? 'utf8'), position);
    } else {
      const [offset = 0, length, position] = more as [number?, number?, (number | null)?];
      const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
      this.#changed(fd, bytes.subarray(offset, offset + (length ?? bytes.length - offset)), position);
    }
    return (REAL.writeSync as (...values: unknown[]) => number)(fd, data, ...more);
  }

  #wroteWhole(file: string | number, data: string | Uint8Array, options: unknown, flags: string): void {
    const { encoding = 'utf8', flag = flags } =
      typeof options === 'string'
        ? { encoding: options as BufferEncoding }
        : ((options ?? {}) as { encoding?: BufferEncoding; flag?: string });
    const bytes = typeof data === 'string' ? Buffer.from(data, encoding) : Buffer.from(data);
    const fd = typeof file === 'number' ? file : fs.openSync(file, flag);
    try {
      for (let at = 0; at < bytes.length; ) at += fs.writeSync(fd, bytes, at, bytes.length - at, null);
    } finally {
      if (typeof file !== 'number') fs.closeSync(fd);
    }
  }

  #synced(fd: number): void {
    const folder = this.#folders.get(fd);
    if (folder !== undefined)
      for (const [path, name] of this.#names)
        if (dirname(path) === folder && name.since.length > 0) {
          name.durable = name.since.at(-1)!;
          name.since = [];
        }
    const file = this.#open.get(fd)?.file;
    if (file === undefined) return;
    keep(file, file.changes.length);
    // The name that a file was made under comes to the disk with it.
    const name = this.#names.get(file.path);
    if (name?.since.length === 1 && name.since[0] === file && name.durable === null) {
      name.durable = file;
      name.since = [];
    }
  }

  #removed(path: string): void {
    const whole = this.#inside(path);
    if (whole === null) return;
    if (REAL.statSync(whole, { throwIfNoEntry: false })?.isFile() === true)
      this.#nameAt(whole)?.since.push(null);
    for (const [other, name] of this.#names) if (other.startsWith(whole + sep)) name.since.push(null);
  }
}

/** Read by calls of its own: the platform's way to read a whole file goes through the layer. */
function contentOf(path: string): Buffer {
  const fd = REAL.openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(REAL.fstatSync(fd).size);
    for (let at = 0; at < bytes.length; ) {
      const got = REAL.readSync(fd, bytes, at, bytes.length - at, at);
      if (got === 0) return bytes.subarray(0, at);
      at += got;
    }
    return bytes;
  } finally {
    REAL.closeSync(fd);
  }
}
