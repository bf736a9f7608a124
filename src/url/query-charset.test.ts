import { describe, expect, it } from 'vitest';
import { queryEncoder } from './query-charset.ts';

describe('the query of a link', () => {
  it('is in the charset of its page, and nothing else of the link is', () => {
    const encode = queryEncoder('windows-1252')!;
    expect(encode('/ação?q=ação&r=“x”€#ção')).toBe('/ação?q=a%E7%E3o&r=%93x%94%80#ção');
    expect(encode('/ação#é?é')).toBe('/ação#é?é');
    expect(encode('?q=a%E7&é')).toBe('?q=a%E7&%E9');
    expect(queryEncoder('iso-8859-15')!('?€')).toBe('?%A4');
    expect(queryEncoder('koi8-r')!('?я')).toBe('?%D1');
  });

  it('says what the charset cannot as a browser does', () => {
    expect(queryEncoder('windows-1252')!('?q=я😀')).toBe('?q=%26%231103%3B%26%23128512%3B');
  });

  it('stays UTF-8 where the page is, and where a letter is more than a byte', () => {
    for (const charset of ['utf-8', 'utf-16le', 'shift_jis', 'gbk', 'nonsense'])
      expect(queryEncoder(charset)).toBeNull();
  });

  it('is escaped for every charset of one byte that the platform knows, byte for byte', () => {
    for (const charset of [
      'windows-1252',
      'iso-8859-2',
      'iso-8859-15',
      'windows-1251',
      'macintosh',
      'koi8-u',
    ]) {
      const encode = queryEncoder(charset)!;
      const decoder = new TextDecoder(charset);
      for (let byte = 0xa0; byte <= 0xff; byte++) {
        const letter = decoder.decode(Uint8Array.of(byte));
        if (letter !== '\ufffd') expect(encode(`?${letter}`)).toBe(`?%${byte.toString(16).toUpperCase()}`);
      }
    }
  });
});
