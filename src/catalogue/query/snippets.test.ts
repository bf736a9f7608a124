import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../time/index.ts';
import type { TimeSegment } from '../ports/index.ts';
import { makeSnippets, parseLine } from './index.ts';

const context = { gazetteer: null, today: dayNumber(2024, 6, 15) };
const year = (y: number) => ({ from: dayNumber(y, 1, 1), to: dayNumber(y, 12, 31) });

/** Paragraphs with the year each speaks of; null: undated. */
function page(...paragraphs: readonly (readonly [text: string, year: number | null])[]): {
  text: string;
  segments: TimeSegment[];
} {
  let text = '';
  const segments: TimeSegment[] = [];
  for (const [paragraph, spoken] of paragraphs) {
    const start = text.length;
    text += `${paragraph}\n\n`;
    segments.push({ start, end: text.length, periods: spoken === null ? [] : [year(spoken)] });
  }
  return { text, segments };
}

const FILLER =
  'A sessão foi aberta pelo presidente, que leu a ordem do dia e passou a palavra aos presentes. Nada mais havendo a tratar, lavrou-se a ata. ';

describe('snippets', () => {
  const source = page(
    [`${FILLER.repeat(4)}As enchentes de outono cobriram a ponte velha e a rua direita.`, 1928],
    [FILLER.repeat(3), null],
    [
      `As enchentes atingiram o centro da cidade e milhares de famílias ficaram sem casa. ${FILLER.repeat(3)}`,
      1941,
    ],
  );

  it('show the passage with the words, as they are written, at the bounds of sentences', () => {
    const [snippet] = makeSnippets(source, parseLine('família cidades', context));
    expect(snippet!.text.startsWith('As enchentes atingiram o centro')).toBe(true);
    expect(snippet!.text.length).toBeLessThanOrEqual(280);
    expect(snippet!.matches.map(([start, end]) => snippet!.text.slice(start, end))).toEqual([
      'cidade',
      'famílias',
    ]);
    expect(source.text.slice(snippet!.at, snippet!.at + snippet!.text.length)).toBe(snippet!.text);
  });

  it('prefer the segment of the period that is asked for, and give its days', () => {
    const spoken = (line: string) => makeSnippets(source, parseLine(line, context), 1)[0]!.periods;
    expect(spoken('enchentes quando:1941')).toEqual([year(1941)]);
    expect(spoken('enchentes quando:1928')).toEqual([year(1928)]);
    expect(spoken('enchentes em 1941')).toEqual([year(1941)]);
  });

  it('find words whatever their accents, case and form', () => {
    for (const line of ['ENCHENTE', 'familia', 'famílias atingidas'])
      expect(makeSnippets(source, parseLine(line, context))[0]!.matches.length).toBeGreaterThan(0);
  });

  it('mark a phrase where it stands whole, and not its words elsewhere', () => {
    const text = 'A baixa da cidade é antiga. Outra frase qualquer entre as duas. A cidade baixa alagou.';
    const [snippet] = makeSnippets({ text, segments: [] }, parseLine('"cidade baixa"', context));
    expect(snippet!.matches.map(([start, end]) => snippet!.text.slice(start, end))).toEqual([
      'cidade',
      'baixa',
    ]);
    expect(snippet!.text.slice(snippet!.matches[0]![0])).toBe('cidade baixa alagou.');
  });

  it('do not mark what was excluded', () => {
    const [snippet] = makeSnippets(source, parseLine('enchentes -famílias', context));
    expect(snippet!.matches.map(([start, end]) => snippet!.text.slice(start, end))).not.toContain('famílias');
  });

  it('never show the same part twice', () => {
    const found = makeSnippets(source, parseLine('enchentes presidente', context), 5);
    const ranges = found.map(({ at, text }) => [at, at + text.length] as const).sort((a, b) => a[0] - b[0]);
    expect(found.length).toBeGreaterThan(1);
    for (let i = 1; i < ranges.length; i++) expect(ranges[i]![0]).toBeGreaterThanOrEqual(ranges[i - 1]![1]);
  });

  it('show the segment of the period, or the beginning, where no word stands', () => {
    expect(makeSnippets(source, parseLine('quando:1941', context))[0]!.text).toContain('atingiram o centro');
    expect(makeSnippets(source, parseLine('zebra', context))[0]!.at).toBe(0);
    expect(makeSnippets({ text: '', segments: [] }, parseLine('zebra', context))).toEqual([]);
  });

  it('hold for any text: offsets are inside, and no character is cut', () => {
    const texts = fc
      .array(fc.constantFrom('enchentes', 'rio', '😀', '👩‍👩‍👧', 'x'.repeat(300), '.', '\n', ' ', 'É', '𝒳'), {
        maxLength: 80,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, fc.constantFrom('enchentes', 'rio 😀', '"rio enchentes"', 'zebra'), (text, line) => {
        const segments = text === '' ? [] : [{ start: 0, end: text.length, periods: [] }];
        for (const snippet of makeSnippets({ text, segments }, parseLine(line, context), 3)) {
          expect(text.slice(snippet.at, snippet.at + snippet.text.length)).toBe(snippet.text);
          expect(snippet.text.isWellFormed()).toBe(true);
          expect(snippet.text.length).toBeLessThanOrEqual(700);
          for (const [start, end] of snippet.matches) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeLessThanOrEqual(snippet.text.length);
            expect(start).toBeLessThan(end);
          }
        }
      }),
      { numRuns: 300, seed: 5 },
    );
  });
});
