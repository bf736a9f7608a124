/** Every file of a crawl's folder flipped, cut and removed in turn: what is said, and that nothing else is lost. */
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { analyse, collect, repair } from '../src/app/index.ts';
import { readVisits, type Visit } from '../src/crawl/index.ts';
import { TarrafaError } from '../src/errors.ts';
import { checkArchives, readRecordAt } from '../src/warc/index.ts';
import { page, type TinyWeb, tinyWeb } from './tiny-web.ts';

const PAGES = 14;
const HOST = 'www.inteiro.pt';
let web: TinyWeb;
let whole: string;
const root = mkdtempSync(join(tmpdir(), 'tarrafa-damage-'));

function site(): Record<string, string> {
  const routes: Record<string, string> = {};
  for (let p = 0; p < PAGES; p++) {
    const links = [2 * p + 1, 2 * p + 2].filter((n) => n < PAGES).map((n) => `/${n}`);
    routes[p === 0 ? '/' : `/${p}`] = page(links, `Página ${p} de um sítio inteiro. `.repeat(30 + p));
  }
  return routes;
}

const URLS = Object.keys(site())
  .map((path) => `http://${HOST}${path}`)
  .sort();

const settings = {
  seeds: [`http://${HOST}/`],
  policy: 'breadth-first',
  delay: 0,
  addressDelay: 0,
  workers: 0,
  concurrency: 1,
} as const;

beforeAll(async () => {
  web = await tinyWeb({ [HOST]: site() });
  whole = join(root, 'inteira');
  await collect(whole, { ...settings, maxPages: 9 }, { resolver: web.resolver });
});
afterAll(async () => {
  await web.close();
  rmSync(root, { recursive: true, force: true });
});

