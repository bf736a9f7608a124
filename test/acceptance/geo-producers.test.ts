/** Who publishes geographic data, as `tarrafa geo producers` orders them by the links of the published map. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { GEO_INDEX_FILE, newFile, toJsonLines } from '../../src/geo/index.ts';
import { spawnTarrafa } from '../tarrafa-process.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-producers-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const MAP = [
  ['http://www.ibge.gov.br', 'http://www.inpe.br'],
  ['http://www.inpe.br', 'http://www.ibge.gov.br'],
  ['http://www.gismaps.com.br/', 'http://www.inpe.br'],
  ['http://www.gismaps.com.br/', 'http://www.gisconsult.com.br'],
  ['http://www.gismaps.com.br/', 'http://www.inpe.br'],
  ['http://www.gisconsult.com.br', 'http://www.gismaps.com.br/'],
  ['http://www.gisconsult.com.br', 'http://www.inpe.br'],
  ['http://www.gisconsult.com.br', 'http://www.ibge.gov.br'],
] as const;
const OWN = [
  ['http://www.inpe.br/a', 'http://www.inpe.br/b'],
  ['http://www.inpe.br/a', 'http://www.inpe.br/a#topo'],
  ['http://inpe.br', 'http://www.inpe.br/'],
] as const;

let indexes = 0;
async function scores(
  links: readonly (readonly [string, string])[],
  files: readonly { readonly url: string; readonly downloads?: number }[],
  ...words: string[]
): Promise<(readonly [site: string, score: number])[]> {
  const path = join(root, `${indexes++}-${GEO_INDEX_FILE}`);
  // Links of one page to one site are one record.
  const counted = new Map<string, { kind: 'link'; origin: string; destination: string; count: number }>();
  for (const [origin, destination] of links) {
    const known = counted.get(`${origin} ${destination}`);
    if (known === undefined)
      counted.set(`${origin} ${destination}`, { kind: 'link', origin, destination, count: 1 });
    else known.count++;
  }
  const records = [
    ...counted.values(),
    ...files.map(({ url, downloads = 0 }) => ({
      ...newFile(url, new URL(url).host.replace(/^www\./, ''), 'a.zip', 'zip'),
      state: 'indexed' as const,
      downloads,
    })),
  ];
  writeFileSync(path, [...toJsonLines(records)].join(''));
  const { stdout } = await spawnTarrafa([
    'geo',
    'producers',
    '--in',
    path,
    '--all',
    '--json',
    '--limit',
    '20',
    ...words,
  ]);
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const { site, score } = JSON.parse(line) as { site: string; score: number };
      return [site, score] as const;
    });
}
const file = (site: string) => ({ url: `http://www.${site}/a.zip` });
const PRODUCERS = ['ibge.gov.br', 'inpe.br', 'gismaps.com.br'].map(file);

describe('tarrafa geo producers', () => {
  it('[G-AC-120] scores the published map 3, 7, 1, 2; inpe has 5 when repeated links of a page are not counted', async () => {
    const map = { 'ibge.gov.br': 3, 'inpe.br': 7, 'gismaps.com.br': 1, 'gisconsult.com.br': 2 };
    const [all, once] = await Promise.all([
      scores(MAP, PRODUCERS),
      scores(MAP, PRODUCERS, '--link-cap', '1'),
    ]);
    expect(Object.fromEntries(all)).toEqual(map);
    expect(Object.fromEntries(once)).toEqual({ ...map, 'inpe.br': 5 });
  });

  it('[G-AC-121] takes no links of a site to itself; slashes, www and fragments make no other site', async () => {
    const plain = await scores(MAP, PRODUCERS);
    expect(plain).toEqual([
      ['inpe.br', 7],
      ['ibge.gov.br', 3],
      ['gisconsult.com.br', 2],
      ['gismaps.com.br', 1],
    ]);
    expect(await scores([...MAP, ...OWN], PRODUCERS)).toEqual(plain);
  });

  it('[G-AC-122] computes scores anew when a site becomes a producer', async () => {
    const four = Object.fromEntries(await scores(MAP, [...PRODUCERS, file('gisconsult.com.br')]));
    expect(four).toEqual({ 'inpe.br': 8, 'ibge.gov.br': 4, 'gismaps.com.br': 2, 'gisconsult.com.br': 2 });
  });

  it('[G-AC-123] orders by score, then files, then downloads', async () => {
    const files = ['a', 'b', 'c', 'd'].flatMap((name) => [
      { url: `http://${name}.com.br/1.zip`, downloads: name === 'd' ? 5 : 0 },
      ...(name === 'b' ? [{ url: 'http://b.com.br/2.zip' }] : []),
    ]);
    const links = [['http://x.com.br/', 'http://a.com.br/']] as const;
    expect((await scores(links, files)).map(([site]) => site).slice(0, 4)).toEqual([
      'a.com.br',
      'b.com.br',
      'd.com.br',
      'c.com.br',
    ]);
  });
});
