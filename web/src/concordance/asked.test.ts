import { describe, expect, it } from 'vitest';
import { askedOf, MATCHES, named, passageParam, readPassage } from './asked.ts';

describe('the address of a concordance', () => {
  it('says which words, how they are matched, and in which pages', () => {
    expect(askedOf({})).toBeNull();
    expect(askedOf({ palavras: '  ', q: 'x' })).toBeNull();
    expect(askedOf({ palavras: ' não * de ', q: 'site:a.br', modo: 'forma' })).toEqual({
      words: 'não * de',
      q: 'site:a.br',
      match: 'exact',
      fold: 'true',
    });
    expect(named(MATCHES, 'nunca')).toBe(MATCHES[0]);
  });

  it('names the passage of a line, and nothing that is none', () => {
    expect(readPassage(passageParam({ start: 3, end: 9 }))).toEqual({ start: 3, end: 9 });
    for (const text of [undefined, '', '9-3', '3-3', 'a-b', '1-2-3', '-1-2'])
      expect(readPassage(text)).toBeNull();
  });
});
