import { describe, expect, it } from 'vitest';
import { yearsPeriod } from '../days.ts';
import { paragraphOf, passages, readingParagraphs, timeOf } from './reading.ts';

const text = 'Em 1941 choveu em Lisboa.\n\nDepois secou.\nEm 1974 houve festa.';
const at = (words: string) => ({ start: text.indexOf(words), end: text.indexOf(words) + words.length });
const year = (y: number) => yearsPeriod(y, y);

const page = {
  text,
  html: '',
  marks: [
    { ...at('1941'), type: 'DATE' as const, value: '1941', period: year(1941) },
    { ...at('1974'), type: 'DATE' as const, value: '1974', period: year(1974) },
  ],
  places: [{ ...at('Lisboa'), place: 'lx', confidence: 1 }],
  segments: [
    { start: 0, end: 10, periods: [year(1941)] },
    { start: 10, end: 27, periods: [year(1941)] },
    { start: 27, end: 41, periods: [] },
    { start: 41, end: text.length, periods: [year(1974)] },
  ],
};

describe('reading', () => {
  it('joins neighbours that speak of the same days', () => {
    expect(passages(page.segments).map((p) => [p.segment, p.start, p.end])).toEqual([
      [0, 0, 27],
      [3, 41, text.length],
    ]);
  });

  it('does not join over an undated passage', () => {
    const again = [
      ...page.segments,
      { start: 62, end: 70, periods: [] },
      { start: 70, end: 80, periods: [year(1974)] },
    ];
    expect(passages(again)).toHaveLength(3);
  });

  it('lays paragraphs out with marks and the periods of the margin', () => {
    const laid = readingParagraphs(page);
    expect(laid.map((p) => p.runs.map((run) => [run.text, run.mark?.kind ?? '']))).toEqual([
      [
        ['Em ', ''],
        ['1941', 'time'],
        [' choveu em ', ''],
        ['Lisboa', 'place'],
        ['.', ''],
      ],
      [['Depois secou.', '']],
      [
        ['Em ', ''],
        ['1974', 'time'],
        [' houve festa.', ''],
      ],
    ]);
    expect(laid.map((p) => p.begins.length)).toEqual([1, 0, 1]);
    expect(paragraphOf(laid, laid[2]!.begins[0]!)).toBe(2);
  });

  it('knows the whole time spoken of', () => {
    expect(timeOf(passages(page.segments))).toEqual({ from: year(1941).from, to: year(1974).to });
    expect(timeOf([])).toBeNull();
  });
});
