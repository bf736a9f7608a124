// The program: the thousand small files of `src`, put together in pieces that are loaded as they are needed (`dist/program`). A command begins
// in two thirds of the time: finding, opening and linking a file each costs more than the code in it. Types are only left out here, not looked at.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** The command, and what is loaded by its path: threads, processes, and analysers, which threads load. */
const ENTRIES = [
  'cli/main',
  'app/child',
  'collection/reading-thread',
  'content/analyser',
  'crawl/analysis-thread',
  'desk/marks-thread',
  'geo/gazetteer/shipped-places',
  'geo/policy/analyser',
  'page/pdf/pdf-child',
  'server/downloads/download-thread',
  'server/entities/finder-thread',
  'server/questions/question-thread',
  'server/replay/rewrite-thread',
  'text/detect-language',
  'time/crawl/analyser',
];
/**
 * Small packages of plain code that nearly every command loads: with the pieces they cost a third less than by themselves, because each of their
 * files is looked for, opened and, where it is CommonJS, read for its exports. Their licences go with them.
 */
const INSIDE = ['chardet', 'commander', 'entities', 'picocolors', 'tldts'];
/** What CommonJS asks for inside a module. */
const REQUIRE =
  "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);\n";
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
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const outside = Object.keys({ ...dependencies, ...peerDependencies }).filter(
    (name) => !INSIDE.includes(name),
  );
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
    external: outside.flatMap((name) => [name, `${name}/*`]),
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    absWorkingDir: root,
    plugins: [asIfAlone(modules)],
  });
  for (const output of Object.keys(metafile.outputs)) {
    const path = join(root, output);
    const text = readFileSync(path, 'utf8');
    const placed = text.replaceAll(TOP, slashed(relative(dirname(path), program)) || '.');
    writeFileSync(path, /typeof require\b/.test(text) ? REQUIRE + placed : placed);
  }
  writeFileSync(join(program, 'LICENCES.txt'), licencesOf(root, Object.keys(metafile.inputs)));
  await writeData(root, program);
}

/** Of every package that is inside, its own and those that it brought. */
function licencesOf(root, inputs) {
  const packages = new Set(
    inputs.flatMap((path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(slashed(path))?.[1] ?? []),
  );
  return [...packages]
    .sort()
    .map((path) => {
      const { name, version, license } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
      const file = readdirSync(join(root, path)).find((entry) => /^licen[cs]e/i.test(entry));
      if (file === undefined) throw new Error(`${name} has no file with its licence, and cannot be inside`);
      return `${name} ${version} (${license})\n\n${readFileSync(join(root, path, file), 'utf8').trim()}\n`;
    })
    .join('\n----\n\n');
}

/**
 * Tables as they are in memory, made once here so that no process has to: the gazetteer, the model of languages. Program and libraries find them in the
 * same place; where they are not, each makes its own.
 */
async function writeData(root, program) {
  const room = (name) => import(pathToFileURL(join(program, `${name}.js`)).href);
  const { shippedPlaces } = await room('geo/gazetteer/shipped-places');
  const { languageModelBytes } = await room('text/detect-language');
  const folder = join(root, 'dist/data');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, towns] of [
    ['places.bin', false],
    ['towns.bin', true],
  ])
    writeFileSync(join(folder, name), (await shippedPlaces(towns)).bytes());
  const model = languageModelBytes();
  if (model !== null) writeFileSync(join(folder, 'language.bin'), model);
}
