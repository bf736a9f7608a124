import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeHtml } from './decode-html.ts';

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');
const meta = (charset: string): string => `<html><head><meta charset="${charset}"></head>`;
const httpEquiv = (charset: string): string =>
  `<html><head><META content='text/html; charset=${charset}' HTTP-EQUIV=Content-Type></head>`;

describe('decodeHtml', () => {
  it('[G-AC-023] ISO-8859-1, windows-1252 and UTF-8 pages with São all yield São', () => {
    const pages: [string, Buffer, string | null, string][] = [
      ['ISO-8859-1 by header', latin1('<p>São'), 'text/html; charset=ISO-8859-1', 'header'],
      ['ISO-8859-1 by meta', latin1(`${meta('iso-8859-1')}<p>São`), 'text/html', 'meta'],
      ['ISO-8859-1 by http-equiv', latin1(`${httpEquiv('ISO-8859-1')}<p>São`), null, 'meta'],
      ['ISO-8859-1 undeclared', latin1('<p>São Paulo e a Praça'), null, 'detected'],
      ['windows-1252 by header', latin1('<p>S\xe3o \x93sim\x94'), 'text/html;charset=windows-1252', 'header'],
      ['windows-1252 by meta', latin1(`${meta('windows-1252')}<p>S\xe3o \x93sim\x94`), null, 'meta'],
      ['UTF-8 by header', utf8('<p>São'), 'text/html; charset="UTF-8"', 'header'],
      ['UTF-8 by meta', utf8(`${meta('utf-8')}<p>São`), 'text/html', 'meta'],
      ['UTF-8 undeclared', utf8('<p>São'), null, 'detected'],
      ['UTF-8 by byte order mark', utf8('\ufeff<p>São'), 'text/html; charset=iso-8859-1', 'bom'],
      ['UTF-8 called ISO-8859-1', utf8('<p>São'), 'text/html; charset=iso-8859-1', 'detected'],
      ['UTF-8 called windows-1252 by meta', utf8(`${meta('windows-1252')}<p>São`), null, 'detected'],
      [
        'windows-1252 called UTF-8',
        latin1('<p>São Paulo, praça e ações'),
        'text/html; charset=utf-8',
        'detected',
      ],
      ['windows-1252 called UTF-8 by meta', latin1(`${meta('utf-8')}<p>São`), null, 'detected'],
    ];
    for (const [what, bytes, contentType, source] of pages) {
      const decoded = decodeHtml(bytes, contentType);
      expect([what, decoded.text.includes('São'), decoded.source]).toEqual([what, true, source]);
      expect([what, decoded.text.includes('\ufffd')]).toEqual([what, false]);
    }
  });

  it('reads 0x80 to 0x9F of windows-1252 as the letters they are', () => {
    const { text, charset } = decodeHtml(latin1('\x80\x93\x94\x96\xe7'), 'text/html; charset=latin1');
    expect(text).toBe('€“”–ç');
    expect(charset).toBe('windows-1252');
  });

  it('takes the header before the meta, and the mark before both', () => {
    const bytes = Buffer.from([0xef, 0xbb, 0xbf, ...utf8(`${meta('shift_jis')}ção`)]);
    expect(decodeHtml(bytes, 'text/html; charset=koi8-r')).toMatchObject({ charset: 'utf-8', source: 'bom' });
    const cyrillic = Buffer.from([...latin1(meta('iso-8859-1')), 0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]);
    expect(decodeHtml(cyrillic, 'text/html; charset=koi8-r').text.endsWith('Привет')).toBe(true);
  });

  it('does not read a declaration inside a comment or a script', () => {
    const page = `<!-- ${meta('koi8-r')} --><script>"<meta charset=koi8-r>"</script>${meta('windows-1252')}S\xe3o`;
    expect(decodeHtml(latin1(page), null)).toMatchObject({ charset: 'windows-1252', source: 'meta' });
  });

  it('reads an XML declaration', () => {
    const page = latin1('<?xml version="1.0" encoding="ISO-8859-1"?><html><p>S\xe3o');
    expect(decodeHtml(page, null)).toMatchObject({ charset: 'windows-1252', source: 'meta' });
  });

  it('reads UTF-16 by its mark, and not by a meta that could not be read in it', () => {
    const little = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('<p>São', 'utf16le')]);
    expect(decodeHtml(little, null)).toEqual({ text: '<p>São', charset: 'utf-16le', source: 'bom' });
    const big = Buffer.from('\ufeff<p>São', 'utf16le').swap16();
    expect(decodeHtml(big, null)).toEqual({ text: '<p>São', charset: 'utf-16be', source: 'bom' });
    expect(decodeHtml(utf8(`${meta('utf-16')}São`), null)).toMatchObject({
      charset: 'utf-8',
      source: 'meta',
    });
  });

  it('goes by the bytes when the label means nothing', () => {
    expect(decodeHtml(utf8('São'), 'text/html; charset=none')).toMatchObject({
      text: 'São',
      source: 'detected',
    });
    expect(decodeHtml(latin1('<p>ascii'), null)).toEqual({
      text: '<p>ascii',
      charset: 'utf-8',
      source: 'default',
    });
  });

  it('keeps UTF-8 that was cut inside a letter, or has a few broken bytes', () => {
    const cut = utf8('informação é ação').subarray(0, -3);
    expect(decodeHtml(cut, null)).toMatchObject({ charset: 'utf-8' });
    const broken = Buffer.concat([utf8('ação, informação, você é '), Buffer.from([0xe3]), utf8('o fim')]);
    const decoded = decodeHtml(broken, 'text/html; charset=utf-8');
    expect(decoded).toMatchObject({ charset: 'utf-8', source: 'header' });
    expect(decoded.text.startsWith('ação, informação, você é ')).toBe(true);
  });

  it('leaves other legacy charsets to their declaration, and guesses them without one', () => {
    const japanese = Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]);
    expect(decodeHtml(japanese, 'text/html; charset=shift_jis').text).toBe('日本語');
    const russian = Buffer.from(
      'Россия, Москва: сегодня утром президент подписал новый закон об образовании в стране'
        .split('')
        .map((letter) => {
          const code = letter.charCodeAt(0);
          return code >= 0x410 ? code - 0x350 : code;
        }),
    );
    expect(decodeHtml(russian, null)).toMatchObject({ charset: 'windows-1251', source: 'detected' });
  });

  it('gives back any text that was written in UTF-8, whatever its alphabet', () => {
    const alphabets = [
      fc.string({ unit: fc.integer({ min: 1, max: 127 }).map((c) => String.fromCharCode(c)) }),
      fc.string({ unit: fc.integer({ min: 1, max: 255 }).map((c) => String.fromCharCode(c)) }),
      fc.string({ unit: 'binary' }),
    ];
    fc.assert(
      fc.property(fc.oneof(...alphabets), (text) => {
        fc.pre(!text.startsWith('\ufeff'));
        expect(decodeHtml(utf8(text), 'text/html; charset=utf-8').text).toBe(text);
      }),
    );
  });

  it('takes any bytes', () => {
    for (let seed = 1; seed < 200; seed++) {
      const bytes = Buffer.from(
        Array.from({ length: seed }, (_, i) => (i * seed * 7919 + (i >> 3) * 31) & 255),
      );
      expect(
        typeof decodeHtml(bytes, `text/html; charset=${['utf-8', 'latin1', 'gbk', 'x', 'utf-16'][seed % 5]}`)
          .text,
      ).toBe('string');
    }
    expect(decodeHtml(new Uint8Array(0), '').text).toBe('');
  });
});
