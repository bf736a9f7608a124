// The import table of the house (ARCHITECTURE.md, "The rooms"). A room imports what its row says, and nothing else.
export const everyone = ['errors.ts', 'fetcher.ts', 'coding', 'text', 'files', 'bytes', 'formats', 'words'];
export const rooms = {
  coding: [],
  text: [],
  files: [],
  bytes: [],
  formats: [],
  words: [],
  postgres: [],
  url: [],
  robots: ['url'],
  http: ['url'],
  html: ['url'],
  warc: [],
  store: ['warc', 'http'],
  frontier: ['url'],
  page: ['url', 'html'],
  crawl: ['url', 'robots', 'http', 'html', 'warc', 'frontier', 'page'],
  cluster: ['postgres', 'frontier'],
  desk: ['url', 'http', 'warc', 'frontier', 'page', 'crawl', 'postgres'],
  volunteer: ['url', 'http', 'html', 'page', 'warc', 'geo', 'desk'],
  time: ['html'],
  content: ['html'],
  entities: ['html', 'url', 'page'],
  geo: ['html', 'url', 'page'],
  catalogue: ['url', 'time', 'geo', 'postgres'],
  collection: ['url', 'html', 'warc', 'page', 'crawl', 'time', 'content', 'entities', 'geo', 'catalogue'],
  report: ['catalogue', 'warc', 'time', 'crawl'],
  server: ['catalogue', 'collection', 'crawl', 'geo', 'entities', 'time', 'page', 'desk'],
};
// The use-cases wire every room, and the sample web for those who try them on it.
rooms.app = [...Object.keys(rooms)];
rooms.cli = ['app'];

// What the command line may not is a rule of its own below.
const bound = Object.entries(rooms).filter(([room]) => room !== 'cli');
const rules = bound.map(([room, allowed]) => ({
  name: `room-${room}`,
  comment: `src/${room} may import only: ${[...everyone, ...allowed].join(', ')}`,
  severity: 'error',
  from: { path: `^src/${room}/`, pathNot: '\\.(test|suite)\\.ts$' },
  to: {
    path: '^(src|samples|bench|eval|test)/',
    pathNot: `^src/(${[...everyone, room, ...allowed].join('|')})(/|$)${room === 'app' ? '|^samples/' : ''}`,
  },
}));

const FOLDER_OF_A_CRAWL = 'who reads the folder of a crawl need not load the collector';
const PORTABLE = 'for what runs in browsers too: the index loads what only Node has';
const OWN_COMMAND = 'asked for when its command runs: the rest of the room would be loaded in vain';
const GEO_WITHOUT_READERS = 'a part without the readers of files, of which the index is full';
/** What a room may be asked for besides its `index.ts`, and why: a file that is not here is exported there. */
export const entries = {
  'bytes/crc32.ts': 'of the room it alone asks for Node',
  'catalogue/postgres/index.ts': 'those who have a catalogue file need not load the driver of PostgreSQL',
  'catalogue/query/index.ts': 'threads that read pages need names of places, and no database',
  'collection/archive-fetcher.ts': 'a thread that looks for entities reads an archive, and analyses nothing',
  'collection/dossier/index.ts': 'a thread that cites pages analyses none',
  'collection/export/index.ts': OWN_COMMAND,
  'collection/import/index.ts': OWN_COMMAND,
  'crawl/capture.ts': FOLDER_OF_A_CRAWL,
  'crawl/collection-course.ts': FOLDER_OF_A_CRAWL,
  'crawl/crawl-folder.ts': FOLDER_OF_A_CRAWL,
  'crawl/crawl-status.ts': FOLDER_OF_A_CRAWL,
  'crawl/folder-lock.ts': FOLDER_OF_A_CRAWL,
  'crawl/forgotten.ts': FOLDER_OF_A_CRAWL,
  'desk/refused-pages.ts': 'who reads an archive needs no desk',
  'geo/box.ts': GEO_WITHOUT_READERS,
  'geo/describe/index.ts': OWN_COMMAND,
  'geo/gazetteer/index.ts': GEO_WITHOUT_READERS,
  'geo/policy/index.ts': OWN_COMMAND,
  'geo/query/index.ts': GEO_WITHOUT_READERS,
  'geo/vocabulary/index.ts': OWN_COMMAND,
  'html/portable.ts': PORTABLE,
  'http/back-off.ts': 'how long to wait before a thing is tried again needs no client',
  'html/text-roles.ts': 'numbers by tag with names that only mean something together (CELL, ROW, SPACE)',
  'page/pool/index.ts': 'the reading is pure; what runs it in threads is a module of its own',
  'report/content/index.ts': OWN_COMMAND,
  'report/time/index.ts': OWN_COMMAND,
  'text/generational-cache.ts': PORTABLE,
  'text/language.ts': PORTABLE,
  'text/packed-model.ts': PORTABLE,
  'text/simhash.ts': PORTABLE,
  'time/cop/index.ts': OWN_COMMAND,
  'time/crawl/index.ts': OWN_COMMAND,
  'time/dating/index.ts': OWN_COMMAND,
  'url/query-charset.ts': PORTABLE,
};
const entryPaths = Object.keys(entries).map((path) => path.replaceAll('.', '\\.'));
// Each topic of words is a file that those load who say it.
entryPaths.push('words/[^/]+\\.ts');
/** Rooms that go to others by their entries alone. A command goes to the file of its use-case: all of them would be too much to load. */
const byEntries = Object.keys(rooms).filter((room) => room !== 'cli');

