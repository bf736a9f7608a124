/**
 * The files of `state/`, which SQLite writes by itself and never syncs, on a disk whose power can fail. A layer under its calls
 * (`faulty-native-files.c`) writes every change down; of what was not synced any may be missing: all behind one moment, also in the middle of
 * a transaction, whose journal then stands beside the file, and pages of 4 kB here and there of the rest.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { asWritten, type Change, keep, partlyChanged, type Tracked } from './forgetful-disk.ts';

/** In the order of their coming, over all files. */
interface Entry {
  readonly file: Tracked;
  readonly change: Change;
}

const HEAD = 17;

export class ForgetfulState {
  readonly #root: string;
  readonly #log: string;
  readonly #begin: number;
  readonly #before = new Map<string, Buffer>();

  /** `log`: what the layer writes down. */
  constructor(root: string, log: string) {
    this.#root = root;
    this.#log = log;
    this.#begin = existsSync(log) ? statSync(log).size : 0;
    const folder = join(root, 'state');
    if (!existsSync(folder)) return;
    for (const name of readdirSync(folder))
      this.#before.set(join(folder, name), readFileSync(join(folder, name)));
  }

  /** Puts into a copy of the folder what the power failure left. Whether anything is missing; throws when a change was not seen. */
  fail(into: string, random: () => number): boolean {
    const { files, entries } = this.#read();
    const folder = join(this.#root, 'state');
    const there = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
    for (const path of there)
      if (!(asWritten(files.get(path) ?? NOTHING) ?? Buffer.alloc(0)).equals(readFileSync(path)))
        throw new Error(`${path} was written past the layer`);
    const kept = Math.floor(random() * 3);
    // Mostly a moment of the last transactions.
    const last = random() < 0.7 ? Math.min(entries.length, 60) : entries.length;
    const count = kept === 0 ? entries.length : entries.length - Math.floor(random() * (last + 1));
    const missing = kept === 2 ? 0.1 : 0;
    const images = new Map<Tracked, Buffer | null>();
    for (const file of files.values()) images.set(file, file.synced);
    for (const { file, change } of entries.slice(0, count))
      if (images.has(file))
        images.set(file, partlyChanged(images.get(file) ?? Buffer.alloc(0), change, missing, random));
    let forgot = false;
    for (const [path, file] of files) {
      const left = images.get(file)!;
      const place = join(into, relative(this.#root, path));
      const whole = existsSync(path) ? readFileSync(path) : null;
      if (left === null ? whole !== null : whole === null || !left.equals(whole)) forgot = true;
      if (left === null) rmSync(place, { force: true });
      else {
        mkdirSync(dirname(place), { recursive: true });
        writeFileSync(place, left);
      }
    }
    return forgot;
  }

  /** The files by their names now, and what was changed and not synced. */
  #read(): { files: Map<string, Tracked>; entries: Entry[] } {
    const files = new Map<string, Tracked>();
    for (const [path, bytes] of this.#before) files.set(path, { path, synced: bytes, changes: [] });
    let entries: Entry[] = [];
    const fileAt = (path: string): Tracked => {
      let file = files.get(path);
      if (file === undefined) files.set(path, (file = { path, synced: null, changes: [] }));
      return file;
    };
    const log = existsSync(this.#log) ? readFileSync(this.#log) : Buffer.alloc(0);
    for (let at = this.#begin; at + HEAD <= log.length; ) {
      const kind = String.fromCharCode(log[at]!);
      const [length, count] = [log.readUInt32LE(at + 1), log.readUInt32LE(at + 5)];
      const position = Number(log.readBigInt64LE(at + 9));
      const path = log.toString('utf8', at + HEAD, at + HEAD + length);
      const bytes = log.subarray(at + HEAD + length, at + HEAD + length + count);
      at += HEAD + length + count;
      if (!path.startsWith(this.#root + sep)) continue;
      if (kind === 'r') {
        const to = bytes.toString();
        for (const [name, file] of [...files])
          if (name === path || name.startsWith(path + sep)) {
            files.delete(name);
            files.set(to + name.slice(path.length), file);
          }
      } else if (kind === 'u') files.delete(path);
      else if (kind === 's') {
        const file = fileAt(path);
        keep(file, file.changes.length);
        entries = entries.filter((entry) => entry.file !== file);
      } else {
        const file = fileAt(path);
        const change: Change =
          kind === 't'
            ? { kind: 'truncate', length: position }
            : { kind: 'write', at: position, bytes: Buffer.from(bytes) };
        file.changes.push(change);
        entries.push({ file, change });
      }
    }
    return { files, entries };
  }
}

const NOTHING: Tracked = { path: '', synced: null, changes: [] };
