import { describe, expect, it } from 'vitest';
import { parseDct } from '../time/index.ts';
import { timeBlocks } from './time-blocks.ts';
import { timeFacts } from './time-facts.ts';

function years(text: string, locale: 'pt-PT' | 'pt-BR' = 'pt-PT'): readonly (number | null)[] {
  const part = { kind: 'paragraph', runs: [{ text }] } as const;
  const blocks = timeBlocks('', [part as never], text);
  const { marks } = timeFacts(blocks, text.length, { dct: parseDct('2018-06-01'), locale });
  return marks.map(({ period }) =>
    period === null ? null : 1970 + Math.floor((period.from + 0.5) / 365.2425),
  );
}

describe('what the catalogue keeps of the time of a page', () => {
  it('is the years that the page may speak of', () => {
    expect(years('A meta vale até 2060.')).toEqual([2060]);
    expect(years('O modelo 2060 saiu. Foi em 2014.')).toContain(2014);
    expect(years('Saiu (2060) o novo modelo.')).toEqual([null]);
    expect(years('Em 2030 acaba (2040) tudo.')).toEqual([2030, 2040]);
    expect(years('Isto dura daqui a 300 anos.')).toEqual([null]);
  });

  it('and of the country that it is of', () => {
    expect(years('No verão de 2010 choveu.', 'pt-PT')).toEqual([2010]);
    const from = (locale: 'pt-PT' | 'pt-BR'): number | undefined => {
      const text = 'No verão de 2010 choveu.';
      const blocks = timeBlocks('', [{ kind: 'paragraph', runs: [{ text }] } as never], text);
      return timeFacts(blocks, text.length, { dct: null, locale }).marks[0]?.period?.from;
    };
    expect(from('pt-BR')! - from('pt-PT')!).toBe(183);
  });
});