function filesIn(folder: string, under = folder): string[] {
  return readdirSync(under, { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory()
        ? filesIn(folder, join(under, entry.name))
        : [relative(folder, join(under, entry.name))],
    )
    .sort();
}

const ACTS = {
  flipped: (path: string) => {
    const bytes = readFileSync(path);
    // Towards the end, where what was written last stands with more behind it.
    const at = Math.floor(bytes.length * 0.7);
    bytes[at]! ^= 0x10;
    writeFileSync(path, bytes);
  },
  cut: (path: string) => truncateSync(path, Math.floor(statSync(path).size * 0.6)),
  removed: (path: string) => rmSync(path),
} as const;
type Act = keyof typeof ACTS;

interface After {
  /** What was told, or the error that made a repair necessary and what that told. */
  readonly said: readonly string[];
  /** Pages asked for that had been collected before. */
  readonly again: number;
}

/** Goes on with a damaged folder to the end, with a repair when that is asked for. */
async function goOn(folder: string, hurt: () => void): Promise<After> {
  hurt();
  const said = new Set<string>();
  const before = web.paths(HOST).length;
  const run = () =>
    collect(folder, settings, {
      resolver: web.resolver,
      onProgress: (progress) => {
        if (progress.kind === 'mended') for (const why of progress.what) said.add(why.reason);
      },
    });
  try {
    await run();
  } catch (error) {
    if (!(error instanceof TarrafaError)) throw error;
    said.add(error.code);
    for (const { reason } of (await repair(folder, { settings })).told)
      if (reason !== 'repaired-aside') said.add(reason);
    await run();
  }
  return { said: [...said], again: web.paths(HOST).length - before - (PAGES - 9) };
}

async function visitsOf(folder: string): Promise<Visit[]> {
  const visits: Visit[] = [];
  for await (const visit of readVisits(join(folder, 'visits.jsonl'))) visits.push(visit);
  return visits;
}

/** Each page has one visit, and the archive has it, with its digest. */
async function judge(folder: string, line: string): Promise<void> {
  const visits = await visitsOf(folder);
  expect(visits.map(({ url }) => url).sort(), line).toEqual(URLS);
  for (const { url, warc } of visits) {
    const record = await readRecordAt(join(folder, 'archive', warc!.file), warc!.offset, undefined, {
      verify: true,
    });
    expect([url, record.url, record.verdicts?.payload], line).toEqual([url, url, 'match']);
  }
  const problems: string[] = [];
  await checkArchives([folder], ({ severity, code, message }) => {
    if (severity === 'error') problems.push(`${code}: ${message}`);
  });
  expect(problems, line).toEqual([]);
}

const kindOf = (name: string) =>
  name.replace(/tarrafa-\d+-\d+/, 'tarrafa').replace(/journal-[0-9a-f]+/, 'journal');

/**
 * What is said of each; nothing where the file only saves work and is made again, or where one bit of it means nothing. Several where it
 * depends on what the bit meant.
 */
const SAID: Readonly<Record<string, readonly string[]>> = {
  'archive/tarrafa.warc.gz flipped': ['mended-behind, mended-archive-end, mended-visits'],
  'archive/tarrafa.warc.gz cut': ['mended-behind, mended-archive-end, mended-visits'],
  'archive/tarrafa.warc.gz removed': ['mended-behind, mended-visits, mended-index'],
  'archive/index.cdxj flipped': ['mended-index'],
  'archive/index.cdxj cut': ['mended-index'],
  'archive/index.cdxj removed': ['mended-index'],
  'archive/index.cdxj.log flipped': ['', 'mended-index'],
  'archive/index.cdxj.log cut': ['mended-index'],
  'archive/index.cdxj.log removed': ['mended-index'],
  'crawl.json flipped': ['', 'TRF_STORAGE_DAMAGED, repaired-settings'],
  'crawl.json cut': ['TRF_STORAGE_DAMAGED, repaired-settings'],
  'crawl.json removed': ['mended-manifest'],
  'frontier/journal.log flipped': ['mended-damage, mended-visits'],
  'frontier/journal.log cut': ['mended-torn, mended-visits'],
  'frontier/journal.log removed': ['mended-frontier-gone, mended-visits'],
  'state/state.db flipped': ['', 'mended-state'],
  'state/state.db cut': ['mended-state'],
  'visits.jsonl flipped': ['', 'mended-visit-lines', 'mended-behind, mended-visits'],
  'visits.jsonl cut': ['mended-behind'],
  'visits.jsonl removed': ['mended-behind'],
};

describe('a folder with one file', () => {
  it('flipped, cut or removed goes on, says what it lacks, and nothing else is lost', async () => {
    const seen = new Set<string>();
    for (const name of filesIn(whole))
      for (const act of Object.keys(ACTS) as Act[]) {
        const line = `${kindOf(name)} ${act}`;
        seen.add(line);
        const folder = join(root, 'ferida');
        cpSync(whole, folder, { recursive: true });
        const { said, again } = await goOn(folder, () => ACTS[act](join(folder, name)));
        expect(SAID[line] ?? [''], line).toContain(said.join(', '));
        // Only what the archive does not have any more is asked for again.
        if (name.endsWith('.warc.gz')) expect(again, line).toBeGreaterThan(0);
        else expect(again, line).toBe(0);
        await judge(folder, line);
        rmSync(folder, { recursive: true });
      }
    for (const line of Object.keys(SAID)) expect(seen).toContain(line);
  }, 240_000);

  it('of a link policy cut or removed learns it again from the archive', async () => {
    const along = { ...settings, policy: 'priority', when: '1939..1945', maxPages: 2 } as const;
    const first = join(root, 'periodo');
    const told = (year: number) => `No dia 5 de maio de ${year} a guerra continuava. `.repeat(5);
    const past = await tinyWeb({
      'p.pt': {
        '/': page(['/1', '/2', '/3'], told(1940)),
        '/1': page(['/2'], told(1941)),
        '/2': page(['/3'], told(1942)),
        '/3': page([], told(1943)),
      },
    });
    const seeds = ['http://p.pt/'];
    await collect(first, { ...along, seeds }, { resolver: past.resolver });
    expect(statSync(join(first, 'policy.log')).size).toBeGreaterThan(0);
    for (const act of ['cut', 'removed'] as const) {
      const folder = join(root, `periodo-${act}`);
      cpSync(first, folder, { recursive: true });
      ACTS[act](join(folder, 'policy.log'));
      const before = past.paths('p.pt').length;
      const said: string[] = [];
      const { pages, policy } = await collect(
        folder,
        { ...along, seeds, maxPages: 4 },
        {
          resolver: past.resolver,
          onProgress: (progress) => {
            if (progress.kind === 'mended') said.push(...progress.what.map(({ reason }) => reason));
          },
        },
      );
      expect(said).toContain('mended-behind');
      expect([pages, policy!.pages, past.paths('p.pt').length - before]).toEqual([4, 4, 2]);
    }
    await past.close();
  });

  it('repaired is whole again without a request, and goes on', async () => {
    const folder = join(root, 'refeita');
    cpSync(whole, folder, { recursive: true });
    rmSync(join(folder, 'frontier'), { recursive: true });
    rmSync(join(folder, 'visits.jsonl'));
    rmSync(join(folder, 'state'), { recursive: true });
    writeFileSync(join(folder, 'archive', 'index.cdxj'), 'nada\n');
    const before = web.paths(HOST).length;
    const { pages, queued, told } = await repair(folder);
    expect([pages, web.paths(HOST).length - before, told]).toEqual([9, 0, []]);
    expect(queued).toBeGreaterThan(0);
    expect(readFileSync(join(folder, 'archive', 'index.cdxj'), 'utf8')).toBe(
      readFileSync(join(whole, 'archive', 'index.cdxj'), 'utf8'),
    );
    const visit = ({ n, url, warc, outcome, digest, hops, title, links }: Visit) => [
      n,
      url,
      warc,
      outcome,
      digest,
      hops,
      title,
      links?.found,
    ];
    expect((await visitsOf(folder)).map(visit)).toEqual((await visitsOf(whole)).map(visit));
    const { result } = await analyse([folder], { threads: 0 });
    expect(result.pages).toBe(9);
    expect(await collect(folder, settings, { resolver: web.resolver })).toMatchObject({ pages: PAGES });
    await judge(folder, 'refeita');
  });
});
