/** Bytes in every charset, right and wrong, are read in a browser as they are under Node; `one-reading.test.ts` shows it of whole pages. */
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readPage } from '../src/page/index.ts';
import { type PageReader, pageReader } from '../src/page/portable.ts';
import { browserReader, bundleReading, everyFact } from './portable-reading.ts';

const PORTUGUESE =
  '<title>Ação</title><p>A água subiu na cidade, e ninguém saiu de São José à noite; amanhã há aulas.</p>';
const head = (charset: string) => `<meta charset="${charset}">`;

const CASES: readonly (readonly [name: string, contentType: string | null, bytes: Uint8Array])[] = [
  ['UTF-8', 'text/html; charset=utf-8', Buffer.from(PORTUGUESE)],
  ['UTF-8 beyond Latin', 'text/html', Buffer.from(`${PORTUGUESE}<p>“aspas” – Ελλάδα 😀</p>`)],
  ['UTF-8 with its mark', 'text/html', Buffer.from(`\ufeff${PORTUGUESE}\ufeff`)],
  ['UTF-8 cut in a letter', 'text/html', Buffer.from(`${PORTUGUESE}ã`).subarray(0, -1)],
  [
    'UTF-8 broken',
    'text/html; charset=utf-8',
    Buffer.concat([
      Buffer.from(PORTUGUESE),
      Buffer.from([0xe1, 0x80, 0xf0, 0x9f, 0x98, 0x20, 0xc0, 0xaf, 0xed, 0xa0, 0x80]),
      Buffer.from(PORTUGUESE),
    ]),
  ],
  ['ASCII', 'text/html', Buffer.from('<title>a</title><p>nada</p>')],
  ['Latin-1', 'text/html; charset=iso-8859-1', Buffer.from(PORTUGUESE, 'latin1')],
  ['Windows-1252', null, Buffer.from(`<html>${head('windows-1252')}\x93aspas\x94 \x80 \x81`, 'latin1')],
  ['nothing said', 'text/html', Buffer.from(PORTUGUESE, 'latin1')],
  ['UTF-16', 'text/html; charset=utf-16le', Buffer.from(PORTUGUESE, 'utf16le')],
  [
    'UTF-16 with half a pair and half a letter',
    'text/html',
    Buffer.concat([
      Buffer.from(`\ufeff${PORTUGUESE.repeat(60)}\ud83d x \udc00`, 'utf16le'),
      Buffer.from([0x61]),
    ]),
  ],
  ['UTF-16, high byte first', 'text/html', Buffer.from(`\ufeff${PORTUGUESE}`, 'utf16le').swap16()],
  [
    'Cyrillic',
    'text/html; charset=koi8-r',
    Buffer.from('<p>\xf0\xd2\xc9\xd7\xc5\xd4 \xcd\xc9\xd2</p>', 'latin1'),
  ],
  [
    'Cyrillic, not said',
    'text/html',
    Buffer.from(`<p>${'\xf0\xd2\xc9\xd7\xc5\xd4 \xcd\xc9\xd2 '.repeat(40)}`, 'latin1'),
  ],
  [
    'Japanese',
    'text/html',
    Buffer.from(`${head('shift_jis')}<p>\x82\xb1\x82\xf1\x82\xc9\x82\xbf\x82\xcd`, 'latin1'),
  ],
  ['Japanese in seven bits', 'text/html; charset=iso-2022-jp', Buffer.from('<p>\x1b$B$3$s\x1b(B')],
  ['a charset that is none', 'text/html; charset=nada', Buffer.from(PORTUGUESE, 'latin1')],
  ['plain text', 'text/plain', Buffer.from('A água subiu na cidade, e ninguém saiu.', 'latin1')],
  ['a picture', 'image/png', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
  ['nothing', 'text/html', new Uint8Array()],
];

describe('the reading in a browser', () => {
  let browser: PageReader;
  beforeAll(async () => {
    browser = await browserReader();
  });

  it.each(CASES)('reads %s as Node does', (_, contentType, bytes) => {
    const source = { url: 'http://www.a.br/x?q=ç', contentType, bytes };
    expect(everyFact(browser.readPage({ ...source, bytes: new Uint8Array(bytes) }))).toEqual(
      everyFact(readPage(source)),
    );
  });

  it('reads any bytes as Node does', () => {
    const type = fc.constantFrom(null, ...CASES.map(([, contentType]) => contentType));
    const part = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.string({ unit: 'binary', maxLength: 40 }).map((text) => new Uint8Array(Buffer.from(text))),
      fc
        .constantFrom('<a href="?q=é">', '<p>não', head('utf-8'), head('latin1'), 'ção')
        .map((text) => new Uint8Array(Buffer.from(text))),
    );
    fc.assert(
      fc.property(type, fc.array(part, { maxLength: 12 }), (contentType, parts) => {
        const source = { url: 'http://www.a.br/', contentType, bytes: new Uint8Array(Buffer.concat(parts)) };
        expect(everyFact(browser.readPage(source))).toEqual(everyFact(readPage(source)));
      }),
      { seed: 14, numRuns: 400 },
    );
  });

  it('believes what a page declares where it is given no language model', () => {
    for (const model of [null, new Uint8Array(100)]) {
      const bytes = Buffer.from(`<html lang="gl">${PORTUGUESE}`);
      const page = pageReader(model).readPage({ url: 'http://a.br/', contentType: 'text/html', bytes });
      expect(page.language).toBe('gl');
    }
  });

  it('is not what Node reads with, which asks for its modules', async () => {
    const forNode = join(import.meta.dirname, '..', 'src', 'page', 'index.ts');
    await expect(bundleReading(forNode)).rejects.toThrow('asks for node:');
  });
});
