/** What `CatalogueSearch` must find, and how its lists are asked for. */
import { describe, expect, it } from 'vitest';
import { TarrafaError } from '../../errors.ts';
import {
  ask,
  COIMBRA,
  entity,
  geo,
  layer,
  NOW,
  PORTO_ALEGRE,
  page,
  whereBox,
  year,
} from '../records.suite.ts';
import type { Catalogue } from './index.ts';
import type { SearchHit } from './question.ts';
import { all } from './slice.suite.ts';

async function codeOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
  } catch (error) {
    return error instanceof TarrafaError ? error.code : String(error);
  }
  return 'nothing thrown';
}

/** `fresh` gives an empty catalogue. */
export function describeSearch(fresh: () => Promise<Catalogue>): void {
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
        publishedConfidence: expect.any(Number),
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
      const { title, text, anchors, period, place, links, near } = hit!.parts;
      expect(title + text + anchors + period + place + links + near).toBeCloseTo(hit!.score, 6);
    });

    it('gives every hit to those who take all, in the same order, and none where nothing has all', async () => {
      const catalogue = await filled();
      for (const [line, order] of [
        ['enchente', 'relevance'],
        ['enchente', 'oldest'],
        ['', 'relevance'],
        ['enchente xilofone', 'relevance'],
        ['xilofone', 'relevance'],
      ] as const) {
        const every: SearchHit[] = [];
        for await (const part of catalogue.everyHit(ask(line), { order })) every.push(...part);
        const { hits, total } = await catalogue.search(ask(line), { order, limit: 100 });
        expect(every).toEqual(hits);
        expect(every).toHaveLength(total);
      }
      const many = Array.from({ length: 230 }, (_, i) => page(`https://muitas.br/${i}`, { text: 'murici' }));
      await catalogue.write({ pages: many });
      const sizes: number[] = [];
      for await (const hits of catalogue.everyHit(ask('murici'))) sizes.push(hits.length);
      expect(sizes).toEqual([100, 100, 30]);
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
      const near = (await catalogue.search(whereBox([-51.5, -30.5, -51, -29.9]))).hits.map((hit) => hit.url);
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
      expect((await catalogue.sites()).items).toMatchObject([
        { site: 'forum.x.com.br', pages: 1 },
        { site: 'outrox.com.br', pages: 1 },
        { site: 'x.com.br', pages: 1 },
      ]);
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

    it('shows what lacks a part of the question apart from results, by what it lacks, and does not count it', async () => {
      const catalogue = await filled();
      const told = async (line: string) => {
        const { total, hits, others } = await catalogue.search(ask(line));
        return {
          total,
          hits: hits.map((hit) => hit.url).sort(),
          others: others.map(({ missing, hits: some }) => [missing, some.map((hit) => hit.url)]),
        };
      };
      expect(await told('enchente guaíba astronauta')).toEqual({
        total: 0,
        hits: [],
        others: [['words', ['https://jornal.br/41']]],
      });
      // A period or a place never takes the place of words: nothing of 1941 is shown for want of a drought.
      expect(await told('seca quando:1941')).toEqual({ total: 0, hits: [], others: [] });
      const { total, others } = await told('guaíba quando:2024');
      expect([total, others]).toEqual([0, [['period', ['https://jornal.br/41']]]]);
      expect((await catalogue.search(ask('enchente guaíba'))).others).toEqual([]);
    });

    it('asks of words and period that they meet in a part of the text, and shows that part', async () => {
      const catalogue = await fresh();
      const parts = ['Em 1941 a enchente cobriu o cais.', 'Em 1985 abriu-se o metrô da capital.'];
      const text = parts.join(' ');
      const cut = parts[0]!.length + 1;
      const segments = [
        { start: 0, end: cut, periods: [year(1941)] },
        { start: cut, end: text.length, periods: [year(1985)] },
      ];
      await catalogue.write({
        pages: [
          page('https://a.br/cidade', { title: 'A cidade', text, segments }),
          page('https://a.br/titulo', {
            title: 'Enchentes',
            text: 'Em 1985 as águas subiram.',
            segments: [{ start: 0, end: 25, periods: [year(1985)] }],
          }),
          ...Array.from({ length: 7 }, (_, i) =>
            page(`https://a.br/outra/${i}`, { title: `Crônica ${i}`, text: `${text} ${i}`, segments }),
          ),
        ],
      });
      const apart = await catalogue.search(ask('enchente quando:1974..2007'));
      expect(apart.hits.map((hit) => hit.url)).toEqual(['https://a.br/titulo']);
      expect([apart.total, apart.facets!.sites]).toEqual([1, [{ value: 'a.br', count: 1 }]]);
      expect(await catalogue.matches(ask('enchente quando:1974..2007'))).toHaveLength(1);
      const [other] = apart.others;
      expect([other!.missing, other!.total, other!.hits.length]).toEqual(['meeting', 8, 5]);
      const rest = await catalogue.search(ask('enchente quando:1974..2007'), {
        cursor: other!.next!,
        limit: 10,
      });
      expect([rest.total, rest.hits, rest.others[0]!.hits.length, rest.others[0]!.next]).toEqual([
        1,
        [],
        3,
        null,
      ]);
      const seen = new Set([...other!.hits, ...rest.others[0]!.hits].map((hit) => hit.id));
      expect(seen.size).toBe(8);
      const met = await catalogue.search(ask('enchente quando:1941'), { limit: 20 });
      expect([met.total, met.others]).toEqual([8, []]);
      for (const hit of met.hits)
        for (const { text: passage, periods } of hit.snippets) {
          expect(passage).toContain('enchente');
          expect(periods).toEqual([year(1941)]);
        }
    });

    it('takes old and new spelling for one word, joined and parted', async () => {
      const catalogue = await fresh();
      await catalogue.write({
        pages: [
          page('https://a.pt/velha', {
            text: 'A acção do director sobre a infra-estrutura, um acto óptimo e uma idéia.',
          }),
          page('https://a.br/nova', {
            text: 'A ação do diretor sobre a infraestrutura, um ato ótimo e uma ideia.',
          }),
          page('https://a.br/outra', { text: 'O pacto do aptos patos, a bateria e a bactéria.' }),
        ],
      });
      for (const line of [
        'acção',
        'acao',
        'directores',
        'diretor',
        'óptimo',
        'otimo',
        'idéias',
        'ideia',
        'infra-estrutura',
        'infraestrutura',
        '"acto óptimo"',
        '"ato ótimo"',
      ])
        expect((await catalogue.search(ask(line))).total, line).toBe(2);
      expect((await catalogue.search(ask('pato'))).total).toBe(1);
      const [hit] = (await catalogue.search(ask('acção site:a.br'))).hits;
      expect(hit!.snippets[0]!.matches.map(([from, to]) => hit!.snippets[0]!.text.slice(from, to))).toEqual([
        'ação',
      ]);
    });

    it('searches the line that was meant when nothing is spelt so, and offers it when little is', async () => {
      const catalogue = await filled();
      const mended = await catalogue.search(ask('enchnetes Guaíba'), { limit: 1 });
      expect(mended).toMatchObject({ corrected: true, didYouMean: 'enchente Guaíba' });
      expect(mended.hits[0]!.url).toBe('https://jornal.br/41');
      const all = await catalogue.search(ask('enchnetes'), { limit: 2 });
      const more = await catalogue.search(ask('enchnetes'), { limit: 2, cursor: all.next! });
      expect([all.total, more.total, more.corrected]).toEqual([4, 4, true]);
      expect(new Set([...all.hits, ...more.hits].map((hit) => hit.id)).size).toBe(4);
      // It would answer a part of the question only: in place of nothing at all.
      expect(await catalogue.search(ask('enchnetes quando:1500'))).toMatchObject({
        total: 0,
        corrected: true,
        didYouMean: 'enchente quando:1500',
        others: [{ missing: 'period' }],
      });
      expect(await catalogue.search(ask('xyzzyq'))).toMatchObject({
        total: 0,
        corrected: false,
        didYouMean: null,
      });
      expect(await catalogue.search(ask('"enchnetes"'))).toMatchObject({ total: 0 });
    });

    it('offers a line that would answer a part of the question, where the one that was asked finds something', async () => {
      const catalogue = await fresh();
      const text = 'O Guaíba em 1941.';
      await catalogue.write({
        pages: [
          page('https://a.br/1', { text, segments: [{ start: 0, end: text.length, periods: [year(1941)] }] }),
          page('https://a.br/2', { text: 'A enchente do Guaíba.' }),
        ],
      });
      const { corrected, didYouMean, total, others } = await catalogue.search(
        ask('enchnte Guaíba quando:1941'),
      );
      expect([corrected, didYouMean, total]).toEqual([false, 'enchente Guaíba quando:1941', 0]);
      expect(others.map(({ missing, hits }) => [missing, hits.map((hit) => hit.url)])).toEqual([
        ['words', ['https://a.br/1']],
      ]);
    });

    it('finds by title, author and address, and codes as they are written', async () => {
      const catalogue = await fresh();
      await catalogue.write({
        pages: [
          page('https://a.br/receitas/bolo-de-fubá', {
            title: 'Tarde',
            byline: 'Ana da Silva Prado',
            text: 'O AI-5 fechou o Congresso.',
          }),
          page('https://a.br/2', {
            title: 'Bolo de fubá',
            byline: 'Rui Melo',
            text: 'Ai, 5 ovos! A Lei 8.666 nada diz, Ana Prado também não.',
          }),
          page('https://a.br/3', { title: 'Outra', text: 'Custa 5, bolo ou 8 e 666. O 13º dia, ai.' }),
        ],
      });
      const urls = async (line: string): Promise<string[]> =>
        (await catalogue.search(ask(line))).hits.map((hit) => hit.url.replace('https://a.br/', '')).sort();
      expect(await urls('titulo:bolo')).toEqual(['2']);
      expect(await urls('intitle:"fubá bolo"')).toEqual(['2']);
      expect(await urls('autor:"Ana Prado"')).toEqual(['receitas/bolo-de-fubá']);
      expect(await urls('author:melo bolo')).toEqual(['2']);
      expect(await urls('bolo -titulo:bolo')).toEqual(['3', 'receitas/bolo-de-fubá']);
      expect(await urls('receitas')).toEqual(['receitas/bolo-de-fubá']);
      expect((await catalogue.search(ask('bolo'))).hits[0]!.url).toBe('https://a.br/2');
      for (const line of ['AI-5', '"AI-5"', '"ai-5"'])
        expect(await urls(line), line).toEqual(['receitas/bolo-de-fubá']);
      expect(await urls('"Lei 8.666"')).toEqual(['2']);
      expect(await urls('"13º"')).toEqual(['3']);
    });

    it('takes what is in quotes as it is written: short words, and those that the index leaves out, in texts and in titles', async () => {
      const catalogue = await fresh();
      const texts: readonly (readonly [title: string, text: string])[] = [
        ['Clarice', 'Em 1977 saiu A Hora da Estrela, o último livro.'],
        ['Céu', 'Na hora certa a estrela caiu: hora na estrela, a hora de estrela.'],
        ['A hora da estrela', 'Resenha do livro.'],
        ['Hora na estrela', 'Outra resenha.'],
        ['Compras', 'A Lei 8.666 manda licitar. Uma cidade para todos. O mar bravo.'],
        ['Outras compras', 'As leis 8.666 e 14.133. Uma cidade por todos. Os mares bravos.'],
        ['Perguntas', 'Sabe o que é isto?'],
        ['Respostas', 'É isto, o que já se sabia.'],
      ];
      const pages = texts.map(([title, text], i) => page(`https://a.br/${i}`, { title, text }));
      await catalogue.write({ pages });
      const numbers = async (line: string): Promise<number[]> =>
        (await catalogue.search(ask(line))).hits.map((hit) => Number(hit.url.slice(13))).sort();
      expect(await numbers('"a hora da estrela"')).toEqual([0, 2]);
      expect(await numbers('“hora na estrela”')).toEqual([1, 3]);
      expect(await numbers('estrela -"hora da estrela"')).toEqual([1, 3]);
      expect(await numbers('"Lei 8.666"')).toEqual([4]);
      expect(await numbers('mar bravo')).toEqual([4, 5]);
      expect(await numbers('"mar bravo"')).toEqual([4]);
      // "para" and "por" are one to what the index knows of what stands beside words: texts are read.
      expect(await numbers('"cidade para todos"')).toEqual([4]);
      expect(await numbers('"cidade por todos" OU "cidade para todos"')).toEqual([4, 5]);
      expect(await numbers('"o que é"')).toEqual([6]);
      expect(await numbers('"isto o que"')).toEqual([7]);
      expect(await numbers('"uma" cidade "por"')).toEqual([5]);
      expect([await numbers('mar'), await numbers('"mar"')]).toEqual([[4, 5], [4]]);
      expect(await catalogue.search(ask('"hora da estrela"'))).toMatchObject({ total: 2, bounded: false });
      const counted = await catalogue.facets(ask('"a hora da estrela"'));
      expect(counted.sites).toEqual([{ value: 'a.br', count: 2 }]);
      expect(await catalogue.matches(ask('"a hora da estrela"'))).toHaveLength(2);
      const every: number[] = [];
      for await (const hits of catalogue.everyHit(ask('"hora da estrela"'))) every.push(hits.length);
      expect(every).toEqual([2]);
    });

    it('reads so many texts for a phrase and no more, and says so', async () => {
      const catalogue = await fresh();
      const pages = Array.from({ length: 620 }, (_, i) =>
        page(`https://a.br/${i}`, {
          title: `Página ${i}`,
          text: `Vila ${i % 2 === 0 ? 'para' : 'por'} todos, ${i}.`,
        }),
      );
      await catalogue.write({ pages });
      const [shown, rest] = [await catalogue.search(ask('"vila para todos"'), { limit: 20 }), 620 - 310];
      expect(shown.bounded).toBe(true);
      expect(shown.total).toBeGreaterThanOrEqual(rest);
      expect(shown.total).toBeLessThanOrEqual(620 - 50);
      // What is shown was read, whatever stands first.
      expect(shown.hits.map(({ url }) => Number(url.slice(13)) % 2)).toEqual(Array(20).fill(0));
      expect(await catalogue.search(ask('"vila para todos" "42"'))).toMatchObject({ total: 1 });
    });

    it('says in words why a document was found', async () => {
      const catalogue = await filled();
      const [hit] = (await catalogue.search(ask('enchentes guaíba quando:1939..1945'))).hits;
      expect(hit!.why).toEqual({
        words: [
          { word: 'enchentes', stem: 'enchent', forms: ['enchente'], in: ['title'] },
          { word: 'guaíba', stem: 'guaib', forms: ['guaíba'], in: ['text'] },
        ],
        period: year(1941),
        place: null,
      });
      const [near] = (await catalogue.search(whereBox([-51.5, -30.5, -51, -29.9]))).hits;
      expect(near!.why.place ?? near!.box).not.toBeNull();
    });

    it('suggests words, places, sites and titles of the collection', async () => {
      const catalogue = await filled();
      const kinds = async (text: string): Promise<string[]> =>
        (await catalogue.suggest(text)).map((one) => `${one.kind} ${one.text}`);
      expect((await kinds('ench')).some((one) => /^word enchente/.test(one))).toBe(true);
      expect(await kinds('site:jor')).toContain('site jornal.br');
      expect((await catalogue.suggest('onde:Porto')).map((one) => one.line).join()).toContain('Porto Alegre');
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
}
