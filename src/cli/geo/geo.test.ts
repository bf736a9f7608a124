import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { TarrafaError } from '../../errors.ts';
import { MemoryFetcher } from '../../geo/describe/memory-fetcher.suite.ts';
import { citiesZip } from '../../geo/readers/sample-files.suite.ts';
import type { Language } from '../../words/index.ts';
import { geoDescribeCommand } from './geo-describe.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarrafa-geo-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => {
  process.exitCode = undefined;
});

const zip = join(folder, 'cidades.zip');
writeFileSync(zip, citiesZip());

async function run(
  args: string[],
  options: { isTerminal?: boolean; language?: Language; fetcher?: MemoryFetcher } = {},
) {
  let out = '';
  const { fetcher } = options;
  const command = geoDescribeCommand(options.language ?? 'pt-BR', {
    isTerminal: options.isTerminal ?? false,
    out: (text) => {
      out += text;
    },
    err: () => {},
    ...(fetcher === undefined
      ? {}
      : { openFetcher: async () => ({ fetch: (ask) => fetcher.fetch(ask), close: async () => {} }) }),
  }).exitOverride();
  await command.parseAsync(args, { from: 'user' });
  return out;
}

describe('tarrafa geo describe', () => {
  it('prints JSON Lines to a program', async () => {
    const [line] = (await run(['--sample', zip]))
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text));
    expect(line).toMatchObject({
      state: 'indexed',
      container: 'archive',
      kind: 'vector',
      file: 'dados/cidades.shp',
      format: 'shapefile',
      count: 2,
      countFrom: 'header',
      crs: { epsg: 4674 },
      sample: { NOME: ['São Paulo', 'São José dos Campos'] },
    });
  });

  it('says which columns hold places, on request', async () => {
    const [line] = (await run(['--places', zip]))
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text));
    expect(line.places).toMatchObject({
      ...{ class: 'cidades', types: ['city'] },
      columns: [{ label: 'NOME', by: 'descriptor', hits: 2, names: 2 }],
    });
    const table = await run(['--places', zip], { isTerminal: true });
    expect(table).toMatch(/lugares: NOME +pelo nome da coluna, 1,0 · 2: São Paulo \| São José dos Campos/);
    await expect(run(['--place-names', join(folder, 'nada.txt'), zip])).rejects.toThrow(/nada\.txt/);
  });

  it('prints a table to a person, in their language', async () => {
    const table = await run([zip], { isTerminal: true });
    expect(table).toContain('aceito');
    expect(table).toMatch(/sistema de coordenadas.*EPSG:4674/);
    expect(await run([zip], { isTerminal: true, language: 'pt-PT' })).toContain('ficheiro');
    expect(await run([zip], { isTerminal: true, language: 'en' })).toMatch(/coordinate system.*EPSG:4674/);
  });

  it('draws a picture where it is told to', async () => {
    const png = join(folder, 'm.png');
    await run(['--thumbnail', png, '--size', '64x48', zip]);
    expect(readFileSync(png).readUInt32BE(16)).toBe(64);
    await expect(run(['--thumbnail', join(folder, 'm.gif'), zip])).rejects.toThrow();
    expect(existsSync(join(folder, 'm.gif'))).toBe(false);
  });

  it('describes addresses through the port, and says what it read', async () => {
    const url = 'http://www.ibge.test/cidades.zip';
    const fetcher = new MemoryFetcher(new Map([[url, { bytes: citiesZip() }]]));
    const line = JSON.parse((await run([url], { fetcher })).trim());
    expect(line).toMatchObject({ input: url, state: 'indexed', bytesFetched: fetcher.bytes });
  });

  it('says why a file is rejected and ends with a failure; a file that is not there is an error of the input', async () => {
    const bad = join(folder, 'ruim.shp');
    writeFileSync(
      bad,
      'isto não é um shapefile, nem de longe, mas tem mais de cem bytes para passar pelo cabeçalho, e assim por diante…',
    );
    const line = JSON.parse((await run([bad])).trim());
    expect(line).toMatchObject({ state: 'rejected', problems: [{ code: 'corrupt', file: 'ruim.shp' }] });
    expect(process.exitCode).toBe(1);
    await expect(run([join(folder, 'nada.shp')])).rejects.toThrow(TarrafaError);
  });

  it('says what is wrong with a file in the language of the person, and the same to programs in every one', async () => {
    const bad = join(folder, 'cortado.shp');
    writeFileSync(bad, 'x'.repeat(40));
    const said = (language: Language) => run([bad], { isTerminal: true, language });
    expect(await said('pt-BR')).toContain(
      'cortado: cortado.shp (o .shp tem 40 bytes, só o cabeçalho tem 100)',
    );
    expect(await said('en')).toContain('cut: cortado.shp (.shp of 40 bytes, its header has 100)');
    const empty = join(folder, 'vazio.geojson');
    writeFileSync(empty, '');
    expect(await run([empty], { isTerminal: true, language: 'pt-PT' })).toContain(
      'um ficheiro sem nenhum byte',
    );
    const [problem] = JSON.parse((await run([bad])).trim()).problems;
    expect(problem).toEqual({
      code: 'truncated',
      severity: 'error',
      file: 'cortado.shp',
      detail: '.shp of 40 bytes, its header has 100',
    });
  });

  it('names of hostile files cannot command the terminal', async () => {
    const evil = join(folder, 'x.geojson');
    writeFileSync(evil, JSON.stringify({ type: 'FeatureCollection', name: '\u001b[2Jlimpo', features: [] }));
    expect(await run([evil], { isTerminal: true })).not.toContain('\u001b[2J');
  });
});
