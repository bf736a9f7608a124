/** What `CatalogueConcordance` must do, compared with the same written the simplest way over the texts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, tokens } from '../../text/index.ts';
import { ask, day, page, year } from '../records.suite.ts';
import { termOf } from '../search-index/index.ts';
import type { Catalogue, ConcordanceLine, LineOrder, LinesAsked, PageRecord } from './index.ts';

/** Words that are close to each other: stems shared, stop words, accents that tell a name from a preposition. */
const WORDS = [
  'enchente',
  'Enchentes',
  'rio',
  'Pará',
  'para',
  'não',
  'de',
  'cidade',
  'cidades',
  'água',
  'agua',
  '1941',
  'a',
  'ao',
  '000',
  'zebra',
];

interface NaiveLine {
  readonly url: string;
  readonly start: number;
  readonly end: number;
  readonly key: string;
  readonly sides: Record<string, string>;
  readonly year: number;
  readonly site: string;
}

/** Every line, page after page. */
function naive(pages: readonly PageRecord[], { words, match, fold: folded }: LinesAsked): NaiveLine[] {
  const asked = words.split(' ');
  const same = (word: string, wanted: string): boolean => {
    if (wanted === '*') return true;
    if (match === 'exact') return folded === true ? fold(word) === fold(wanted) : word === wanted;
    return termOf(wanted) === ''
      ? termOf(word) === '' && fold(word) === fold(wanted)
      : termOf(word) === termOf(wanted);
  };
  return pages.flatMap((record) => {
    const all = [...tokens(record.text)];
    return all.flatMap((first, at): NaiveLine[] => {
      const key = all.slice(at, at + asked.length);
      if (key.length < asked.length || !key.every(({ text }, i) => same(text, asked[i]!))) return [];
      const side = (i: number): string => fold(all[i]?.text ?? '');
      const last = at + asked.length - 1;
      const sides = { l1: side(at - 1), l2: side(at - 2), l3: side(at - 3) };
      const { end } = key.at(-1)!;
      return [
        {
          url: record.url,
          start: first.start,
          end,
          key: record.text.slice(first.start, end),
          sides: { ...sides, r1: side(last + 1), r2: side(last + 2), r3: side(last + 3) },
          year: record.published === null ? 99_999 : Number(record.published.date.slice(0, 4)),
          site: record.site,
        },
      ];
    });
  });
}

function naiveOrder(lines: readonly NaiveLine[], orders: readonly LineOrder[]): NaiveLine[] {
  const keysOf = (line: NaiveLine, order: LineOrder): readonly (string | number)[] => {
    const { sides } = line;
    if (order === 'left') return [sides.l1!, sides.l2!, sides.l3!];
    if (order === 'right') return [sides.r1!, sides.r2!, sides.r3!];
    if (order === 'key') return [fold(line.key), line.key];
    if (order === 'year' || order === 'site') return [line[order]];
    return [sides[order]!];
  };
  const keys = (line: NaiveLine): readonly (string | number)[] =>
    orders.flatMap((order) => keysOf(line, order));
  return [...lines].sort((a, b) => {
    const [one, other] = [keys(a), keys(b)];
    for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return one[i]! < other[i]! ? -1 : 1;
    return 0;
  });
}

const place = ({ url, start, end }: { url: string; start: number; end: number }): string =>
  `${url} ${start} ${end}`;

async function allLines(catalogue: Catalogue, asked: LinesAsked): Promise<ConcordanceLine[]> {
  const lines: ConcordanceLine[] = [];
  for (let cursor: string | undefined; ; ) {
    const part = await catalogue.concordance(ask(''), { ...asked, cursor });
    lines.push(...part.lines);
    if (part.next === null) return lines;
    cursor = part.next;
  }
}

const date = (of: number): PageRecord['published'] => ({
  date: `${of}-05-03`,
  confidence: 1,
  source: 'meta',
  where: '',
  text: '',
});

