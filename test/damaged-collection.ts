/**
 * A collection with every file that a crawl and an analysis make (a period, geographic data, answers on their way when its process was killed),
 * of which one file is flipped, cut or removed: the same commands go on, with a repair where that is asked for.
 */
import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { HOSTS } from '../samples/hosts.ts';
import { collectSettings } from '../src/app/collect.ts';
import { analyse, collect, repair } from '../src/app/index.ts';
import { readVisits, type Visit } from '../src/crawl/index.ts';
import { TarrafaError } from '../src/errors.ts';
import { checkArchives, readRecordAt } from '../src/warc/index.ts';
import { NODE_LAYER, run } from './faults.ts';
import { type Answer, page, type TinyWeb, tinyWeb } from './tiny-web.ts';

const HOST = HOSTS.blog.host;
const PAGES = 10;
/** Pages of the first session; the next is killed after a few more. */
const FIRST = 4;
const WHEN = '1939..1945';
/** Pages that were left to be asked for when it was killed. */
const REST = 3;

function site(): Record<string, Answer> {
  const text = (n: number) =>
    `No dia ${n + 1} de maio de ${1939 + (n % 7)} a guerra chegou à vila número ${n}, e a ponte velha caiu no rio. `.repeat(
      4,
    );
  const routes: Record<string, Answer> = {
    '/mapa.geojson': {
      headers: { 'Content-Type': 'application/geo+json' },
      body: JSON.stringify({
        type: 'FeatureCollection',
        features: [
          {
            type: 'Feature',
            properties: { nome: 'vila' },
            geometry: { type: 'Point', coordinates: [-51.2, -30.03] },
          },
        ],
      }),
    },
  };
  for (let n = 0; n < PAGES; n++) {
    const links = [2 * n + 1, 2 * n + 2].filter((next) => next < PAGES).map((next) => `/${next}`);
    routes[n === 0 ? '/' : `/${n}`] = page(n === 0 ? [...links, '/mapa.geojson'] : links, text(n));
  }
  return routes;
}

export const damageWeb = (): Promise<TinyWeb> => tinyWeb({ [HOST]: site() });

const URLS = Object.keys(site())
  .filter((path) => !path.endsWith('.geojson'))
  .map((path) => `http://${HOST}${path}`)
  .sort();

/** Makes the collection in `folder` by the built command. */
export async function makeWhole(folder: string, web: TinyWeb): Promise<void> {
  const crawl = (pages: number) => [
    ...['crawl', `http://${HOST}/`, '--sample-web', String(web.port), '--out', folder, '--json'],
    ...['--when', WHEN, '--geo', '--keep-files', '--max-pages', String(pages)],
    ...['--delay', '0', '--address-delay', '0', '--workers', '0', '--concurrency', '1'],
  ];
  for (const words of [crawl(FIRST), ['analyse', folder, '--quiet', '--threads', '1']]) {
    const { status, stderr } = await run(words, null);
    if (status !== 0) throw new Error(`${words[0]} ended with ${status}: ${stderr}`);
  }
  const log = `${folder}.met`;
  await run(crawl(PAGES), {
    layer: NODE_LAYER,
    folder,
    log,
    // An answer has come, and is not in the archive yet.
    fault: { call: 'writeSync archive/tarrafa-#-00000.warc.gz', nth: 4, code: 'SIGKILL' },
  });
  rmSync(log);
}

/** Of a file where it stands: what is done to it. Flipped in its first, middle and last part. */
export const ACTS = ['flipped at 5 %', 'flipped at 50 %', 'flipped at 95 %', 'cut', 'removed'] as const;
export type Act = (typeof ACTS)[number];

export function hurt(path: string, act: Act): void {
  if (act === 'removed') return rmSync(path);
  if (act === 'cut') return truncateSync(path, Math.floor(statSync(path).size * 0.6));
  const bytes = readFileSync(path);
  if (bytes.length === 0) return;
  bytes[Math.floor((bytes.length * Number(/\d+/.exec(act)![0])) / 100)]! ^= 0x10;
  writeFileSync(path, bytes);
}

export function filesIn(folder: string, under = folder): string[] {
  return readdirSync(under, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory()
        ? filesIn(folder, join(under, entry.name))
        : [relative(folder, join(under, entry.name)).replaceAll('\\', '/')],
    )
    .sort();
}

/** A name without what differs between two collections. */
export const kindOf = (name: string): string =>
  name
    .replace(/tarrafa-\d+-\d+/, 'tarrafa')
    .replace(/journal-[0-9a-f]+/, 'journal')
    .replace(/[0-9a-f]{40}/, '…')
    .replace(/answers-\d+/, 'answers')
    .replace(/\d+-\d+-\d+\.part/, 'part');

