// The program: the thousand small files of `src`, put together in pieces that are loaded as they are needed (`dist/program`). A command begins
// in two thirds of the time: finding, opening and linking a file each costs more than the code in it. Types are only left out here, not looked at.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { build } from 'esbuild';

/** The command, and what is loaded by its path: threads, processes, and analysers, which threads load. */
const ENTRIES = [
  'cli/main',
  'app/child',
  'collection/reading-thread',
  'content/analyser',
  'crawl/analysis-thread',
  'desk/marks-thread',
  'geo/policy/analyser',
  'page/pdf/pdf-child',
  'server/downloads/download-thread',
  'server/entities/finder-thread',
  'server/questions/question-thread',
  'server/replay/rewrite-thread',
  'time/crawl/analyser',
];
/** Stands for the way from a piece to the top of the program, until it is known where the piece comes to lie. */
const TOP = '__the_top_of_the_program__';
const slashed = (path) => path.replaceAll(sep, '/');

/** A module that asks where it stands is told where it would stand by itself, because it looks for others from there. */
function asIfAlone(modules) {
  return {
    name: 'as-if-alone',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const name = slashed(relative(modules, path)).replace(/\.ts$/, '.js');
        if (name.startsWith('..')) return undefined;
        const text = readFileSync(path, 'utf8');
        for (const [, beside] of text.matchAll(/threadModule\(['"](\.[^'"]+)['"]/g)) {
          const entry = slashed(relative(modules, resolve(dirname(path), beside)));
          if (!ENTRIES.includes(entry))
            throw new Error(`${entry} is loaded by its path and is no entry of the program`);
        }
        const here = `new URL(${JSON.stringify(`${TOP}/${name}`)}, import.meta.url).href`;
        return { contents: text.replaceAll('import.meta.url', here), loader: 'ts' };
      });
    },
  };
}

/** Puts the program of a checkout together. */
export async function bundle(root) {
  const modules = join(root, 'src');
  const program = join(root, 'dist/program');
  rmSync(program, { recursive: true, force: true });
  const { metafile } = await build({
    entryPoints: ENTRIES.map((name) => join(modules, `${name}.ts`)),
    outbase: modules,
    outdir: program,
    chunkNames: 'pieces/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    metafile: true,
    logLevel: 'warning',
    absWorkingDir: root,
    plugins: [asIfAlone(modules)],
  });
  for (const output of Object.keys(metafile.outputs)) {
    const path = join(root, output);
    const text = readFileSync(path, 'utf8');
    if (text.includes(TOP))
      writeFileSync(path, text.replaceAll(TOP, slashed(relative(dirname(path), program)) || '.'));
  }
}
