/** Options that a command shares with a command below it reach the one that was asked, wherever they stand; by the built command. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnTarrafa } from './tarrafa-process.ts';
import { page, tinyWeb } from './tiny-web.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarrafa-below-'));
const at = (name: string): string => join(folder, name);
const run = (words: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  spawnTarrafa(words, { cwd: folder, env });

beforeAll(() => {
  writeFileSync(at('t.txt'), 'No ano passado choveu.\n\nNo ano passado fez sol.\n');
  for (const n of [0, 1, 2]) writeFileSync(at(`${n}.html`), page([], `Texto número ${n} desta página.`));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an option of a command and of one below it', () => {
  it('is given to `report time`, `time mine` and `content memory`', async () => {
    const study = await run(['report', 'time', 't.txt', '--json', '--out', 'estudo']);
    expect(JSON.parse(study.stdout)).toHaveProperty('tables');
    expect([existsSync(at('estudo')), existsSync(at('report'))]).toEqual([true, false]);
    expect(JSON.parse((await run(['time', 'mine', 't.txt', '--json'])).stdout)).toHaveProperty('patterns');
    const memory = await run(['content', 'memory', '0.html', '1.html', '2.html', '--json']);
    expect(() => JSON.parse(memory.stdout.split('\n')[0]!)).not.toThrow();
  });

  it('is given to the commands of `entities`', async () => {
    const links = Array.from({ length: 6 }, (_, n) => `/p/${n}`);
    const person = (n: number): string =>
      `<html lang="pt"><title>Pessoa ${n}</title><body><h1>Pessoa ${n}</h1><dl><dt>Partido</dt><dd>P${n % 3}</dd><dt>Cidade</dt><dd>Cidade ${n}</dd></dl><p><a href="/">todas</a></p></body></html>`;
    const web = await tinyWeb({
      'www.camara-serraverde-exemplo.leg.br': {
        '/': page(links, 'As pessoas todas.'),
        ...Object.fromEntries(links.map((link, n) => [link, person(n)])),
      },
    });
    const example = 'http://www.camara-serraverde-exemplo.leg.br/p/1';
    const asked = ['--sample-web', String(web.port), '--delay', '0'];
    const learned = await run([
      'entities',
      'learn',
      example,
      ...asked,
      '--crawl',
      'pessoas',
      '-o',
      'regras.json',
    ]);
    expect([learned.status, existsSync(at('regras.json')), existsSync(at('pessoas'))]).toEqual([
      0,
      true,
      true,
    ]);
    const found = await run(['entities', 'discover', example, '--from', 'pessoas', '--json']);
    expect(found.status).toBe(0);
    for (const line of found.stdout.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
    const before = web.requests.length;
    const extracted = await run([
      'entities',
      'extract',
      'regras.json',
      '--from',
      'pessoas',
      '-o',
      'tabela.csv',
    ]);
    expect([extracted.status, web.requests.length - before]).toEqual([0, 0]);
    expect(readFileSync(at('tabela.csv'), 'utf8')).toContain('Cidade 4');
    await web.close();
  });

  it('is given to the commands of `desk`, and what is written counts before what the surroundings say', async () => {
    const [written, around] = ['ftp://escrito/banco', 'ftp://arredor/banco'];
    writeFileSync(at('endereco'), around, { mode: 0o600 });
    for (const words of [
      ['desk', 'list', '--cluster', written],
      ['desk', '--cluster', written, 'list'],
      ['cluster', 'status', '--cluster', written],
    ])
      for (const env of [{ TARRAFA_CLUSTER: around }, { TARRAFA_CLUSTER_FILE: at('endereco') }]) {
        const { stderr } = await run(words, env);
        expect([words, stderr]).toEqual([words, expect.stringMatching(/TRF_CLUSTER_ADDRESS.*escrito/)]);
      }
  });
});

describe('--lang', () => {
  it('takes the same values for every command, `warc replay` among them', async () => {
    for (const [lang, word] of [
      ['en', /^Usage/],
      ['pt-PT', /recolha/],
      ['pt-BR', /coleta/],
      ['pt', /coleta/],
    ] as const)
      for (const words of [['warc', 'replay'], ['status']]) {
        const { status, stdout } = await run([...words, '--help', '--lang', lang]);
        expect([words, lang, status, stdout]).toEqual([words, lang, 0, expect.stringMatching(word)]);
      }
  });
});
