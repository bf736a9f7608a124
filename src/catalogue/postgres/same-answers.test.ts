/** The same batches into a catalogue file and into a shared catalogue: the same answers, in the same order, with the same scores. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POSTGRES_BIN } from '../../../test/postgres-server.ts';
import { loadGazetteer } from '../../geo/gazetteer/index.ts';
import { EmbeddedCatalogue } from '../embedded-catalogue.ts';
import type { Catalogue, CatalogueBatch, PageRecord } from '../ports/index.ts';
import type { Query, SearchAnswer } from '../ports/question.ts';
import { all } from '../ports/slice.suite.ts';
import { parseLine } from '../query/index.ts';
import {
  COIMBRA,
  day,
  entity,
  geo,
  HOUR,
  layer,
  NOW,
  PORTO_ALEGRE,
  page,
  same,
  whereBox,
  year,
} from '../records.suite.ts';
import { SharedCatalogues } from './shared-catalogue.suite.ts';

const WORDS =
  'enchente prefeitura escola rio câmara eleição cacau açúcar museu ponte greve vacina ferrovia carnaval censo governo imprensa'.split(
    ' ',
  );
const PAGES = 420;
const BATCHES = 28;

/** Numbers from 0 up to `n`, the same every time. */
function dice(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

function batches(): CatalogueBatch[] {
  const roll = dice(7);
  const urlOf = (n: number): string =>
    `https://${['jornal', 'camara', 'www.escola', 'museu'][n % 4]}.br/p/${n}`;
  const written: PageRecord[] = [];
  return Array.from({ length: BATCHES }, (_, b): CatalogueBatch => {
    const pages = Array.from({ length: PAGES / BATCHES }, (): PageRecord => {
      // Now and then an address that was there before: another version, or the same analysed again.
      const n = roll(5) === 0 ? roll(PAGES) : written.length;
      const text = Array.from({ length: 20 + roll(160) }, () => WORDS[Math.min(roll(17), roll(17))]!).join(
        ' ',
      );
      const spoken = year(1900 + roll(120));
      return page(urlOf(n), {
        title: `${WORDS[roll(17)]} de ${WORDS[roll(17)]} ${n}`,
        text,
        language: roll(6) === 0 ? 'es' : 'pt',
        fetchedAt: NOW + (written.length + (roll(4) === 0 ? -50 : 0)) * HOUR,
        published:
          roll(3) === 0
            ? null
            : {
                date: `${1990 + roll(35)}-0${1 + roll(9)}-11`,
                confidence: 1,
                source: 'meta',
                where: '',
                text: '',
              },
        segments: [
          { start: 0, end: Math.floor(text.length / (1 + roll(3))), periods: [spoken] },
          { start: Math.floor(text.length / 2), end: text.length, periods: [] },
        ],
        places:
          roll(2) === 0
            ? []
            : [{ start: 0, end: 4, place: [PORTO_ALEGRE, COIMBRA][roll(2)]!.key, confidence: 0.9 }],
        links: Array.from({ length: roll(12) }, () => {
          const to = roll(Math.max(1, written.length));
          return { url: urlOf(Math.min(to, roll(40) + 1)), text: `${WORDS[to % 17]} ${WORDS[roll(5)]}` };
        }),
        entities: roll(4) === 0 ? [entity(urlOf(n), `Pessoa ${WORDS[roll(17)]} ${n}`)] : [],
        archive: { file: `A-${b % 6}.warc.gz`, offset: written.length, length: 10 },
      });
    });
    written.push(...pages);
    const again = written[roll(written.length)]!;
    return {
      ...(b === 17 ? { forget: ['A-2.warc.gz'] } : {}),
      pages,
      same: [
        same(again, { fetchedAt: NOW + (500 + b) * HOUR }),
        same(again, { url: `https://copia.br/${b}`, key: `http://copia.br/${b}` }),
      ],
      places: [PORTO_ALEGRE, COIMBRA],
      geo: [
        geo(`https://ibge.gov.br/${b % 9}.zip`, {
          site: 'ibge.gov.br',
          datasets: [
            layer(`${WORDS[b % 17]}`, [-60 + b, -30 + b / 2, -59 + b, -29 + b / 2], {
              title: `Mapa ${WORDS[roll(17)]}`,
            }),
          ],
          anchors: [{ page: urlOf(b), text: `dados ${WORDS[b % 17]}`, before: [], after: [] }],
          ...(b % 11 === 10 ? { state: 'broken' as const } : {}),
        }),
      ],
      ...(b % 7 === 3
        ? {
            tables: [
              {
                name: `tabela ${b % 2}`,
                example: urlOf(1),
                columns: [],
                rows: [
                  entity(urlOf(1), `Linha ${WORDS[roll(17)]}`, { table: `tabela ${b % 2}`, type: 'linha' }),
                ],
                madeAt: NOW,
              },
              {
                name: `pessoas ${b % 3}`,
                example: urlOf(1),
                columns: [],
                // Of pages that state them, of pages that state others, of pages that come later; some twice.
                rows: Array.from({ length: 60 }, (_, i) => {
                  const stating = written.filter(({ entities }) => entities.length > 0);
                  const { url, entities } = stating[(i * 7) % stating.length]!;
                  const other = roll(written.length + 30);
                  const [at, name] =
                    i % 3 === 0
                      ? [urlOf(other), `R$ ${i}`]
                      : i % 3 === 1
                        ? [url, entities[0]!.name]
                        : [urlOf(other), `Pessoa ${WORDS[roll(17)]} ${other}`];
                  return entity(at, name, { table: `pessoas ${b % 3}`, type: 'pessoas' });
                }),
                madeAt: NOW - b,
              },
            ],
            producers: [
              {
                site: 'ibge.gov.br',
                title: 'IBGE',
                description: '',
                url: 'https://ibge.gov.br/',
                score: b,
                files: 3,
                downloads: 0,
              },
            ],
          }
        : {}),
      marks: [{ file: `A-${b % 6}.warc.gz`, offset: b }],
    };
  });
}

const LINES = [
  'enchente',
  'enchente prefeitura',
  'museu OU ponte',
  '"governo imprensa"',
  'escola -greve',
  'escola quando:1950..1990',
  'quando:1941',
  'publicado:2001..2010 cacau',
  'onde:"Porto Alegre" rio',
  'rio em Coimbra',
  'site:jornal.br vacina',
  'site:escola.br',
  'tipo:entidade pessoa',
  'tipo:geo mapa',
  'idioma:es censo',
  'ferrovia carnaval açúcar inexistente',
  'linha',
  'dados',
  '',
];

/** What an answer says, but for identities, which each gives as it likes. */
const shown = ({ hits, total, bounded, facets, others, didYouMean, corrected }: SearchAnswer) => {
  const told = (list: SearchAnswer['hits']) =>
    list.map(({ id: _id, score: _score, parts: _parts, ...hit }) => hit);
  return {
    total,
    bounded,
    facets,
    didYouMean,
    corrected,
    hits: told(hits),
    others: others.map((other) => ({ ...other, next: other.next !== null, hits: told(other.hits) })),
  };
};

describe.skipIf(POSTGRES_BIN === null)('a shared catalogue and a file', () => {
  const shared = new SharedCatalogues();
  let pair: [file: Catalogue, shared: Catalogue];
  let lines: readonly (readonly [string, Query])[];

  beforeAll(async () => {
    const gazetteer = await loadGazetteer();
    const now = (): number => NOW;
    pair = [
      EmbeddedCatalogue.open(':memory:', { gazetteer, now }),
      await shared.open(await shared.fresh(), { gazetteer }),
    ];
    for (const [b, batch] of batches().entries())
      for (const catalogue of pair) {
        await catalogue.write(batch);
        if (b % 9 === 8) await catalogue.settle();
      }
    lines = [
      ...LINES.map((line) => [line, parseLine(line, { gazetteer, today: day('2026-01-15') })] as const),
      ['onde: a box', whereBox([-55, -32, -40, -10])],
    ];
  }, 240_000);
  afterAll(async () => {
    await pair[0].close();
    await shared.close();
  });

  it('answer in the same order with the same scores, facets and passages', async () => {
    let compared = 0;
    for (const [line, query] of lines)
      for (const order of ['relevance', 'newest', 'oldest'] as const)
        for (
          let cursor: [string | undefined, string | undefined] | null = [undefined, undefined], page = 0;
          cursor !== null && page < 3;
          page++
        ) {
          const [one, other] = (await Promise.all(
            pair.map((catalogue, i) => catalogue.search(query, { order, cursor: cursor![i], limit: 25 })),
          )) as [SearchAnswer, SearchAnswer];
          expect(shown(other), line).toEqual(shown(one));
          one.hits.forEach((hit, i) => {
            const { score, parts } = other.hits[i]!;
            expect(Math.abs(score - hit.score), `${line} ${hit.url}`).toBeLessThan(1e-9);
            for (const [part, value] of Object.entries(hit.parts))
              expect(Math.abs(parts[part as keyof typeof parts] - value), `${line} ${part}`).toBeLessThan(
                1e-9,
              );
            compared++;
          });
          expect(other.next === null).toBe(one.next === null);
          cursor = one.next === null ? null : [one.next, other.next!];
        }
    expect(compared).toBeGreaterThan(800);
  });

  it('find the same documents, count the same, and suggest the same', async () => {
    for (const [line, query] of lines) {
      const [one, other] = await Promise.all(pair.map((catalogue) => catalogue.matches(query)));
      expect(other!.map(({ kind }) => kind).sort(), line).toEqual(one!.map(({ kind }) => kind).sort());
      for (const ask of ['facets', 'timeline'] as const) {
        const [mine, theirs] = await Promise.all(pair.map((catalogue) => catalogue[ask](query)));
        expect(theirs, `${ask} ${line}`).toEqual(mine);
      }
    }
    for (const text of [
      'en',
      'pre',
      'museu',
      'site:jo',
      'onde:co',
      'enchente de',
      'governo em porto',
      'quando:19',
    ]) {
      const [one, other] = await Promise.all(pair.map((catalogue) => catalogue.suggest(text, 20)));
      expect(other, text).toEqual(one);
    }
  });

  it('answer geographic questions alike', async () => {
    const without = <T extends { geo: { id: number } }>({ geo: { id: _id, ...rest }, ...hit }: T) => ({
      ...hit,
      geo: rest,
    });
    for (const text of ['', 'mapa', 'dados museu', 'porto alegre', 'enchente'])
      for (const options of [
        {},
        { mode: 'expanded' as const },
        { box: [-58, -31, -44, -20] as const },
        { box: [-50, -26, -49.5, -25] as const, relation: 'within' as const },
        { box: [170, -90, -170, 90] as const },
        { kind: 'geo-file' as const, formats: ['shapefile'] },
      ]) {
        const [one, other] = await Promise.all(pair.map((catalogue) => catalogue.geoSearch(text, options)));
        const { next: _a, items: mine, ...rest } = one!;
        const { next: _b, items: theirs, ...others } = other!;
        expect(others, text).toEqual(rest);
        expect(theirs.map(without), text).toEqual(mine.map(without));
      }
  });

  it('hold the same pages, versions, links, entities and counts', async () => {
    const [file, other] = pair;
    const pages = (catalogue: Catalogue) =>
      all((cursor) => catalogue.pages({ cursor, limit: 100 })).then((found) =>
        found
          .map(({ id: _id, entities, ...rest }) => ({
            ...rest,
            entities: entities.map(({ id: _e, ...one }) => one),
          }))
          .sort((a, b) => (a.url < b.url ? -1 : 1)),
      );
    const mine = await pages(file);
    expect(await pages(other)).toEqual(mine);
    for (const { url } of mine.slice(0, 60)) {
      for (const ask of [
        async (catalogue: Catalogue) =>
          (await catalogue.versions(url)).map(({ id: _id, ...version }) => version),
        async (catalogue: Catalogue) =>
          (await all((cursor) => catalogue.linksTo(url, { cursor, limit: 7 })))
            .map((link) => [link.url, link.text, link.title])
            .sort(),
        async (catalogue: Catalogue) => {
          const { id } = (await catalogue.pageAt(url))!;
          const from = await all((cursor) => catalogue.linksFrom(id, { cursor, limit: 7 }));
          return [await catalogue.linkCounts(id), from.map((link) => [link.url, link.text, link.title])];
        },
      ])
        expect(await ask(other), url).toEqual(await ask(file));
    }
    const summary = async (catalogue: Catalogue) => {
      const { bytes: _bytes, schemaVersion: _version, ...rest } = await catalogue.summary();
      return rest;
    };
    expect(await summary(other)).toEqual(await summary(file));
    for (const ask of ['entityTypes', 'marks'] as const)
      expect(await other[ask]()).toEqual(await file[ask]());
    const things = async (catalogue: Catalogue) =>
      (await all((cursor) => catalogue.entities({}, { cursor, limit: 50 }))).map(
        ({ id: _id, ...thing }) => thing,
      );
    const merged = await things(file);
    expect(merged.filter(({ tables }) => tables.length > 1).length).toBeGreaterThan(5);
    expect(merged.filter(({ table, tables }) => table === null && tables.length > 0).length).toBeGreaterThan(
      5,
    );
    expect(merged).toHaveLength((await file.summary()).entities);
    expect(await things(other)).toEqual(merged);
    const tables = async (catalogue: Catalogue) =>
      (await catalogue.entityTables()).map(({ id: _id, ...table }) => table);
    expect(await tables(other)).toEqual(await tables(file));
    const sites = (catalogue: Catalogue) => all((cursor) => catalogue.sites({ cursor }));
    expect(await sites(other)).toEqual(await sites(file));
    expect((await other.producers()).items).toEqual((await file.producers()).items);
  });
});
