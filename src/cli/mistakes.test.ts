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
      'Erro: falta o argumento <folder>\nVeja: tarrafa report --help\n',
    );
    writeFileSync(join(folder, 'carta.txt'), 'x');
    const crawls = await run('serve', '--crawls', 'carta.txt');
    expect(crawls.status).toBe(EXIT.usage);
    expect(crawls.stderr).toMatch(/TRF_INPUT_MISSING: .*carta\.txt: uma parte do caminho não é uma pasta\n/);
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
});
