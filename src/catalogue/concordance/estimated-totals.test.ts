/** Totals of what the index does not know: told from some pages, with how far off they may be, and read once for all parts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedCatalogue } from '../embedded-catalogue.ts';
import type { LinesAsked } from '../ports/index.ts';
import { ask, page } from '../records.suite.ts';

const PAGES = 4_000;
/** Every page has the stem once, twice or thrice, as many words as fits, and the form with a capital in one of four. */
const textOf = (n: number): string =>
  `${'rio '.repeat(n % 3)}${n % 4 === 0 ? 'Rio' : 'rio'} ${'de mar alto '.repeat(1 + (n % 17))}${n === 3_100 ? 'RIO' : ''}`;
const count = (word: RegExp): number =>
  Array.from({ length: PAGES }, (_, n) => textOf(n).match(word)?.length ?? 0).reduce((a, b) => a + b);

const catalogue = EmbeddedCatalogue.open(':memory:');
beforeAll(async () => {
  for (let from = 0; from < PAGES; from += 500)
    await catalogue.write({
      pages: Array.from({ length: 500 }, (_, i) =>
        page(`https://a.br/${from + i}`, { text: textOf(from + i) }),
      ),
    });
});
afterAll(() => catalogue.close());

/** An answer, and how many pages were read for it. */
async function asked(asked: LinesAsked, whole = false) {
  let [all, last] = [0, 0];
  const answer = await catalogue.concordance(ask(''), asked, {
    whole,
    progress: (read) => {
      all += read > last ? read - last : read;
      last = read;
    },
  });
  return { answer, read: all };
}

describe('a total that the index does not know', () => {
  it.each([
    ['of an exact form', { words: 'Rio', match: 'exact' }, /\bRio\b/g],
    ['of a stop word', { words: 'de' }, /\bde\b/g],
  ] as const)('%s is told from few pages, and is as near as it says', async (_, words, found) => {
    const { answer, read } = await asked(words);
    expect(answer.estimated).toBe(true);
    expect(answer.error).toBeGreaterThan(0);
    expect(answer.error).toBeLessThan(0.3);
    expect(Math.abs(answer.hits - count(found)) / count(found)).toBeLessThanOrEqual(answer.error);
    expect(read).toBeLessThanOrEqual(500);
    const whole = await asked(words, true);
    expect([whole.answer.hits, whole.answer.estimated, whole.answer.error]).toEqual([count(found), false, 0]);
    expect(whole.answer.lines).toEqual(answer.lines);
  });

  it('is read once for all parts of the list', async () => {
    const first = await asked({ words: 'Rio', match: 'exact', limit: 10 });
    const second = await asked({ words: 'Rio', match: 'exact', limit: 10, cursor: first.answer.next! });
    expect(second.answer).toMatchObject({ hits: first.answer.hits, error: first.answer.error });
    expect(second.read).toBeLessThan(first.read - 90);
  });

  it('never says less than is shown, also where the pages that it was told from have none', async () => {
    const words = { words: 'RIO', match: 'exact' } as const;
    let part = await asked(words);
    expect(part.answer).toMatchObject({ lines: [], estimated: true });
    for (let parts = 1; part.answer.lines.length === 0; parts++) {
      expect([part.answer.next === null, parts < 5]).toEqual([false, true]);
      expect(part.read).toBeLessThanOrEqual(1_300);
      part = await asked({ ...words, cursor: part.answer.next! });
    }
    expect(part.answer.hits).toBeGreaterThanOrEqual(1);
    expect(part.answer.lines.map(({ url }) => url)).toEqual(['https://a.br/3100']);
  });
});
