// Builds the page (web/) into dist/web when a source of it is newer than the last build, with a compressed copy beside every large
// file, so that the server has nothing to compress.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { root } from './prepare.mjs';

const out = join(root, 'dist', 'web');
const stamp = join(out, '.built');

function* files(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

function newestSource() {
  let time = statSync(fileURLToPath(import.meta.url)).mtimeMs;
  // The words of the page are those of the house.
  for (const folder of ['web', join('src', 'words')])
    for (const path of files(join(root, folder)))
      if (!path.endsWith('.test.ts')) time = Math.max(time, statSync(path).mtimeMs);
  return time;
}

export async function buildWeb() {
  if (existsSync(stamp) && statSync(stamp).mtimeMs > newestSource()) return;
  process.stderr.write('building the page …\n');
  const { build } = await import('vite');
  await build({ configFile: join(root, 'web', 'vite.config.ts'), logLevel: 'warn' });
  for (const path of [...files(out)]) {
    if (!/\.(js|mjs|css|json|svg|html)$/.test(path) || statSync(path).size < 2048) continue;
    const bytes = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    );
  }
  writeFileSync(stamp, '');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb();
