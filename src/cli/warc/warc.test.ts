import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAIN } from '../../../test/tarrafa-process.ts';
import { type Exchange, WarcWriter } from '../../warc/index.ts';
import type { Language } from '../../words/index.ts';
import { speakHelp } from '../help-language.ts';
import { type WarcTerminal, warcCommand } from './warc.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-cli-warc-'));
const BINARY = Buffer.from([0, 255, 10, 13, 128, 27]);
let file = '';
let offset = 0;

interface Run {
  readonly out: Buffer;
  readonly text: string;
  readonly err: string;
  readonly error: unknown;
}

async function run(
  args: string[],
  isTerminal = false,
  stopped: (out: string) => Promise<void> = async () => {},
  language: Language = 'en',
): Promise<Run> {
  const chunks: Buffer[] = [];
  let err = '';
  const terminal: WarcTerminal = {
    isTerminal,
    columns: 200,
    out: async (data) => void chunks.push(Buffer.from(data as string)),
    err: (text) => {
      err += text;
    },
    stopped: () => stopped(Buffer.concat(chunks).toString()),
  };
  let error: unknown = null;
  const command = warcCommand(language, terminal);
  for (const one of [command, ...command.commands])
    one.exitOverride().configureOutput({ writeErr: () => {} });
  try {
    await command.parseAsync(args, { from: 'user' });
  } catch (thrown) {
    error = thrown;
  }
  const out = Buffer.concat(chunks);
  return { out, text: out.toString(), err, error };
}

beforeAll(() => {
  const writer = WarcWriter.open(join(root, 'archive'), { clock: () => Date.UTC(2024, 4, 6) });
  const base: Exchange = {
    url: 'https://exemplo.pt/a',
    date: Date.UTC(2024, 4, 6),
    status: 200,
    statusText: 'OK',
    httpVersion: '1.1',
    rawHeaders: ['Content-Type', 'text/html', 'Content-Encoding', 'gzip'],
    body: gzipSync('<p>olá</p>'),
    requestHead: 'GET /a HTTP/1.1\r\n\r\n',
  };
  writer.writeExchange(base);
  writer.writeExchange({ ...base, date: Date.UTC(2024, 5, 1), body: gzipSync('<p>junho</p>') });
  const binary = writer.writeExchange({
    ...base,
    url: 'https://exemplo.pt/bin',
    rawHeaders: ['Content-Type', 'image/x\u001b[2J'],
    body: BINARY,
  });
  writer.writeExchange({
    ...base,
    date: Date.UTC(2024, 6, 1),
    revisitOf: { url: base.url, date: base.date },
  });
  offset = binary.offset;
  file = join(root, 'archive', binary.file);
  writer.close();
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('tarrafa warc ls', () => {
  it('prints JSON Lines when piped and a table on a terminal', async () => {
    const { text } = await run(['ls', root]);
    const rows = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map((row) => row.type)).toEqual([
      'warcinfo',
      'response',
      'request',
      'response',
      'request',
      'response',
      'request',
      'revisit',
      'request',
    ]);
    expect(rows[1]).toMatchObject({
      status: 200,
      mime: 'text/html',
      date: '2024-05-06T00:00:00.000Z',
      url: 'https://exemplo.pt/a',
    });
    expect(rows[5].offset).toBe(offset);
    const table = await run(['ls', file, '--type', 'response'], true);
    expect(table.text.split('\n')).toHaveLength(5);
    expect(table.text).toMatch(/response {2}200 {2}text\/html .* https:\/\/exemplo\.pt\/a/);
    // A media type cannot command the terminal.
    expect(table.text).not.toContain('\u001b[2J');
  });

  it('tells of a cut file on standard error', async () => {
    const cut = join(root, 'cortado.warc.gz');
    writeFileSync(cut, readFileSync(file).subarray(0, offset + 20));
    const { text, err } = await run(['ls', cut]);
    expect(text.trim().split('\n')).toHaveLength(5);
    expect(err).toContain(`cortado.warc.gz @${offset}: the file ends within this record`);
  });
});

describe('tarrafa warc cat', () => {
  it('shows the decoded payload by address and time, following revisits', async () => {
    expect((await run(['cat', root, 'https://exemplo.pt/a', '--time', '2024-05-07'])).text).toBe(
      '<p>olá</p>',
    );
    expect((await run(['cat', root, 'https://exemplo.pt/a', '--time', '20240602'])).text).toBe(
      '<p>junho</p>',
    );
    expect((await run(['cat', root, 'https://exemplo.pt/a', '--payload'])).text).toBe('<p>olá</p>');
  });

  it('is safe for binary, by offset, raw and with headers', async () => {
    expect((await run(['cat', root, 'https://exemplo.pt/bin'])).out.equals(BINARY)).toBe(true);
    expect((await run(['cat', file, '--offset', String(offset)])).out.equals(BINARY)).toBe(true);
    expect((await run(['cat', file, '--offset', String(offset), '--raw'])).text).toMatch(
      /^HTTP\/1\.1 200 OK\r\n/,
    );
    const headers = await run(['cat', root, 'https://exemplo.pt/bin', '--headers'], true);
    expect(headers.text).toContain('WARC-Target-URI: https://exemplo.pt/bin\n');
    expect(headers.text).toContain('HTTP/1.1 200 OK\n');
    expect(headers.text).not.toContain('\u001b');
  });

  it('says what is wrong', async () => {
    expect((await run(['cat', root, 'https://nunca.pt/'])).error).toMatchObject({
      code: 'TRF_INPUT_MISSING',
    });
    expect((await run(['cat', root])).error).toMatchObject({ code: 'TRF_INPUT_MISSING' });
    expect((await run(['cat', file, '--offset', '7'])).error).toMatchObject({ code: 'TRF_STORAGE_DAMAGED' });
    expect((await run(['cat', join(root, 'nada')])).error).toMatchObject({ code: 'TRF_INPUT_MISSING' });
    expect((await run(['cat', file, '--offset', 'x'])).error).toMatchObject({
      code: 'commander.invalidArgument',
    });
  });
});

describe('tarrafa warc check', () => {
  it('passes a whole archive and ends with code 5 on a damaged one', async () => {
    const good = await run(['check', root], true);
    expect(good.error).toBeNull();
    expect(good.text).toContain('1 file, 9 records (request 4, response 3, revisit 1, warcinfo 1)');
    expect(good.text).toContain('0 errors, 0 warnings');
    const bad = join(root, 'mau.warc.gz');
    const bytes = readFileSync(file);
    bytes[offset + 40]! ^= 1;
    writeFileSync(bad, bytes);
    const result = await run(['check', bad], true);
    expect(result.error).toMatchObject({ code: 'TRF_STORAGE_DAMAGED', exit: 5 });
    expect(result.text).toContain(`mau.warc.gz @${offset} `);
    const lines = (await run(['check', bad, '--json'])).text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines[0]).toMatchObject({ kind: 'finding', severity: 'error', code: 'gzip', offset });
    expect(Object.keys(lines[0])).toEqual(['kind', 'file', 'offset', 'severity', 'code', 'message']);
    expect(lines.at(-1)).toMatchObject({ kind: 'summary', errors: 1 });
  });
});

