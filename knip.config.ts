/**
 * What nobody uses, asked in two ways by `npm test`. First, what no command, thread, public entrance (`exports` of package.json), page, test,
 * bench or evaluation reaches. The rooms are libraries: what one of them exports beyond what commands reach is told in docs/, as a step of its
 * own or as a published method (docs/methods.md). Then (`npm run unused`, knip's `--production`) what no command, thread, public entrance or page reaches: code that
 * only a test or an evaluation asks for stands beside it, not in src/.
 */
import type { KnipConfiguration } from 'knip';

const PRODUCT = [
  'src/cli/main.ts',
  'src/{app,url,robots,http,html,text,warc,coding,page,frontier,crawl,time,content,entities,catalogue,collection,server,geo,store}/index.ts',
  'src/page/portable.ts',
  'src/app/child.ts',
  'src/page/pdf/pdf-child.ts',
  'src/crawl/analysis-thread.ts',
  'src/desk/marks-thread.ts',
  'src/collection/reading-thread.ts',
  'src/server/downloads/download-thread.ts',
  'src/server/entities/finder-thread.ts',
  'src/server/questions/question-thread.ts',
  'src/server/replay/rewrite-thread.ts',
  'src/content/analyser.ts',
  'src/geo/policy/analyser.ts',
  'src/time/crawl/analyser.ts',
  'web/src/main.ts',
];

const inProduction = (patterns: readonly string[]): string[] => patterns.map((pattern) => `${pattern}!`);

/** Handed the flags of the command line. */
export default ({ production = false }: { readonly production?: boolean }): KnipConfiguration => ({
  entry: [
    ...inProduction(PRODUCT),
    'scripts/*.{ts,mjs}',
    'bench/*.ts',
    'bench/compare/*.ts',
    'bench/peers/*.{ts,mjs}',
    'eval/*.ts',
    'test/*.ts',
    '**/*.test.ts',
    'samples/main.ts',
    'samples/index.ts',
    'eval/{geo,entities,content,search}/*.ts',
    'test/web/*.ts',
    'web/vite.config.ts',
  ],
  project: [
    'src/**/*.ts!',
    'samples/**/*.ts',
    'web/src/**/*.{ts,svelte}!',
    'bench/**/*.ts',
    'eval/**/*.ts',
    'test/**/*.ts',
    'scripts/**/*.{ts,mjs}',
    '!**/*.{test,suite,fixture}.ts!',
    '!bench/node_modules/**',
    '!eval/node_modules/**',
  ],
  // A value that no other file imports, not even a test, is no export; the types that a signature speaks of may be. In production, what a
  // test imports from the file that uses it is in its place.
  ignoreExportsUsedInFile: production ? true : { interface: true, type: true },
  // Tables of names: every tag and attribute has its number, whoever asks for it.
  ignoreIssues: {
    'src/html/tags.ts': ['exports'],
    'src/html/attribute-names.ts': ['exports'],
  },
  ignoreDependencies: [
    // Its data files are read by their path: the package does not name them among its exports (src/text/ngram-model.ts).
    ...(production ? ['eld'] : []),
    // Found by their path at run time (the tools of `npm test`), by a style sheet (the font), by `createRequire` in scripts and tests, or
    // installed by bench/ for itself.
    'topojson-specification',
    // An optional package of whoever wants it: loaded by its name where a test finds it (src/entities/engine).
    '@grafeo-db/js',
    'dependency-cruiser',
    'svelte-check',
    '@fontsource-variable/inter',
    'epsg-index',
    'snowball-stemmers',
    '@crawlee/cheerio',
    'htmlparser2',
  ],
  // Asked for only where it is there.
  ignoreBinaries: ['apt-get', 'unshare', 'gcc', 'mount', 'umount', 'openssl', 'script', 'man', 'fish', 'zsh'],
});
