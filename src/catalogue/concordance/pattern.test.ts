import { describe, expect, it } from 'vitest';
import { matchText, readPattern } from './pattern.ts';

const found = (words: string, text: string): string[] => {
  const { offsets, hits } = matchText(text, readPattern({ words }));
  return hits.map((at) => text.slice(offsets[at * 2]!, offsets[at * 2 + 1]!));
};

describe('the words of a concordance', () => {
  it.each([
    ['úmido', 'húmido'],
    ['cotas', 'quotas'],
    ['cotidiano', 'quotidiano'],
    ['catorze', 'quatorze'],
  ])('stand in a text in both spellings, also where the first letter differs: %s', (newer, older) => {
    const text = `Era ${older}, disse; e ${newer}, ontem.`;
    expect(found(newer, text)).toEqual([older, newer]);
    expect(found(older, text)).toEqual([older, newer]);
  });
});