export default {
  forbidden: [
    ...rules,
    {
      name: 'time-core-knows-no-language',
      comment: 'a locale is handed to the core of time; only what picks the default one knows a language',
      severity: 'error',
      from: {
        path: '^src/time/',
        pathNot: '^src/time/(locales/|(index|default-locale|cop/index)\\.ts$)|\\.(test|suite)\\.ts$',
      },
      to: { path: '^src/time/locales/' },
    },
    {
      name: 'time-core-takes-no-default',
      comment: 'what picks the default locale stands above the core of time, which does not ask it',
      severity: 'error',
      from: {
        path: '^src/time/',
        pathNot:
          '^src/time/((locales|crawl)/|(index|reading|default-locale|cop/index)\\.ts$)|\\.(test|suite)\\.ts$',
      },
      to: { path: '^src/time/(index|reading|default-locale|cop/index)\\.ts$' },
    },
    {
      name: 'room-cli',
      comment: 'src/cli may import only the use-cases of src/app; of other rooms, types',
      severity: 'error',
      from: { path: '^src/cli/', pathNot: '\\.(test|suite)\\.ts$' },
      to: {
        path: '^(src|bench|eval|test)/',
        pathNot: `^src/(${[...everyone, 'app', 'cli'].join('|')})(/|$)`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'rooms-by-their-entries',
      comment: 'a room is asked by its index.ts, or by one of the entries listed above',
      severity: 'error',
      from: { path: `^src/(${byEntries.join('|')})/`, pathNot: '\\.(test|suite)\\.ts$' },
      to: { path: '^src/[^/]+/', pathNot: `^src/($1/|[^/]+/index\\.ts$|(${entryPaths.join('|')})$)` },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'web-knows-the-api-alone',
      comment:
        'the page takes the types of the API from its schemas and its words, and nothing else from the house',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^(src|samples|bench|eval|test)/', pathNot: '^src/(server/schemas|words)/' },
    },
    {
      name: 'web-runs-no-schema',
      comment: 'types alone: a schema that ran in the page would bring its library with it',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^src/server/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'samples-stand-alone',
      comment: 'the sample web knows nothing of what collects it',
      severity: 'error',
      from: { path: '^samples/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(src|bench|eval|test)/' },
    },
    {
      name: 'src-needs-no-measuring',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.(test|suite)\\.ts$' },
      to: { path: '^(bench|eval|test)/' },
    },
    {
      name: 'no-dev-dependency-in-src',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.(test|suite)\\.ts$' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|reports)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
