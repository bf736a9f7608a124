import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TarrafaError } from '../errors.ts';
import { WarcWriter } from '../warc/index.ts';
import { contentCommand } from './content.ts';
import type { PageSurroundings } from './given-pages.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-cli-content-'));
const NOW = Date.UTC(2024, 4, 6);
const MOTTO =
  'Há cinquenta anos o nosso jornal conta a história desta cidade, com rigor, paciência e muito café.';

function page(n: number): string {
  const text = Array.from(
    { length: 4 },
    (_, k) =>
      `<p>Na sessão ${n}.${k}, a câmara votou a proposta ${n * 10 + k}, que muda ${k + 2} ruas do bairro ${n}, e ouviu ${n + k} moradores.</p>`,
  );
  return `<html lang="pt-BR"><head><title>Sessão ${n} | Jornal</title></head><body><div class="a"><h1>Sessão ${n}</h1>${text.join('')}</div><div class="b"><p>${MOTTO}</p></div></body></html>`;
}

interface Ran {
  readonly out: string;
  readonly err: string;
  readonly error: unknown;
}

async function run(args: string[], more: Partial<PageSurroundings> = {}): Promise<Ran> {
  let out = '';
  let err = '';
  const command = contentCommand('en', {
    isTerminal: false,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    stdin: async () => Buffer.from(page(1)),
    now: () => NOW,
    ...more,
  });
  command.exitOverride().configureOutput({ writeErr: () => {} });
  for (const sub of command.commands) sub.exitOverride().configureOutput({ writeErr: () => {} });
  let error: unknown = null;
  try {
    await command.parseAsync(args, { from: 'user' });
  } catch (thrown) {
    error = thrown;
  }
  return { out, err, error };
}

const site = join(root, 'site');

