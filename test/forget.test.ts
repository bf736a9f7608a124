/** Pages that a collection is asked to forget, by the built command on a crawl of a small web: what is gone, what stays, and what is never asked for again. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOSTS } from '../samples/hosts.ts';
import { parseLine } from '../src/catalogue/index.ts';
import { openCollection } from '../src/collection/index.ts';
import { FolderLock, readVisits } from '../src/crawl/index.ts';
import { tracesOf } from './forget-traces.ts';
import { spawnTarrafa } from './tarrafa-process.ts';
import { page, type TinyWeb, tinyWeb } from './tiny-web.ts';

const HOST = HOSTS.blog.host;
const OTHER = HOSTS.forum.host;
const SECRET = 'Alberta Quimbundo mora na rua Zambujeiro';
const text = (n: number): string =>
  `Texto número ${n} sobre a serra: em ${1940 + n} a cheia do rio levou a ponte velha, e a vila ficou sem caminho durante ${n + 3} semanas.`;
const SHARED = page(['/'], text(7));
const GONE = `http://${HOST}/pessoas/alberta`;

let folder = '';
let web: TinyWeb;
const crawled = (name: string): string => join(folder, name);

const crawl = (out: string, seeds: readonly string[]) =>
  spawnTarrafa([
    'crawl',
    ...seeds,
    ...['--sample-web', String(web.port), '--out', out, '--json', '--concurrency', '1', '--workers', '1'],
    ...['--delay', '1ms', '--address-delay', '0'],
  ]);
const tarrafa = async (...args: string[]) => {
  const { status, stdout, stderr } = await spawnTarrafa(args);
  return {
    status,
    stdout,
    stderr,
    json: stdout.startsWith('{') ? JSON.parse(stdout.split('\n', 1)[0]!) : null,
  };
};
const forget = (out: string, what: string, ...more: string[]) =>
  tarrafa(
    'forget',
    out,
    what,
    '--reason',
    'pedido 17, LGPD art. 18',
    '--by',
    'arquivo',
    '--yes',
    '--json',
    ...more,
  );
const files = (out: string): string[] =>
  readdirSync(out, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^lock|\.lock$|-(?:wal|shm)$/.test(entry.name))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return `${path} ${createHash('sha1').update(readFileSync(path)).digest('hex')}`;
    })
    .sort();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forget-'));
  web = await tinyWeb({
    [HOST]: {
      '/': page(['/pessoas/alberta', '/par', '/par-copia', '/a', '/b', `http://${OTHER}/`], text(1)),
      '/pessoas/alberta': page(['/a', '/so-dela'], `${SECRET}. ${text(2)}`),
      '/so-dela': page([], text(3)),
      '/par': SHARED,
      '/par-copia': SHARED,
      '/a': page(['/pessoas/alberta', '/b'], text(4)),
      '/b': page(['/'], text(5)),
      '/indice': page(['pessoas/alberta', '/nova'], text(8)),
      '/nova': page([], text(9)),
    },
    [OTHER]: { '/': page(['/um'], text(10)), '/um': page(['/'], text(11)) },
  });
  const first = await crawl(crawled('c'), [`http://${HOST}/`, `http://${OTHER}/`]);
  expect([first.status, first.stderr]).toEqual([0, first.stderr]);
  expect((await tarrafa('analyse', crawled('c'), '--quiet')).status).toBe(0);
  expect((await tarrafa('export', crawled('c'), '--out', crawled('antes.jsonl'), '--json')).status).toBe(0);
  const added = [
    ['dossier', 'new', crawled('c'), 'Pessoas'],
    ['dossier', 'add', crawled('c'), 'pessoas', GONE, '--passage', SECRET],
    ['dossier', 'add', crawled('c'), 'pessoas', `http://${HOST}/a`],
    ['correct', crawled('c'), GONE, '--title', `${SECRET}, corrigido`],
  ];
  for (const words of added) expect([words, (await tarrafa(...words)).status]).toEqual([words, 0]);
  cpSync(crawled('c'), crawled('inteira'), { recursive: true });
}, 120_000);
afterAll(async () => {
  await web.close();
  rmSync(folder, { recursive: true, force: true });
});

const exportedUrls = (path: string): Map<string, unknown> =>
  new Map(
    readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { url: string; text: string })
      .map(({ url, text: words }) => [url, words]),
  );

async function shown(out: string, url: string): Promise<string | null> {
  const collection = await openCollection(out, { readOnly: true });
  try {
    const found = await collection.archive.find(url);
    return found?.original?.payload.toString('utf8') ?? null;
  } finally {
    await collection.close();
  }
}

async function searched(out: string, line: string): Promise<string[]> {
  const collection = await openCollection(out, { readOnly: true });
  try {
    const query = parseLine(line, { gazetteer: null, today: 20_000 });
    // In which order they come depends on who links to them.
    return (await collection.catalogue.search(query)).hits.map(({ url }) => url).sort();
  } finally {
    await collection.close();
  }
}

describe('one address', () => {
  it('a dry run says what would go and changes nothing', async () => {
    const before = files(crawled('c'));
    const plan = await tarrafa('forget', crawled('c'), GONE, '--json');
    expect([plan.status, plan.stderr]).toEqual([0, '']);
    expect(plan.json).toMatchObject({
      kind: 'address',
      captures: 1,
      pages: 1,
      files: 1,
      known: 1,
      copies: [],
      done: false,
    });
    expect(plan.json.bytes).toBeGreaterThan(300);
    expect(files(crawled('c'))).toEqual(before);
    expect(await tracesOf(crawled('c'), [SECRET])).not.toEqual([]);
  });

  it('is gone from every byte of the folder, and everything else is as it was', async () => {
    const done = await forget(crawled('c'), GONE);
    expect([done.status, done.stderr]).toEqual([0, '']);
    expect(done.json).toMatchObject({ captures: 1, pages: 1, files: 1, done: true });
    // The host of an address stays, and so does what other pages say of it: they name it by its path alone.
    expect(await tracesOf(crawled('c'), [SECRET, 'Quimbundo', GONE])).toEqual([]);
    expect(await shown(crawled('c'), GONE)).toBeNull();
    expect(await searched(crawled('c'), 'Zambujeiro')).toEqual([]);
    expect(await searched(crawled('c'), 'semanas')).toEqual(
      (await searched(crawled('inteira'), 'semanas')).filter((url) => url !== GONE),
    );
    expect(await shown(crawled('c'), `http://${HOST}/a`)).toContain(text(4));
    const check = await tarrafa('warc', 'check', crawled('c'), '--json');
    expect([check.status, check.stdout]).toEqual([0, expect.not.stringContaining('"severity"')]);
    const out = crawled('depois.jsonl');
    expect((await tarrafa('export', crawled('c'), '--out', out, '--json')).status).toBe(0);
    const [before, after] = [exportedUrls(crawled('antes.jsonl')), exportedUrls(out)];
    before.delete(GONE);
    expect(after).toEqual(before);
    // Of what people added, the rest is there.
    const { stdout } = await tarrafa('dossier', 'show', crawled('c'), 'pessoas', '--json');
    expect(stdout).toContain(`http://${HOST}/a`);
  });

  it('the log says that and why, and not what', async () => {
    const { stdout } = await tarrafa('forget', crawled('c'), '--log', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'address',
      reason: 'pedido 17, LGPD art. 18',
      by: 'arquivo',
      state: 'done',
      removed: { captures: 1 },
    });
    expect(stdout).not.toContain('alberta');
  });

  it('is not asked for again by a crawl that goes on, whoever names it, and the refusal is counted and told', async () => {
    const asked = web.paths(HOST).filter((path) => path === '/pessoas/alberta').length;
    const again = await crawl(crawled('c'), [`http://${HOST}/indice`, GONE]);
    expect([again.status, again.stderr]).toEqual([0, again.stderr]);
    expect(again.stderr).not.toMatch(/visits\.jsonl/);
    expect(web.paths(HOST).filter((path) => path === '/pessoas/alberta')).toHaveLength(asked);
    expect(web.paths(HOST)).toContain('/nova');
    const refused: Record<string, number>[] = [];
    for await (const visit of readVisits(join(crawled('c'), 'visits.jsonl')))
      if (visit.url.endsWith('/indice')) refused.push({ ...visit.refused });
    expect(refused).toEqual([{ forgotten: 1 }]);
    expect(await tracesOf(crawled('c'), [SECRET, GONE])).toEqual([]);
    const why = await tarrafa('explain', crawled('c'), GONE, '--json', '--lang', 'en');
    expect(why.stdout).toContain('"forgotten"');
    const report = await tarrafa('report', crawled('c'), '--json');
    expect([report.status, report.stdout]).toEqual([0, expect.stringContaining('forgotten')]);
  });
}, 180_000);

describe('content that others have in common with it', () => {
  it('stays to be shown where others have it, and is told', async () => {
    const out = crawled('par');
    cpSync(crawled('inteira'), out, { recursive: true });
    const done = await forget(out, `http://${HOST}/par`);
    expect([done.status, done.json?.copies]).toEqual([0, [`http://${HOST}/par-copia`]]);
    expect(await shown(out, `http://${HOST}/par`)).toBeNull();
    expect(await shown(out, `http://${HOST}/par-copia`)).toBe(SHARED);
    expect(
      await tracesOf(out, [`http://${HOST}/par"`, `http://${HOST}/par `, `http://${HOST}/par\n`]),
    ).toEqual([]);
    const check = await tarrafa('warc', 'check', out, '--json');
    expect([check.status, check.stdout]).toEqual([0, expect.not.stringContaining('"severity"')]);
    expect((await crawl(out, [`http://${HOST}/`])).status).toBe(0);
    expect(await shown(out, `http://${HOST}/par-copia`)).toBe(SHARED);
  });
}, 120_000);

describe('a site, and all that begins alike', () => {
  it('go as a whole', async () => {
    const out = crawled('site');
    cpSync(crawled('inteira'), out, { recursive: true });
    const prefix = await forget(out, `http://${HOST}/pessoas/*`);
    expect(prefix.json).toMatchObject({ kind: 'prefix', captures: 1, pages: 1 });
    const site = await forget(out, `site:${OTHER}`);
    expect(site.json).toMatchObject({ kind: 'site', pages: 3 });
    expect(await tracesOf(out, [SECRET, text(10), text(11)])).toEqual([]);
    expect(await searched(out, 'semanas')).toEqual(
      (await searched(crawled('inteira'), 'semanas')).filter((url) => url !== GONE && !url.includes(OTHER)),
    );
    const asked = web.paths(OTHER).length;
    expect((await crawl(out, [`http://${OTHER}/`, `http://${HOST}/`])).status).toBe(0);
    expect(web.paths(OTHER)).toHaveLength(asked);
  });
}, 120_000);

describe('an imported collection', () => {
  it('forgets, and an import of the same archive, or of a copy of it, brings nothing back', async () => {
    const archive = join(crawled('inteira'), 'archive');
    const warc = join(archive, readdirSync(archive).find((name) => name.endsWith('.warc.gz'))!);
    const out = crawled('importada');
    expect((await tarrafa('import', warc, '--out', out, '--json')).status).toBe(0);
    expect(await tracesOf(out, [SECRET])).not.toEqual([]);
    expect((await forget(out, GONE)).json).toMatchObject({ captures: 1, known: 0, done: true });
    expect(await tracesOf(out, [SECRET, GONE])).toEqual([]);
    const copy = crawled('outro-nome.warc.gz');
    cpSync(warc, copy);
    // Another file by its digest: one empty line more is the same archive.
    writeFileSync(crawled('mais.warc.gz'), Buffer.concat([readFileSync(warc), Buffer.from('\n')]));
    for (const path of [warc, copy, crawled('mais.warc.gz')])
      expect((await tarrafa('import', path, '--out', out, '--json')).status).toBe(0);
    expect(await tracesOf(out, [SECRET, GONE])).toEqual([]);
    expect(await shown(out, `http://${HOST}/a`)).toContain(text(4));
  });
}, 120_000);

describe('what cannot be', () => {
  it('is refused with a word, and nothing is changed', async () => {
    const out = crawled('inteira');
    const before = files(out);
    const refused = async (words: string, exit: number, ...args: string[]) => {
      const { status, stderr } = await tarrafa('forget', ...args, '--lang', 'en');
      expect([args, status, stderr]).toEqual([args, exit, expect.stringMatching(words)]);
    };
    const why = ['--yes', '--reason', 'x'];
    await refused('TRF_FORGET_TARGET', 2, out, 'alberta', ...why);
    await refused('TRF_FORGET_TARGET', 2, out, 'http://*', ...why);
    await refused('TRF_FORGET_TARGET', 2, out, `http://${HOST}/*/x`, ...why);
    await refused('say why: --reason', 2, out, GONE, '--yes');
    await refused('must not say what', 2, out, GONE, '--yes', '--reason', `tirar ${GONE}`);
    const bare = GONE.replace(/^https?:\/\/(?:www\.)?/, '');
    await refused('must not say what', 2, out, GONE, '--yes', '--reason', `LGPD: ${bare.toUpperCase()}`);
    await refused('say what to forget', 2, out);
    await refused('TRF_INPUT_MISSING', 2, crawled('nenhuma'), GONE, ...why);
    await refused('TRF_FORGET_REFUSED', 2, join(out, 'archive'), GONE, ...why);
    await refused('shared by several', 2, 'postgres://x@y/z', GONE, ...why);
    const lock = FolderLock.take(out);
    try {
      await refused('TRF_FOLDER_BUSY', 3, out, GONE, ...why);
    } finally {
      lock.release();
    }
    expect(files(out)).toEqual(before);
    expect(existsSync(join(out, 'forgotten.json'))).toBe(false);
  });
}, 120_000);
