/** What `CatalogueWriting` must take as it comes, in whatever order. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ask, COIMBRA, entity, geo, HOUR, layer, NOW, page, same } from '../records.suite.ts';
import type { Catalogue, PageRecord } from './index.ts';
import { all } from './slice.suite.ts';

/** `fresh` gives an empty catalogue. */
export function describeWriting(fresh: () => Promise<Catalogue>): void {
  describe('strange values', () => {
    it('survives NUL, lone surrogates, endless strings and numbers that are none', async () => {
      const catalogue = await fresh();
      const long = 'ção '.repeat(300_000);
      const text = `antes\0depois \ud800 sozinho\u0000 ${long}`;
      const url = 'https://a.br/p\0q';
      const strange = page('https://a.br/p', {
        url,
        key: `k\0\udc00${'x'.repeat(20_000)}`,
        title: `título\0com \ud83d nulo`,
        text,
        html: `<p>${text}</p>`,
        language: 'pt\0',
        status: Number.NaN,
        fetchedAt: 1.5,
        digest: 'd'.repeat(20),
        segments: [
          {
            start: 0,
            end: 1e9,
            periods: [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }],
          },
        ],
        places: [{ start: 0, end: 1, place: 'p\0', confidence: Number.NaN }],
        links: [
          { url: `https://b.br/\0${'y'.repeat(100_000)}`, text: `\0${'z'.repeat(100_000)}` },
          { url: '', text: '' },
          { url: 'não é', text: 'x' },
        ],
        entities: [
          entity('https://a.br/p', 'nome\0\ud800', {
            values: [{ attribute: '\0', value: '\0v', normal: '\0', provenance: '' }],
          }),
        ],
      });
      await catalogue.write({
        pages: [strange],
        places: [{ ...COIMBRA, key: 'p\0', lat: Number.NaN, box: [Number.NaN, 0, 1, 2] }],
        geo: [
          geo('https://a.br/g.zip', {
            datasets: [layer('x', [Number.NaN, 91, Number.POSITIVE_INFINITY, -91])],
          }),
        ],
        marks: [{ file: 'f\0', offset: 3 }],
      });
      const [stored] = (await catalogue.pages()).items;
      // Content is as it was, unit by unit, but for lone surrogates.
      expect(stored!.text).toBe(text.replace('\ud800', '\ufffd'));
      expect(stored!.html).toBe(`<p>${text.replace('\ud800', '\ufffd')}</p>`);
      expect(stored!.title).toBe('título\0com \ufffd nulo');
      expect(stored!.digest).toBe('d'.repeat(20));
      expect(stored!.entities[0]!.values[0]).toMatchObject({ attribute: '\0', value: '\0v', normal: '\0' });
      expect((await catalogue.search(ask('sozinho'))).total).toBe(1);
      expect(await catalogue.known([same(strange)])).toMatchObject([{ digest: 'd'.repeat(20) }]);
      expect((await catalogue.linksFrom(stored!.id)).items).toHaveLength(3);
      expect((await catalogue.geoSearch('')).items[0]!.geo.box).toBeNull();
      await catalogue.write({ pages: [strange] });
      expect(await catalogue.summary()).toMatchObject({ pages: 1, versions: 1 });
    });

    it('gives back any text, HTML, mark and link as it came', async () => {
      const catalogue = await fresh();
      let n = 0;
      const unit = fc.string({ unit: 'binary', maxLength: 40 });
      const arbitrary = fc.record({
        text: unit,
        html: fc
          .array(
            fc.oneof(unit, fc.constantFrom('<p>', '</p>', '<a href="x">', '<', '>', 'longer run of text')),
          )
          .map((parts) => parts.join('')),
        byline: unit,
        marks: fc.array(
          fc.record({
            start: fc.integer({ min: 0, max: 1e6 }),
            end: fc.integer({ min: 0, max: 1e6 }),
            type: fc.constantFrom('DATE' as const, 'TIME' as const, 'DURATION' as const, 'SET' as const),
            value: unit,
            period: fc.option(fc.record({ from: fc.integer(), to: fc.integer() })),
          }),
        ),
        places: fc.array(
          fc.record({
            start: fc.integer({ min: 0, max: 1e6 }),
            end: fc.integer({ min: 0, max: 1e6 }),
            place: fc.constantFrom('a', 'b', 'municipality:BR:1'),
            confidence: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value || 0),
          }),
        ),
      });
      await fc.assert(
        fc.asyncProperty(arbitrary, async (more) => {
          const url = `https://a.br/${n++}`;
          const html = `${more.html}<p>${more.text}</p>${more.html}`;
          await catalogue.write({ pages: [page(url, { ...more, html })] });
          expect(await catalogue.pageAt(url)).toMatchObject({ ...more, html });
        }),
        { seed: 7, numRuns: 40 },
      );
    });
  });

  it('says what it holds the same however it came in', async () => {
    const records = Array.from({ length: 40 }, (_, i) =>
      page(`https://s${i % 3}.br/${i % 13}`, {
        text: `texto ${i} maçã`,
        fetchedAt: NOW + ((i * 7919) % 40) * HOUR,
        links: [{ url: `https://s${(i + 1) % 3}.br/${(i * 5) % 13}`, text: `âncora ${i % 13}` }],
        entities: [entity(`https://s${i % 3}.br/${i % 13}`, `Pessoa ${i}`)],
      }),
    );
    const told = async (order: readonly PageRecord[], parts: number): Promise<unknown> => {
      const catalogue = await fresh();
      for (let at = 0; at < order.length; at += parts)
        await catalogue.write({ pages: order.slice(at, at + parts) });
      await catalogue.settle();
      const { bytes: _bytes, ...summary } = await catalogue.summary();
      const answer = await catalogue.search(ask('maçã'), { limit: 100 });
      return {
        summary,
        pages: (await all((cursor) => catalogue.pages({ cursor })))
          .map(({ url, text, entities }) => [url, text, entities.map((one) => one.name)])
          .sort(),
        found: answer.hits.map((hit) => [hit.url, Math.round(hit.score * 1e6)]).sort(),
        facets: answer.facets,
        to: await Promise.all(
          records.map(async ({ url }) =>
            (await catalogue.linksTo(url, { limit: 1000 })).items
              .map((link) => `${link.url} ${link.text}`)
              .sort(),
          ),
        ),
        sites: await all((cursor) => catalogue.sites({ cursor })),
      };
    };
    const once = await told(records, 40);
    expect(await told(records, 1)).toEqual(once);
    expect(await told([...records].reverse(), 7)).toEqual(once);
  });
}
