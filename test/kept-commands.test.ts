/** Corrections and dossiers as a person makes them at a terminal: the built command on a collection, and files that other programs read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { crawlFolder, newsPage } from '../src/collection/small-archive.suite.ts';
import { spawnTarrafa } from './tarrafa-process.ts';

const SITE = 'jornal-exemplo.com.br';
const URL_OF = (n: number): string => `http://www.${SITE}/noticias/${n}.html`;

const json = (stdout: string) => JSON.parse(stdout) as Record<string, never>;

it('pages are corrected, listed, taken as gold, and as they were again', async () => {
  const folder = crawlFolder([0, 1, 2].map((n) => newsPage(SITE, n)));
  const correct = (...words: string[]) => spawnTarrafa(['correct', folder, ...words]);
  const made = await correct(
    ...[URL_OF(1), '--title', 'A escola da vila', '--date', '1931-05-02', '--place', 'região=Santa Cruz, RN'],
    ...[
      '--boilerplate',
      'Os moradores da rua 1 contam que a escola mudou a vida do bairro e trouxe gente de toda a região naquele tempo.',
      '--by',
      'Ana',
    ],
  );
  // The block that has the mention is no content any more, and was when it was said: both hold.
  expect([made.status, made.stderr]).toEqual([0, '']);
  expect(json(made.stdout)).toMatchObject({ by: 'Ana', value: { title: 'A escola da vila' } });
  expect((await correct(URL_OF(1), '--kind', 'article')).status).toBe(0);
  const listed = json((await correct('--list')).stdout);
  expect(listed).toMatchObject({
    value: { title: 'A escola da vila', published: '1931-05-02', type: 'article' },
  });
  const refused = await correct(URL_OF(1), '--date', '1931-02-30', '--lang', 'en');
  expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('TRF_CORRECTION_INVALID')]);
  const gold = join(folder, 'gold.jsonl.gz');
  expect(json((await correct('--gold', gold)).stdout)).toEqual({ out: gold, pages: 1 });
  expect(json(gunzipSync(readFileSync(gold)).toString())).toMatchObject({
    host: `www.${SITE}`,
    path: '/noticias/1.html',
    title: 'A escola da vila',
    date: '1931-05-02',
    main_content: expect.not.stringContaining('Os moradores'),
    html: expect.stringContaining('<h1>Notícia 1'),
    gold: { date: '1931-05-02' },
  });
  const rows = join(folder, 'paginas.csv');
  await spawnTarrafa(['analyse', folder, '--rebuild']);
  await spawnTarrafa(['export', folder, '--out', rows]);
  expect(readFileSync(rows, 'utf8')).toContain('A escola da vila');
  expect(json((await correct(URL_OF(1), '--undo')).stdout)).toEqual({ url: URL_OF(1), undone: true });
  expect((await correct('--list')).stdout).toBe('');
});

it('a dossier is made, filled, shown and taken away', async () => {
  const folder = crawlFolder([0, 1].map((n) => newsPage(SITE, n)));
  const dossier = (action: string, ...words: string[]) => spawnTarrafa(['dossier', action, folder, ...words]);
  expect(json((await dossier('new', 'Obras & <b>praças</b>')).stdout)).toMatchObject({
    id: 'obras-b-pracas-b',
  });
  const id = 'obras-b-pracas-b';
  const passage = 'Em 1930 a prefeitura inaugurou a ponte número 0';
  expect((await dossier('add', id, URL_OF(0), '--passage', passage, '--note', 'Ver a ata')).status).toBe(0);
  const absent = await dossier('add', id, URL_OF(0), '--passage', 'não está na página');
  expect(absent.status).toBe(2);
  const nowhere = await dossier('show', 'nada', '--lang', 'pt-BR');
  expect([nowhere.status, nowhere.stderr]).toEqual([
    2,
    expect.stringContaining('não há nada assim aqui: o dossiê nada'),
  ]);
  const paperless = await dossier('export', id, '--out', join(folder, 'dossie.pdf'), '--lang', 'pt-BR');
  expect(paperless.stderr).toMatch(
    /--format não é válida: .*dossie\.pdf não termina em \.html, \.wacz nem \.csv/,
  );
  const shown = json((await dossier('show', id)).stdout) as unknown as { citations: string[] };
  expect(shown.citations).toEqual([
    `NOTÍCIA 0: a ponte. ${SITE}, [S. l.], [s. d.]. Disponível em: ${URL_OF(0)}. Acesso em: 6 maio 2024.`,
  ]);
  const paper = join(folder, 'dossie.html');
  const archive = join(folder, 'dossie.wacz');
  expect(json((await dossier('export', id, '--out', paper, '--lang', 'en')).stdout)).toMatchObject({
    items: 1,
  });
  const html = readFileSync(paper, 'utf8');
  expect(html).toContain('Obras &amp; &lt;b&gt;praças&lt;/b&gt;');
  expect(html).toContain(`<mark>${passage}</mark>`);
  expect(html).toContain('<html lang="en">');
  expect(json((await dossier('export', id, '--out', archive)).stdout)).toMatchObject({
    format: 'wacz',
    missing: 0,
  });
  // A reader of WACZ finds the page of the dossier, and no other.
  const back = await spawnTarrafa(['import', archive, '--out', join(folder, 'de-volta'), '--json']);
  expect(json(back.stdout)).toMatchObject({ pages: 1 });
  expect((await dossier('remove', id, '1')).status).toBe(0);
  expect(json((await dossier('list')).stdout)).toMatchObject({ value: { items: [] } });
});
