/**
 * What every `LinkPolicy` must be: a pure function of the visits it was told of, in their order, whose state can be had again from its
 * log or from its saved state.
 */
import { expect, it } from 'vitest';
import { type Candidate, URL_KIND } from '../frontier/index.ts';
import { links as linksOf, parseHtml } from '../html/index.ts';
import type { Analyser } from '../page/index.ts';
import type { LinkPolicy, PolicyVisit } from './link-policy.ts';
import { NO_LINKS, type PageFindings } from './page-findings.ts';

const ADDRESSES = Array.from({ length: 12 }, (_, i) => `http://a.br/${i}`);
const YEARS = [1938, 1941, 1944, 1950, 2003];

/** A page that links to some others, among words of a time and of a place. */
function pageOf(n: number): { readonly html: string; readonly targets: readonly string[] } {
  const targets = [1, 2, 5].map((step) => ADDRESSES[(n + step) % ADDRESSES.length]!);
  const year = YEARS[n % YEARS.length]!;
  const paragraphs = targets.map(
    (target, i) =>
      `<p>Em ${year + i} foi feito <a href="${target}">o mapa ${i}</a> em escala 1:50.000, no formato shapefile.</p>`,
  );
  return { html: `<title>Página ${n}</title><h1>Ano de ${year}</h1>${paragraphs.join('')}`, targets };
}

const told = (key: string) => ({ key, url: key, at: Date.UTC(2024, 4, 6), digest: null, movedTo: null });

function visitOf(n: number, analyser: Analyser): PolicyVisit {
  const { html, targets } = pageOf(n);
  const document = parseHtml(html);
  const key = ADDRESSES[n]!;
  const rows = Int32Array.from({ length: linksOf(document).count }, (_, i) => i);
  const context = { url: key, language: 'pt', fetchedAt: Date.UTC(2024, 4, 6), lastModified: null };
  const facts = {
    media: 'html',
    follow: true,
    links: { ...NO_LINKS, count: targets.length, rows },
    more: { [analyser.name]: analyser.analyse(document, context) },
  } as unknown as PageFindings;
  const links = targets.map(
    (url): Candidate => ({
      url,
      key: url,
      queue: 'a.br',
      priority: 50,
      depth: 1,
      hops: 1,
      redirects: 0,
      kind: URL_KIND.page,
      parent: n,
    }),
  );
  return { ...told(key), outcome: 'analysed', digest: `sha1:${n}`, facts, links };
}

export interface LinkPolicySuite {
  make(): LinkPolicy;
  /** Gives the facts that the policy reads. */
  analyser(): Analyser;
}

export function describeLinkPolicy({ make, analyser }: LinkPolicySuite): void {
  const visits = (): PolicyVisit[] => {
    const one = analyser();
    return [
      ...ADDRESSES.map((_, n) => visitOf(n, one)),
      { ...told('http://a.br/falhou'), outcome: 'failed', facts: null, links: [] },
    ];
  };
  const toldAll = (policy: LinkPolicy, all: readonly PolicyVisit[]) => {
    policy.seed(ADDRESSES[0]!);
    return all.map((visit) => policy.visited(visit));
  };

  it('says of every link whether it is followed, and how urgently', () => {
    const all = visits();
    toldAll(make(), all).forEach(({ priorities }, i) => {
      expect(priorities).toHaveLength(all[i]!.links.length);
      for (const priority of priorities)
        if (priority !== null) expect(priority >= 0 && priority <= 100, String(priority)).toBe(true);
    });
  });

  it('decides the same when it is told the same', () => {
    const all = visits();
    expect(toldAll(make(), all)).toEqual(toldAll(make(), all));
  });

  it.each(['its log', 'its saved state'])('is after a kill what it was before, by %s', (way) => {
    const all = visits();
    const before = make();
    const decisions = toldAll(before, all.slice(0, 8));
    const after = make();
    if (way === 'its log') {
      after.seed(ADDRESSES[0]!);
      for (const { entry } of decisions) if (entry !== null) after.replay(entry);
    } else {
      // As it comes from a file: a view into a buffer that holds other things too.
      after.restore(Buffer.concat([Buffer.alloc(8, 7), before.save()]).subarray(8));
    }
    expect(after.figures()).toEqual(before.figures());
    expect(all.slice(8).map((visit) => after.visited(visit))).toEqual(
      all.slice(8).map((visit) => before.visited(visit)),
    );
  });

  it('describes itself and gives its figures as plain data', () => {
    const policy = make();
    toldAll(policy, visits());
    expect(policy.name.length * policy.refusal.length).toBeGreaterThan(0);
    expect(JSON.parse(JSON.stringify(policy.describe()))).toEqual(policy.describe());
    for (const value of Object.values(policy.figures())) expect(Number.isFinite(value)).toBe(true);
  });
}
