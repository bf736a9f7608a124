import { describe, expect, it } from 'vitest';
import { periodYears, relevanceOf } from './period-relevance.ts';

const relevance = relevanceOf('1964..1985', { from: 1964, to: 1985 });
const speaksOf = (page: { title: string; text: string }) => relevance(page).speaks;
const text = (...parts: string[]) => ({ title: '', text: parts.join('. ') });

describe('a page that speaks of a period', () => {
  it('names its years or its events three times, or once in the title', () => {
    expect(speaksOf(text('Em 1964 houve', 'e em 1985 acabou'))).toBe(false);
    expect(relevance(text('Em 1964 houve')).names).toBe(true);
    expect(speaksOf(text('Em 1964 houve', 'e em 1985 acabou', 'em 31/03/1970'))).toBe(true);
    expect(speaksOf({ title: 'O AI‑5 e depois', text: '' })).toBe(true);
    expect(speaksOf(text('a ditadura  militar', 'O REGIME MILITAR', 'Presidente Médici'))).toBe(true);
  });

  it('years outside it, and numbers that are no years, do not count', () => {
    expect(relevance(text('1963', '1986', '2020', '1990'))).toEqual({ speaks: false, names: false });
    expect(relevance(text('R$ 12,1970', 'A1970', '19701', '1970,5', '1.970')).names).toBe(false);
    expect(relevance(text('AI-50', 'xAI-5', 'Jangos')).names).toBe(false);
  });

  it('of a period without a list, years alone', () => {
    const years = periodYears('2020..2021')!;
    expect(relevanceOf('2020..2021', years)({ title: 'Em 2021', text: '' }).speaks).toBe(true);
    expect(relevanceOf('2020..2021', years)({ title: 'O AI-5', text: '' }).names).toBe(false);
    expect([periodYears('1974'), periodYears('maio')]).toEqual([{ from: 1974, to: 1974 }, null]);
  });
});
