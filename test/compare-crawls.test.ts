/** `tarrafa compare` as a person gives it: two crawls of a small web on loopback, by the built command. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nationalHost } from '../samples/national-hosts.ts';
import { AS_TABLE, spawnTarrafa } from './tarrafa-process.ts';

const page = (body: string): string =>
  `<!doctype html><html lang="pt"><title>Página</title><h1>Página</h1>${body}`;

/** What lies outside the period comes first: a crawl that follows everything goes there first. */
const PAGES: Readonly<Record<string, string>> = {
  '/': page(
    '<p>Em 1990 abriram a <a href="/fora-1">ponte</a> e a <a href="/fora-2">praça</a>.</p><h2>Guerra</h2><p>Em 1941 vieram a <a href="/dentro-1">fome</a> e a <a href="/dentro-2">peste</a>.</p>',
  ),
  '/dentro-1': page('<p>A fome de 1941 durou muito na cidade.</p>'),
  '/dentro-2': page('<p>A peste de 1942 durou pouco na aldeia.</p>'),
};

let server: Server;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tarrafa-compare-'));
  server = createServer((request, response) => {
    if (request.url === '/robots.txt') return response.writeHead(404).end();
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(PAGES[request.url!] ?? page(`<p>Em 1990 choveu em ${request.url}, e nada mais.</p>`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  for (const [name, ...more] of [
    ['geral', '--when-profile', 'general', '--max-pages', '4'],
    ['temporal', '--when-profile', 'thesis'],
  ] as const) {
    const { status } = await spawnTarrafa([
      ...['crawl', `http://${nationalHost(0)}/`, '--when', '1939..1945', '--out', join(folder, name)],
      ...[
        '--sample-web',
        String((server.address() as AddressInfo).port),
        '--delay',
        '0',
        '--address-delay',
        '0',
      ],
      ...['--concurrency', '1', '--quiet', ...more],
    ]);
    expect(status).toBe(0);
  }
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const compare = (...more: string[]) =>
  spawnTarrafa(
    [
      ...['compare', join(folder, 'geral'), join(folder, 'temporal'), '--when', '1939..1945', '--lang', 'en'],
      ...more,
    ],
    { env: AS_TABLE },
  );

describe('tarrafa compare', () => {
  it('[T-EVA-1, T-EVA-2] precision among the first pages, recall over what both found, curves, a page, and samples to judge', async () => {
    const out = join(folder, 'comparado');
    const { status, stdout } = await compare('--out', out, '--sample', '2');
    expect(status).toBe(0);
    expect(stdout).toContain('3 pages of the period in both crawls together; 2 pages are in both.');
    const found = JSON.parse(readFileSync(join(out, 'comparison.json'), 'utf8'));
    const [general, temporal] = found.crawls;
    // The general crawl: the seed, the two outside, one inside. The temporal: the seed and the two inside.
    expect(general).toMatchObject({ pages: 4, unread: 0, relevant: 2 });
    expect(temporal).toMatchObject({ pages: 3, unread: 0, relevant: 3 });
    expect(general.at).toEqual([{ k: 4, precision: 0.5, recall: 2 / 3 }]);
    expect(temporal.at).toEqual([{ k: 3, precision: 1, recall: 1 }]);
    expect(general.curve).toEqual({
      pages: [1, 2, 3, 4],
      precision: [1, 1 / 2, 1 / 3, 2 / 4],
      recall: [1 / 3, 1 / 3, 1 / 3, 2 / 3],
    });
    const html = readFileSync(join(out, 'comparison.html'), 'utf8');
    expect(html).toContain('Precision by pages collected');
    expect(html.match(/class="curve second"/g)!.length).toBeGreaterThanOrEqual(2);
    expect(existsSync(join(out, 'comparison-recall.svg'))).toBe(true);

    // Somebody judges the drawn pages, against the segments in one case.
    const [head, ...lines] = readFileSync(join(out, 'sample.tsv'), 'utf8').trim().split('\n');
    expect(lines.map((line) => line.split('\t')[1])).toEqual(['A', 'A', 'B', 'B']);
    const judged = join(folder, 'juiz.tsv');
    writeFileSync(
      judged,
      [head, ...lines.map((line, i) => `${i === 3 ? 'não' : 'sim'}${line}`)].join('\r\n'),
    );
    const again = JSON.parse((await compare('--json', '--judged', judged)).stdout);
    expect(again.crawls[1].samples).toMatchObject([
      { name: 'juiz.tsv', judged: 2, relevant: 1, precision: 0.5, agreement: 0.5 },
    ]);
    const { from, to } = again.crawls[1].samples[0];
    expect([from.toFixed(3), to.toFixed(3)]).toEqual(['0.095', '0.905']);
  });

  it('says what is wrong: no crawl, no period, a judgement that is none', async () => {
    const said = async (words: readonly string[]) => {
      const { status, stderr } = await spawnTarrafa(['compare', ...words, '--lang', 'en']);
      return [status, /TRF_\w+/.exec(stderr)?.[0]];
    };
    const both = [join(folder, 'geral'), join(folder, 'temporal')];
    expect(await said([folder, both[1]!, '--when', '1939..1945'])).toEqual([2, 'TRF_FOLDER_NOT_A_CRAWL']);
    expect(await said([...both, '--when', '1945..1939'])).toEqual([2, 'TRF_PERIOD_REVERSED']);
    const wrong = join(folder, 'errado.tsv');
    writeFileSync(wrong, 'talvez\tA\t1\thttp://x/\n');
    expect(await said([...both, '--when', '1941', '--judged', wrong])).toEqual([2, 'TRF_INPUT_MISSING']);
  });
});
