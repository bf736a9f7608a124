import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TarrafaError } from '../../errors.ts';
import { WarcWriter } from '../../warc/index.ts';
import type { Language } from '../../words/index.ts';
import type { CommandSurroundings } from '../input/surroundings.ts';
import { dateCommand } from './date.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-cli-date-'));
const NOW = Date.UTC(2024, 4, 6);
const PAGE = '<html lang="pt-BR"><title>Obra</title><h1>Obra</h1><p>Publicado em 12/03/2021 às 10h30</p>';

async function run(
  args: string[],
  more: Partial<CommandSurroundings> = {},
  language: Language = 'en',
): Promise<{ out: string; error: unknown }> {
  let out = '';
  const command = dateCommand(language, {
    isTerminal: false,
    out: (text) => {
      out += text;
    },
    err: () => {},
    stdin: async () => Buffer.from(PAGE),
    now: () => NOW,
    ...more,
  });
  command.exitOverride().configureOutput({ writeErr: () => {} });
  let error: unknown = null;
  try {
    await command.parseAsync(args, { from: 'user' });
  } catch (thrown) {
    error = thrown;
  }
  return { out, error };
}

beforeAll(() => {
  mkdirSync(join(root, 'paginas', 'dentro'), { recursive: true });
  writeFileSync(join(root, 'paginas', 'a.html'), PAGE);
  writeFileSync(join(root, 'paginas', 'dentro', 'b.htm'), PAGE.replace('12/03', '13/03'));
  writeFileSync(join(root, 'paginas', 'outro.bin'), Buffer.from([0, 1, 2]));
  const writer = WarcWriter.open(join(root, 'arquivo'), { clock: () => NOW });
  writer.writeExchange({
    url: 'https://exemplo.pt/2020/05/04/nota',
    date: NOW,
    status: 200,
    statusText: 'OK',
    httpVersion: '1.1',
    rawHeaders: ['Content-Type', 'text/html', 'Last-Modified', 'Tue, 05 May 2020 10:00:00 GMT'],
    body: Buffer.from('<p>olá</p>'),
    requestHead: 'GET /2020/05/04/nota HTTP/1.1\r\n\r\n',
    address: '127.0.0.1',
  } as Parameters<WarcWriter['writeExchange']>[0]);
  writer.close();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('tarrafa date', () => {
  it('dates standard input as JSON Lines', async () => {
    const { out } = await run(['-']);
    expect(JSON.parse(out)).toMatchObject({
      page: '-',
      published: { date: '2021-03-12', role: 'published' },
    });
  });

  it('dates the pages of a folder and of folders in it, and no other files', async () => {
    const { out } = await run([join(root, 'paginas')]);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).published.date),
    ).toEqual(['2021-03-12', '2021-03-13']);
  });

  it('dates the pages of an archive, with their address and Last-Modified', async () => {
    const { out } = await run([join(root, 'arquivo')]);
    expect(JSON.parse(out)).toMatchObject({
      page: 'https://exemplo.pt/2020/05/04/nota',
      published: { date: '2020-05-04', source: 'url' },
      modified: { date: '2020-05-05', source: 'header' },
    });
  });

  it('says of a front page and of a list of other pages that they have no date of their own', async () => {
    const items = ['01', '02', '03'].map(
      (day) =>
        `<article><h2><a href="/n/${day}">Nota ${day}</a></h2><p class="data">${day}/03/2021</p></article>`,
    );
    const stdin = async () => Buffer.from(`<title>Jornal</title><h1>Jornal</h1>${items.join('')}`);
    for (const [path, holds] of [
      ['', 'front-page'],
      ['tag/obras/', 'listing'],
      ['noticias/', 'listing'],
    ] as const) {
      const { out } = await run(['-', '--url', `https://exemplo.pt/${path}`], { stdin });
      expect(JSON.parse(out)).toMatchObject({ published: null, holds });
    }
    const table = await run(['-', '--url', 'https://exemplo.pt/'], { stdin, isTerminal: true }, 'pt-BR');
    expect(table.out).toContain('página inicial, sem data própria');
    expect(JSON.parse((await run(['-'])).out)).toMatchObject({ holds: null });
  });

  it('refuses dates after --fetched', async () => {
    const { out } = await run(['-', '--fetched', '2020-01-01']);
    expect(JSON.parse(out).published).toBeNull();
  });

  it('counts back from the fetch only where the moment of the fetch is known', async () => {
    const stdin = async () =>
      Buffer.from(`<html lang="pt"><h1>Nota</h1><p>Publicado há 5 dias</p><p>${'Texto. '.repeat(60)}</p>`);
    expect(JSON.parse((await run(['-'], { stdin })).out).published).toBeNull();
    expect(JSON.parse((await run(['-', '--fetched', '2020-01-10'], { stdin })).out).published).toMatchObject({
      date: '2020-01-05',
      source: 'relative',
    });
  });

  it('prints a table on a terminal, and what was weighed with --explain', async () => {
    const { out } = await run(['-', '--explain'], { isTerminal: true });
    expect(out).toMatch(/2021-03-12\s+0\.\d\d/);
    expect(out).toMatch(/published\s+visible publicado em «Publicado em 12\/03\/2021/);
  });

  it('speaks the language of the person, in the help, the table and of mistakes', async () => {
    const { out } = await run(['-', '--explain'], { isTerminal: true }, 'pt-BR');
    expect(out).toMatch(/publicada {14}certeza {2}modificada {2}página, evidência/);
    expect(out).toMatch(/publicada\s+texto publicado em «Publicado em 12\/03\/2021/);
    expect(out).not.toMatch(/published|visible/);
    const stdin = async () => Buffer.from('<title>x</title><p>olá</p>');
    const url = 'https://exemplo.pt/2020/05/nota';
    const bounded = await run(['-', '--url', url], { isTerminal: true, stdin }, 'pt-PT');
    expect(bounded.out).toMatch(/2020-05-01\/2020-05-31 .*endereço mês/);
    expect(String((await run(['-', '--fetched', 'ontem'], {}, 'pt-PT')).error)).toContain('dê uma data como');
    for (const language of ['pt-BR', 'pt-PT'] as const)
      expect(dateCommand(language).helpInformation()).not.toMatch(/\b(?:the|of|when|address of)\b/);
  });

  it('says what is wrong: a missing file, a bad date, an address nobody fetches', async () => {
    expect((await run([join(root, 'nada.html')])).error).toBeInstanceOf(TarrafaError);
    expect((await run(['-', '--fetched', 'ontem'])).error).toMatchObject({
      code: 'commander.invalidArgument',
    });
    expect((await run(['https://exemplo.pt/'])).error).toBeInstanceOf(TarrafaError);
  });

  it('answers binary input with nothing', async () => {
    const { out, error } = await run(['-'], { stdin: async () => Buffer.from([0, 255, 254, 0, 10, 200]) });
    expect(error).toBeNull();
    expect(JSON.parse(out)).toMatchObject({ published: null, modified: null });
  });
});
