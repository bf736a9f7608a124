/** The parameters of a crawl along a period, given to the built command, on a web of six pages on loopback. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nationalHost } from '../samples/national-hosts.ts';
import { spawnTarrafa } from './tarrafa-process.ts';

const dated = (day: string, body: string): string =>
  `<!doctype html><html lang="pt"><title>Página</title><script type="application/ld+json">{"@type":"NewsArticle","datePublished":"${day}"}</script><h1>Página</h1>${body}`;

/** Each link of the first page stands where one parameter decides about it. */
const PAGES: Readonly<Record<string, string>> = {
  '/': dated(
    '2020-05-06',
    [
      '<p>Em 1941, em 1942, em 1943 e em 1950 houve a <a href="/tres-de-quatro">feira</a> da cidade.</p>',
      '<h2>Ponte</h2><p>Em 1941 caiu a <a href="/primeira-frase">ponte</a> velha. Em 1970 abriu a <a href="/segunda-frase">outra</a> ponte.</p>',
      '<h2>Cheias</h2><p>Nos anos 40 vieram as <a href="/decada">cheias</a> do rio.</p>',
      '<h2>Museu</h2><p>Em 1940 chegou o museu.</p><p>O <a href="/sem-data">acervo</a> fica longe.</p>',
      '<h2>Escola</h2><p>No segundo ano da <a href="/padrao">escola</a> nova tudo mudou.</p>',
    ].join(''),
  ),
  '/sem-data': dated('2001-01-01', '<p>Em 2001 abriu o <a href="/depois">resto</a>.</p>'),
};

let server: Server;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tarrafa-when-parameters-'));
  server = createServer((request, response) => {
    if (request.url === '/robots.txt') return response.writeHead(404).end();
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(PAGES[request.url!] ?? dated('2020-03-01', `<p>Em 1942 choveu em ${request.url}.</p>`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const crawl = (out: string, ...more: string[]) =>
  spawnTarrafa([
    ...[
      'crawl',
      `http://${nationalHost(0)}/`,
      '--sample-web',
      String((server.address() as AddressInfo).port),
    ],
    ...[
      '--delay',
      '0',
      '--address-delay',
      '0',
      '--quiet',
      '--lang',
      'en',
      '--out',
      join(folder, out),
      ...more,
    ],
  ]);

const visited = (out: string): string[] =>
  readFileSync(join(folder, out, 'visits.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => new URL(JSON.parse(line).url).pathname)
    .sort();

const manifest = (out: string) => JSON.parse(readFileSync(join(folder, out, 'crawl.json'), 'utf8'));

const WHEN = ['--when', '1939..1945'];
const TUNED = [
  '--when-tau',
  '0.7',
  '--when-unit',
  'sentence',
  '--when-match',
  'overlap',
  '--when-undated',
  'none',
];

describe('the parameters of a crawl along a period', () => {
  it('[T-NFR-3] τ, unit, overlap and undated text decide about links, stay with the crawl, and are shown; its manifest has profile, all parameters, lexicon, seeds, scope, beginning, end and why it ended', async () => {
    expect((await crawl('usual', ...WHEN)).status).toBe(0);
    expect(visited('usual')).toEqual(['/', '/sem-data']);
    expect((await crawl('tuned', ...WHEN, ...TUNED, '--max-pages', '1')).status).toBe(0);
    // Going on, nothing is said of the period: the folder knows.
    expect((await crawl('tuned')).status).toBe(0);
    expect(visited('tuned')).toEqual(['/', '/decada', '/primeira-frase', '/tres-de-quatro']);
    const kept = manifest('tuned');
    expect(kept.parameters.linkPolicy.options).toEqual({
      ...{ when: '1939..1945', profile: 'modern', periods: {} },
      ...{ tau: 0.7, unit: 'sentence', match: 'overlap', undated: 'none' },
    });
    const inForce = { tau: 0.7, segmentUnit: 'sentence', scopeMatch: 'overlap', undatedPolicy: 'none' };
    expect(kept.linkPolicy.made.parameters.profile).toMatchObject(inForce);
    expect(kept.seeds).toEqual([`http://${nationalHost(0)}/`]);
    expect(kept.linkPolicy.made).toMatchObject({
      profile: 'modern',
      scope: { label: '1939..1945', days: '1939-01-01..1945-12-31', target: 'content' },
      lexicon: expect.stringMatching(/^pt-/),
    });
    const times = { startedAt: expect.any(String), endedAt: expect.any(String) };
    expect(kept.sessions).toMatchObject([
      { ...times, reason: 'page-budget', pages: 1 },
      { ...times, reason: expect.any(String) },
    ]);
    const { stdout } = await crawl('tuned', '--explain');
    expect(JSON.parse(stdout).followed.parameters).toMatchObject({ profile: inForce, order: 'predicted' });
  });

  it('the day of publication can be what counts, and the order what was found first', async () => {
    const { status } = await crawl(
      'published',
      '--when',
      '2020',
      '--when-target',
      'publication',
      '--when-order',
      'fifo',
    );
    expect(status).toBe(0);
    expect(visited('published')).toEqual(
      ['/', '/decada', '/padrao', '/primeira-frase', '/segunda-frase', '/sem-data', '/tres-de-quatro'].sort(),
    );
    const { made, figures } = manifest('published').linkPolicy;
    expect(made).toMatchObject({ scope: { target: 'publication' }, parameters: { order: 'fifo' } });
    // All but the page of 2001, and the front page, which has no day of its own.
    expect(figures).toMatchObject({ pages: 7, relevant: 5 });
  });

  it('what was mined is read in the threads of the crawl, and stays with it', async () => {
    const text = 'Estuda no primeiro ano.\n'.repeat(4);
    writeFileSync(join(folder, 'escola.txt'), text);
    const mined = await spawnTarrafa(['time', 'mine', join(folder, 'escola.txt'), '--json']);
    const patterns = join(folder, 'padroes.json');
    writeFileSync(patterns, mined.stdout);
    expect((await crawl('mined', ...WHEN, '--when-patterns', patterns)).status).toBe(0);
    const { options } = manifest('mined').parameters.linkPolicy;
    expect(options.patterns.length).toBeGreaterThan(0);
    expect(manifest('mined').linkPolicy.made.lexicon).not.toBe(manifest('usual').linkPolicy.made.lexicon);
  });

  it.each([
    [['--when-tau', '1.5', ...WHEN], '--when-tau'],
    [['--when-unit', 'page', ...WHEN], '--when-unit'],
    [['--when-tau', '0.5'], '--when-tau'],
  ])('%j is refused before anything is made', async (flags, named) => {
    const { status, stderr } = await crawl('refused', ...flags);
    expect([status, stderr.includes('TRF_CONFIG_INVALID') && stderr.includes(named)]).toEqual([2, true]);
  });
});
