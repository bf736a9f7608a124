import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { annotateTime } from './index.ts';
import { expectSilence } from './silent.suite.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarrafa-annotate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

expectSilence();

const given = (text: string | Uint8Array) => ({ stdin: async () => Buffer.from(text) });

describe('a program that asks for the time of a text', () => {
  it('is given its paragraphs with their expressions as plain data', async () => {
    const text = 'Chegou ontem.\n\nParte em 2014.';
    const answer = await annotateTime('-', { ...given(text), dct: '2013-01-21', locale: 'pt-BR' });
    expect(answer.profile).toMatchObject({ name: 'modern', locale: 'pt-BR' });
    expect(answer.paragraphs).toMatchObject([
      {
        text: 'Chegou ontem.',
        offset: 0,
        marked: null,
        expressions: [{ text: 'ontem', chronons: ['2013-01-20'], offset: 7, anchor: { kind: 'dct' } }],
      },
      { offset: 15, expressions: [{ text: 'em 2014', chronons: ['2014-XX-XX'], offset: 21 }] },
    ]);
    expect(JSON.parse(JSON.stringify(answer.paragraphs))).toEqual(answer.paragraphs);
  });

  it('has the seasons and feasts of the country of the text, unless another is named', async () => {
    const summer = async (text: string, locale?: 'pt-PT' | 'pt-BR'): Promise<readonly string[]> => {
      const { paragraphs } = await annotateTime('-', { ...given(text), locale });
      return paragraphs[0]!.expressions.at(-1)!.chronons;
    };
    const brazil = 'A prefeitura registrou o fato: o time pegou o ônibus no verão de 2010.';
    const portugal = 'A autarquia registou o facto: a equipa apanhou o autocarro no verão de 2010.';
    expect(await summer(brazil)).toEqual(['2010-12-21', '2011-03-19']);
    expect(await summer(portugal)).toEqual(['2010-06-21', '2010-09-22']);
    expect(await summer(brazil, 'pt-PT')).toEqual(['2010-06-21', '2010-09-22']);
    const page = `<html lang="pt"><body><p>${brazil}</p></body></html>`;
    const fetchPage = async (url: string) => ({
      url,
      bytes: Buffer.from(page),
      contentType: 'text/html',
      lastModified: null,
      fetchedAt: Date.UTC(2024, 0, 1),
    });
    const { profile } = await annotateTime('https://www.exemplo.pt/', { fetchPage });
    expect(profile.locale).toBe('pt-PT');
  });

  it('has each paragraph marked where it wants it', async () => {
    const { paragraphs } = await annotateTime('-', { ...given('Em 1939.\n\nDepois.'), markup: 'timex3' });
    expect(paragraphs.map(({ marked }) => marked)).toEqual([
      'Em <TIMEX3 tid="t1" type="DATE" value="1939">1939</TIMEX3>.',
      'Depois.',
    ]);
  });

  it('reads a page of the Web that it brings itself, in the charset that its server states', async () => {
    const asked: string[] = [];
    const { paragraphs } = await annotateTime('https://exemplo.pt/a', {
      now: Date.UTC(2024, 0, 1),
      fetchPage: async (url) => {
        asked.push(url);
        return {
          url,
          bytes: Buffer.from('Nasceu em março de 1939.', 'latin1'),
          contentType: 'text/plain; charset=iso-8859-1',
          lastModified: null,
          fetchedAt: 0,
        };
      },
    });
    expect(asked).toEqual(['https://exemplo.pt/a']);
    expect(paragraphs[0]!.expressions[0]!.chronons).toEqual(['1939-03-XX']);
  });

  it('reads a file as a page by its name, and as text otherwise', async () => {
    const html = join(folder, 'a.html');
    writeFileSync(html, 'Foi <b>em 1939</b>.<script>em 1940</script>');
    expect((await annotateTime(html)).paragraphs.map(({ text }) => text)).toEqual(['Foi em 1939.']);
    const plain = join(folder, 'a.txt');
    writeFileSync(plain, 'Foi <b>em 1939</b>.');
    expect((await annotateTime(plain)).paragraphs.map(({ text }) => text)).toEqual(['Foi <b>em 1939</b>.']);
  });

  it('is told what is wrong with what it gave', async () => {
    const missing = { code: 'TRF_INPUT_MISSING' };
    await expect(annotateTime('-')).rejects.toMatchObject(missing);
    await expect(annotateTime('https://exemplo.pt/')).rejects.toMatchObject(missing);
    await expect(annotateTime(join(folder, 'nada.txt'))).rejects.toMatchObject(missing);
    await expect(annotateTime('-', given(new Uint8Array([0, 1, 2])))).rejects.toMatchObject(missing);
    await expect(annotateTime('-', { ...given('x'), signal: AbortSignal.abort() })).rejects.toThrow();
    await expect(annotateTime('-', { ...given('x'), dct: 'ontem' })).rejects.toMatchObject({
      code: 'TRF_CONFIG_INVALID',
    });
  });
});
