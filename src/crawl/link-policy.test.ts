import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { page, type TinyWeb, tinyWeb } from '../../test/tiny-web.ts';
import { Crawl } from './crawl.ts';
import type { LinkPolicy, PolicyDecision, PolicyVisit } from './link-policy.ts';
import { completeSettings } from './settings.ts';
import { readVisits, type Visit } from './visit-log.ts';

let web: TinyWeb | null = null;
const folders: string[] = [];
afterEach(async () => {
  await web?.close();
  web = null;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'tarrafa-policy-'));
  folders.push(made);
  return join(made, 'out');
}

/** Counts references, prefers what is referred to most, and follows nothing called `fora`. */
class Counting implements LinkPolicy {
  readonly name = 'counting';
  readonly refusal = 'fora';
  counts: Record<string, number> = {};
  pages: string[] = [];
  restored = 0;
  replayed = 0;
  /** Called when the line of a visit is written: after the entry, before the completion. */
  onLine: (visit: number) => void = () => {};

  describe() {
    return { what: 'references' };
  }
  seed() {
    return 0;
  }
  visited({ key, facts, links }: PolicyVisit): PolicyDecision {
    const keys = links.map((link) => link.key);
    this.#count(facts ? key : null, keys);
    const n = this.pages.length;
    const note = {
      n,
      toJSON: () => {
        this.onLine(n);
        return { n };
      },
    };
    return {
      priorities: keys.map((target) =>
        target.includes('fora') ? null : Math.floor(100 / (this.counts[target]! + 1)),
      ),
      entry: Buffer.from(JSON.stringify([facts ? key : null, keys])),
      note: note as unknown as NonNullable<PolicyDecision['note']>,
    };
  }
  #count(page: string | null, keys: readonly string[]): void {
    if (page !== null) this.pages.push(page);
    for (const key of keys) this.counts[key] = (this.counts[key] ?? 0) + 1;
  }
  replay(entry: Uint8Array) {
    const [page, keys] = JSON.parse(Buffer.from(entry).toString()) as [string | null, string[]];
    this.replayed++;
    this.#count(page, keys);
  }
  save() {
    return Buffer.from(JSON.stringify([this.counts, this.pages]));
  }
  restore(state: Uint8Array) {
    [this.counts, this.pages] = JSON.parse(Buffer.from(state).toString());
    this.restored++;
  }
  figures() {
    return { pages: this.pages.length };
  }
}

const LINKS: Record<string, string[]> = {
  '/': ['/a', '/b', '/c', '/fora-1', '/fora-1#x', '/c?', '/falta'],
  '/a': ['/c', '/d', '/'],
  '/b': ['/d', '/e', '/desvio'],
  '/c': ['/d', '/f', '/fora-2'],
  '/d': ['/e', '/f', '/a'],
  '/e': ['/f'],
  '/f': ['/a'],
};
const SITE = {
  ...Object.fromEntries(
    Object.entries(LINKS).map(([path, links]) => [path, page(links, `texto de ${path} `.repeat(9))]),
  ),
  '/desvio': { status: 302, headers: { Location: '/f' } },
};

async function crawl(out: string, policy: LinkPolicy, maxPages = Number.POSITIVE_INFINITY) {
  const settings = completeSettings({
    seeds: ['http://a.br/'],
    policy: 'priority',
    linkPolicy: { name: 'counting', options: { x: 1 } },
    delay: 0,
    addressDelay: 0,
    workers: 0,
    concurrency: 1,
    maxPages,
  });
  const run = await Crawl.open(out, settings, { resolver: web!.resolver, linkPolicy: policy });
  const result = await run.run();
  const visits: Visit[] = [];
  for await (const visit of readVisits(join(out, 'visits.jsonl'))) visits.push(visit);
  return { ...result, visits };
}

const paths = (visits: readonly Visit[]) => visits.map((visit) => new URL(visit.url).pathname);

