// What every command of the checkout needs first: the packages of the lockfile, and the compiled program. Both are done only when
// something changed, so that the second `npm start` begins at once.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

export function run(command, args, options = {}) {
  return spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    ...options,
  });
}

function fail(what, result) {
  process.stderr.write(`\n${what} failed${result.error ? `: ${result.error.message}` : ''}\n`);
  process.exit(result.status || 1);
}

/** Installs the packages of `folder` when its lockfile is not the one installed. */
export function install(folder = root) {
  const lock = join(folder, 'package-lock.json');
  const stamp = join(folder, 'node_modules', '.installed-lock');
  const wanted = createHash('sha256')
    .update(readFileSync(existsSync(lock) ? lock : join(folder, 'package.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  process.stderr.write(
    `installing packages${folder === root ? '' : ` of ${folder.slice(root.length + 1)}`} …\n`,
  );
  const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
  // Exactly what the lockfile says, where it allows that: `npm ci` refuses one that lacks the optional packages of other platforms, which
  // not every registry carries. `npm install` then takes the versions of the lockfile all the same, and fills in what is missing.
  if (!existsSync(lock) || run('npm', ['ci', ...quietly], { cwd: folder, stdio: 'ignore' }).status !== 0) {
    const result = run('npm', ['install', '--no-save', ...quietly], { cwd: folder });
    if (result.status !== 0) fail('npm', result);
  }
  writeFileSync(stamp, wanted);
}

function newest(folder) {
  let time = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) time = Math.max(time, newest(path));
    else if (/\.(ts|json|bin|tsv)$/.test(entry.name)) time = Math.max(time, statSync(path).mtimeMs);
  }
  return time;
}

/** Whether something was made after every source was last changed, and after how it is made. */
function isNewer(stamp, how) {
  if (!existsSync(stamp)) return false;
  const made = statSync(stamp).mtimeMs;
  return [newest(join(root, 'src')), newest(join(root, 'samples')), statSync(join(root, how)).mtimeMs].every(
    (time) => made > time,
  );
}

/** Puts the command together (dist/program) when a source is newer than the last time. */
export async function build() {
  const stamp = join(root, 'dist', '.program');
  if (isNewer(stamp, 'scripts/bundle.mjs')) return;
  // Loaded here, because packages may have been installed only now.
  const { bundle } = await import('./bundle.mjs');
  await bundle(root);
  writeFileSync(stamp, '');
}

/** Compiles src/ and samples/ into the libraries (dist/src, dist/samples), with their types, when a source is newer than the last time. */
export function buildLibraries() {
  const stamp = join(root, 'dist', '.libraries');
  if (isNewer(stamp, 'tsconfig.build.json')) return;
  process.stderr.write('compiling …\n');
  const result = run(process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    'tsconfig.build.json',
  ]);
  if (result.status !== 0) fail('the compiler', result);
  writeFileSync(stamp, '');
}
