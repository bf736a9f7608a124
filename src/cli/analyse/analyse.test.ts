import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { EmbeddedCatalogue } from '../../catalogue/index.ts';
import { TarrafaError } from '../../errors.ts';
import { WarcWriter } from '../../warc/index.ts';
import type { Language } from '../../words/index.ts';
import { type AnalyseSurroundings, analyseCommand } from './analyse.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function archive(pages: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-analyse-'));
  folders.push(folder);
  add(folder, 0, pages);
  return folder;
}

function add(folder: string, from: number, to: number): void {
  const writer = WarcWriter.open(join(folder, 'archive'), { software: 'teste/1' });
  for (let n = from; n < to; n++)
    writer.writeExchange({
      url: `http://www.jornal-exemplo.com.br/${n}.html`,
      date: Date.UTC(2024, 4, 6, 12, 0, n),
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      rawHeaders: ['Content-Type', 'text/html; charset=utf-8'],
      body: Buffer.from(
        `<title>Página ${n}</title><h1>Página ${n}</h1><p>Em ${1900 + n} a cidade inaugurou a ponte número ${n}, que os moradores esperavam havia muitos anos.</p>`,
      ),
    });
  writer.close();
}

interface Run {
  readonly out: string;
  readonly err: string;
  readonly code: number;
}