export interface Outcome {
  /** What was told, the codes of errors among it, in the order of crawl and analysis. */
  readonly said: readonly string[];
  /** Pages asked for that had been collected. */
  readonly again: number;
  readonly problems: readonly string[];
}

async function visitsOf(folder: string): Promise<Visit[]> {
  const visits: Visit[] = [];
  for await (const visit of readVisits(join(folder, 'visits.jsonl'))) visits.push(visit);
  return visits;
}

/** Goes on with a collection to its end, and analyses it unless the file that was hurt is none that an analysis reads. */
export async function goOn(folder: string, web: TinyWeb, analysed = true): Promise<Outcome> {
  const settings = {
    seeds: [`http://${HOST}/`],
    when: WHEN,
    geo: true,
    keepFiles: true,
    delay: 0,
    addressDelay: 0,
    workers: 0,
    concurrency: 1,
    maxPages: PAGES,
  } as const;
  const said = new Set<string>();
  const problems: string[] = [];
  const asked = web.paths(HOST).length;
  const crawl = () =>
    collect(folder, settings, {
      resolver: web.resolver,
      onProgress: (progress) => {
        if (progress.kind === 'mended') for (const why of progress.what) said.add(why.reason);
      },
    });
  const attempt = async <T>(work: () => Promise<T>, mend: () => Promise<unknown>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TarrafaError)) throw error;
      said.add(error.code);
      await mend();
      return work();
    }
  };
  await attempt(crawl, async () => {
    const complete = await collectSettings(join(folder, 'nenhuma'), settings);
    for (const { reason } of (await repair(folder, { settings: complete })).told)
      if (reason !== 'repaired-aside') said.add(reason);
  });
  const again = web.paths(HOST).slice(asked);
  const read = (rebuild: boolean) =>
    analyse([folder], {
      threads: 0,
      rebuild,
      onProblem: ({ reason }) => typeof reason === 'object' && 'reason' in reason && said.add(reason.reason),
    });
  if (analysed) {
    const { summary } = await attempt(
      () => read(false),
      async () => void (await read(true)),
    );
    if (summary.pages !== PAGES) problems.push(`${summary.pages} of ${PAGES} pages in the catalogue`);
    if (summary.geoFiles !== 1) problems.push(`${summary.geoFiles} geographic files in the catalogue`);
  }
  const visits = await visitsOf(folder);
  const urls = visits.filter(({ outcome }) => outcome === 'analysed').map(({ url }) => url);
  if (urls.sort().join() !== URLS.join()) problems.push(`visits of ${urls}`);
  // Of a line in which a bit has flipped anything may be another word.
  for (const { url, warc } of visits)
    if (warc?.file !== undefined && warc.offset !== undefined) {
      const record = await readRecordAt(join(folder, 'archive', warc.file), warc.offset, undefined, {
        verify: true,
      });
      if (record.url !== url || record.verdicts?.payload !== 'match')
        problems.push(`${url} is not in its place`);
    }
  await checkArchives([folder], ({ severity, code, message }) => {
    if (severity === 'error') problems.push(`${code}: ${message}`);
  });
  return { said: [...said], again: again.length, problems };
}

export function copyOf(whole: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(whole, folder, { recursive: true });
}

type Said = readonly string[];

interface Told {
  readonly flipped: Said;
  readonly cut: Said;
  readonly removed: Said;
  /** Why nothing need be said of some of it. */
  readonly silent?: string;
}

const same = (...said: string[]): Told => ({ flipped: said, cut: said, removed: said });
const never = (silent: string): Told => ({ ...same(''), silent });

const BEHIND = 'mended-behind, mended-visits';
const DAMAGED = ['TRF_STORAGE_DAMAGED, repaired-settings'];
const ONLY_WORK = 'only saves work, and is made again';

