// The import table of the house (ARCHITECTURE.md, "The rooms"). A room imports what its row says, and nothing else.
export const everyone = ['errors.ts', 'fetcher.ts', 'coding', 'text', 'files', 'bytes', 'formats'];
export const rooms = {
  coding: [],
  text: [],
  files: [],
  bytes: [],
  formats: [],
  url: [],
  robots: ['url'],
  http: ['url'],
  html: ['url'],
  warc: [],
  frontier: ['url'],
  page: ['url', 'html'],
  crawl: ['url', 'robots', 'http', 'html', 'warc', 'frontier', 'page'],
  time: ['html'],
  content: ['html'],
  entities: ['html', 'url', 'page'],
  geo: ['html', 'url', 'page'],
  catalogue: ['url', 'time', 'geo'],
  collection: ['url', 'html', 'warc', 'page', 'crawl', 'time', 'content', 'entities', 'geo', 'catalogue'],
  report: ['catalogue', 'warc', 'time', 'crawl'],
  server: ['catalogue', 'collection', 'crawl', 'geo', 'entities', 'time'],
};
// The use-cases wire every room, and the sample web for those who try them on it.
rooms.app = [...Object.keys(rooms)];

/** Commands that still work with the rooms themselves, file by file fewer. */
const cliNotYet = [
  'analyse',
  'content',
  'cop',
  'date',
  'demo',
  'entities',
  'explain',
  'export',
  'geo',
  'import',
  'input',
  'report',
  'serve',
  'time',
  'warc',
];

const rules = Object.entries(rooms).map(([room, allowed]) => ({
  name: `room-${room}`,
  comment: `src/${room} may import only: ${[...everyone, ...allowed].join(', ')}`,
  severity: 'error',
  from: { path: `^src/${room}/`, pathNot: '\\.(test|suite)\\.ts$' },
  to: {
    path: '^(src|samples|bench|eval|test)/',
    pathNot: `^src/(${[...everyone, room, ...allowed].join('|')})(/|$)${room === 'app' ? '|^samples/' : ''}`,
  },
}));

export default {
  forbidden: [
    ...rules,
    {
      name: 'room-cli',
      comment: 'src/cli may import only the use-cases of src/app; of other rooms, types',
      severity: 'error',
      from: { path: '^src/cli/', pathNot: `\\.(test|suite)\\.ts$|^src/cli/(${cliNotYet.join('|')})/` },
      to: {
        path: '^(src|bench|eval|test)/',
        pathNot: `^src/(${[...everyone, 'app', 'cli'].join('|')})(/|$)`,
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