async function run(
  args: readonly string[],
  options: { language?: Language; pipe?: boolean; watched?: boolean; interruptAfter?: number } = {},
): Promise<Run> {
  let out = '';
  let err = '';
  let code = 0;
  let clock = 0;
  let stop: (() => void) | null = null;
  const around: AnalyseSurroundings = {
    isTerminal: options.pipe !== true,
    isWatched: options.watched ?? false,
    columns: 100,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    now: () => {
      clock += 300;
      if (options.interruptAfter !== undefined && clock > options.interruptAfter) stop?.();
      return clock;
    },
    onInterrupt: (asked) => {
      stop = asked;
      return () => {
        stop = null;
      };
    },
    exitCode: (value) => {
      code = value;
    },
  };
  const command = analyseCommand(options.language ?? 'pt-BR', around).exitOverride();
  await command.parseAsync(['--threads', '0', ...args], { from: 'user' });
  return { out, err, code };
}

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('tarrafa analyse', () => {
  it('makes the catalogue and says what is in it; the next time only what is new', async () => {
    const folder = archive(3);
    const first = await run([folder]);
    expect(first.out).toMatch(/páginas\s+3\n/);
    expect(first.out).toMatch(/novas agora\s+3\n/);
    expect(first.out).toContain(`tarrafa serve ${folder}`);
    expect(readdirSync(folder)).toContain('catalogue.db');
    add(folder, 3, 5);
    expect((await run([folder], { language: 'en' })).out).toMatch(/pages\s+5\n[\s\S]*new now\s+2\n/);
    expect((await run([folder], { language: 'pt-PT' })).out).toContain('já estava em dia');
    expect((await run([folder, '--rebuild'])).out).toMatch(/novas agora\s+5\n/);
    expect((await run([folder, '--fresh'])).out).toMatch(/novas agora\s+5\n/);
  });

  it('says it in lines of JSON, or not at all', async () => {
    const folder = archive(4);
    const told = lines((await run([folder, '--json'])).out);
    expect(told.filter(({ event }) => event === 'progress').length).toBeGreaterThan(0);
    expect(told.find(({ phase }) => phase === 'reading')).toMatchObject({ total: expect.any(Number) });
    expect(told.at(-1)).toMatchObject({
      event: 'summary',
      pages: 4,
      interrupted: false,
      catalogue: join(folder, 'catalogue.db'),
      summary: { pages: 4, sites: 1 },
    });
    // In a pipe what came of it, and nothing of how it went.
    const piped = lines((await run([folder, '--rebuild'], { pipe: true, watched: false })).out);
    expect(piped).toMatchObject([{ event: 'summary', pages: 4, captures: 4, passed: { status: 0 } }]);
    const quiet = await run([folder, '--quiet', '--rebuild'], { watched: true });
    expect(quiet).toEqual({ out: '', err: '', code: 0 });
  });

  it('shows on a terminal how far it is, how fast and how long it will take', async () => {
    const { err } = await run([archive(60), '--rebuild'], { watched: true });
    expect(err).toMatch(
      /analisando · [\d.]+ páginas? · [\d.]+\/s · [\d.,]+ k?B \/ [\d.,]+ kB \(\d+ %\) · faltam \d/,
    );
    expect(err.endsWith('\r\x1b[2K')).toBe(true);
  });

  it('ends cleanly when it is interrupted, and goes on', async () => {
    const folder = archive(40);
    const stopped = await run([folder], { interruptAfter: 15_000, watched: true });
    expect(stopped.code).toBe(130);
    expect(stopped.err).toContain('O mesmo comando continua daqui.');
    const done = lines((await run([folder, '--json'])).out).at(-1);
    expect(done).toMatchObject({ interrupted: false, summary: { pages: 40 } });
    expect(done.pages).toBeLessThanOrEqual(40);
  });

  it('works on single files, with the catalogue where it is wanted', async () => {
    const folder = archive(2);
    const name = readdirSync(join(folder, 'archive')).find((one) => one.endsWith('.warc.gz'))!;
    const out = join(folder, 'meu.db');
    await run([join(folder, 'archive', name), '--out', out]);
    expect(readdirSync(folder)).toContain('meu.db');
    expect(readdirSync(join(folder, 'archive'))).not.toContain('catalogue.db');
  });

  it('refuses what it cannot read, and tells of damage', async () => {
    const folder = archive(2);
    writeFileSync(join(folder, 'x.txt'), 'bom dia');
    for (const input of [join(folder, 'x.txt'), join(folder, 'nada')])
      await expect(run([input])).rejects.toThrow(TarrafaError);
    await expect(run([folder, '--threads', 'dois'])).rejects.toThrow();
    const path = join(
      folder,
      'archive',
      readdirSync(join(folder, 'archive')).find((one) => one.endsWith('.gz'))!,
    );
    appendFileSync(path, Buffer.alloc(2000, 7));
    const { err, out } = await run([folder], { language: 'en' });
    expect(out).toMatch(/pages\s+2\n/);
    expect(err).toMatch(/^1 problem:\n {2}\S+\.warc\.gz @\d+: /);
    const rubbish = join(mkdtempSync(join(tmpdir(), 'tarrafa-analyse-')), 'r.warc.gz');
    folders.push(dirname(rubbish));
    writeFileSync(rubbish, Buffer.concat([Buffer.from([0x1f, 0x8b, 8]), Buffer.alloc(5000, 3)]));
    const refused = await run([rubbish]).catch((error: TarrafaError) => error);
    expect((refused as TarrafaError).explain('pt-BR').message).toContain('nenhum registro');
    expect((refused as TarrafaError).explain('en').message).toContain('no record of a Web archive');
  });

  it('gives the same with two threads, as a person runs it, as in one', async () => {
    const one = archive(60);
    const two = mkdtempSync(join(tmpdir(), 'tarrafa-analyse-'));
    folders.push(two);
    cpSync(one, two, { recursive: true });
    await run([one, '--quiet']);
    const main = fileURLToPath(new URL('../../../dist/program/cli/main.js', import.meta.url));
    const words = ['analyse', two, '--threads', '2', '--json', '--lang', 'en'];
    const { status, stdout } = spawnSync(process.execPath, [main, ...words], { encoding: 'utf8' });
    expect(status).toBe(0);
    expect(lines(stdout).at(-1)).toMatchObject({ event: 'summary', pages: 60, problems: 0 });
    const pagesIn = async (folder: string) => {
      const catalogue = EmbeddedCatalogue.open(join(folder, 'catalogue.db'), { readOnly: true });
      const pages = (await catalogue.pages({ limit: 100 })).items;
      await catalogue.close();
      return pages;
    };
    expect(await pagesIn(two)).toEqual(await pagesIn(one));
  });
});
