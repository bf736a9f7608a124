/** What `CataloguePages` must give back of what was written: pages with their versions, captures and marks. */
import { describe, expect, it } from 'vitest';
import {
  ask,
  COIMBRA,
  day,
  digestOf,
  entity,
  geo,
  HOUR,
  NOW,
  PORTO_ALEGRE,
  page,
  same,
  year,
} from '../records.suite.ts';
import type { Catalogue, PageRecord } from './index.ts';
import { all } from './slice.suite.ts';

/** `fresh` gives an empty catalogue. */
export function describePages(fresh: () => Promise<Catalogue>): void {
  describe('pages', () => {
    it('gives back everything that was said of a page', async () => {
      const catalogue = await fresh();
      const text = 'Em maio de 1941 a água subiu em Porto Alegre.\nDepois, nada.';
      const said = page('https://www.jornal.br/1941/enchente.html', {
        title: 'A enchente <b>de 41</b>',
        byline: 'Ana Souza',
        language: 'pt',
        status: 203,
        charset: null,
        mime: 'application/xhtml+xml',
        published: {
          date: '2001-05-03',
          confidence: 0.8734,
          source: 'json-ld',
          where: '$.datePublished',
          text: '03/05/2001',
        },
        modified: { date: '2002-01-01', confidence: 1, source: 'meta', where: 'm', text: '2002' },
        text,
        html: '<h2>Em maio</h2>\n<p>Em maio de 1941 a água subiu em Porto Alegre.</p>\n<p>Depois, nada. &amp; fim</p>',
        marks: [
          {
            start: 3,
            end: 15,
            type: 'DATE',
            value: '1941-05',
            period: { from: day('1941-05-01'), to: day('1941-05-31') },
          },
          { start: 46, end: 52, type: 'DURATION', value: 'PXD', period: null },
        ],
        segments: [
          { start: 0, end: 45, periods: [year(1941), { from: -900_000, to: 2_000_000 }] },
          { start: 45, end: 59, periods: [] },
        ],
        places: [{ start: 32, end: 44, place: PORTO_ALEGRE.key, confidence: 1 / 3 }],
        entities: [
          entity('https://www.jornal.br/1941/enchente.html', 'Ana Souza', {
            values: [
              {
                attribute: 'jobTitle',
                value: 'repórter',
                normal: null,
                provenance: 'json-ld $.author.jobTitle',
              },
              { attribute: 'birthDate', value: '3 de maio', normal: '1970-05-03', provenance: 'x' },
            ],
          }),
        ],
        simhash: '00ff00ff00ff00ff',
        archive: { file: 'B-00007.warc.gz', offset: 5_000_000_000, length: 12_345 },
      });
      await catalogue.write({ pages: [said], places: [PORTO_ALEGRE, COIMBRA] });
      const found = (await catalogue.pageAt(said.url))!;
      const { links: _links, entities, ...rest } = said;
      expect(found).toMatchObject({ ...rest, current: true, placeNames: [PORTO_ALEGRE] });
      expect(found.entities).toMatchObject(entities);
      expect(await catalogue.page(found.id)).toEqual(found);
      expect((await catalogue.places()).get(COIMBRA.key)).toEqual(COIMBRA);
      expect((await catalogue.places()).has('nowhere')).toBe(false);
    });

    it('knows nothing of what was not written', async () => {
      const catalogue = await fresh();
      expect(await catalogue.page(1)).toBeNull();
      expect(await catalogue.pageAt('https://a.br/')).toBeNull();
      expect(await catalogue.versions('https://a.br/')).toEqual([]);
      expect((await catalogue.linksTo('https://a.br/')).items).toEqual([]);
      expect((await catalogue.linksFrom(9)).items).toEqual([]);
      expect(await catalogue.linkCounts(9)).toEqual({ from: 0, to: 0 });
      expect(await catalogue.entity(3)).toBeNull();
      expect(await catalogue.geo(3)).toBeNull();
      expect(await catalogue.geoThumbnail(3)).toBeNull();
      expect((await catalogue.search(ask('nada'))).hits).toEqual([]);
      expect(await catalogue.summary()).toMatchObject({
        pages: 0,
        versions: 0,
        links: 0,
        firstFetched: null,
      });
    });

    it('keeps versions, searches the newest, and finds the one nearest to a time', async () => {
      const catalogue = await fresh();
      const url = 'https://a.br/p';
      const at = (hours: number, text: string): PageRecord =>
        page(url, { text, fetchedAt: NOW + hours * HOUR });
      // The newest comes first, as it may when archives are read in any order.
      await catalogue.write({ pages: [at(10, 'terceira abacaxi')] });
      await catalogue.write({ pages: [at(0, 'primeira banana'), at(5, 'segunda caju')] });
      expect((await catalogue.versions(url)).map((version) => version.fetchedAt - NOW)).toEqual([
        10 * HOUR,
        5 * HOUR,
        0,
      ]);
      expect((await catalogue.pageAt(url))!.text).toBe('terceira abacaxi');
      expect((await catalogue.pageAt(url, NOW + 2 * HOUR))!.text).toBe('primeira banana');
      expect((await catalogue.pageAt(url, NOW + 3 * HOUR))!.text).toBe('segunda caju');
      expect((await catalogue.pageAt(url, NOW + 8 * HOUR))!.text).toBe('terceira abacaxi');
      expect(await catalogue.pageAt(url, 0)).toMatchObject({ text: 'primeira banana', current: false });
      expect((await catalogue.search(ask('abacaxi'))).total).toBe(1);
      expect((await catalogue.search(ask('banana'))).total).toBe(0);
      expect((await catalogue.search(ask('caju'))).total).toBe(0);
      expect(await catalogue.summary()).toMatchObject({ pages: 1, versions: 3 });
    });

    it('attaches captures of the same bytes to the version that has them', async () => {
      const catalogue = await fresh();
      const first = page('https://a.br/p', { text: 'goiaba' });
      const second = page('https://a.br/p', { text: 'manga', fetchedAt: NOW + HOUR });
      await catalogue.write({ pages: [first, second] });
      const other = { ...same(first, { fetchedAt: NOW }), digest: digestOf('other') };
      expect(await catalogue.known([same(first, { fetchedAt: NOW + 9 }), other])).toEqual([
        { digest: first.digest, own: false },
        null,
      ]);
      expect((await catalogue.search(ask('manga'))).total).toBe(1);
      const again = { file: 'A-00002.warc.gz', offset: 7, length: 8 };
      await catalogue.write({ same: [same(first, { fetchedAt: NOW + 2 * HOUR, archive: again })] });
      // The page went back to what it was.
      expect(await catalogue.pageAt('https://a.br/p')).toMatchObject({
        text: 'goiaba',
        current: true,
        fetchedAt: NOW + 2 * HOUR,
        archive: again,
      });
      expect((await catalogue.search(ask('goiaba'))).total).toBe(1);
      expect((await catalogue.search(ask('manga'))).total).toBe(0);
      const versions = await catalogue.versions('https://a.br/p');
      expect(versions).toHaveLength(3);
      expect(versions[0]!.id).toBe(versions[2]!.id);
      // The same bytes at another address: found there, shown once.
      const mirror = same(first, {
        url: 'https://b.br/m',
        key: 'https://b.br/m',
        fetchedAt: NOW + 3 * HOUR,
      });
      await catalogue.write({ same: [mirror, same(first, { digest: digestOf('nobody has this') })] });
      expect(await catalogue.pageAt('https://b.br/m')).toMatchObject({
        text: 'goiaba',
        url: 'https://b.br/m',
      });
      expect((await catalogue.search(ask('goiaba'))).total).toBe(1);
      expect((await catalogue.summary()).pages).toBe(1);
    });

    it('replaces a version that is analysed again, under the same identity', async () => {
      const catalogue = await fresh();
      const url = 'https://a.br/p';
      const digest = digestOf('bytes');
      const links = [{ url: 'https://a.br/x', text: 'xis' }];
      await catalogue.write({
        pages: [
          page(url, {
            digest,
            text: 'menu menu jabuticaba',
            links,
            entities: [entity(url, 'Um'), entity(url, 'Dois')],
          }),
        ],
      });
      const before = (await catalogue.pageAt(url))!;
      await catalogue.write({
        pages: [
          page(url, {
            digest,
            text: 'jabuticaba',
            title: 'Nova',
            links: [],
            entities: [entity(url, 'Três')],
          }),
        ],
      });
      const after = (await catalogue.pageAt(url))!;
      expect(after).toMatchObject({ id: before.id, text: 'jabuticaba', title: 'Nova', current: true });
      expect(after.entities.map((one) => one.name)).toEqual(['Três']);
      expect((await catalogue.entities({})).items.map((one) => one.name)).toEqual(['Três']);
      expect(await catalogue.versions(url)).toHaveLength(1);
      expect((await catalogue.search(ask('menu'))).total).toBe(0);
      expect((await catalogue.linksTo('https://a.br/x')).items).toEqual([]);
      expect(await catalogue.summary()).toMatchObject({ pages: 1, versions: 1, entities: 1, links: 0 });
    });

    it('forgets the pages of an archive file that was replaced', async () => {
      const catalogue = await fresh();
      const from = (file: string, more: Partial<PageRecord>): PageRecord =>
        page('https://a.br/p', { archive: { file, offset: 0, length: 1 }, ...more });
      const old = from('A.warc.gz', { text: 'pitanga', entities: [entity('https://a.br/p', 'Velha')] });
      await catalogue.write({
        pages: [
          old,
          from('B.warc.gz', { text: 'acerola', fetchedAt: NOW + HOUR }),
          page('https://a.br/so-b', { archive: { file: 'B.warc.gz', offset: 1, length: 1 } }),
        ],
        marks: [
          { file: 'A.warc.gz', offset: 10, head: 'aa' },
          { file: 'B.warc.gz', offset: 20, head: 'bb' },
        ],
      });
      expect((await catalogue.entities({})).items).toEqual([]);
      await catalogue.write({ forget: ['B.warc.gz', 'never.warc.gz'] });
      expect(await catalogue.marks()).toEqual([{ file: 'A.warc.gz', offset: 10, head: 'aa' }]);
      expect(await catalogue.pageAt('https://a.br/so-b')).toBeNull();
      expect(await catalogue.pageAt('https://a.br/p')).toMatchObject({ text: 'pitanga', current: true });
      expect((await catalogue.search(ask('acerola'))).total).toBe(0);
      expect((await catalogue.search(ask('pitanga'))).total).toBe(1);
      expect((await catalogue.entities({})).items.map((one) => one.name)).toEqual(['Velha']);
      expect(await catalogue.summary()).toMatchObject({ pages: 1, versions: 1, entities: 1 });
      expect((await catalogue.sites()).items).toMatchObject([{ site: 'a.br', pages: 1 }]);
    });

    it('lists current pages once each, however large the parts', async () => {
      const catalogue = await fresh();
      const urls = Array.from({ length: 23 }, (_, i) => `https://a.br/${i}`);
      await catalogue.write({ pages: urls.map((url) => page(url)) });
      await catalogue.write({ pages: [page(urls[3]!, { text: 'nova', fetchedAt: NOW + 1 })] });
      for (const limit of [1, 7, 23, 1000]) {
        const listed = await all((cursor) => catalogue.pages({ cursor, limit }));
        expect(listed.map((one) => one.url).sort()).toEqual([...urls].sort());
        expect(listed.every((one) => one.current)).toBe(true);
      }
    });

    it('says of captures what it has of them, in their order', async () => {
      const catalogue = await fresh();
      const place = { file: 'A-00001.warc.gz', offset: 100, length: 50 };
      const first = page('https://a.br/p', { text: 'goiaba', archive: place });
      const second = page('https://a.br/p', { text: 'manga', fetchedAt: NOW + 2 * HOUR });
      await catalogue.write({ pages: [first, second] });
      const again = { ...place, offset: 900 };
      const unsaid = (fetchedAt: number, url = first.url) => ({
        url,
        fetchedAt,
        digest: null,
        archive: null,
      });
      expect(
        await catalogue.known([
          first,
          { ...first, archive: again },
          { ...first, url: 'https://b.br/p' },
          { ...first, digest: digestOf('outra') },
          unsaid(NOW + HOUR),
          unsaid(NOW + 3 * HOUR),
          unsaid(NOW - HOUR),
          unsaid(NOW, 'https://a.br/nada'),
        ]),
      ).toEqual([
        { digest: first.digest, own: true },
        { digest: first.digest, own: false },
        { digest: first.digest, own: false },
        null,
        { digest: first.digest, own: false },
        { digest: second.digest, own: false },
        { digest: first.digest, own: false },
        null,
      ]);
      expect(await catalogue.known([])).toEqual([]);
    });

    it('gives many records by their identities, in the order asked for, without those that are not there', async () => {
      const catalogue = await fresh();
      const urls = ['https://a.br/1', 'https://a.br/2', 'https://a.br/3'];
      await catalogue.write({
        pages: urls.map((url) => page(url, { entities: [entity(url, `Pessoa ${url}`)] })),
        geo: [geo('https://g.br/1.zip'), geo('https://g.br/2.zip')],
      });
      const pages = [...(await catalogue.pages()).items].reverse();
      expect(await catalogue.pagesOf([...pages.map(({ id }) => id), 987_654])).toEqual(pages);
      const entities = [...(await catalogue.entities({})).items].reverse();
      expect(await catalogue.entitiesOf([987_654, ...entities.map(({ id }) => id)])).toEqual(entities);
      const ids = (await catalogue.geoSearch('')).items.map((hit) => hit.geo.id).reverse();
      const geos = await catalogue.geosOf([...ids, 987_654]);
      expect(geos).toEqual([await catalogue.geo(ids[0]!), await catalogue.geo(ids[1]!)]);
      await expect(catalogue.pagesOf(Array.from({ length: 1_001 }, () => 1))).rejects.toThrow(RangeError);
    });

    it('keeps marks, the last of a file', async () => {
      const catalogue = await fresh();
      await catalogue.write({
        marks: [
          { file: 'b', offset: 1 },
          { file: 'a', offset: 2, head: 'h' },
        ],
      });
      await catalogue.write({ marks: [{ file: 'b', offset: 9_007_199_254_740 }] });
      expect(await catalogue.marks()).toEqual([
        { file: 'a', offset: 2, head: 'h' },
        { file: 'b', offset: 9_007_199_254_740 },
      ]);
    });

    it('writes all of a batch or nothing', async () => {
      const catalogue = await fresh();
      await catalogue.write({ pages: [page('https://a.br/antes')], marks: [{ file: 'f', offset: 1 }] });
      const broken = page('https://a.br/quebrada');
      Object.defineProperty(broken, 'segments', {
        get: () => {
          throw new Error('read error');
        },
      });
      await expect(() =>
        catalogue.write({
          pages: [page('https://a.br/boa', { text: 'cupuaçu' }), broken],
          marks: [{ file: 'f', offset: 2 }],
          places: [COIMBRA],
        }),
      ).rejects.toThrow('read error');
      expect(await catalogue.pageAt('https://a.br/boa')).toBeNull();
      expect((await catalogue.search(ask('cupuaçu'))).total).toBe(0);
      expect(await catalogue.marks()).toEqual([{ file: 'f', offset: 1 }]);
      expect((await catalogue.places()).has(COIMBRA.key)).toBe(false);
      expect(await catalogue.summary()).toMatchObject({ pages: 1, versions: 1 });
      // What comes after stands on the ground of before.
      await catalogue.write({ pages: [page('https://a.br/boa', { text: 'cupuaçu' })], places: [COIMBRA] });
      expect((await catalogue.search(ask('cupuaçu'))).total).toBe(1);
      expect((await catalogue.places()).get(COIMBRA.key)).toEqual(COIMBRA);
      expect(await catalogue.summary()).toMatchObject({ pages: 2, versions: 2 });
    });
  });
}
