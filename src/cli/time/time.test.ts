import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { TarrafaError } from '../../errors.ts';
import type { Language } from '../../words/index.ts';
import { speakHelp } from '../help-language.ts';
import { type TimeTerminal, timeCommand } from './time.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarrafa-time-'));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function run(
  args: readonly string[],
  input = '',
  isTerminal = false,
  language: Language = 'pt-BR',
): Promise<string> {
  let out = '';
  const terminal: TimeTerminal = {
    isTerminal,
    columns: 120,
    out: (text) => {
      out += text;
    },
    stdin: async () => Buffer.from(input),
  };
  const command = timeCommand(language, terminal)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  await command.parseAsync([...args], { from: 'user' });
  return out;
}

describe('tarrafa time', () => {
  it('writes one JSON line for each expression when the output is no terminal', async () => {
    const lines = (await run(['-', '--dct', '2013-01-21'], 'Chegou ontem. Parte em 2014.'))
      .trim()
      .split('\n')
      .map((l) => JSON.parse(l));
    expect(lines.map((l) => [l.text, l.chronons, l.anchor?.kind ?? null])).toEqual([
      ['ontem', ['2013-01-20'], 'dct'],
      ['em 2014', ['2014-XX-XX'], null],
    ]);
  });

  it('shows text and table on a terminal, and why with --explain', async () => {
    const out = await run(['-', '--explain'], 'Nasceu em 1939.', true);
    expect(out).toContain('1939-XX-XX');
    expect(out).toContain('data explícita');
    expect(out).toContain('"name":"modern"');
  });

  it('writes the three markups', async () => {
    expect(await run(['-', '--timex3'], 'Nasceu em 1939.')).toContain(
      'em <TIMEX3 tid="t1" type="DATE" value="1939">1939</TIMEX3>.',
    );
    expect(await run(['-', '--harem'], 'Nasceu em 1939.')).toContain(
      '<EM ID="1" CATEG="TEMPO" TIPO="TEMPO_CALEND" SUBTIPO="DATA" VAL_NORM="1939-XX-XX">em 1939</EM>.',
    );
    expect(await run(['-', '--em'], 'Nasceu em 1939.')).toContain(
      'TYPE="CALENDAR_REF" SUBTYPE="DATE" CLASS="EXPLICIT"',
    );
  });

  it('reads the blocks of an HTML file', async () => {
    const path = file(
      'page.html',
      '<!doctype html><title>x</title><p>Nasceu em <b>1939</b>.</p><script>em 1940</script>',
    );
    expect(
      (await run([path]))
        .trim()
        .split('\n')
        .map((l) => JSON.parse(l).text),
    ).toEqual(['em 1939']);
  });

  it('reads a piece of a page as a page: by what it begins with, or by the name of its file', async () => {
    const piece = 'Nasceu em 12&nbsp;de maio de <b>1939</b> &amp; cresceu.';
    const texts = async (args: readonly string[], input = '') =>
      (await run(args, input))
        .trim()
        .split('\n')
        .map((l) => JSON.parse(l).text);
    const found = ['em 12 de maio de 1939'];
    expect(await texts(['-'], `<p class="x">${piece}</p>`)).toEqual(found);
    expect(await texts(['-'], `<!-- editor --><div>${piece}</div>`)).toEqual(found);
    expect(await texts([file('piece.htm', piece)])).toEqual(found);
    expect(await texts(['-'], '<1939> foi em 1940')).toEqual(['1939', 'em 1940']);
  });

  it('counts from the day on which a page says it was published, unless another is given', async () => {
    const page = file(
      'noticia.html',
      '<!doctype html><script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2021-03-04"}</script><h1>Ponte</h1><p>A ponte caiu ontem.</p>',
    );
    expect(JSON.parse(await run([page]))).toMatchObject({
      chronons: ['2021-03-03'],
      anchor: { kind: 'dct', at: '2021-03-04' },
    });
    expect(JSON.parse(await run([page, '--dct', '2013-01-21'])).chronons).toEqual(['2013-01-20']);
    const undated = '<!doctype html><h1>Ponte</h1><p>A ponte caiu ontem.</p>';
    expect(JSON.parse(await run(['-'], undated)).chronons).toEqual([]);
  });

  it('says where in the whole text each expression begins', async () => {
    const text = 'Nasceu em 1939.\r\n\r\n😀 Morreu em 1990.';
    const lines = (await run(['-'], text))
      .trim()
      .split('\n')
      .map((l) => JSON.parse(l));
    expect(lines.map((l) => [l.blockIndex, text.slice(l.offset, l.offset + l.text.length)])).toEqual([
      [0, 'em 1939'],
      [1, 'em 1990'],
    ]);
  });

  it('refuses what is no text, what is not there, and addresses it cannot fetch', async () => {
    await expect(run([file('binary', new Uint8Array([0, 1, 2, 3, 255, 0]))])).rejects.toThrow(TarrafaError);
    await expect(run([join(folder, 'missing.txt')])).rejects.toThrow(TarrafaError);
    await expect(run(['https://example.test/'])).rejects.toThrow(TarrafaError);
  });

  it('reads text that is not UTF-8, a long line without a space, and nothing at all', async () => {
    const latin = Buffer.from('Nasceu em março de 1939.', 'latin1');
    expect(JSON.parse(await run([file('latin1.txt', latin)])).chronons).toEqual(['1939-03-XX']);
    expect(
      await run([
        file('broken.txt', Buffer.concat([Buffer.from('em 1939 '), Buffer.from([0xff, 0xfe, 0xc3])])),
      ]),
    ).toContain('1939');
    expect(await run(['-'], 'a'.repeat(1_000_000))).toBe('');
    expect(await run(['-'], '')).toBe('');
    expect(await run(['-'], '', true)).toContain('nenhuma');
  });

  it.each(['0000-01-01', '9999-12-31', 'ontem', '2013-02-30', '13-01-01'])(
    'refuses the document date %s',
    async (date) => {
      await expect(run(['-', '--dct', date], 'hoje')).rejects.toThrow(CommanderError);
    },
  );

  it('lets no control character of the text through to the terminal', async () => {
    expect(await run(['-'], 'Em \u009b2J 1939 \u0007 caiu.', true)).not.toMatch(/[\u0007\u009b]/);
  });

  it('speaks the language of the person, in its help, its table and of what is wrong', async () => {
    for (const language of ['pt-BR', 'pt-PT'] as const) {
      const command = timeCommand(language);
      speakHelp(command, language);
      expect(command.helpInformation()).not.toMatch(/\b(?:the|of|file|date of|parameters|default)\b/);
    }
    const text = 'Nasceu em 1939.';
    expect(await run(['-'], text, true, 'pt-PT')).toMatch(/# +expressão +valor +classe[\s\S]*explícita/);
    const english = await run(['-', '--explain'], text, true, 'en');
    expect(english).toMatch(/# +expression +value +class +anchor +rule[\s\S]*explicit/);
    expect(english).toContain('said: year   inferred: —   tense: —');
    expect(await run(['-'], '', true, 'en')).toContain('no time expression');
    await expect(run(['-', '--dct', 'ontem'], 'hoje', false, 'pt-BR')).rejects.toThrow(/dê uma data como em/);
    await expect(run(['-', '--dct', '0000'], 'hoje', false, 'en')).rejects.toThrow(/year of the document/);
  });
});
