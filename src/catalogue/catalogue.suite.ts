/** What every implementation of the `Catalogue` port must do. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { TarrafaError } from '../errors.ts';
import type { Catalogue, PageRecord } from './ports/index.ts';
import {
  ask,
  COIMBRA,
  day,
  digestOf,
  entity,
  geo,
  layer,
  NOW,
  PORTO_ALEGRE,
  page,
  same,
  whereBox,
  year,
} from './records.suite.ts';

const HOUR = 3_600_000;

async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
  } catch (error) {
    return error instanceof TarrafaError ? error.code : String(error);
  }
  return 'nothing thrown';
}

/** Every item of a list, asked for in parts. */
async function all<T>(
  slice: (cursor: string | undefined) => Promise<{ items: readonly T[]; next: string | null }>,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (let turn = 0; turn < 1000; turn++) {
    const part = await slice(cursor);
    items.push(...part.items);
    if (part.next === null) return items;
    cursor = part.next;
  }
  throw new Error('the list does not end');
}

/** What every catalogue must do; `make` gives an empty one. */
export function catalogueSuite(name: string, make: () => Catalogue | Promise<Catalogue>): void {
  describe(`catalogue, ${name}`, () => {
    const made: Catalogue[] = [];
    const fresh = async (): Promise<Catalogue> => {
      const catalogue = await make();
      made.push(catalogue);
      return catalogue;
    };
    afterEach(async () => {
      for (const each of made.splice(0)) await each.close();
    });

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

    describe('links', () => {
      it('leads both ways, whatever form an address is written in', async () => {
        const catalogue = await fresh();
        const to = 'https://b.br/alvo';
        await catalogue.write({
          pages: [
            page('https://a.br/1', {
              title: 'Um',
              links: [
                { url: 'http://b.br/alvo', text: '' },
                { url: 'https://b.br/alvo?utm_source=x', text: ' o alvo ' },
                { url: 'https://a.br/1', text: 'eu mesma' },
                { url: 'https://c.br/fora', text: 'fora' },
              ],
            }),
            page(to, { title: 'Alvo' }),
          ],
        });
        const one = (await catalogue.pageAt('https://a.br/1'))!;
        const target = (await catalogue.pageAt(to))!;
        expect((await catalogue.linksFrom(one.id)).items).toMatchObject([
          { text: 'o alvo', id: target.id, title: 'Alvo' },
          { url: 'https://c.br/fora', text: 'fora', id: null, title: null },
        ]);
        expect((await catalogue.linksTo(to)).items).toEqual([
          { url: 'https://a.br/1', text: 'o alvo', id: one.id, title: 'Um' },
        ]);
        expect(await catalogue.linkCounts(one.id)).toEqual({ from: 2, to: 0 });
        expect(await catalogue.linkCounts(target.id)).toEqual({ from: 0, to: 1 });
        expect((await catalogue.summary()).links).toBe(2);
      });

      it('follows the current version', async () => {
        const catalogue = await fresh();
        const at = (hours: number, to: string): PageRecord =>
          page('https://a.br/1', {
            fetchedAt: NOW + hours * HOUR,
            text: `v${hours}`,
            links: [
              { url: 'https://a.br/menu', text: 'menu' },
              { url: to, text: 'texto' },
            ],
          });
        await catalogue.write({ pages: [at(0, 'https://b.br/velho')] });
        await catalogue.write({ pages: [at(1, 'https://b.br/novo')] });
        const lists = async (url: string): Promise<number> => (await catalogue.linksTo(url)).items.length;
        expect([
          await lists('https://b.br/velho'),
          await lists('https://b.br/novo'),
          await lists('https://a.br/menu'),
        ]).toEqual([0, 1, 1]);
        expect((await catalogue.summary()).links).toBe(2);
        // An older capture that comes late changes nothing.
        await catalogue.write({ pages: [at(-1, 'https://b.br/antigo')] });
        expect([await lists('https://b.br/antigo'), await lists('https://b.br/novo')]).toEqual([0, 1]);
      });

      it('pages through many links', async () => {
        const catalogue = await fresh();
        const pages = Array.from({ length: 30 }, (_, i) =>
          page(`https://s${i % 7}.br/${i}`, { links: [{ url: 'https://alvo.br/', text: `t${i % 3}` }] }),
        );
        const hub = page('https://alvo.br/', { links: pages.map(({ url }) => ({ url, text: url })) });
        await catalogue.write({ pages: [...pages, hub] });
        const to = await all((cursor) => catalogue.linksTo('https://alvo.br/', { cursor, limit: 4 }));
        expect(new Set(to.map((link) => link.url))).toEqual(new Set(pages.map((one) => one.url)));
        expect(to).toHaveLength(30);
        const from = await all(async (cursor) =>
          catalogue.linksFrom((await catalogue.pageAt('https://alvo.br/'))!.id, { cursor, limit: 7 }),
        );
        expect(from.map((link) => link.url)).toEqual(pages.map((one) => one.url));
      });

      it('finds a page by what links to it say, whether they come before or after it', async () => {
        const catalogue = await fresh();
        const target = page('https://museu.br/', { title: 'Bem-vindo', text: 'Horários de visita.' });
        await catalogue.write({
          pages: [
            page('https://a.br/1', { text: 'x', links: [{ url: target.url, text: 'Museu do Ipiranga' }] }),
          ],
        });
        await catalogue.write({ pages: [target] });
        const id = (await catalogue.pageAt(target.url))!.id;
        expect((await catalogue.search(ask('ipiranga'))).hits.map((hit) => hit.id)).toContain(id);
        await catalogue.write({
          pages: ['b', 'c', 'd'].map((site) =>
            page(`https://${site}.br/1`, { text: 'y', links: [{ url: target.url, text: 'Museu Paulista' }] }),
          ),
        });
        await catalogue.settle();
        const [hit] = (await catalogue.search(ask('paulista'))).hits;
        expect(hit).toMatchObject({ id });
        expect(hit!.parts.anchors).toBeGreaterThan(0);
        expect(hit!.parts.links).toBeGreaterThan(0);
        // Words such as "clique aqui" say nothing of a page.
        await catalogue.write({
          pages: [page('https://e.br/1', { text: 'z', links: [{ url: target.url, text: 'Clique aqui' }] })],
        });
        await catalogue.settle();
        expect((await catalogue.search(ask('clique'))).total).toBe(0);
      });

      it('counts other sites more than the pages of one site', async () => {
        const catalogue = await fresh();
        const words = { title: 'Igual', text: 'umbu umbu umbu' };
        await catalogue.write({
          pages: [
            page('https://popular.br/p', words),
            page('https://sozinho.br/p', words),
            ...Array.from({ length: 12 }, (_, i) =>
              page(`https://s${i}.br/`, {
                text: 'x',
                links: [{ url: 'https://popular.br/p', text: 'Igual' }],
              }),
            ),
            ...Array.from({ length: 12 }, (_, i) =>
              page(`https://sozinho.br/${i}`, {
                text: 'x',
                links: [{ url: 'https://sozinho.br/p', text: 'Igual' }],
              }),
            ),
          ],
        });
        await catalogue.settle();
        const links = new Map(
          (await catalogue.search(ask('umbu'))).hits.map((hit) => [hit.url, hit.parts.links]),
        );
        expect(links.get('https://popular.br/p')!).toBeGreaterThan(links.get('https://sozinho.br/p')!);
        expect(links.get('https://sozinho.br/p')!).toBeGreaterThan(0);
      });
    });

    describe('search', () => {
      const filled = async (): Promise<Catalogue> => {
        const catalogue = await fresh();
        await catalogue.write({
          places: [PORTO_ALEGRE, COIMBRA],
          pages: [
            page('https://jornal.br/41', {
              title: 'A enchente de 1941',
              text: 'As águas do Guaíba cobriram Porto Alegre em maio de 1941.',
              segments: [{ start: 0, end: 57, periods: [year(1941)] }],
              places: [{ start: 28, end: 40, place: PORTO_ALEGRE.key, confidence: 0.95 }],
              published: { date: '1991-05-08', confidence: 1, source: 'meta', where: '', text: '' },
            }),
            page('https://jornal.br/2024', {
              title: 'Enchentes de maio',
              text: 'Em 2024 as enchentes voltaram ao Rio Grande do Sul.',
              segments: [{ start: 0, end: 51, periods: [year(2024)] }],
              published: { date: '2024-05-10', confidence: 1, source: 'meta', where: '', text: '' },
            }),
            page('https://museu.pt/', {
              title: 'Museu',
              language: 'en',
              text: 'Coimbra has a flood museum. Enchente.',
              places: [{ start: 0, end: 7, place: COIMBRA.key, confidence: 0.9 }],
              entities: [entity('https://museu.pt/', 'Museu da Água', { type: 'Museum' })],
            }),
          ],
          geo: [
            geo('https://dados.br/enchente.zip', {
              datasets: [layer('mancha_enchente', [-52, -31, -50, -29])],
            }),
          ],
        });
        await catalogue.settle();
        return catalogue;
      };

      it('finds with and without accents, in any inflection, and shows why', async () => {
        const catalogue = await filled();
        for (const line of ['enchente', 'ENCHENTES', '"enchente de 1941"'])
          expect((await catalogue.search(ask(line))).hits.map((hit) => hit.url)).toContain(
            'https://jornal.br/41',
          );
        const [hit] = (await catalogue.search(ask('aguas guaiba'))).hits;
        expect(hit).toMatchObject({
          kind: 'page',
          url: 'https://jornal.br/41',
          site: 'jornal.br',
          title: 'A enchente de 1941',
          published: '1991-05-08',
          language: 'pt',
          fetchedAt: NOW,
          periods: [{ ...year(1941), share: 1 }],
          places: [PORTO_ALEGRE],
        });
        const [snippet] = hit!.snippets;
        expect(snippet!.matches.map(([from, to]) => snippet!.text.slice(from, to))).toEqual([
          'águas',
          'Guaíba',
        ]);
        expect(snippet!.periods).toEqual([year(1941)]);
        const { title, text, anchors, period, place, links } = hit!.parts;
        expect(title + text + anchors + period + place + links).toBeCloseTo(hit!.score, 6);
      });

      it('narrows by period, publication, site, kind, language and box', async () => {
        const catalogue = await filled();
        const urls = async (line: string): Promise<string[]> =>
          (await catalogue.search(ask(line))).hits.map((hit) => hit.url).sort();
        expect(await urls('enchente quando:1939..1945')).toEqual(['https://jornal.br/41']);
        expect(await urls('enchente publicado:2024')).toEqual(['https://jornal.br/2024']);
        expect(await urls('enchente site:museu.pt')).toEqual(['https://museu.pt/']);
        expect(await urls('enchente -site:jornal.br tipo:page')).toEqual(['https://museu.pt/']);
        expect(await urls('enchente tipo:geo-file')).toEqual(['https://dados.br/enchente.zip']);
        expect(await urls('tipo:entity museu')).toEqual(['https://museu.pt/']);
        expect(await urls('enchente idioma:en')).toEqual(['https://museu.pt/']);
        const near = (await catalogue.search(whereBox([-51.5, -30.5, -51, -29.9]))).hits.map(
          (hit) => hit.url,
        );
        expect(near).toContain('https://jornal.br/41');
        expect(near).toContain('https://dados.br/enchente.zip');
        expect(near).not.toContain('https://museu.pt/');
      });

      it('takes a site with its subdomains, and a subdomain alone', async () => {
        const catalogue = await fresh();
        await catalogue.write({
          pages: ['https://www.x.com.br/', 'https://forum.x.com.br/a', 'https://outrox.com.br/'].map((url) =>
            page(url, { site: url.includes('outro') ? 'outrox.com.br' : 'x.com.br', text: 'murici' }),
          ),
        });
        const found = async (line: string): Promise<number> => (await catalogue.search(ask(line))).total;
        expect(await found('murici site:x.com.br')).toBe(2);
        expect(await found('murici site:forum.x.com.br')).toBe(1);
        expect(await found('murici site:www.x.com.br')).toBe(2);
        expect((await catalogue.sites()).items[0]).toMatchObject({ site: 'x.com.br', pages: 2 });
      });

      it('counts what it found by year, place, site, kind and language', async () => {
        const catalogue = await filled();
        const { facets, total } = await catalogue.search(ask('enchente'));
        expect(total).toBe(4);
        expect(facets!.years).toEqual([
          { value: 1941, count: 1 },
          { value: 2024, count: 1 },
        ]);
        expect(facets!.decades.map((one) => one.value)).toEqual([1940, 2020]);
        expect(facets!.publishedYears).toEqual([
          { value: 1991, count: 1 },
          { value: 2024, count: 1 },
        ]);
        expect(facets!.sites[0]).toEqual({ value: 'jornal.br', count: 2 });
        expect(new Set(facets!.kinds.map((one) => one.value))).toEqual(new Set(['page', 'geo-file']));
        expect(facets!.places.map((one) => one.value.key).sort()).toEqual(
          [PORTO_ALEGRE.key, COIMBRA.key].sort(),
        );
        expect(facets!.bounded).toBe(false);
        expect(await catalogue.facets(ask('enchente'))).toEqual(facets);
        expect((await catalogue.search(ask('enchente'), { facets: false })).facets).toBeNull();
        expect(await catalogue.timeline(ask('enchente'))).toEqual({
          spoken: [
            [1941, 1],
            [2024, 1],
          ],
          published: [
            [1991, 1],
            [2024, 1],
          ],
          cross: expect.arrayContaining([
            [1941, 1991, 1],
            [2024, 2024, 1],
          ]),
          bounded: false,
        });
      });

      it('pages through results without losing or repeating one, in each order', async () => {
        const catalogue = await fresh();
        await catalogue.write({
          pages: Array.from({ length: 37 }, (_, i) =>
            page(`https://a.br/${i}`, {
              text: `${'caqui '.repeat(1 + (i % 5))} número ${i}`,
              published: { date: `20${10 + (i % 9)}-01-02`, confidence: 1, source: '', where: '', text: '' },
            }),
          ),
        });
        for (const order of ['relevance', 'newest', 'oldest'] as const) {
          const hits = await all(async (cursor) => {
            const { hits: items, next } = await catalogue.search(ask('caqui'), { cursor, limit: 5, order });
            return { items, next };
          });
          expect(new Set(hits.map((hit) => hit.id)).size).toBe(37);
          expect(hits).toHaveLength(37);
          if (order === 'newest')
            expect(hits.map((hit) => hit.published)).toEqual(
              hits
                .map((hit) => hit.published)
                .sort()
                .reverse(),
            );
        }
      });

      it('answers with what has most of the question, and says so, when nothing has all', async () => {
        const catalogue = await filled();
        const answer = await catalogue.search(ask('enchente guaíba astronauta'));
        expect(answer).toMatchObject({ relaxed: true });
        expect(answer.hits[0]!.url).toBe('https://jornal.br/41');
        expect((await catalogue.search(ask('enchente guaíba'))).relaxed).toBeUndefined();
      });

      it('suggests words, places, sites and titles of the collection', async () => {
        const catalogue = await filled();
        const kinds = async (text: string): Promise<string[]> =>
          (await catalogue.suggest(text)).map((one) => `${one.kind} ${one.text}`);
        expect((await kinds('ench')).some((one) => /^word enchente/.test(one))).toBe(true);
        expect(await kinds('site:jor')).toContain('site jornal.br');
        expect((await catalogue.suggest('onde:Porto')).map((one) => one.line).join()).toContain(
          'Porto Alegre',
        );
        expect(await catalogue.suggest('')).toEqual([]);
        expect((await catalogue.suggest('e', 1000)).length).toBeLessThanOrEqual(20);
      });
    });

    describe('cursors and limits', () => {
      it('refuses cursors that are not of this list', async () => {
        const catalogue = await fresh();
        await catalogue.write({
          pages: Array.from({ length: 5 }, (_, i) => page(`https://a.br/${i}`, { text: 'araçá' })),
        });
        const pages = (await catalogue.pages({ limit: 2 })).next!;
        const search = (await catalogue.search(ask('araçá'), { limit: 2 })).next!;
        for (const bad of [
          '',
          'x',
          '%%%',
          pages.slice(1),
          search,
          'W10',
          '{}',
          'a'.repeat(9000),
          Buffer.from('["pages",null]').toString('base64url'),
          Buffer.from('["pages","1"]').toString('base64url'),
        ]) {
          expect(await codeOf(() => catalogue.pages({ cursor: bad }))).toBe('TRF_CURSOR_INVALID');
          expect(await codeOf(() => catalogue.sites({ cursor: bad }))).toBe('TRF_CURSOR_INVALID');
          expect(await codeOf(() => catalogue.linksTo('https://a.br/1', { cursor: bad }))).toBe(
            'TRF_CURSOR_INVALID',
          );
          expect(await codeOf(() => catalogue.entities({}, { cursor: bad }))).toBe('TRF_CURSOR_INVALID');
          expect(await codeOf(() => catalogue.producers({ cursor: bad }))).toBe('TRF_CURSOR_INVALID');
          expect(await codeOf(() => catalogue.geoSearch('', { cursor: bad }))).toBe('TRF_CURSOR_INVALID');
        }
        // The cursor of another question, too.
        expect(await codeOf(() => catalogue.search(ask('outra'), { cursor: search }))).toBe(
          'TRF_CURSOR_INVALID',
        );
        expect((await catalogue.search(ask('araçá'), { cursor: search, limit: 2 })).hits).toHaveLength(2);
      });

      it('brings limits into their bounds', async () => {
        const catalogue = await fresh();
        await catalogue.write({
          pages: Array.from({ length: 130 }, (_, i) => page(`https://a.br/${i}`, { text: 'bacuri' })),
        });
        for (const limit of [0, -5, 0.5, Number.NaN]) {
          const { length } = (await catalogue.pages({ limit })).items;
          expect([1, 20]).toContain(length);
        }
        expect((await catalogue.pages({ limit: 1e9 })).items).toHaveLength(130);
        expect((await catalogue.search(ask('bacuri'), { limit: 1e9 })).hits).toHaveLength(100);
        expect((await catalogue.search(ask('bacuri'))).hits).toHaveLength(10);
        expect((await catalogue.pages()).items).toHaveLength(20);
      });
    });

    describe('sites', () => {
      it('tells how much of each is there, largest first', async () => {
        const catalogue = await fresh();
        await catalogue.write({
          pages: [
            page('https://grande.br/1', { fetchedAt: NOW }),
            page('https://grande.br/2', {
              fetchedAt: NOW + HOUR,
              entities: [entity('https://grande.br/2', 'E')],
            }),
            page('https://b.br/1', { fetchedAt: NOW - HOUR }),
            page('https://a.br/1'),
          ],
          geo: [geo('https://geo.br/f.zip')],
        });
        const listed = await all((cursor) => catalogue.sites({ cursor, limit: 1 }));
        expect(listed).toEqual([
          {
            site: 'grande.br',
            pages: 2,
            entities: 1,
            geoFiles: 0,
            firstFetched: NOW,
            lastFetched: NOW + HOUR,
          },
          { site: 'a.br', pages: 1, entities: 0, geoFiles: 0, firstFetched: NOW, lastFetched: NOW },
          {
            site: 'b.br',
            pages: 1,
            entities: 0,
            geoFiles: 0,
            firstFetched: NOW - HOUR,
            lastFetched: NOW - HOUR,
          },
          { site: 'geo.br', pages: 0, entities: 0, geoFiles: 1, firstFetched: 0, lastFetched: 0 },
        ]);
        expect(await catalogue.summary()).toMatchObject({
          sites: 4,
          firstFetched: NOW - HOUR,
          lastFetched: NOW + HOUR,
          geoFiles: 1,
          entities: 1,
        });
      });
    });

    describe('entities', () => {
      const column = { name: 'nome', kind: 'text', rules: ['MATCH (n) RETURN n'] };
      const table = (name: string, names: readonly string[], madeAt = NOW) => ({
        name,
        example: 'https://a.br/1',
        columns: [column],
        rows: names.map((one) => entity('https://a.br/1', one, { type: name, table: name })),
        madeAt,
      });

      it('lists by table and by type, and finds them', async () => {
        const catalogue = await fresh();
        await catalogue.write({
          pages: [
            page('https://a.br/1', {
              entities: [
                entity('https://a.br/1', 'Pessoa Um'),
                entity('https://a.br/1', 'Livro', { type: 'Book' }),
              ],
            }),
          ],
          tables: [table('prefeitos', ['Alceu', 'Brizola']), table('rios', ['Guaíba'])],
        });
        expect(await catalogue.entityTables()).toMatchObject([
          { name: 'prefeitos', example: 'https://a.br/1', columns: [column], rows: 2, madeAt: NOW },
          { name: 'rios', rows: 1 },
        ]);
        const names = async (of: { table?: string; type?: string }): Promise<string[]> =>
          (await all((cursor) => catalogue.entities(of, { cursor, limit: 1 }))).map((one) => one.name);
        expect(await names({ table: 'prefeitos' })).toEqual(['Alceu', 'Brizola']);
        expect(await names({ table: 'nenhuma' })).toEqual([]);
        expect(await names({ type: 'Book' })).toEqual(['Livro']);
        expect(await names({})).toHaveLength(5);
        expect(await catalogue.entityTypes()).toEqual([
          { type: 'Book', count: 1 },
          { type: 'Person', count: 1 },
        ]);
        const [found] = (await catalogue.search(ask('brizola'))).hits;
        expect(found).toMatchObject({ kind: 'entity', title: 'Brizola' });
        expect(await catalogue.entity(found!.id)).toMatchObject({
          name: 'Brizola',
          table: 'prefeitos',
          values: [{ provenance: 'json-ld $.name' }],
        });
      });

      it('replaces a table of the same name whole', async () => {
        const catalogue = await fresh();
        await catalogue.write({ tables: [table('prefeitos', ['Alceu', 'Brizola'])] });
        const [before] = await catalogue.entityTables();
        await catalogue.write({ tables: [table('prefeitos', ['Loureiro'], NOW + 1)] });
        expect(await catalogue.entityTables()).toMatchObject([{ id: before!.id, rows: 1, madeAt: NOW + 1 }]);
        expect((await catalogue.search(ask('brizola'))).total).toBe(0);
        expect((await catalogue.search(ask('loureiro'))).total).toBe(1);
        expect((await catalogue.summary()).entities).toBe(1);
      });

      it('has only what current versions state', async () => {
        const catalogue = await fresh();
        const url = 'https://a.br/1';
        await catalogue.write({ pages: [page(url, { text: 'um', entities: [entity(url, 'Antiga')] })] });
        await catalogue.write({
          pages: [page(url, { text: 'dois', fetchedAt: NOW + HOUR, entities: [entity(url, 'Atual')] })],
        });
        expect((await catalogue.entities({})).items.map((one) => one.name)).toEqual(['Atual']);
        expect((await catalogue.search(ask('antiga'))).total).toBe(0);
        expect((await catalogue.pageAt(url, NOW))!.entities.map((one) => one.name)).toEqual(['Antiga']);
      });
    });

    describe('geographic files', () => {
      const producers = [
        {
          site: 'ibge.gov.br',
          title: 'IBGE',
          description: 'Instituto',
          url: 'https://ibge.gov.br/',
          score: 3,
          files: 2,
          downloads: 0,
        },
        {
          site: 'inpe.br',
          title: 'INPE',
          description: '',
          url: 'https://inpe.br/',
          score: 7,
          files: 1,
          downloads: 0,
        },
      ];
      const value = (name: string) => ({
        column: 'NOME',
        value: name,
        folded: name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, ''),
        frequency: 1,
        by: 'gazetteer' as const,
        confidence: 1,
      });
      const PNG = new Uint8Array([0x89, 0x50, 0, 0xff]);
      const filled = async (): Promise<Catalogue> => {
        const catalogue = await fresh();
        await catalogue.write({
          producers,
          pages: [
            page('https://inpe.br/dados.html', {
              title: 'Desmatamento na Amazônia',
              text: 'Dados de satélite da floresta.',
            }),
          ],
          geo: [
            geo('https://ibge.gov.br/municipios.shp', {
              site: 'ibge.gov.br',
              places: [value('São Paulo'), value('Porto Alegre')],
              datasets: [layer('municipios', [-74, -34, -34, 6], { title: 'Malha municipal' })],
              thumbnail: PNG,
              preview: '{"type":"FeatureCollection","features":[]}',
            }),
            geo('https://ibge.gov.br/porto-alegre.geojson', {
              site: 'ibge.gov.br',
              places: [value('Porto Alegre')],
              datasets: [
                layer('bairros', [-51.3, -30.3, -51, -29.9], { format: 'geojson', geometryType: 'Point' }),
              ],
            }),
            geo('https://inpe.br/prodes.tif', {
              site: 'inpe.br',
              anchors: [{ page: 'https://inpe.br/dados.html', text: 'Prodes 2005', before: [], after: [] }],
              datasets: [
                layer('prodes', [-74, -16, -44, 5], {
                  format: 'geotiff',
                  kind: 'raster',
                  geometryType: null,
                }),
              ],
            }),
            geo('https://inpe.br/wms?layer=fiji', {
              site: 'inpe.br',
              discovery: 'service',
              datasets: [layer('fiji', [177, -20, -178, -15])],
            }),
          ],
        });
        return catalogue;
      };
      const urls = (answer: { items: readonly { geo: { file: { url: string } } }[] }): string[] =>
        answer.items.map((hit) => hit.geo.file.url.slice(answer.items.length > 0 ? 8 : 0));

      it('finds by place values and anchors directly, by contexts when expanded', async () => {
        const catalogue = await filled();
        const direct = await catalogue.geoSearch('porto alegre');
        expect(direct.total).toBe(2);
        expect(direct.items[0]!.parts.place).toBeGreaterThan(0);
        expect(await urls(await catalogue.geoSearch('SÃO PAULO'))).toEqual(['ibge.gov.br/municipios.shp']);
        expect(await urls(await catalogue.geoSearch('prodes 2005'))).toEqual(['inpe.br/prodes.tif']);
        expect((await catalogue.geoSearch('floresta')).total).toBe(0);
        const expanded = await catalogue.geoSearch('floresta', { mode: 'expanded' });
        expect(await urls(expanded)).toEqual(['inpe.br/prodes.tif']);
        expect(expanded.items[0]!.parts.context).toBeGreaterThan(0);
        expect(await catalogue.geoSearch('lugar nenhum')).toMatchObject({ total: 0, items: [], next: null });
      });

      it('lists everything without words, by producer, and narrows by format, kind, producer and area', async () => {
        const catalogue = await filled();
        expect(await urls(await catalogue.geoSearch(''))).toEqual([
          'inpe.br/prodes.tif',
          'inpe.br/wms?layer=fiji',
          'ibge.gov.br/municipios.shp',
          'ibge.gov.br/porto-alegre.geojson',
        ]);
        expect(await all((cursor) => catalogue.geoSearch('', { cursor, limit: 1 }))).toHaveLength(4);
        expect(await urls(await catalogue.geoSearch('', { formats: ['geojson'] }))).toEqual([
          'ibge.gov.br/porto-alegre.geojson',
        ]);
        expect(await urls(await catalogue.geoSearch('', { kind: 'service' }))).toEqual([
          'inpe.br/wms?layer=fiji',
        ]);
        expect((await catalogue.geoSearch('', { producer: 'ibge.gov.br' })).total).toBe(2);
        const box = [-52, -31, -50.9, -29] as const;
        // What fits the area best stands first; `within` leaves only what lies in it.
        expect(await urls(await catalogue.geoSearch('', { box }))).toEqual([
          'ibge.gov.br/porto-alegre.geojson',
          'ibge.gov.br/municipios.shp',
        ]);
        expect(await urls(await catalogue.geoSearch('', { box, relation: 'within' }))).toEqual([
          'ibge.gov.br/porto-alegre.geojson',
        ]);
        // Over the 180th meridian, from both sides.
        expect(await urls(await catalogue.geoSearch('', { box: [-179.5, -19, -179, -18] }))).toEqual([
          'inpe.br/wms?layer=fiji',
        ]);
        expect(await urls(await catalogue.geoSearch('', { box: [178, -19, 179, -18] }))).toEqual([
          'inpe.br/wms?layer=fiji',
        ]);
        const { facets } = await catalogue.geoSearch('');
        expect(facets.formats).toContainEqual(['shapefile', 2]);
        expect(facets.geometries).toContainEqual(['raster', 1]);
        expect(facets.producers).toEqual([
          ['ibge.gov.br', 2],
          ['inpe.br', 2],
        ]);
        expect(await catalogue.summary()).toMatchObject({ geoFiles: 3, services: 1, producers: 2 });
      });

      it('keeps how a file looks, and gives it apart', async () => {
        const catalogue = await filled();
        const [hit] = (await catalogue.geoSearch('são paulo')).items;
        expect(hit!.geo).toMatchObject({
          hasThumbnail: true,
          hasPreview: true,
          kind: 'geo-file',
          box: [-74, -34, -34, 6],
        });
        expect(hit!.geo).not.toHaveProperty('thumbnail');
        expect([...(await catalogue.geoThumbnail(hit!.geo.id))!]).toEqual([...PNG]);
        const stored = (await catalogue.geo(hit!.geo.id))!;
        expect(stored.preview).toBe('{"type":"FeatureCollection","features":[]}');
        expect(stored.producer).toMatchObject({ site: 'ibge.gov.br', title: 'IBGE', score: 3 });
        expect((await catalogue.geoSearch('', { formats: ['geojson'] })).items[0]!.geo.hasThumbnail).toBe(
          false,
        );
      });

      it('replaces a file of the same address, and removes one that is broken', async () => {
        const catalogue = await filled();
        const url = 'https://ibge.gov.br/municipios.shp';
        const { id } = (await catalogue.geoSearch('são paulo')).items[0]!.geo;
        await catalogue.write({
          geo: [
            geo(url, {
              site: 'ibge.gov.br',
              places: [value('Recife')],
              datasets: [layer('m', [-36, -9, -34, -7])],
            }),
          ],
        });
        expect((await catalogue.geoSearch('são paulo')).total).toBe(0);
        expect((await catalogue.geoSearch('recife')).items[0]!.geo).toMatchObject({ id, hasThumbnail: true });
        expect((await catalogue.geoSearch('', { box: [-60, -20, -59, -19] })).total).toBe(0);
        await catalogue.write({ geo: [geo(url, { site: 'ibge.gov.br', state: 'broken' })] });
        expect(await catalogue.geo(id)).toBeNull();
        expect((await catalogue.geoSearch('')).total).toBe(3);
        expect((await catalogue.search(ask('municipios'))).total).toBe(0);
        expect((await catalogue.summary()).geoFiles).toBe(2);
      });

      it('counts a download once for each visitor, file and day, and ranks by them', async () => {
        const catalogue = await filled();
        const { id } = (await catalogue.geoSearch('prodes 2005')).items[0]!.geo;
        expect(await catalogue.countDownload(id, '203.0.113.7', 100)).toBe(true);
        expect(await catalogue.countDownload(id, '203.0.113.7', 100)).toBe(false);
        expect(await catalogue.countDownload(id, '203.0.113.8', 100)).toBe(true);
        expect(await catalogue.countDownload(id, '203.0.113.7', 101)).toBe(true);
        expect(await catalogue.countDownload(999_999, '203.0.113.7', 101)).toBe(false);
        expect(await catalogue.geo(id)).toMatchObject({ downloads: 3, producer: { downloads: 3 } });
        expect((await catalogue.geoSearch('prodes 2005')).items[0]!.geo.downloads).toBe(3);
        // They survive a new description and a new list of producers.
        await catalogue.write({
          producers,
          geo: [geo('https://inpe.br/prodes.tif', { site: 'inpe.br', datasets: [layer('p', null)] })],
        });
        expect(await catalogue.geo(id)).toMatchObject({ downloads: 3, producer: { downloads: 3 } });
      });

      it('lists producers by score, files and downloads', async () => {
        const catalogue = await filled();
        const listed = await all((cursor) => catalogue.producers({ cursor, limit: 1 }));
        expect(listed).toEqual([producers[1], producers[0]]);
        await catalogue.write({ producers: [] });
        expect((await catalogue.producers()).items).toEqual([]);
      });
    });

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
  });
}
