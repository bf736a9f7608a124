import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { Language } from '../../words/index.ts';
import { sayWhy } from '../../words/why.ts';
import { collectionDocuments } from './collection-documents.ts';
import { looksBinary, readTextOrPage } from './given-text.ts';
import type { InputProblem } from './input-problem.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarrafa-given-text-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (name: string, text: string | Uint8Array, contentType: string | null = null) =>
  readTextOrPage(name, { url: '', contentType, bytes: Buffer.from(text) });

describe('what is given to be read', () => {
  it('is a page by its name, its type, or what it begins with, and text otherwise', () => {
    for (const page of [
      read('a.htm', 'sem marcas'),
      read('-', 'sem marcas', 'text/html'),
      read('-', '<p>um</p>'),
      read('a.txt', '<!-- editor --><div>um</div>', 'text/plain'),
    ])
      expect(page.document).not.toBeNull();
    const text = read('a.txt', 'Foi <b>em 1939</b>.\u0007');
    expect([text.document, text.source]).toEqual([null, 'Foi <b>em 1939</b>.\u0007']);
  });

  it('is decoded as every page is', () => {
    expect(read('a.txt', Buffer.from('março', 'latin1')).source).toBe('março');
    expect(read('a.txt', Buffer.from('março', 'latin1'), 'text/plain; charset=iso-8859-2').source).toBe(
      'março',
    );
    expect(read('a.txt', '\ufeffmarço').source).toBe('março');
  });

  it('is no text when its bytes are not', () => {
    expect(looksBinary(Buffer.from('um\u0007 sinal em muitas letras, e outras mais'))).toBe(false);
    expect(looksBinary(new Uint8Array([65, 0, 66]))).toBe(true);
    expect(looksBinary(new Uint8Array([1, 2, 65]))).toBe(true);
  });

  it('is read in the same way as a document of a collection', async () => {
    writeFileSync(join(folder, 'a.txt'), Buffer.from('Um março.\nDois.', 'latin1'));
    writeFileSync(join(folder, 'b.html.gz'), gzipSync('Uma <b>página</b>.<script>nada</script>'));
    writeFileSync(join(folder, 'c.txt'), new Uint8Array([65, 0, 66]));
    // A gzip that was cut, and lines that are no JSON.
    writeFileSync(join(folder, 'd.txt.gz'), gzipSync('Cortado no meio. '.repeat(500)).subarray(0, 40));
    writeFileSync(join(folder, 'e.jsonl'), '{"text":"Uma linha."}\n{quebrada\n');
    const problems: InputProblem[] = [];
    const texts: string[][] = [];
    for await (const { blocks } of collectionDocuments([folder], { onProblem: (p) => problems.push(p) }))
      texts.push(blocks.map(({ text }) => text));
    expect([...texts.slice(0, 2), ...texts.slice(-1)]).toEqual([
      ['Um março.', 'Dois.'],
      ['Uma página.'],
      ['Uma linha.'],
    ]);
    const told = (language: Language): string[] =>
      problems.map(({ path, offset, why }) => `${basename(path)} ${offset} ${sayWhy(why, language)}`);
    expect(told('pt-BR')).toEqual([
      'c.txt null não é texto',
      'd.txt.gz null o gzip está danificado: o resto não é lido',
      'e.jsonl null a linha 2 não é JSON e ficou de fora',
    ]);
    expect(told('en')).toEqual([
      'c.txt null it is not text',
      'd.txt.gz null the gzip is damaged: the rest is not read',
      'e.jsonl null line 2 is not JSON and was left out',
    ]);
  });
});