describe('link policy', () => {
  it('says which links go on and how urgently; every reference counts, each address once a page', async () => {
    web = await tinyWeb({ 'a.br': SITE });
    const policy = new Counting();
    const out = folder();
    const { visits, policy: figures } = await crawl(out, policy);
    expect(paths(visits).sort()).toEqual(['/', '/a', '/b', '/c', '/d', '/desvio', '/e', '/f', '/falta']);
    // `/c` is referred to again by `/a`, and so overtakes `/b`; `/d` then has two references.
    expect(paths(visits).slice(0, 4)).toEqual(['/', '/a', '/c', '/d']);
    expect(web.paths('a.br').filter((path) => path.includes('fora'))).toEqual([]);
    expect(visits[0]!.refused).toEqual({ fora: 1 });
    expect(visits[0]!.policy).toEqual({ n: 1 });
    expect(policy.counts['http://a.br/c']).toBe(2);
    expect(figures).toEqual({ pages: 7 });
    const manifest = JSON.parse(readFileSync(join(out, 'crawl.json'), 'utf8'));
    expect(manifest.linkPolicy).toEqual({
      name: 'counting',
      made: { what: 'references' },
      figures: { pages: 7 },
    });
  });

  it('goes on as if it had never stopped, from its saved state or from its log', async () => {
    web = await tinyWeb({ 'a.br': SITE });
    const whole = new Counting();
    const expected = paths((await crawl(folder(), whole)).visits);
    for (const withState of [true, false]) {
      const out = folder();
      await crawl(out, new Counting(), 3);
      if (!withState) rmSync(join(out, 'policy.state'));
      const later = new Counting();
      const { visits } = await crawl(out, later);
      expect(paths(visits)).toEqual(expected);
      expect([later.counts, later.pages]).toEqual([whole.counts, whole.pages]);
      expect([later.restored, later.replayed > 0]).toEqual(withState ? [1, false] : [0, true]);
    }
  });

  it('killed in the middle of the end of a visit, that visit counts once', async () => {
    web = await tinyWeb({ 'a.br': SITE });
    const whole = new Counting();
    const expected = paths((await crawl(folder(), whole)).visits);
    const out = folder();
    const copies: string[] = [];
    const first = new Counting();
    first.onLine = () => {
      // What a process that dies here leaves behind: the entry is in the log, the completion is not in the journal.
      const copy = folder();
      cpSync(out, copy, { recursive: true, filter: (path) => !path.endsWith('/lock') });
      copies.push(copy);
    };
    await crawl(out, first);
    expect(copies.length).toBe(expected.length);
    for (const copy of copies) {
      const later = new Counting();
      const { visits } = await crawl(copy, later);
      expect(paths(visits)).toEqual(expected);
      expect([later.counts, later.pages]).toEqual([whole.counts, whole.pages]);
    }
  });

  it('a state of later visits than those that count is left aside', async () => {
    web = await tinyWeb({ 'a.br': SITE });
    const whole = new Counting();
    await crawl(folder(), whole);
    const [early, late] = [folder(), folder()];
    await crawl(early, new Counting(), 2);
    await crawl(late, new Counting(), 5);
    cpSync(join(late, 'policy.state'), join(early, 'policy.state'));
    const later = new Counting();
    await crawl(early, later);
    expect([later.restored, later.counts]).toEqual([0, whole.counts]);
  });

  it('a crawl keeps the policy it was started with', async () => {
    web = await tinyWeb({ 'a.br': SITE });
    const out = folder();
    await crawl(out, new Counting(), 1);
    await expect(
      Crawl.open(
        out,
        completeSettings({ seeds: ['http://a.br/'], policy: 'priority', delay: 0, addressDelay: 0 }),
        { resolver: web.resolver },
      ),
    ).rejects.toMatchObject({ code: 'TRF_SETTINGS_CHANGED' });
  });
});
