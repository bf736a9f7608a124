import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { links, parseHtml } from '../../html/index.ts';
import { parseScope } from '../reading.ts';
import { createAnalyser, PERIOD_FINDINGS } from './analyser.ts';
import { GENERAL_CRAWL, MODERN_CRAWL, THESIS_CRAWL } from './policy.ts';
import { RemoteReferences } from './remote-references.ts';
import { changedHeld, TemporalLinkPolicy } from './temporal-link-policy.ts';
import { absence, readWitness, witness, writeWitness } from './witness.ts';

const scope = parseScope('1939..1945');

/** A visit as the crawl tells of it: lines are the distinct addresses, `rows` joins every link with its line. */
function visit(policy: typeof MODERN_CRAWL, key: string, html: string, outcome = 'analysed') {
  const document = parseHtml(html);
  const facts = createAnalyser({ when: scope, policy }).analyse(document, { url: key });
  const keys: string[] = [];
  const rows = Int32Array.from(links(document), ({ href }) => {
    const target = new URL(href, key).href.replace(/#.*/, '');
    if (!keys.includes(target)) keys.push(target);
    return keys.indexOf(target);
  });
  return {
    key,
    outcome,
    facts: { more: { [PERIOD_FINDINGS]: facts }, links: { rows } },
    links: keys.map((each) => ({ key: each })),
  };
}

const page = (n: number) =>
  `<p>Em ${1936 + (n % 12)}, <a href="/p${(3 * n) % 40}">um</a> e <a href="/p${n % 7}">outro</a>.</p><h2>B</h2><p>Em 1820, <a href="/p${n % 5}">mais</a>.</p>`;

describe('the analyser of a crawl along a period', () => {
  it('counts from the moment of the fetch, and reads no clock', () => {
    const document = parseHtml(
      '<h1>Chuva no norte do distrito</h1><p class="date">Publicado há 3 dias</p><p>Choveu ontem em <a href="/x">Braga</a>.</p>',
    );
    const analyser = createAnalyser({ when: '1998', policy: 'modern' });
    const relevant = (fetchedAt?: number): boolean =>
      analyser.analyse(document, { url: 'https://exemplo.pt/a', fetchedAt }).relevant;
    expect(relevant(Date.UTC(1998, 4, 20))).toBe(true);
    expect(relevant(Date.UTC(2001, 4, 20))).toBe(false);
    expect(relevant()).toBe(false);
  });
});

describe('the crawl along a period as a link policy', () => {
  it('an address written in two ways is one; the better of its places decides', () => {
    const policy = new TemporalLinkPolicy({ scope, policy: THESIS_CRAWL });
    const { priorities, note } = policy.visited(
      visit(
        THESIS_CRAWL,
        'https://exemplo.pt/a',
        '<p>Em 1960, a <a href="/x">obra</a> e a <a href="/y">outra</a>.</p><h2>B</h2><p>Em 1941, a <a href="https://exemplo.pt/x#parte">obra</a>.</p>',
      ),
    );
    expect(priorities).toEqual([50, null]);
    expect(note).toEqual({ relevant: true, segments: 2, segmentsInScope: 1, chronons: 2 });
    expect(policy.figures()).toMatchObject({ pages: 1, relevant: 1, precision: 1 });
  });

  it('a page that was not kept votes but does not count; what is no page says nothing', () => {
    const policy = new TemporalLinkPolicy({ scope, policy: MODERN_CRAWL });
    const { priorities } = policy.visited(visit(MODERN_CRAWL, 'https://exemplo.pt/a', page(4), 'refused'));
    expect(priorities.some((priority) => priority !== null)).toBe(true);
    const nothing = policy.visited({
      key: 'https://exemplo.pt/b.pdf',
      outcome: 'analysed',
      facts: { more: {}, links: {} },
      links: [{ key: 'https://exemplo.pt/c' }],
    });
    expect(nothing.priorities).toEqual([null]);
    expect(policy.figures().pages).toBe(0);
  });

  it('says which links are references that count, and how urgent their number makes a URL where nothing else does', () => {
    const html =
      '<p>Em 1941, <a href="/x">um</a>, <a href="/a">esta</a> e <a href="/y">outro</a>.</p><h2>B</h2><p>Em 1820, <a href="/x">um</a> e <a href="/z">mais</a>.</p>';
    const voted = (policy: typeof MODERN_CRAWL, outcome?: string) =>
      new TemporalLinkPolicy({ scope, policy }).visited(visit(policy, 'https://exemplo.pt/a', html, outcome));
    expect(voted(THESIS_CRAWL).votes).toEqual([0, 2]);
    expect(voted(MODERN_CRAWL, 'refused').votes).toEqual([0, 2]);
    expect(voted(GENERAL_CRAWL).votes).toBeUndefined();
    const nothing = new TemporalLinkPolicy({ scope, policy: THESIS_CRAWL });
    const none = visit(THESIS_CRAWL, 'https://exemplo.pt/b', '<p>Em 1820, <a href="/x">um</a>.</p>');
    expect(nothing.visited(none).votes).toEqual([]);
    expect(nothing.visited({ key: 'c', outcome: 'failed', facts: null, links: [] }).votes).toBeUndefined();
    const { urgency } = nothing;
    expect([0, 1, 2, 3, 9, 99, 100].map((count) => urgency![count])).toEqual([100, 50, 33, 25, 10, 1, 0]);
    expect(urgency).toHaveLength(101);
    expect(new TemporalLinkPolicy({ scope, policy: MODERN_CRAWL }).urgency).toBeUndefined();
  });

  it('its log tells how often a URL was referred to', () => {
    const policy = new TemporalLinkPolicy({ scope, policy: THESIS_CRAWL });
    const visits = [4, 5, 8, 4].map((n) => visit(THESIS_CRAWL, `https://exemplo.pt/p${n}`, page(n)));
    const counts = RemoteReferences.of(visits.map((each) => policy.visited(each).entry));
    expect(
      ['p12', 'p4', 'p15', 'p5', 'p3'].map((path) => counts.count(`https://exemplo.pt/${path}`)),
    ).toEqual([1, 0, 1, 0, 0]);
  });

  it('its entries, replayed, and its saved state lead to the same decisions', () => {
    for (const each of [THESIS_CRAWL, MODERN_CRAWL]) {
      const live = new TemporalLinkPolicy({ scope, policy: each });
      const replayed = new TemporalLinkPolicy({ scope, policy: each });
      for (const policy of [live, replayed]) policy.seed('https://exemplo.pt/p0');
      for (let n = 0; n < 60; n++) {
        const seen = visit(each, `https://exemplo.pt/p${n}`, page(n));
        const { entry, priorities } = live.visited(seen);
        const restored = new TemporalLinkPolicy({ scope, policy: each });
        restored.restore(replayed.save());
        expect(restored.visited(seen).priorities).toEqual(priorities);
        replayed.replay(entry);
      }
      expect(replayed.figures()).toEqual(live.figures());
      expect(Buffer.from(replayed.save()).equals(Buffer.from(live.save()))).toBe(true);
    }
  });
});

describe('links that are held back', () => {
  const pages = (n: number): string => `https://exemplo.pt/a/${n}`;
  const page = (n: number) =>
    `<p>Em 1820, ${[1, 2, 3].map((i) => `<a href="${pages(3 * n + i)}">página</a>`).join(' ')}.</p>`;

  it('come back with what they came with, by the log and by the saved state, also when all were asked for', () => {
    const live = new TemporalLinkPolicy({ scope, policy: MODERN_CRAWL });
    const replayed = new TemporalLinkPolicy({ scope, policy: MODERN_CRAWL });
    let restored = new TemporalLinkPolicy({ scope, policy: MODERN_CRAWL });
    for (const policy of [live, replayed, restored]) policy.seed(pages(0));
    for (let n = 0; n < 12; n++) {
      const { entry, raised, priorities } = live.visited(visit(MODERN_CRAWL, pages(n), page(n)));
      expect(priorities.every((priority) => priority === null)).toBe(true);
      for (const link of raised ?? []) expect(link).toEqual({ key: link.key, priority: expect.any(Number) });
      replayed.replay(entry);
      restored.replay(entry);
      if (n % 4 === 3) {
        expect(live.rest().length).toBeGreaterThan(0);
        restored = new TemporalLinkPolicy({ scope, policy: MODERN_CRAWL });
        restored.restore(live.save());
      }
    }
    // What was asked for stands in the entry behind.
    const { entry } = live.visited(visit(MODERN_CRAWL, pages(20), page(20)));
    replayed.replay(entry);
    restored.replay(entry);
    const next = visit(MODERN_CRAWL, pages(40), page(40));
    const expected = live.visited(next);
    expect(replayed.visited(next).raised).toEqual(expected.raised);
    expect(restored.visited(next).raised).toEqual(expected.raised);
  });

  it('a link that nobody may know of any more gives way in the log, which keeps its length', () => {
    const { entry } = new TemporalLinkPolicy({ scope, policy: MODERN_CRAWL }).visited(
      visit(MODERN_CRAWL, pages(0), page(0)),
    );
    const change = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('/a/2', '/')) as T;
    const changed = changedHeld(entry, change);
    expect(changed).toHaveLength(entry.length);
    expect(Buffer.from(changed).includes('/a/2')).toBe(false);
    expect(Buffer.from(changed).includes('/a/3')).toBe(true);
    new TemporalLinkPolicy({ scope, policy: MODERN_CRAWL }).replay(changed);
    expect(changedHeld(entry, (value) => value)).toBe(entry);
  });
});

