import { describe, expect, it } from 'vitest';
import { buildEntitySite, drawDesign, entitySites, KINDS, things } from '../samples/entity-sites/index.ts';
import { Random } from '../samples/language/random.ts';
import { discover, entityTable, StoredPages } from '../src/entities/index.ts';
import { indesit } from './entity-discovery/indesit.ts';

const stored = (pages: ReadonlyMap<string, string>) =>
  new StoredPages([...pages].map(([url, body]) => ({ url, body })));
const f1 = (right: number, given: number, gold: number) => (right === 0 ? 0 : (2 * right) / (given + gold));

describe('the whole way on generated sites', () => {
  it('[O-AC-69] reaches F1 0.92 with two levels and beats a baseline that looks at mark-up alone', async () => {
    const random = new Random(11, 'end to end');
    const kind = KINDS[1]!;
    const pool = things(kind, random, 260);
    const sites = ['number-slug', 'query-two', 'slug-last'].map((address, i) =>
      buildEntitySite(
        {
          name: `Site ${i}`,
          origin: `http://www.jogadores${i}-exemplo.com.br`,
          kind,
          things: random.fork('choice', i).sample(pool, 205),
          disagreement: 0.02,
          design: {
            ...drawDesign(random, i),
            address: address as 'number-slug',
            index: 'groups',
            back: 'breadcrumb',
            news: 'same-form',
            twins: true,
            omission: 0.25,
            variant: 0.15,
          },
        },
        11,
      ),
    );
    // Values are given for the first site alone; on the others each attribute is found by its likeness.
    const truth = sites[0]!.entities.find(({ url }) => url === sites[0]!.sample)!;
    const wanted = [...truth.values].map(([name, value]) => ({ name, value }));
    const { table } = await entityTable(
      stored(new Map(sites.flatMap((site) => [...site.pages]))),
      sites.map((site) => site.sample),
      { wanted, discovery: { height: 2 } },
    );
    const byUrl = new Map(table.rows.map((row) => [row.url, row]));
    const scores: number[] = [];
    for (const site of sites) {
      expect(site.entities.length).toBeGreaterThanOrEqual(200);
      for (const { name } of wanted) {
        const column = table.columns.findIndex((c) => c.name === name);
        let right = 0;
        let gold = 0;
        for (const entity of site.entities) {
          const value = entity.values.get(name);
          if (value === undefined) continue;
          gold++;
          if (byUrl.get(entity.url)?.cells[column]?.some((v) => v.value === value)) right++;
        }
        const given = table.rows.filter(
          (row) => row.url.startsWith(site.origin) && row.cells[column]!.length > 0,
        ).length;
        scores.push(f1(right, given, gold));
      }
    }
    const mean = scores.reduce((a, b) => a + b, 0) / scores.length;
    expect(mean).toBeGreaterThanOrEqual(0.92);

    const ours: number[] = [];
    const theirs: number[] = [];
    for (const site of sites) {
      const gold = new Set(site.entities.map(({ url }) => url));
      const score = (found: readonly string[]) =>
        f1(found.filter((url) => gold.has(url)).length, found.length, gold.size);
      ours.push(
        score(
          (await discover(stored(site.pages), site.sample, { profile: { height: 2 } })).pages.map(
            ({ url }) => url,
          ),
        ),
      );
      theirs.push(score((await indesit(stored(site.pages), site.sample)).pages));
    }
    expect(ours.reduce((a, b) => a + b)).toBeGreaterThan(theirs.reduce((a, b) => a + b));
  });

  it('generated sites are the same for one seed, differ for another, and name every entity page in some list', () => {
    const [a, b, c] = [entitySites(3, 10), entitySites(3, 10), entitySites(4, 10)];
    expect([...a[7]!.pages]).toEqual([...b[7]!.pages]);
    expect([...a[7]!.pages]).not.toEqual([...c[7]!.pages]);
    for (const site of a) {
      const links = new Set(
        [...site.pages.values()].flatMap((html) =>
          [...html.matchAll(/href="([^"]*)"/g)].map((m) => m[1]!.replaceAll('&amp;', '&')),
        ),
      );
      for (const { url } of site.entities) expect(links.has(url.slice(site.origin.length))).toBe(true);
    }
  });
});