beforeAll(() => {
  mkdirSync(site, { recursive: true });
  for (let n = 0; n < 10; n++) writeFileSync(join(site, `p${n}.html`), page(n));
  writeFileSync(join(root, 'arquivo.pdf.html'), '%PDF-1.4 nada');
  writeFileSync(join(root, 'vazio.html'), '  \n');
  writeFileSync(join(root, 'texto.html'), 'só texto, sem marca');
  writeFileSync(join(root, 'binario.html'), Buffer.alloc(2000));
  const writer = WarcWriter.open(join(root, 'coleta'), { clock: () => NOW });
  for (let n = 0; n < 10; n++)
    for (const host of ['jornal.exemplo.br', 'outro.exemplo.br'])
      writer.writeExchange({
        url: `https://${host}/sessao/${n}`,
        date: NOW,
        status: 200,
        statusText: 'OK',
        httpVersion: '1.1',
        rawHeaders: ['Content-Type', 'text/html; charset=utf-8'],
        body: Buffer.from(
          host.startsWith('outro') ? page(n + 40).replaceAll('câmara', 'assembleia') : page(n),
        ),
        requestHead: `GET /sessao/${n} HTTP/1.1\r\n\r\n`,
        address: '127.0.0.1',
      } as Parameters<WarcWriter['writeExchange']>[0]);
  writer.close();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

const lines = (out: string): Record<string, unknown>[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('tarrafa content', () => {
  it('reads a folder and compares its pages with one another', async () => {
    const { out, error } = await run([site]);
    expect(error).toBeNull();
    const pages = lines(out);
    expect(pages).toHaveLength(10);
    for (const [n, read] of pages.entries()) {
      expect(read.title).toBe(`Sessão ${n}`);
      expect(read.text).toContain(`sessão ${n}.3`);
      expect(read.text).not.toContain('cinquenta anos');
    }
  });

  it('one page alone keeps what only its site could tell, and --site tells', async () => {
    const file = join(site, 'p3.html');
    expect((await run([file, '--format', 'text'])).out).toContain('cinquenta anos');
    const told = await run([file, '--site', site, '--format', 'text']);
    expect(told.out).not.toContain('cinquenta anos');
    expect(told.out).toContain('sessão 3.0');
    expect((await run([file, '--site', site, '--single', '--format', 'text'])).out).toContain(
      'cinquenta anos',
    );
  });

  it('reads standard input, with the address given', async () => {
    const [read] = lines((await run(['-', '--url', 'https://jornal.exemplo.br/x'])).out);
    expect(read!.url).toBe('https://jornal.exemplo.br/x');
    expect(read!.text).toContain('sessão 1.2');
  });

  it('fetches an address through what it was handed', async () => {
    const fetchPage = async (url: string) => ({
      name: url,
      url,
      body: Buffer.from(page(7)),
      contentType: 'text/html',
      fetchedAt: NOW,
    });
    expect(lines((await run(['https://jornal.exemplo.br/7'], { fetchPage })).out)[0]!.title).toBe('Sessão 7');
  });

  it('pages of different sites in one archive have a memory each', async () => {
    const pages = lines((await run([join(root, 'coleta')])).out);
    expect(pages).toHaveLength(20);
    for (const read of pages) expect((read.site as { pages: number }).pages).toBe(9);
    expect(pages.filter((read) => String(read.text).includes('assembleia'))).toHaveLength(10);
  });

  it.each([
    ['md', /^# Sessão 2\n\n/],
    ['html', /^<article>\n<h1>Sessão 2<\/h1>\n<p>Na sessão/],
    ['text', /^Sessão 2\n/],
  ])('--format %s', async (format, shape) => {
    expect((await run([join(site, 'p2.html'), '--format', format])).out).toMatch(shape);
  });

  it('--explain gives every block, and writes a page with the reasons and no script', async () => {
    const file = join(root, 'porque.html');
    const { out, err } = await run([
      join(site, 'p2.html'),
      '--site',
      site,
      '--explain',
      '--explain-out',
      file,
    ]);
    const blocks = lines(out)[0]!.blocks as { text: string; verdict: string; reason: string }[];
    expect(blocks.find((b) => b.text === MOTTO)).toMatchObject({
      verdict: 'boilerplate',
      reason: 'repeated-text',
    });
    expect(err).toContain(file);
    const html = readFileSync(file, 'utf8');
    expect(html).toContain('class="b boilerplate"');
    expect(html).toMatch(/o texto se repete no site|its text repeats on the site/);
    expect(html).not.toContain('<script');
  });

  it.each([
    ['arquivo.pdf.html', 'it is not HTML (PDF)'],
    ['vazio.html', 'it is empty'],
    ['texto.html', 'it is not HTML'],
    ['binario.html', 'it is not HTML'],
  ])('%s is refused with a code and why', async (name, why) => {
    const { error } = await run([join(root, name)]);
    expect(error).toBeInstanceOf(TarrafaError);
    expect((error as TarrafaError).code).toBe('TRF_CONTENT_NOT_HTML');
    expect((error as TarrafaError).explain('en').message).toContain(why);
  });

  it('a missing file is told', async () => {
    expect(((await run([join(root, 'nada.html')])).error as TarrafaError).code).toBe('TRF_INPUT_MISSING');
  });
});

describe('tarrafa content memory', () => {
  it('learns, shows and writes a memory that content then uses', async () => {
    const file = join(root, 'jornal.memory');
    const { out } = await run(['memory', site, '--out', file]);
    expect(lines(out)[0]).toMatchObject({ pages: 10, nearDuplicates: 0 });
    expect(lines((await run(['memory', file])).out)[0]).toMatchObject({ pages: 10 });
    const used = await run(['-', '--memory', file, '--format', 'text'], {
      stdin: async () => Buffer.from(page(30)),
    });
    expect(used.out).toContain('sessão 30.1');
    expect(used.out).not.toContain('cinquenta anos');
  });

  it('a file that is no memory is refused', async () => {
    expect(((await run(['-', '--memory', join(site, 'p1.html')])).error as TarrafaError).code).toBe(
      'TRF_CONTENT_MEMORY',
    );
  });
});

describe('tarrafa content train', () => {
  it('trains from repetition alone, the same every time, and says what it was made of', async () => {
    const model = async (): Promise<Record<string, unknown>> =>
      lines((await run(['train', site, '--material', 'sample', '--licence', 'MIT'])).out)[0]!;
    const once = await model();
    expect(once.trainedOn).toEqual([{ material: 'sample', licence: 'MIT', sites: 1, pages: 10 }]);
    expect((once.weights as number[]).length).toBe((once.features as string[]).length);
    expect((once.weights as number[]).some((w) => w !== 0)).toBe(true);
    expect(await model()).toEqual(once);
  });

  it('too few pages are refused', async () => {
    expect(((await run(['train', join(site, 'p1.html')])).error as TarrafaError).code).toBe(
      'TRF_INPUT_MISSING',
    );
  });
});
