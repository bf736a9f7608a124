import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GeoIndex, newFile, writeGeoIndex } from '../../geo/index.ts';
import { geoJudgeCommand } from './geo-judge.ts';
import { geoProducersCommand } from './geo-producers.ts';
import { geoSearchCommand } from './geo-search.ts';
import { geoVocabularyCommand } from './geo-vocabulary.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tarrafa-geo-search-'));
  const index = new GeoIndex();
  const set = {
    format: 'shapefile',
    kind: 'vector',
    geometryType: 'Polygon',
    count: 3,
    crs: 'EPSG:4674',
    columns: [],
    title: null,
    abstract: null,
    keywords: [],
    licence: null,
  };
  const anchor = (text: string) => [{ page: 'http://ide.example/', text, before: [], after: [] }];
  index.addFile({
    ...newFile('http://ide.example/uso.zip', 'ide.example', 'uso.zip', 'zip'),
    anchors: anchor('uso do solo'),
    datasets: [{ ...set, layer: 'uso', box: [-50, -17, -48, -15] }],
  });
  index.addFile({
    ...newFile('http://ide.example/mundo.zip', 'ide.example', 'mundo.zip', 'zip'),
    anchors: anchor('uso do solo do mundo'),
    datasets: [{ ...set, layer: 'mundo', box: [-180, -60, 180, 80] }],
  });
  index.addPage({
    kind: 'page',
    url: 'http://ide.example/',
    site: 'ide.example',
    title: 'IDE',
    description: '',
    keywords: [],
    text: '',
    indexedAt: 0,
  });
  index.addLink({ kind: 'link', origin: 'http://x.example/', destination: 'ide.example', count: 2 });
  writeGeoIndex(folder, index);
  mkdirSync(join(folder, 'pages'));
  writeFileSync(
    join(folder, 'pages', 'a.html'),
    '<title>mapa</title><b>mapa</b> mapa cidade arquivo de de de',
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function run(
  command: 'search' | 'producers' | 'vocabulary',
  args: readonly string[],
  isTerminal = false,
): Promise<string> {
  let text = '';
  const around = { isTerminal, out: (piece: string) => void (text += piece), err: () => undefined };
  const make = { search: geoSearchCommand, producers: geoProducersCommand, vocabulary: geoVocabularyCommand }[
    command
  ];
  await make('pt-BR', around)
    .exitOverride()
    .parseAsync([...args], { from: 'user' });
  return text;
}
const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('tarrafa geo search', () => {
  it('answers in lines of JSON, the layer that fits the place before the one that covers the world', async () => {
    const answers = lines(await run('search', ['uso do solo em Goiás', '--in', folder]));
    expect(answers.map((a) => a.name)).toEqual(['uso.zip', 'mundo.zip']);
    expect(answers[0]).toMatchObject({
      producer: { site: 'ide.example', title: 'IDE', score: 2 },
      layers: [{ box: [-50, -17, -48, -15] }],
    });
  });

  it('takes an area by name or by its box, within or intersecting', async () => {
    for (const area of ['Goiás', '-54,-20,-45,-12']) {
      expect(
        lines(await run('search', ['uso do solo', '--in', folder, '--within', area])).map((a) => a.name),
      ).toEqual(['uso.zip']);
      expect(lines(await run('search', ['uso do solo', '--in', folder, '--intersects', area]))).toHaveLength(
        2,
      );
    }
    await expect(run('search', ['x', '--in', folder, '--within', 'Xyzópolis Nenhures'])).rejects.toThrow(
      /Xyz/,
    );
    await expect(
      run('search', ['x', '--in', folder, '--within', 'Goiás', '--intersects', 'Goiás']),
    ).rejects.toThrow(/--intersects/);
    await expect(run('search', ['x', '--in', join(folder, 'absent')])).rejects.toThrow(/absent/);
  });

  it('shows a person what was found and why, and says so when nothing was', async () => {
    const text = await run('search', ['uso do solo em Goiás', '--in', folder, '--explain'], true);
    expect(text).toContain('tema: uso do solo [land use]');
    expect(text).toContain('http://ide.example/uso.zip');
    expect(text).toContain('respostas: 2');
    expect(await run('search', ['atlântida perdida', '--in', folder], true)).toContain('Nada encontrado.');
  });

  it('lists producers', async () => {
    expect(lines(await run('producers', ['--in', folder]))).toMatchObject([
      { site: 'ide.example', score: 2, files: 2 },
    ]);
    expect(await run('producers', ['--in', folder], true)).toMatch(/2 +2 +0 +ide\.example/);
  });

  it('shows how pages are judged, to a person and to a program', async () => {
    const page =
      '<title>Casa</title><body>fotos <a href="a.zip">mapa 1:20.000</a> <a href="/b.zip">b</a> <a href="/c.html">c</a>';
    const judge = async (isTerminal: boolean, ...words: string[]): Promise<string> => {
      let text = '';
      const around = {
        ...{ isTerminal, out: (piece: string) => void (text += piece), err: () => undefined },
        ...{ stdin: async () => Buffer.from(page), now: () => 0 },
      };
      await geoJudgeCommand('pt-BR', around)
        .exitOverride()
        .parseAsync(['-', ...words], { from: 'user' });
      return text;
    };
    const shown = await judge(true, '--url', 'http://h.example/d/');
    expect(shown).toContain('tem o que olhar por dentro · palavras: mapa 1 (juntas valem 0,50)');
    expect(shown).toContain('http://h.example/d/a.zip');
    expect(shown).toContain(
      'arquivo, geográfico pelas palavras (texto do link) · «mapa 1:20.000» · escala 1:20.000',
    );
    expect(shown).toContain('fotos […] b c');
    expect(shown).toContain('1 link para página');
    const [line] = lines(await judge(false));
    expect(line).toMatchObject({
      page: '-',
      verdict: 'files',
      links: [{ url: 'http://pagina.invalid/a.zip', scale: 20000 }, {}, { class: 'PAGE' }],
    });
    await expect(judge(false, '--profile', 'velho')).rejects.toThrow('modern, compat');
  });

  it('builds a vocabulary from pages', async () => {
    const words = lines(await run('vocabulary', ['build', join(folder, 'pages'), '--all']));
    expect(words[0]).toMatchObject({
      term: 'mapa',
      body: 2,
      title: 1,
      emphasised: 1,
      relevance: 5.25,
      kept: true,
    });
    expect(words.map((w) => w.term)).not.toContain('de');
    expect(lines(await run('vocabulary', ['show']))).toHaveLength(80);
  });
});