describe('what a visit told', () => {
  it('is read back as it was written', () => {
    const facts = fc.record({
      relevant: fc.boolean(),
      segments: fc.nat(5000),
      datedSegments: fc.nat(5000),
      segmentsInScope: fc.nat(5000),
      chronons: fc.nat(100_000),
      links: fc.array(fc.tuple(fc.nat(10), fc.nat(2), fc.nat(65_535)), { maxLength: 20 }),
      withWords: fc.boolean(),
    });
    fc.assert(
      fc.property(facts, fc.string(), fc.boolean(), ({ links: of, withWords, ...totals }, key, kept) => {
        const words = new Uint16Array(withWords ? of.length * 8 : 0);
        if (withWords) for (const [i, [, , word]] of of.entries()) words[8 * i] = word;
        const seen = witness(
          key,
          {
            ...totals,
            place: Uint8Array.from(of, ([place]) => place),
            year: Uint8Array.from(of, ([, year]) => year),
            words,
          },
          of.map((_, i) => `${key}/${i}`),
          of.map((_, i) => i),
          kept,
        );
        // Read from the middle of a larger buffer, as it comes from a file.
        const bytes = Buffer.concat([Buffer.alloc(3), writeWitness(seen), Buffer.alloc(5)]);
        expect(readWitness(bytes.subarray(3, bytes.length - 5))).toEqual(seen);
      }),
    );
    expect(readWitness(writeWitness(absence('a')))).toEqual(absence('a'));
  });
});
