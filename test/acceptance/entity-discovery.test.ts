/** Discovery as `tarrafa entities discover --trace` tells it: the published method on the toy site of the specification, and what sites are like. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { toySite } from '../../samples/entity-sites/index.ts';
import { HOSTS } from '../../samples/hosts.ts';
import { startSampleWeb } from '../../samples/server.ts';
import { spawnTarrafa } from '../tarrafa-process.ts';
import { archivedPages } from './archived-pages.ts';

interface Trace {
  readonly pages: readonly { readonly url: string }[];
  readonly examplePath: readonly {
    readonly url: string;
    readonly linkPath: string;
    readonly score: number;
  }[];
  readonly end: string;
  readonly height: number;
  readonly thresholds: { readonly html: number };
  readonly levels: readonly {
    readonly groups: readonly { readonly likeness: number; readonly keys: readonly string[] }[];
    readonly htmlThreshold: number;
    readonly urlThreshold: number;
    readonly accepted: readonly string[];
  }[];
  readonly downloads: number;
  readonly seconds: number;
  readonly downloadsPerPage: number;
  readonly secondsPerPage: number;
  readonly log: readonly string[];
  readonly warnings: readonly string[];
}

const traced = async (
  file: string,
  examples: readonly string[],
  words: readonly string[],
): Promise<Trace> => {
  const { stdout, stderr } = await spawnTarrafa([
    ...['entities', 'discover', ...examples, '--from', file, '--trace', ...words],
  ]);
  expect([stderr, stdout]).toEqual([expect.any(String), expect.stringMatching(/^\{/)]);
  return JSON.parse(stdout) as Trace;
};
const PUBLISHED = ['--discovery', 'published'];
const paths = (urls: readonly { readonly url: string }[]): string[] =>
  urls.map(({ url }) => new URL(url).pathname);

describe('tarrafa entities discover --discovery published, on the toy site', () => {
  const toy = toySite();
  const file = archivedPages(toy.pages);
  const names = new Map([...toy.address].map(([id, url]) => [url.replace(/^https?:\/\/|\/$/g, ''), id]));
  const id = (url: string): string => names.get(url.replace(/^https?:\/\/|\/$/g, '')) ?? url;
  const ids = (urls: readonly string[]): string[] => urls.map(id).sort();
  const heights = Promise.all(
    ['1', '2', '3', '4'].map((height) => traced(file, [toy.sample], [...PUBLISHED, '--height', height])),
  );
  const modern = traced(file, [toy.sample], ['--height', '3']);
  const LIKE = ['3/1', '3/2', '3/3', '3/4', '3/5'];

  it('[O-AC-11, O-AC-12] climbs to 2/0, 1/0 and 0/0 with their scores, by a second hop where no link leads back, and the same in the usual way', async () => {
    const [, , three] = await heights;
    const climbed = three!.examplePath.toReversed();
    expect(climbed.map(({ url }) => id(url))).toEqual(['3/2', '2/0', '1/0', '0/0']);
    const scores = three!.examplePath
      .map(({ score }) => score)
      .filter((score) => score !== null)
      .sort((a, b) => b - a);
    expect(scores[0]).toBe(2.875);
    expect(scores[1]).toBeCloseTo(2.7143, 4);
    expect(scores[2]).toBeCloseTo(1.8, 12);
    expect(toy.pages.get(toy.address.get('2/0')!)).not.toContain(`"${toy.address.get('1/0')}"`);
    expect((await modern).examplePath.map(({ url }) => id(url))).toEqual(
      three!.examplePath.map(({ url }) => id(url)),
    );
  });

  it('[O-AC-14] stops where the path would repeat', async () => {
    const [, , three, four] = await heights;
    expect(three!.examplePath.map(({ url }) => id(url))).toEqual(['0/0', '1/0', '2/0', '3/2']);
    expect(four!.examplePath.map(({ url }) => id(url))).toEqual(['0/0', '1/0', '2/0', '3/2']);
    expect(four!.end).toBe('cycle');
  });

  it('[O-AC-15, O-AC-16] filters the third level group by group, and keeps a page below the threshold for the sake of its group', async () => {
    const three = (await heights)[2]!;
    const level = three.levels[2]!;
    const round = (value: number): number => Math.round(value * 10_000) / 10_000;
    expect(level.groups.map(({ likeness, keys }) => [round(likeness), ids(keys)])).toEqual([
      [0.9375, ['3/1', '3/3']],
      [0.75, ['3/4', '3/5']],
      [0.625, ['3/7']],
      [0.5625, ['3/6']],
    ]);
    expect([round(level.htmlThreshold), Math.round(level.urlThreshold * 100)]).toEqual([0.75, 62]);
    expect(level.accepted.map(id)).toEqual(['3/2', '3/1', '3/3', '3/4', '3/5']);
    expect(ids(three.pages.map(({ url }) => url))).toContain('3/4');
  });

  it('[O-AC-18, O-AC-20, O-AC-25] finds three with one level and five with more, never asks for what another link-path leads to, and says what a page cost', async () => {
    const all = await heights;
    expect(all.map(({ pages }) => ids(pages.map(({ url }) => url)))).toEqual([
      ['3/1', '3/2', '3/3'],
      LIKE,
      LIKE,
      LIKE,
    ]);
    expect(all.map(({ downloads }) => downloads)).toEqual([7, 11, 14, 15]);
    for (const { log, downloads, downloadsPerPage, seconds, secondsPerPage, pages } of all) {
      expect(log).toHaveLength(downloads);
      expect(ids(log)).not.toContain('3/6');
      expect(ids(log)).not.toContain('3/8');
      expect(downloadsPerPage).toBeCloseTo(downloads / pages.length, 12);
      expect(secondsPerPage).toBeCloseTo(seconds / pages.length, 12);
    }
    expect(ids((await modern).pages.map(({ url }) => url))).toEqual(LIKE);
  });
});

/** A list and pages of people on a site of their own, in mark-up that differs where told. */
function people(
  host: string,
  own: readonly string[],
  item: (path: string, i: number) => string,
): [string, string][] {
  const nav = '<nav><a href="/lista">Pessoas</a> <a href="/sobre">Sobre</a></nav>';
  return [
    [`http://${host}/`, `${nav}<h1>Início</h1>`],
    [`http://${host}/sobre`, `${nav}<p>Texto</p>`],
    [
      `http://${host}/lista`,
      `<nav><a href="/">Início</a> <a href="/sobre">Sobre</a></nav><ul>${own.map(item).join('')}</ul>`,
    ],
    ...own.map((path, i): [string, string] => [
      `http://${host}${path}`,
      `<header><a href="/lista">Voltar</a></header><h1>Pessoa ${i}</h1><dl><dt>Cargo</dt><dd>c${i}</dd><dt>Sala</dt><dd>s${i}</dd></dl><footer><a href="/sobre">Sobre</a></footer>`,
    ]),
  ];
}
const numbered = (n: number): string[] => Array.from({ length: n }, (_, i) => `/pessoa/${i + 1}`);
const plain = (path: string): string => `<li><a href="${path}">nome</a></li>`;

