/**
 * A layer under `node:fs`, loaded before the command (`node --import test/faulty-files.mjs …`): of the calls on files within given folders
 * one fails, once, with the error of a broken or full disk. What the calls were is written down, so that each can be made to fail in turn.
 *
 *   TARRAFA_FAULTS   {"folders": […], "log": file, "fault": {"call": …, "nth": …, "code": …} | null}
 *
 * Calls are known by what is done to which file ("writeSync visits.jsonl"), without what differs between two runs (process numbers,
 * times). SQLite reaches its files in native code, past this layer: `faulty-native-files.c` is the layer under that. So `state/` is left out, and of
 * a catalogue only what is done to it from outside (its renaming and its syncing) is seen.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { relative, resolve, sep } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const { folders, log, fault } = JSON.parse(process.env.TARRAFA_FAULTS ?? '{"folders":[],"log":null}');
const real = { appendFileSync: fs.appendFileSync, openSync: fs.openSync, closeSync: fs.closeSync };
const roots = folders.map((folder) => resolve(folder));
const thread = isMainThread ? '' : 'thread: ';
/** Paths of open files, by descriptor. */
const open = new Map();
const seen = new Map();

/** The name of a file within the folders; null for any other. */
function nameOf(path) {
  const text = path instanceof URL ? path.pathname : Buffer.isBuffer(path) ? path.toString() : path;
  if (typeof text !== 'string') return null;
  const whole = resolve(text);
  for (const root of roots) {
    const name = relative(root, whole).split(sep).join('/');
    if (name.startsWith('..')) continue;
    if (/^(?:[^/]+\/)?state(?:\/|$)/.test(name)) return null;
    return name.replace(/\.\d+-\d+-\d+\.part/g, '.part').replace(/\d{8,}|(?<=lock\.)\d+/g, '#') || '.';
  }
  return null;
}

const TEXTS = { EIO: 'i/o error', ENOSPC: 'no space left on device', EMFILE: 'too many open files' };
const NUMBERS = { EIO: -5, ENOSPC: -28, EMFILE: -24 };

/** What the system calls it, where that is another name. */
const SYSTEM_CALLS = {
  readFile: 'open',
  writeFile: 'open',
  appendFile: 'open',
  readdir: 'scandir',
  readv: 'read',
  writev: 'write',
  sync: 'fsync',
  datasync: 'fdatasync',
  truncate: 'ftruncate',
};

/** Counts the call; the error that it must fail with, or null. */
function judged(operation, file, path) {
  const name = typeof file === 'number' ? open.get(file) : nameOf(file);
  if (name === undefined || name === null) return null;
  const call = `${thread}${operation} ${name}`;
  const nth = (seen.get(call) ?? 0) + 1;
  seen.set(call, nth);
  if (!fault) {
    real.appendFileSync(log, `${JSON.stringify({ call, nth })}\n`);
    return null;
  }
  if (fault.call !== call || fault.nth !== nth) return null;
  try {
    // Once in all threads.
    real.closeSync(real.openSync(log, 'wx'));
  } catch {
    return null;
  }
  if (fault.code === 'SIGKILL') process.kill(process.pid, 'SIGKILL');
  const named = operation.replace(/^(?:FileHandle|promises)\.|Sync$/g, '');
  const syscall = SYSTEM_CALLS[named] ?? named;
  return Object.assign(
    new Error(`${fault.code}: ${TEXTS[fault.code]}, ${syscall}${path === undefined ? '' : ` '${path}'`}`),
    { code: fault.code, errno: NUMBERS[fault.code], syscall, ...(path === undefined ? {} : { path }) },
  );
}

const pathOf = (file) => (typeof file === 'string' ? file : undefined);

const OF_FILES = [
  'read',
  'readv',
  'write',
  'writev',
  'fsync',
  'fdatasync',
  'ftruncate',
  'readFile',
  'writeFile',
  'appendFile',
];
/** The second name is that of the file that is made, and the one that matters. */
const OF_NAMES = [
  'open',
  'truncate',
  'unlink',
  'rm',
  'mkdir',
  'rmdir',
  'readdir',
  'opendir',
  'rename',
  'link',
  'symlink',
  'copyFile',
];
const MADE = new Set(['rename', 'link', 'symlink', 'copyFile']);
const about = (name, args) => (MADE.has(name) ? args[1] : args[0]);

for (const name of [...OF_FILES, ...OF_NAMES]) {
  const atOnce = fs[`${name}Sync`];
  fs[`${name}Sync`] = (...args) => {
    const error = judged(`${name}Sync`, about(name, args), pathOf(args[0]));
    if (error) throw error;
    const result = atOnce.apply(fs, args);
    if (name === 'open') open.set(result, nameOf(args[0]) ?? undefined);
    return result;
  };
  // By callback: streams read and write so.
  const later = fs[name];
  fs[name] = (...args) => {
    const error = judged(name, about(name, args), pathOf(args[0]));
    const done = args.at(-1);
    if (error) return void process.nextTick(done, error);
    if (name === 'open')
      args[args.length - 1] = (problem, fd) => {
        if (!problem) open.set(fd, nameOf(args[0]) ?? undefined);
        done(problem, fd);
      };
    return later.apply(fs, args);
  };
  const promised = fs.promises[name];
  if (promised === undefined) continue;
  fs.promises[name] = async (...args) => {
    const error = judged(`promises.${name}`, about(name, args), pathOf(args[0]));
    if (error) throw error;
    const result = await promised.apply(fs.promises, args);
    if (name === 'open') open.set(result.fd, nameOf(args[0]) ?? undefined);
    return result;
  };
}

const probe = await fs.promises.open(new URL(import.meta.url));
const handles = Object.getPrototypeOf(probe);
await probe.close();
for (const name of [
  'read',
  'readv',
  'write',
  'writev',
  'sync',
  'datasync',
  'truncate',
  'readFile',
  'writeFile',
]) {
  const own = handles[name];
  handles[name] = async function (...args) {
    const error = judged(`FileHandle.${name}`, this.fd, undefined);
    if (error) throw error;
    return own.apply(this, args);
  };
}
syncBuiltinESMExports();
