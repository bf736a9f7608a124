import { afterEach, describe, expect, it } from 'vitest';
import { EmbeddedCatalogue, type PageRecord, parseLine } from '../../catalogue/index.ts';
import { ask, day, NOW, PORTO_ALEGRE, page, year } from '../../catalogue/records.suite.ts';
import { everyHitTogether, type SearchedCollection, searchTogether, timelineTogether } from './index.ts';

const opened: EmbeddedCatalogue[] = [];
afterEach(async () => {
  for (const catalogue of opened.splice(0)) await catalogue.close();
});

async function collection(name: string, pages: readonly PageRecord[]): Promise<SearchedCollection> {
  const catalogue = EmbeddedCatalogue.open(':memory:', { now: () => NOW });
  opened.push(catalogue);
  await catalogue.write({ pages, places: [PORTO_ALEGRE] });
  await catalogue.settle();
  return {
    name,
    catalogue,
    parseLine: async (line) => parseLine(line, { gazetteer: null, today: day('2026-01-15') }),
  };
}

const published = (date: string, confidence = 1): PageRecord['published'] => ({
  date,
  confidence,
  source: 'visible',
  where: '',
  text: date,
});

/** Pages about floods, of which each collection has a share, and about other things, so that words are rare in one and common in another. */
const floods = Array.from({ length: 30 }, (_, i) =>
  page(`https://jornal.br/${i}`, {
    title: i % 3 === 0 ? `A enchente ${i}` : `Notícia ${i}`,
    text: `${'A enchente cobriu a ponte. '.repeat(1 + (i % 5))}${'Outra coisa aconteceu na cidade. '.repeat(i % 7)}`,
    segments: [{ start: 0, end: 20, periods: [year(1941 + (i % 4))] }],
    published: published(`${1990 + (i % 6)}-05-0${1 + (i % 9)}`, i % 5 === 0 ? 0.3 : 0.9),
  }),
);
const others = Array.from({ length: 12 }, (_, i) =>
  page(`https://receitas.pt/${i}`, {
    title: `Bolo ${i}`,
    text: `Farinha, ovos e açúcar. ${'Bata bem. '.repeat(i)}`,
  }),
);

const both = async () => [
  await collection(
    'jornais',
    floods.filter((_, i) => i % 3 !== 1),
  ),
  await collection('receitas', [...others, ...floods.filter((_, i) => i % 3 === 1)]),
];
const told = (hits: readonly { url: string; score: number }[]) =>
  hits.map(({ url, score }) => `${url} ${score.toFixed(6)}`);

describe('several collections asked at once', () => {
  it('answer with the scores, totals and counts of one collection that has all their pages', async () => {
    const several = await both();
    const [whole] = [await collection('tudo', [...floods, ...others])];
    for (const line of [
      'enchente ponte',
      'enchente quando:1942',
      'cidade -ponte',
      'enchente publicado:1991',
      'bolo OU ponte',
    ]) {
      const one = await whole.catalogue.search(ask(line), { limit: 100 });
      const answer = await searchTogether(several, line, { limit: 100 });
      expect(answer.total).toBe(one.total);
      expect(told(answer.hits).sort()).toEqual(told(one.hits).sort());
      expect(answer.hits.map(({ score }) => score)).toEqual(
        answer.hits.map(({ score }) => score).sort((a, b) => b - a),
      );
      expect(answer.facets).toEqual(one.facets);
      expect(answer.collections.reduce((sum, { total }) => sum + total, 0)).toBe(one.total);
    }
    expect(await timelineTogether(several, 'enchente')).toEqual(
      await whole.catalogue.timeline(ask('enchente')),
    );
  });

  it('are paged in one order, every hit once, and no cursor is taken for that of another question', async () => {
    const several = await both();
    const whole = await searchTogether(several, 'enchente', { limit: 100 });
    expect(new Set(whole.hits.map(({ collection }) => collection))).toEqual(new Set(['jornais', 'receitas']));
    const paged = [];
    let cursor: string | undefined;
    do {
      const part = await searchTogether(several, 'enchente', {
        limit: 7,
        ...(cursor === undefined ? {} : { cursor }),
      });
      paged.push(...part.hits);
      cursor = part.next ?? undefined;
    } while (cursor !== undefined);
    expect(told(paged)).toEqual(told(whole.hits));
    const every = await everyHitTogether(several, 'enchente');
    const taken = [];
    for await (const part of every.hits) taken.push(...part);
    expect(told(taken)).toEqual(told(whole.hits));
    const { next } = await searchTogether(several, 'enchente', { limit: 2 });
    await expect(searchTogether(several, 'ponte', { cursor: next! })).rejects.toMatchObject({
      code: 'TRF_CURSOR_INVALID',
    });
    await expect(searchTogether(several.slice(1), 'enchente', { cursor: next! })).rejects.toMatchObject({
      code: 'TRF_CURSOR_INVALID',
    });
    await expect(searchTogether(several, 'enchente', { cursor: 'x' })).rejects.toMatchObject({
      code: 'TRF_CURSOR_INVALID',
    });
  });

  it('stand in the order of publication, where dates with weak evidence are no dates unless they are asked for', async () => {
    const several = await both();
    const dated = (hits: readonly { published: string | null; publishedDoubtful: boolean }[]) =>
      hits.filter(({ publishedDoubtful }) => !publishedDoubtful).map(({ published }) => published!);
    const { hits, facets } = await searchTogether(several, 'enchente', { order: 'newest', limit: 100 });
    expect(dated(hits)).toEqual([...dated(hits)].sort().reverse());
    expect(hits.slice(dated(hits).length).every(({ publishedDoubtful }) => publishedDoubtful)).toBe(true);
    const sum = (years: readonly { count: number }[] = []) =>
      years.reduce((all, { count }) => all + count, 0);
    expect(sum(facets?.publishedYears)).toBe(24);
    const line = await searchTogether(several, 'enchente datas:todas', { order: 'oldest', limit: 100 });
    expect(sum(line.facets?.publishedYears)).toBe(30);
    expect(line.hits.map(({ published }) => published)).toEqual(
      line.hits.map(({ published }) => published).sort(),
    );
    const option = await searchTogether(several, 'enchente', { order: 'oldest', limit: 100, dates: 'all' });
    expect(told(option.hits)).toEqual(told(line.hits));
  });

  it('mend a misspelt line only when none of them has what was typed', async () => {
    const several = [
      await collection('a', [floods[0]!]),
      await collection('b', [page('https://b.br/', { text: 'A enchnete.' })]),
    ];
    const typed = await searchTogether(several, 'enchnete');
    expect([typed.total, typed.corrected, typed.hits[0]?.collection]).toEqual([1, false, 'b']);
    const wrong = await searchTogether([several[0]!, await collection('c', others)], 'enchnete');
    expect([wrong.total, wrong.corrected, wrong.didYouMean]).toEqual([1, true, 'enchente']);
  });

  it('show together what lacks the same, and go on from where each is', async () => {
    const several = await both();
    const answer = await searchTogether(several, 'enchente quando:1200');
    expect([answer.total, answer.others.map(({ missing }) => missing)]).toEqual([0, ['period']]);
    const [group] = answer.others;
    expect(group!.total).toBe(30);
    const seen = new Set(group!.hits.map(({ url }) => url));
    for (let next = group!.next; next !== null; ) {
      const { others } = await searchTogether(several, 'enchente quando:1200', { cursor: next });
      for (const { url } of others[0]!.hits) {
        expect(seen.has(url)).toBe(false);
        seen.add(url);
      }
      next = others[0]!.next;
    }
    expect(seen.size).toBe(30);
  });
});
