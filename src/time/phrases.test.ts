import { describe, expect, it } from 'vitest';
import { annotateText, DIALOGUE, parseDct, TIME_MODERN, type TimeProfile } from './index.ts';
import { NEWS, NO_TIME, PHRASES } from './phrases.suite.ts';

const NOW = parseDct('2024-05-22T10:00');
const DAY = parseDct('2024-05-22');
const TALK: TimeProfile = { ...DIALOGUE, locale: 'pt-BR' };
const REPORT: TimeProfile = { ...TIME_MODERN, locale: 'pt-BR' };

describe('phrases of talk', () => {
  it('has at least seven hundred, none twice', () => {
    expect(PHRASES.length).toBeGreaterThanOrEqual(700);
    expect(new Set(PHRASES).size).toBe(PHRASES.length);
  });

  it.each(PHRASES)('%s', (line) => {
    const at = line.lastIndexOf(' = ');
    const text = line.slice(0, at);
    const found = annotateText(text, { dct: NOW, profile: TALK });
    expect(found.map(({ timex3 }) => timex3.value).join(' ')).toBe(line.slice(at + 3));
    expect(found.at(-1)!.end).toBe(text.length);
  });
});

describe('sentences of papers', () => {
  it.each(NEWS)('%s', (line) => {
    const text = line.replace(/\[([^\]]+)\]\{[^}]+\}/g, '$1');
    let marked = '';
    let at = 0;
    for (const t of annotateText(text, { dct: DAY, profile: REPORT })) {
      // With its preposition or without it, as the sentence has it.
      const whole = `${marked}${text.slice(at, t.start)}[${text.slice(t.start, t.end)}]`;
      const start = line.startsWith(whole) ? t.start : t.coreStart;
      marked += `${text.slice(at, start)}[${text.slice(start, t.end)}]{${t.timex3.value}}`;
      at = t.end;
    }
    expect(marked + text.slice(at)).toBe(line);
  });
});

describe('no time at all', () => {
  it.each(NO_TIME)('%s', (text) => {
    expect(annotateText(text, { dct: DAY, profile: REPORT })).toEqual([]);
  });
});
