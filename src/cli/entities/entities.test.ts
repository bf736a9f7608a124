import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOSTS } from '../../../samples/hosts.ts';
import { startSampleWeb } from '../../../samples/server.ts';
import { analyse } from '../../app/analyse.ts';
import { crawlFolder, newsPage } from '../../collection/small-archive.suite.ts';
import { councilSite as site } from '../../entities/council-site.suite.ts';
import { GrafeoEngine, StoredPages } from '../../entities/index.ts';
import { type EntitiesSurroundings, entitiesCommand } from './entities.ts';
import { pagesOf } from './entities-pages.ts';

const truth = site.entities.find(({ url }) => url === site.sample)!;

describe('tarrafa entities', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tarrafa-entities-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  async function run(words: readonly string[], over: Partial<EntitiesSurroundings> = {}) {
    const said = { out: '', err: '', exit: 0 };
    const around: EntitiesSurroundings = {
      isTerminal: false,
      columns: 120,
      out: (text) => {
        said.out += text;
      },
      err: (text) => {
        said.err += text;
      },
      pages: async () => ({
        fetcher: new StoredPages([...site.pages].map(([url, body]) => ({ url, body }))),
      }),
      ask: async () => '',
      setExit: (code) => {
        said.exit = code;
      },
      ...over,
    };
    // As the main command has it: options of the part may stand anywhere.
    const root = new Command('tarrafa').exitOverride().addCommand(entitiesCommand('pt-BR', around));
    await root.parseAsync(['entities', ...words], { from: 'user' });
    return said;
  }
  it('keeps a table in a collection; lists, renames and deletes it', async () => {
    const collection = crawlFolder([newsPage('jornal-exemplo.com.br', 1)]);
    await analyse([collection], { threads: 0 });
    const kept = await run([site.sample, '--from', collection, '--keep', ' Vereadores ', '--json']);
    expect(kept.err).toContain('Tabela «Vereadores» guardada em');
    await expect(run([site.sample, '--keep', 'x'])).rejects.toThrow(/--keep/);
    const seen = await run(['tables', collection], { isTerminal: true });
    expect(seen.out).toMatch(/tabela +linhas +colunas/);
    expect(seen.out).toMatch(/Vereadores +24 /);
    const renamed = await run(['rename', collection, 'Vereadores', 'Câmara'], { isTerminal: true });
    expect(renamed.out).toBe('«Vereadores» chama-se agora «Câmara»\n');
    const would = await run(['delete', collection, 'Câmara'], { isTerminal: true });
    expect(would.out).toContain('Nada foi apagado');
    expect(lines((await run(['tables', collection])).out)).toMatchObject([{ name: 'Câmara', rows: 24 }]);
    expect(lines((await run(['delete', collection, 'Câmara', '--yes'])).out)).toMatchObject([
      { deleted: true },
    ]);
    expect((await run(['tables', collection], { isTerminal: true })).out).toBe('Nenhuma tabela.\n');
    await expect(run(['delete', collection, 'Câmara', '--yes'])).rejects.toThrow();
  });

  const lines = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  it('goes from one example to a table, a wrapper, and back again from the wrapper', async () => {
    const csv = join(folder, 'v.csv');
    const wrapper = join(folder, 'v.json');
    const said = await run([site.sample, '-o', csv, '--wrapper', wrapper]);
    expect(said.err).toContain(`${csv}: 24 linhas, 9 colunas`);
    const rows = readFileSync(csv, 'utf8').trim().split('\r\n');
    expect(rows).toHaveLength(25);
    for (const label of site.labels.values()) expect(rows[0]).toContain(label);
    expect(readdirSync(folder).sort()).toEqual(['v.csv', 'v.json']);

    const again = lines((await run(['extract', wrapper])).out);
    expect(again).toHaveLength(24);
    const sample = again.find(({ page }) => page === site.sample);
    expect(Object.values(sample.values).sort()).toEqual([...truth.values.values()].sort());
    const one = lines((await run(['extract', wrapper, site.sample, '--json'])).out);
    expect(one).toEqual([sample]);

    const check = await run(['check', wrapper]);
    expect(lines(check.out)[0].drift).toBe('none');
    expect(check.exit).toBe(0);
    const moved = new StoredPages(
      [...site.pages].map(([url, body]) => ({
        url,
        body: body.replaceAll('<dt>', '<dt><i>').replaceAll('</dt>', '</i></dt>'),
      })),
    );
    const drifted = await run(['check', wrapper], {
      pages: async () => ({ fetcher: moved }),
    });
    expect(lines(drifted.out)[0].drift).toBe('lost');
    expect(drifted.exit).toBe(1);
    expect(drifted.err).toContain('aprenda de novo');
  });

  it('runs the rules where it is asked to, with the same table', async () => {
    const rows = async (...words: string[]) => lines((await run([site.sample, '--json', ...words])).out);
    const here = await rows();
    expect(here.length).toBeGreaterThan(10);
    if (await GrafeoEngine.isInstalled()) expect(await rows('--engine', 'grafeo')).toEqual(here);
    await expect(run([site.sample, '--engine', 'nada'])).rejects.toMatchObject({
      code: 'TRF_ENGINE_UNKNOWN',
    });
  });

  it('takes the values wanted of the example page, and names the columns by them', async () => {
    const wants = ['nome', 'partido', 'votos'].flatMap((name) => [
      '--want',
      `${name}=${truth.values.get(name)}`,
    ]);
    const rows = lines((await run([site.sample, ...wants])).out);
    expect(rows).toHaveLength(24);
    for (const row of rows) {
      const entity = site.entities.find(({ url }) => url === row.page)!;
      expect(row.values).toEqual({
        nome: entity.values.get('nome'),
        partido: entity.values.get('partido'),
        votos: entity.values.get('votos'),
      });
    }
  });

  it('explains a value by its rule, and the lack of one by its reason', async () => {
    const label = site.labels.get('votos')!;
    const there = (await run([site.sample, '--explain', site.sample, label])).out;
    expect(there).toContain(truth.values.get('votos'));
    expect(there).toContain('regra escolhida r');
    expect(there).toContain('MATCH (n1)--');
    const lacking = site.entities.find(({ values }) => !values.has('telefone'))!;
    const absent = (await run([site.sample, '--explain', lacking.url, site.labels.get('telefone')!])).out;
    expect(absent).toContain('Não há valor');
    expect(absent).toContain('o rótulo não está na página');
    await expect(run([site.sample, '--explain', site.sample, 'Salário'])).rejects.toMatchObject({
      code: 'TRF_ATTRIBUTE_UNKNOWN',
    });
  });

  it('lets a person choose: in a dialogue, on a page, by votes', async () => {
    const asked: string[] = [];
    const dialogue = await run([site.sample, '--ask'], {
      ask: async (question) => {
        asked.push(question);
        return asked.length === 1 ? 'Primeira' : '-';
      },
    });
    expect(Object.keys(lines(dialogue.out)[0].values)).toEqual(['Primeira']);
    const page = join(folder, 'escolha.html');
    await run([site.sample, '--choice-page', page]);
    const html = readFileSync(page, 'utf8');
    const rule = new RegExp(`data-rule="(r[0-9a-f]+)" value="${site.labels.get('partido')}"`).exec(html)![1]!;
    const ballots = [{ Partido: rule }, { Partido: rule }, { Partido: null }].map((choices, i) => {
      const path = join(folder, `voto${i}.json`);
      writeFileSync(path, JSON.stringify({ form: 'tarrafa-entity-choices', version: 1, site: '', choices }));
      return path;
    });
    const voted = lines((await run([site.sample, '--votes', ...ballots])).out);
    expect(voted.find(({ page: url }) => url === site.sample).values).toEqual({
      Partido: truth.values.get('partido'),
    });
  });

  it('says what was wrong and leaves no output behind', async () => {
    const out = join(folder, 'x.csv');
    const broken = join(folder, 'quebrado.json');
    writeFileSync(broken, '{"form":"tarrafa-entity-wrapper","version":1');
    for (const [words, code] of [
      [[`${site.origin}/contato`, '-o', out], 'TRF_ENTITY_ALONE'],
      [[`${site.origin}/nada`, '-o', out], 'TRF_INPUT_MISSING'],
      [['isto não é endereço', '-o', out], 'TRF_URL_MALFORMED'],
      [[site.sample, '-o', join(folder, 'x.xls')], 'TRF_OUTPUT_FORM'],
      [[site.sample, '-o', out, '--want', 'salário=R$ 1,00'], 'TRF_WANTED_MISSING'],
      [[site.sample, '-o', out, '--want', 'salário'], 'TRF_CONFIG_INVALID'],
      [[site.sample, '-o', out, '--height', '9'], 'TRF_CONFIG_INVALID'],
      [['extract', broken, '-o', out], 'TRF_WRAPPER_INVALID'],
      [['check', join(folder, 'nenhum.json')], 'TRF_INPUT_MISSING'],
      [[], 'TRF_SEEDS_EMPTY'],
    ] as const)
      await expect(run([...words])).rejects.toMatchObject({ code });
    expect(readdirSync(folder)).toEqual(['quebrado.json']);
  });

  it('prints a table for a person, and the pages found', async () => {
    const table = await run([site.sample], { isTerminal: true });
    expect(table.out).toContain('Nome');
    expect(table.out).toContain('… e mais 4 linhas');
    const found = await run(['discover', site.sample], { isTerminal: true });
    expect(found.out).toContain('Caminho do exemplo:');
    expect(found.err).toContain('24 páginas da mesma espécie');
    const graph = await run(['graph', site.sample]);
    expect(graph.out).toContain('CREATE');
  });

  it('[O-AC-24] on the Web stays on the site, follows pages only, and keeps budget, delay and robots file', async () => {
    const web = await startSampleWeb({ sites: [HOSTS.championship.host, HOSTS.councilBr.host] });
    try {
      const example = `http://${HOSTS.championship.host}/jogadores/2015/jogador02.htm`;
      // Threads cannot load what is not compiled.
      const live: Partial<EntitiesSurroundings> = { pages: (given, into) => pagesOf(given, into, 0) };
      const flags = ['--sample-web', String(web.port), '--crawl', join(folder, 'coleta'), '--delay', '1'];
      const said = await run(['discover', example, ...flags], live);
      expect(lines(said.out)).toHaveLength(54);
      const asked = web.requests.entries();
      expect(new Set(asked.map(({ host }) => host))).toEqual(new Set([HOSTS.championship.host]));
      expect(asked[0]!.path).toBe('/robots.txt');
      // From the archive the second time: nobody is asked again but for what robots files allow.
      const before = web.requests.entries().filter(({ path }) => path !== '/robots.txt').length;
      await run(['discover', example, ...flags], live);
      expect(web.requests.entries().filter(({ path }) => path !== '/robots.txt').length).toBe(before);
      // One request at a time, whatever was asked for at once.
      expect(
        Math.max(...web.requests.entries(HOSTS.championship.host).map(({ concurrent }) => concurrent)),
      ).toBe(1);
      const closed = web.truth.disallowed(HOSTS.councilBr.host)[0]!;
      await expect(run(['discover', closed, ...flags], live)).rejects.toThrow(/robots/);
      expect(new Set(web.requests.entries(HOSTS.councilBr.host).map(({ path }) => path))).toEqual(
        new Set(['/robots.txt']),
      );
      const little = await run(['discover', example, '--max-pages', '5', ...flags], live);
      expect(little.err).toContain(' 5 lidas');
    } finally {
      await web.close();
    }
  });
});
