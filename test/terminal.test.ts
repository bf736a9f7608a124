/** What commands print, and for whom: tables at a terminal, lines of JSON in a pipe, numbers that add up. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WarcWriter } from '../src/warc/index.ts';
import { AS_TABLE, MAIN, spawnTarrafa } from './tarrafa-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarrafa-terminal-'));
const foreign = join(folder, 'alheio');
const hasTerminal = spawnSync('script', ['--version']).error === undefined;

/** An archive of somebody else: two pages, a redirect, a picture, an empty page. */
beforeAll(() => {
  const writer = WarcWriter.open(foreign, { software: 'outro/1' });
  const answers: readonly (readonly [path: string, status: number, type: string, body: string])[] = [
    [
      'a',
      200,
      'text/html',
      '<title>Enchente</title><p>Em 1941 a cidade de Porto Alegre ficou debaixo da água.</p>',
    ],
    ['b', 200, 'text/html', '<title>Ponte</title><p>Em 1943 a cidade inaugurou a ponte sobre o rio.</p>'],
    ['c', 302, 'text/html', ''],
    ['d.png', 200, 'image/png', 'PNG'],
    ['e', 200, 'text/html', ''],
  ];
  for (const [n, [path, status, type, body]] of answers.entries())
    writer.writeExchange({
      url: `http://www.jornal-exemplo.com.br/${path}`,
      date: Date.UTC(2024, 4, 6, 12, 0, n),
      status,
      statusText: 'OK',
      httpVersion: '1.1',
      rawHeaders: ['Content-Type', type],
      body: Buffer.from(body),
    });
  writer.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const archiveName = (): string => readdirSync(foreign).find((name) => name.endsWith('.warc.gz'))!;

/** Runs it as a person does, at a terminal: what is seen there, without what is taken back. */
function atTerminal(...words: readonly string[]): { status: number | null; seen: string } {
  const line = [process.execPath, MAIN, ...words].map((word) => `'${word}'`).join(' ');
  const { status, stdout } = spawnSync('script', ['-qec', line, '/dev/null'], {
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', TARRAFA_LANG: 'pt-BR', TARRAFA_OUTPUT: '' },
  });
  return { status, seen: stdout.replaceAll('\r\n', '\n').replaceAll(/[^\n]*\r\x1b\[2K/g, '') };
}

describe.runIf(hasTerminal)('at a terminal', () => {
  it('an import tells its true numbers, in words and in the right number; in a pipe the same command gives JSON', async () => {
    const files = ['import', join(foreign, archiveName()), '--out'];
    const { status, seen } = atTerminal(...files, join(folder, 'importada'), '--lang', 'pt-BR');
    expect(status, seen).toBe(0);
    expect(seen).toMatch(/^1 arquivo \([\d,]+ k?B\) em .*importada: 5 capturas\. Já estavam: 0\.$/m);
    expect(seen).toContain('Registros que não são capturas, 1: 1 de descrição de arquivo.');
    expect(seen).toContain(
      'Deixadas de lado, 3 capturas: 1 redirecionamento ou erro, 1 de um tipo que não é página (imagens, estilos …), 1 vazia.',
    );
    expect(seen).toContain('2 páginas analisadas.');
    const piped = await spawnTarrafa([...files, join(folder, 'outra')], { env: { TARRAFA_OUTPUT: '' } });
    const { captures, others, analysed, pages } = JSON.parse(piped.stdout);
    expect([captures, pages, piped.stderr]).toEqual([5, 2, '']);
    expect(others).toMatchObject({ request: 0, warcinfo: 1 });
    const passed = Object.values<number>(analysed.passed).reduce((a, b) => a + b);
    expect(analysed.pages + analysed.same + passed).toBe(analysed.captures);

    // And what looks at the collection afterwards: a table there, a line here, a table for whoever wants one.
    const table = /Estado +importada\n/;
    expect(atTerminal('status', join(folder, 'outra')).seen).toMatch(table);
    const state = (env: Record<string, string>) => spawnTarrafa(['status', join(folder, 'outra')], { env });
    expect(JSON.parse((await state({ TARRAFA_OUTPUT: '' })).stdout)).toMatchObject({ captures: 5 });
    expect((await state({ ...AS_TABLE, TARRAFA_LANG: 'pt-BR' })).stdout).toMatch(table);
    const analysis = await spawnTarrafa(['analyse', join(folder, 'outra')], { env: { TARRAFA_OUTPUT: '' } });
    expect(analysis.stdout.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(analysis.stdout)).toMatchObject({ event: 'summary', summary: { pages: 2 } });
    expect(atTerminal('warc', 'check', foreign).seen).toMatch(/^1 arquivo, 6 registros/m);
  });
});

describe('the demonstration', () => {
  it('tells of a port that is taken, or is none, before it collects anything', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const out = join(folder, 'demo');
    const taken = await spawnTarrafa(['demo', '--port', String(port), '--out', out, '--lang', 'pt-BR']);
    server.close();
    expect([taken.status, taken.stdout]).toEqual([3, '']);
    expect(taken.stderr).toContain('TRF_PORT_TAKEN');
    expect(taken.stderr).not.toContain('Web de amostra');
    expect(await spawnTarrafa(['demo', '--port', 'oitenta', '--out', out])).toMatchObject({ status: 2 });
  });
});