/** `fresh` gives an empty catalogue. */
export function describeConcordance(fresh: () => Promise<Catalogue>): void {
  describe('concordance', () => {
    it('has the lines, totals and orders of a walk over all texts, whatever the words', async () => {
      const text = fc
        .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 25 })
        .map((all) => all.join(' '));
      const pattern = fc
        .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...WORDS) }, fc.constant('*')), {
          minLength: 1,
          maxLength: 3,
        })
        .filter((all) => all.some((word) => word !== '*'))
        .map((all) => all.join(' '));
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ text, title: text, year: fc.integer({ min: 2000, max: 2003 }) }), {
            minLength: 1,
            maxLength: 6,
          }),
          fc.array(
            fc.record({
              words: pattern,
              match: fc.constantFrom<'stem' | 'exact'>('stem', 'exact'),
              fold: fc.boolean(),
              sort: fc.array(
                fc.constantFrom<LineOrder>(
                  'left',
                  'right',
                  'key',
                  'year',
                  'site',
                  'l1',
                  'l2',
                  'l3',
                  'r1',
                  'r2',
                  'r3',
                ),
                { minLength: 1, maxLength: 3 },
              ),
            }),
            { minLength: 8, maxLength: 8 },
          ),
          async (texts, asked) => {
            const catalogue = await fresh();
            const pages = texts.map((one, i) =>
              page(`https://s${(i * 7) % 3}.br/${i}`, {
                text: one.text,
                title: one.title,
                published: i % 4 === 3 ? null : date(one.year),
              }),
            );
            // Several segments, so that none is asked alone.
            await catalogue.write({ pages: pages.slice(0, 2) });
            await catalogue.write({ pages: pages.slice(2) });
            for (const { sort, ...one } of asked) {
              const lines = naive(pages, one);
              const { hits, pages: having, lines: shown } = await catalogue.concordance(ask(''), one);
              expect([hits, having]).toEqual([lines.length, new Set(lines.map(({ url }) => url)).size]);
              expect(shown.map(place)).toEqual(lines.map(place).slice(0, 50));
              const sorted = await allLines(catalogue, { ...one, sort, limit: 3 });
              expect(sorted.map(place)).toEqual(naiveOrder(lines, sort).map(place));
            }
          },
        ),
        { numRuns: 4, seed: 7 },
      );
    });

    it('cuts lines at words, joins lines of the text, and says where the key stands', async () => {
      const catalogue = await fresh();
      const text = 'Antes.\nA grande enchente de 1941, em Porto Alegre, durou semanas.';
      await catalogue.write({
        pages: [page('https://a.br/1', { text, title: 'A enchente', published: date(2001) })],
      });
      const { lines } = await catalogue.concordance(ask(''), {
        words: 'enchentes',
        context: { characters: 12 },
      });
      const start = text.indexOf('enchente');
      expect(lines).toEqual([
        {
          left: 'A grande ',
          key: 'enchente',
          right: ' de 1941, em',
          page: expect.any(Number),
          url: 'https://a.br/1',
          title: 'A enchente',
          site: 'a.br',
          year: 2001,
          start,
          end: start + 8,
        },
      ]);
      const [three] = (await catalogue.concordance(ask(''), { words: 'enchente', context: { words: 3 } }))
        .lines;
      expect([three!.left, three!.right]).toEqual(['Antes. A grande ', ' de 1941, em']);
    });

    it('keeps to the pages of a query', async () => {
      const catalogue = await fresh();
      await catalogue.write({
        pages: [
          page('https://a.br/1', { text: 'Uma enchente aqui.' }),
          page('https://b.br/1', { text: 'Outra enchente, e mais enchentes.' }),
        ],
      });
      const { hits, pages, words, perMillion } = await catalogue.concordance(ask('site:b.br'), {
        words: 'enchente',
      });
      expect([hits, pages, words, perMillion]).toEqual([2, 1, 5, 400_000]);
    });

    it('draws the same sample for the same seed, each line once', async () => {
      const catalogue = await fresh();
      const pages = Array.from({ length: 30 }, (_, i) =>
        page(`https://a.br/${i}`, { text: 'rio de enchente '.repeat(1 + (i % 5)) }),
      );
      await catalogue.write({ pages });
      for (const words of ['enchente', 'rio de enchente', 'de']) {
        const drawn = async (seed: number) =>
          (await allLines(catalogue, { words, sample: { size: 12, seed }, limit: 5 })).map(place);
        const first = await drawn(1);
        expect(first).toHaveLength(12);
        expect(new Set(first).size).toBe(12);
        expect(await drawn(1)).toEqual(first);
        expect(await drawn(2)).not.toEqual(first);
        const all = naive(pages, { words }).map(place);
        expect(all).toEqual(expect.arrayContaining(first));
        expect((await allLines(catalogue, { words, sample: { size: 500, seed: 3 } })).map(place)).toEqual(
          all,
        );
      }
    });

    it('refuses what has no word, half a word, and the cursor of another question', async () => {
      const catalogue = await fresh();
      await catalogue.write({ pages: [page('https://a.br/1', { text: 'um rio, dois rios' })] });
      for (const words of ['', '*', '* *', 'enchent*', 'a '.repeat(21)])
        await expect(catalogue.concordance(ask(''), { words })).rejects.toMatchObject({
          code: 'TRF_CONCORDANCE_WORDS',
        });
      const { next } = await catalogue.concordance(ask(''), { words: 'rio', limit: 1 });
      await expect(
        catalogue.concordance(ask(''), { words: 'dois', limit: 1, cursor: next! }),
      ).rejects.toMatchObject({ code: 'TRF_CURSOR_INVALID' });
      await expect(
        catalogue.concordance(ask(''), { words: 'rio', sort: ['key'] }, { mostRead: 0 }),
      ).rejects.toMatchObject({ code: 'TRF_CONCORDANCE_LARGE' });
    });

    it('counts hits and words by year of publication and by year spoken of', async () => {
      const catalogue = await fresh();
      const speaking = (of: number, length: number) => [{ start: 0, end: length, periods: [year(of)] }];
      const [one, two] = ['A enchente e a enchente.', 'Sem nada disso. Enchente!'];
      await catalogue.write({
        pages: [
          page('https://a.br/1', { text: one, published: date(2001), segments: speaking(1941, one.length) }),
          page('https://a.br/2', { text: two, published: date(2001), segments: speaking(1941, two.length) }),
          page('https://a.br/3', { text: 'Outra coisa.', published: date(2002) }),
          page('https://a.br/4', { text: 'Enchente sem data.', title: 'enchente enchente' }),
        ],
      });
      for (const asked of [
        { words: 'enchentes' },
        { words: 'enchente', match: 'exact', fold: true },
      ] as const) {
        const years = await catalogue.wordYears(ask(''), asked);
        expect([years.hits, years.pages, years.words, years.estimated]).toEqual([4, 3, 14, false]);
        expect(years.published).toEqual([
          { year: 2001, hits: 3, pages: 2, words: 9, perMillion: 3e6 / 9 },
          { year: 2002, hits: 0, pages: 0, words: 2, perMillion: 0 },
        ]);
        expect(years.spoken).toEqual([{ year: 1941, hits: 3, pages: 2, words: 9, perMillion: 3e6 / 9 }]);
      }
    });

    it('weighs the words that stand near by how often they do and are there at all', async () => {
      const catalogue = await fresh();
      await catalogue.write({
        pages: [
          page('https://a.br/1', { text: 'porto alegre alagou. '.repeat(3) + 'o rio subiu muito'.repeat(1) }),
          page('https://a.br/2', { text: 'porto seguro, um porto alegre e um dia de festa na praia' }),
        ],
      });
      const { collocates, hits, words } = await catalogue.collocations(ask(''), {
        words: 'porto',
        window: 1,
        least: 1,
        stopWords: true,
      });
      // Thirteen words and twelve. Beside the five "porto" stand eight: four "alegre", two "alagou", "seguro" and "um".
      expect([hits, words]).toEqual([5, 25]);
      const alegre = collocates.find(({ word }) => word === 'alegre')!;
      expect([alegre.together, alegre.left, alegre.right, alegre.frequency]).toEqual([4, 0, 4, 4]);
      expect(alegre.logDice).toBeCloseTo(14 + Math.log2(8 / 9), 10);
      expect(alegre.mutualInformation).toBeCloseTo(Math.log2((4 * 25) / (8 * 4)), 10);
      const um = collocates.find(({ word }) => word === 'um')!;
      expect([um.together, um.frequency, um.estimated]).toEqual([1, 2, false]);
    });

    it('counts words anew when pages change', async () => {
      const catalogue = await fresh();
      await catalogue.write({ pages: [page('https://a.br/1', { text: 'uma enchente só' })] });
      await catalogue.write({
        pages: [
          page('https://a.br/1', { text: 'enchente, enchente', fetchedAt: day('2026-02-01') * 86_400_000 }),
        ],
      });
      await catalogue.settle();
      const { hits, words } = await catalogue.concordance(ask(''), { words: 'enchente' });
      expect([hits, words]).toEqual([2, 2]);
    });
  });
}
