import { describe, expect, it } from 'vitest';
import { foldedForm, gradeOf, ndcgAt10, type TruePage } from './judge.ts';
import { NEEDS } from './needs.ts';

const page = (title: string, paragraphs: readonly [string, number[]][], isList = false): TruePage => ({
  url: 'http://a.pt/',
  host: 'a.pt',
  kind: isList ? 'list' : 'article',
  title,
  bytes: title,
  published: '',
  paragraphs: paragraphs.map(([text, years]) => ({ text: foldedForm(text), years })),
  isList,
});

describe('judgements', () => {
  const need = { q: '', kind: '', about: [/ cheia/], when: [1941, 1941] as const, where: / porto alegre / };

  it('a page about it, all of it, is a 3; one that mentions it a 1; without a part of it, none', () => {
    const about = page('A cheia de Porto Alegre', [['As águas de 1941.', [1941]]]);
    const passing = page('Outra coisa', [
      ['Em 1941, na cheia, vivia em Porto Alegre.', [1941]],
      ['Depois mudou-se.', [1950]],
      ['E voltou.', [1960]],
      ['E escreveu.', [1962]],
      ['E morreu.', [1970]],
    ]);
    const elsewhere = page('A cheia de Recife', [['As águas de 1941.', [1941]]]);
    expect(gradeOf(need, about)).toBe(3);
    expect(gradeOf(need, passing)).toBe(1);
    expect(gradeOf(need, elsewhere)).toBe(0);
    expect(gradeOf({ ...need, of: () => false }, about)).toBe(0);
  });

  it('a list leads to an answer and is none, but answers a question of a year alone', () => {
    const list = page('A cheia de Porto Alegre', [['A cheia, 1941', [1941]]], true);
    expect(gradeOf(need, list)).toBe(1);
    expect(gradeOf({ q: '', kind: '', when: [1941, 1941] }, list)).toBe(3);
  });

  it('nDCG is 1 for the best order, less for others, and counts ten places', () => {
    expect(ndcgAt10([3, 2, 1], [1, 2, 3])).toBe(1);
    expect(ndcgAt10([1, 2, 3], [1, 2, 3])).toBeCloseTo(0.68, 2);
    expect(ndcgAt10([], [3])).toBe(0);
    expect(ndcgAt10([...Array(10).fill(0), 3], [3])).toBe(0);
  });

  it('there are at least sixty questions, no two the same', () => {
    expect(NEEDS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(NEEDS.map((one) => one.q)).size).toBe(NEEDS.length);
  });
});
