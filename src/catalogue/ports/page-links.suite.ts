/** What `CataloguePages` must know of the links between pages. */
import { describe, expect, it } from 'vitest';
import { ask, HOUR, NOW, page } from '../records.suite.ts';
import type { Catalogue, PageRecord } from './index.ts';
import { all } from './slice.suite.ts';

/** `fresh` gives an empty catalogue. */
export function describeLinks(fresh: () => Promise<Catalogue>): void {
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
}