describe('tarrafa warc index and replay', () => {
  it('makes the index anew', async () => {
    expect((await run(['index', root], true)).text).toContain('1 file, 4 captures indexed');
    expect(JSON.parse((await run(['index', root])).text)).toMatchObject({
      files: 1,
      captures: 4,
      problems: 0,
    });
    expect(
      readFileSync(join(root, 'archive', 'index.cdxj'), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(4);
  });

  it('serves until it is stopped', async () => {
    let page = '';
    const { error } = await run(['replay', root, '--port', '0'], false, async (out) => {
      const { url } = JSON.parse(out) as { url: string };
      page = await (await fetch(`${url}20240506000000/https://exemplo.pt/a`)).text();
    });
    expect(error).toBeNull();
    expect(page).toContain('<p>olá</p>');
    expect(page).toContain('Capture of 2024-05-06');
  });

  it('speaks by --lang as every command does', async () => {
    const words = ['warc', 'replay', join(root, 'archive'), '--port', '0', '--lang', 'pt_PT.UTF-8'];
    const child = spawn(process.execPath, [MAIN, ...words], { stdio: ['ignore', 'pipe', 'ignore'] });
    try {
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      const { url } = JSON.parse(line.toString()) as { url: string };
      const page = await (await fetch(`${url}20240506000000/https://exemplo.pt/a`)).text();
      expect(page).toContain('lang="pt-PT" role="note">C&#243;pia de 2024-05-06');
    } finally {
      child.kill('SIGINT');
      await once(child, 'exit');
    }
  });
});

describe('the words of tarrafa warc', () => {
  it('are Portuguese for who speaks it, in the help, the tables and what is wrong', async () => {
    for (const language of ['pt-BR', 'pt-PT'] as const) {
      const help = warcCommand(language).commands.map((one) => {
        speakHelp(one, language);
        return one.helpInformation();
      });
      expect(help.join('\n')).not.toMatch(/\b(?:the|of|archive|record|records|unless|default)\b/);
    }
    const said = async (args: string[], isTerminal = false) => run(args, isTerminal, async () => {}, 'pt-PT');
    expect((await said(['check', file], true)).text).toContain('1 ficheiro, 9 registos (');
    expect((await said(['ls', file], true)).text).toMatch(/^\S*tipo +est\. +tipo de conteúdo +data/);
    const cut = join(root, 'outro-cortado.warc.gz');
    writeFileSync(cut, readFileSync(file).subarray(0, offset + 20));
    expect((await said(['ls', cut])).err).toContain('o ficheiro acaba a meio deste registo');
    expect((await said(['check', cut], true)).text).toContain('erro: o ficheiro acaba a meio');
  });
});