describe('tarrafa entities discover, on what sites are like', () => {
  const entity = (links: string): string => `<header><a href="/l">lista</a></header>${links}`;
  const same = '<nav><a href="#">a</a></nav><p><a href="#">b</a></p>';
  const former = Array.from({ length: 3 }, (_, i) => `/antigos/${i + 1}`);
  const file = archivedPages([
    // Nothing leads back.
    ['http://semvolta.com.br/', '<a href="/lista">lista</a>'],
    ['http://semvolta.com.br/lista', '<a href="/outra">outra</a>'],
    ['http://semvolta.com.br/pessoa/1', '<a href="/">início</a>'],
    ['http://semvolta.com.br/outra', 'nada'],
    // One level can be climbed, the next cannot.
    ['http://curta.com.br/pessoa/1', '<a href="/lista">lista</a>'],
    ['http://curta.com.br/lista', '<ul><li><a href="/pessoa/1">1</a><li><a href="/pessoa/2">2</a></ul>'],
    ['http://curta.com.br/pessoa/2', '<a href="/lista">lista</a>'],
    // A group that fails before one that would not.
    [
      'http://grupos.com.br/l',
      '<nav><a href="/contato">c</a></nav><ul><li><a href="/p/x/1">1</a><li><a href="/p/x/2">2</a><li><a href="/p/y/3">3</a><li><a href="/q/z/4">4</a></ul>',
    ],
    ['http://grupos.com.br/contato', 'nada'],
    ['http://grupos.com.br/p/x/1', entity(same)],
    ['http://grupos.com.br/p/x/2', entity(same)],
    ['http://grupos.com.br/p/y/3', entity('<div><b><a href="#">outra coisa</a></b></div>')],
    ['http://grupos.com.br/q/z/4', entity(same)],
    // Alone behind its link-path.
    ['http://so.com.br/l', '<nav><a href="/n">n</a></nav><ul><li><a href="/p/1">1</a></ul>'],
    ['http://so.com.br/n', 'nada'],
    ['http://so.com.br/p/1', '<a href="/l">l</a>'],
    // The third is linked to twice.
    ...people('duas.com.br', numbered(5), (path, i) =>
      i === 2 ? `<li><b><a href="${path}">foto</a></b></li>${plain(path)}` : plain(path),
    ),
    // Two trees of pages.
    ...people('arvores.com.br', numbered(4), plain).filter(([url]) => !url.endsWith('/sobre')),
    ['http://arvores.com.br/sobre', `<h2>Antigos</h2><ol>${former.map(plain).join('')}</ol>`],
    ...former.map((path, i): [string, string] => [
      `http://arvores.com.br${path}`,
      `<h1>Antigo ${i}</h1><table><tr><th>Cargo</th><td>${i}</td></tr></table><a href="/sobre">Antigos</a>`,
    ]),
    // Every fourth link is wrapped once more.
    ...people('embrulho.com.br', numbered(12), (path, i) =>
      i % 4 === 3 ? `<li><p><a href="${path}">nome</a></p></li>` : plain(path),
    ),
  ]);
  const at = (examples: readonly string[], ...words: string[]): Promise<Trace> =>
    traced(file, examples, words);
  const one = [...PUBLISHED, '--height', '1'];

  it('[O-AC-13] says that nothing leads back, and gives what the shorter path gives', async () => {
    for (const words of [PUBLISHED, []]) {
      const found = await at(['http://semvolta.com.br/pessoa/1'], ...words);
      expect(paths(found.pages)).toEqual(['/pessoa/1']);
      expect([found.end, found.warnings]).toEqual(['no-index', expect.arrayContaining(['no-index'])]);
    }
    const shorter = await at(['http://curta.com.br/pessoa/1'], ...PUBLISHED, '--height', '3');
    expect(paths(shorter.pages)).toEqual(['/pessoa/1', '/pessoa/2']);
    expect(shorter.height).toBeLessThan(3);
  });

  it('[O-AC-17, O-AC-19] stops at the first group that fails, and says of a sample that it is alone', async () => {
    expect(paths((await at(['http://grupos.com.br/p/x/1'], ...one)).pages)).toEqual(['/p/x/1', '/p/x/2']);
    for (const words of [one, []]) {
      const alone = await at(['http://so.com.br/p/1'], ...words);
      expect([paths(alone.pages), alone.warnings]).toEqual([['/p/1'], expect.arrayContaining(['alone'])]);
    }
  });

  it('[O-AC-21, O-AC-22, O-AC-23] counts a page once, finds the tree of each sample, and misses wrapped links only when strict', async () => {
    for (const words of [one, []]) {
      expect(paths((await at(['http://duas.com.br/pessoa/1'], ...words)).pages)).toEqual(numbered(5));
      const samples = ['http://arvores.com.br/pessoa/1', 'http://arvores.com.br/antigos/1'];
      expect(paths((await at(samples.slice(0, 1), ...words)).pages)).toEqual(numbered(4));
      expect(paths((await at(samples, ...words)).pages)).toEqual([...former, ...numbered(4)].sort());
    }
    expect((await at(['http://embrulho.com.br/pessoa/1'], ...one)).pages).toHaveLength(9);
    expect((await at(['http://embrulho.com.br/pessoa/1'])).pages).toHaveLength(12);
  });
});