/** Of each kind of file what is told; several where it depends on what the bit meant. `''`: nothing. A file that is not here is not allowed. */
export const SAID: Readonly<Record<string, Told>> = {
  'archive/index.cdxj': same('mended-index'),
  'archive/index.cdxj.log': {
    ...same('mended-index'),
    flipped: ['', 'mended-index'],
    silent: 'of the log only the mark and the lines behind it are read',
  },
  'archive/tarrafa.warc.gz': {
    flipped: [
      'mended-behind, mended-archive-end, mended-visits, mended-index',
      'mended-behind, mended-archive-end, mended-visits',
      'mended-behind, mended-archive-end',
      'mended-archive-end',
    ],
    cut: ['mended-behind, mended-archive-end, mended-visits'],
    removed: ['mended-behind, mended-visits, mended-index'],
  },
  'catalogue.db': {
    flipped: ['TRF_CATALOGUE_DAMAGED', ''],
    cut: ['TRF_CATALOGUE_DAMAGED'],
    removed: [''],
    silent: 'made again from the archive; a bit inside a text has no checksum',
  },
  'content/cadernodecampo-exemplo.blog.br.memory': never(ONLY_WORK),
  'content/mark.json': never(ONLY_WORK),
  'crawl.json': {
    flipped: ['', ...DAMAGED],
    cut: DAMAGED,
    removed: ['mended-manifest'],
    silent: 'another letter in a name or a value is not noticed',
  },
  'frontier/journal.log': {
    flipped: ['mended-damage, mended-visits', 'mended-damage', 'mended-torn'],
    cut: ['mended-torn, mended-visits'],
    removed: ['mended-frontier-gone, mended-visits'],
  },
  'frontier/links': never(ONLY_WORK),
  'geo-files/…-mapa.geojson': never('kept for people, as it came; nothing of ours reads it'),
  'geo-files/….geojson': never('a preview'),
  'geo-files/….png': never('a thumbnail'),
  'geo-index.jsonl': never('made again by the next harvest, from the archive and from what was looked into'),
  'geo-looks/archive/index.cdxj': same('mended-index'),
  'geo-looks/archive/index.cdxj.log': same('mended-index'),
  'geo-looks/archive/tarrafa.warc.gz': {
    flipped: [
      'mended-behind, mended-archive-end, mended-index',
      'mended-behind, mended-archive-end',
      'mended-archive-end',
    ],
    cut: ['mended-behind, mended-archive-end'],
    removed: ['mended-behind, mended-index'],
  },
  'geo-looks/crawl.json': {
    flipped: ['', 'repaired-aside'],
    cut: ['repaired-aside'],
    removed: ['mended-manifest'],
    silent: 'as crawl.json',
  },
  'geo-looks/frontier/journal.log': {
    flipped: ['repaired-aside', 'mended-damage', 'mended-torn'],
    cut: ['mended-torn'],
    removed: ['', 'mended-frontier-gone'],
    silent: 'one visit without a frontier is that of a process that was killed',
  },
  'geo-looks/frontier/links': never(ONLY_WORK),
  'geo-looks/progress.jsonl': never('figures of the past'),
  'geo-looks/state/state.db': {
    flipped: ['', 'mended-state'],
    cut: ['mended-state'],
    removed: [''],
    silent: ONLY_WORK,
  },
  'geo-looks/state/state.db-journal': never('empty'),
  'geo-looks/visits.jsonl': {
    flipped: ['', 'mended-behind', 'mended-visit-lines'],
    cut: ['mended-behind'],
    removed: ['mended-behind'],
    silent: 'as visits.jsonl',
  },
  lock: never('for people alone'),
  'lock.db': never('empty: what holds is the lock of the kernel'),
  'lock.db-journal': never('left by a process that was killed, and nobody reads it'),
  'policy.log': {
    flipped: ['', 'TRF_STORAGE_DAMAGED'],
    cut: [BEHIND],
    removed: [BEHIND],
    silent:
      'while policy.state, which has a checksum, says the same; an entry that is one still is not noticed',
  },
  'policy.state': never(ONLY_WORK),
  'progress.jsonl': never('figures of the past'),
  'spool/answers': never('what it held is asked for again'),
  'state/state.db': {
    flipped: ['', 'mended-state'],
    cut: ['mended-state'],
    removed: [''],
    silent: `${ONLY_WORK}; each value has a checksum`,
  },
  'state/state.db-journal': never('empty'),
  'suspects.json': never('nobody is suspected then'),
  'visits.jsonl': {
    flipped: ['', 'mended-visit-lines', BEHIND, 'mended-behind'],
    cut: ['mended-behind'],
    removed: ['mended-behind'],
    silent: 'another letter in a title is not noticed',
  },
};

/** Files that an analysis reads, or that say where it came to. */
const ANALYSED = /^(?:archive|catalogue|content|geo-)/;

/** Hurts one file of a copy and goes on: everything that must not happen and did. */
export async function damageOne(
  { whole, folder, web }: { readonly whole: string; readonly folder: string; readonly web: TinyWeb },
  name: string,
  act: Act,
): Promise<string[]> {
  const line = `${kindOf(name)} ${act}`;
  const told = SAID[kindOf(name)];
  if (told === undefined) return [`${line}: a file that the table does not name`];
  copyOf(whole, folder);
  hurt(join(folder, name), act);
  const { said, again, problems } = await goOn(folder, web, ANALYSED.test(name));
  const expected = told[act === 'cut' || act === 'removed' ? act : 'flipped'];
  const found = problems.map((problem) => `${line}: ${problem}`);
  if (!expected.includes(said.join(', '))) found.push(`${line}: said "${said.join(', ')}"`);
  if (said.length === 0 && told.silent === undefined) found.push(`${line}: said nothing`);
  // Nothing that the archive has is asked for again; what was only on its way into it may be.
  const most = name.startsWith('archive/tarrafa') ? PAGES : 1;
  if (again - REST > most) found.push(`${line}: ${again - REST} pages were asked for again`);
  return found;
}
