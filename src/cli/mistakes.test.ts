/** What a newcomer does wrong, through the built command: a clear word, the right exit code, and nothing lost. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { AS_TABLE, spawnTarrafa } from '../../test/tarrafa-process.ts';
import { smallSource } from '../collection/export/small-source.suite.ts';
import { importArchives } from '../collection/import/index.ts';
import { EXIT } from '../errors.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarrafa-mistakes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...words: string[]) =>
  spawnTarrafa([...words, '--lang', 'pt-BR'], { cwd: folder, env: AS_TABLE });

describe('a mistake', () => {
  it('in a command line is told in words, without a trace of the program', async () => {
    const none = await run('crawl');
    expect(none).toMatchObject({ status: EXIT.usage });
    expect(none.stderr).toContain(
      'TRF_SEEDS_EMPTY: não há nenhuma semente que sirva (nenhuma foi informada)',
    );
    expect((await run('report')).stderr).toBe(
      'Erro: falta o argumento <pasta>\nVeja: tarrafa report --help\n',
    );
    writeFileSync(join(folder, 'carta.txt'), 'x');
    const crawls = await run('serve', '--crawls', 'carta.txt');
    expect(crawls.status).toBe(EXIT.usage);
    expect(crawls.stderr).toMatch(/TRF_INPUT_MISSING: .*carta\.txt: uma parte do caminho não é uma pasta\n/);
  });

  it('is told in the language that was asked for, by one rule for every command', async () => {
    writeFileSync(join(folder, 'cortado.warc'), 'lixo');
    const inNone = (...words: string[]) =>
      spawnTarrafa(words, {
        cwd: folder,
        env: { LANG: 'C', LC_ALL: 'C', LC_MESSAGES: 'C', TARRAFA_LANG: '' },
      });
    const told = await Promise.all([
      inNone('warc', 'check', 'cortado.warc'),
      inNone('warc', 'ls', 'nada.warc'),
      inNone('date', 'nada.html'),
      inNone('time', '-', '--dct', 'ontem'),
      inNone('warc', 'check', 'cortado.warc', '--lang', 'pt_PT.UTF-8'),
      inNone('date', 'nada.html', '--lang', 'en'),
      inNone('time', '-', '--dct', 'ontem', '--lang', 'en'),
    ]);
    const words = [
      'o arquivo acaba no meio deste registro',
      'este caminho não existe',
      'este caminho não existe',
      'dê uma data como em 2013-06-01',
      'o ficheiro acaba a meio deste registo',
      'no such file or folder',
      'give a date as in 2013-06-01',
    ];
    expect(told.map(({ stderr }, i) => (stderr.includes(words[i]!) ? words[i] : stderr))).toEqual(words);
    const { damaged, usage } = EXIT;
    expect(told.map(({ status }) => status)).toEqual([damaged, usage, usage, usage, damaged, usage, usage]);
    const unknown = await Promise.all([
      inNone('warc', 'replay', folder, '--lang', 'fr'),
      inNone('report', folder, '--lang=fr'),
      inNone('--lang', 'fr', 'status', folder),
    ]);
    for (const { status, stderr } of unknown) {
      expect(status).toBe(EXIT.usage);
      expect(stderr).toContain(
        'TRF_CONFIG_INVALID: a configuração --lang não é válida: "fr" não é nenhum destes: pt-BR, pt-PT, en',
      );
    }
  });

  it('of an archive that is none is told by every command that would read it, and nothing is left beside it', async () => {
    const at = join(folder, 'estragado');
    mkdirSync(at);
    writeFileSync(join(at, 'lixo.warc.gz'), Buffer.from('\x1f\x8b\x08\x00lixo', 'latin1'));
    const path = join('estragado', 'lixo.warc.gz');
    for (const words of [
      ['search', path, 'enchente'],
      ['concordance', path, 'enchente'],
      ['export', path, '--out', join('estragado', 'x.csv')],
      ['analyse', path],
      ['date', path],
      ['content', path],
    ]) {
      const { status, stdout, stderr } = await run(...words);
      expect([words[0], status], stderr).toEqual([words[0], EXIT.usage]);
      expect(stderr).toMatch(/nenhum registro de arquivo da Web nele|o arquivo acaba no meio deste registro/);
      expect(stdout.trim().split('\n').length).toBeLessThan(2);
      expect(readdirSync(at)).toEqual(['lixo.warc.gz']);
    }
  });

  it.each([
    [['sample', '--port', 'oitenta'], '--port não é válida: "oitenta" não é uma porta'],
    [['crawl', 'http://a.example/', '--sample-web', 'x'], '--sample-web não é válida: "x" não é uma porta'],
    [['crawl', 'ftp://a.example/', '--contact', 'a@b.org'], '(ftp://a.example/: não é http nem https'],
    [['serve', '--config', 'ruim.json'], 'ruim.json não é válida: não é JSON'],
    [['serve', '--config', 'cortada.json'], 'cortada.json não é válida: não é JSON: linha 2, coluna 10'],
    [
      ['search', '.', 'enchente', '--out', 'x.xlsx'],
      '--out não é válida: x.xlsx não termina em .csv nem em .jsonl',
    ],
    [
      ['concordance', '.', 'enchente', '--out', 'x.txt'],
      '--out não é válida: x.txt não termina em .csv nem em .jsonl',
    ],
    [['export', '.', '--out', 'x.docx'], 'a configuração --format não é válida: x.docx não termina'],
    [
      ['entities', 'http://a.example/', '--height', '9', '--from', '.'],
      '--height não é válida: "9" não é um número de 1 a 5',
    ],
    [
      ['entities', 'http://a.example/', '--want', 'x', '--from', '.'],
      '--want não é válida: "x" não tem a forma nome=valor',
    ],
    [
      ['forget', '.', 'http://a.example/', '--yes'],
      'Erro: diga por quê: --reason "…"\nVeja: tarrafa forget --help',
    ],
    [['forget', '.'], 'Erro: diga o que esquecer, ou --log\nVeja: tarrafa forget --help'],
    [['geo', 'search', 'goiás', '--in', '.'], 'não há dados geográficos ali'],
    [['volunteer', 'https://desk.example'], 'não foi dado nenhum token'],
  ])('of a value is told by the option as people write it, in words alone: %j', async (words, said) => {
    writeFileSync(join(folder, 'ruim.json'), 'não é JSON');
    writeFileSync(join(folder, 'cortada.json'), '{\n  "out": ');
    const { status, stderr } = await run(...words);
    expect(stderr).toContain(said);
    expect(status).toBe(EXIT.usage);
    expect(stderr).not.toMatch(/Unexpected|Error|\bat file|<(?:folder|file|port|n+ame)>/);
  });

  it('of a collection of nothing is told the least', async () => {
    const { status, stderr } = await run(
      'crawl',
      'http://a.example/',
      '--collection-size',
      '0',
      '--out',
      'vazia',
    );
    expect(status).toBe(EXIT.usage);
    expect(stderr).toContain('--collection-size não é válida: 0 é pouco: dê 1 ou mais');
    expect(existsSync(join(folder, 'vazia'))).toBe(false);
  });

  it('of a port that is taken is told by the sample web as by the server', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    const { status, stderr } = await run('sample', '--port', String(port));
    other.close();
    expect(status).toBe(EXIT.busy);
    expect(stderr).toContain(`TRF_PORT_TAKEN: a porta ${port}`);
  });

  it('of crawling into an imported collection takes nothing from it, also with --fresh', async () => {
    const source = await smallSource();
    const out = join(folder, 'importada');
    try {
      await importArchives(source.files, out, { software: 'Tarrafa/test', now: () => 0 });
    } finally {
      await source.close();
      rmSync(source.folder, { recursive: true, force: true });
    }
    const before = readdirSync(join(out, 'archive'));
    for (const more of [[], ['--fresh', '--yes']]) {
      const { status, stderr } = await run(
        'crawl',
        'http://a.example/',
        '--out',
        'importada',
        '--contact',
        'eu@example.org',
        ...more,
      );
      expect(status).toBe(EXIT.usage);
      expect(stderr).toContain('a pasta tem uma coleção importada; escolha outra');
    }
    expect(readdirSync(join(out, 'archive'))).toEqual(before);
    expect(existsSync(join(out, 'frontier'))).toBe(false);
  });

  it('of analysing what holds nothing yet is no table of zeros', async () => {
    mkdirSync(join(folder, 'comecada'));
    writeFileSync(join(folder, 'comecada', 'crawl.json'), '{"format":1}');
    const { status, stdout } = await run('analyse', 'comecada');
    expect(status).toBe(EXIT.ok);
    expect(stdout).toMatch(/^Nada a analisar: .*comecada ainda não tem nenhum arquivo WARC\.\n$/);
  });

  it('of a web that is not there ends with where to look, not with a report to admire', async () => {
    const { status, stderr } = await run(
      'crawl',
      'http://www.exemplo-que-nao-ha.br/',
      '--sample-web',
      '1',
      '--retries',
      '0',
      '--out',
      'nada',
    );
    expect(status).toBe(EXIT.ok);
    expect(stderr).toContain(
      'Nenhuma página foi obtida. Veja por quê, nas falhas por motivo: tarrafa report nada',
    );
    expect(stderr).not.toContain('tarrafa serve nada');
  });

  it('of looking again at a sample web that is gone is told at once, and nothing is made', async () => {
    mkdirSync(join(folder, 'colhida'));
    for (const command of ['harvest', 'check']) {
      writeFileSync(join(folder, 'colhida', 'geo-index.jsonl'), '');
      const { status, stderr } = await run('geo', command, 'colhida', '--sample-web', '1');
      expect(status).toBe(EXIT.usage);
      expect(stderr).toContain('--sample-web 1 não é válida: ninguém responde nesta porta');
      expect(readdirSync(join(folder, 'colhida'))).toEqual(['geo-index.jsonl']);
    }
  });
});