describe('tarrafa entities discover, over the network', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-discovery-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('[O-AC-24] stays on the site, follows pages only, and keeps budget, delay and robots file', async () => {
    const web = await startSampleWeb({ sites: [HOSTS.championship.host, HOSTS.councilBr.host] });
    const example = `http://${HOSTS.championship.host}/jogadores/2015/jogador02.htm`;
    const discover = (url: string, ...words: string[]) =>
      spawnTarrafa([
        ...['entities', 'discover', url, '--sample-web', String(web.port), '--delay', '1', ...words],
        ...['--crawl', join(folder, 'coleta'), '--json', '--lang', 'en'],
      ]);
    const found = await discover(example);
    expect(found.stdout.trim().split('\n')).toHaveLength(54);
    const asked = web.requests.entries();
    expect(new Set(asked.map(({ host }) => host))).toEqual(new Set([HOSTS.championship.host]));
    expect(asked[0]!.path).toBe('/robots.txt');
    expect(Math.max(...asked.map(({ concurrent }) => concurrent))).toBe(1);
    expect(asked.filter(({ path }) => /\.(?:pdf|jpg|png|css|js|zip)$/.test(path))).toEqual([]);
    const closed = await discover(web.truth.disallowed(HOSTS.councilBr.host)[0]!);
    expect([closed.status === 0, closed.stderr]).toEqual([false, expect.stringContaining('robots')]);
    expect(new Set(web.requests.entries(HOSTS.councilBr.host).map(({ path }) => path))).toEqual(
      new Set(['/robots.txt']),
    );
    const little = await discover(example, '--max-pages', '5', '--trace');
    expect((JSON.parse(little.stdout) as Trace).downloads).toBe(5);
    await web.close();
  });
});
