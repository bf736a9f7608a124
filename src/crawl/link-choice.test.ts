import { describe, expect, it } from 'vitest';
import { type Candidate, URL_KIND } from '../frontier/index.ts';
import { leaseOf } from './lease.suite.ts';
import { chooseLinks } from './link-choice.ts';
import { USUAL_PRIORITY } from './link-collector.ts';
import type { LinkPolicy, PolicyVisit } from './link-policy.ts';
import type { PageFindings } from './page-findings.ts';

/** Follows what its list says, and remembers what it was told. */
function policyOf(
  priorities: readonly (number | null)[],
  votes?: readonly number[],
): LinkPolicy & { readonly told: PolicyVisit[] } {
  const told: PolicyVisit[] = [];
  return {
    told,
    name: 'list',
    refusal: 'not-listed',
    describe: () => ({}),
    seed: () => 0,
    visited(visit) {
      told.push(visit);
      return { priorities, entry: Uint8Array.of(1), note: { seen: true }, ...(votes ? { votes } : {}) };
    },
    replay() {},
    save: () => new Uint8Array(),
    restore() {},
    figures: () => ({}),
  };
}

const link = (url: string, more: Partial<Candidate> = {}): Candidate => ({
  url,
  key: url,
  queue: 'a.br',
  priority: USUAL_PRIORITY,
  depth: 1,
  hops: 1,
  redirects: 0,
  kind: URL_KIND.page,
  parent: 7,
  ...more,
});
const facts = {} as PageFindings;
const lease = leaseOf('http://a.br/');
const TOLD = { at: 7, digest: null };

describe('what a link policy makes of the links of a visit', () => {
  it('those it wants are as urgent as it says, the others are counted under its rule', () => {
    const policy = policyOf([10, null, 30]);
    const candidates = ['http://a.br/1', 'http://a.br/2', 'http://a.br/3'].map((url) => link(url));
    const chosen = chooseLinks(policy, {
      lease,
      outcome: 'analysed',
      facts,
      candidates,
      refused: { scope: 2 },
      ...TOLD,
    });
    expect(chosen.candidates.map(({ url, priority }) => [url, priority])).toEqual([
      ['http://a.br/1', 10],
      ['http://a.br/3', 30],
    ]);
    expect(chosen.refused).toEqual({ scope: 2, 'not-listed': 1 });
    expect(chosen.note).toEqual({ seen: true });
  });

  it('what speaks against a link still does', () => {
    const trap = link('http://a.br/1', { priority: USUAL_PRIORITY + 20 });
    const chosen = chooseLinks(policyOf([10]), {
      lease,
      outcome: 'analysed',
      facts,
      candidates: [trap],
      refused: undefined,
      ...TOLD,
    });
    expect(chosen.candidates[0]?.priority).toBe(30);
    expect(chosen.refused).toBeUndefined();
  });

  it('parts of pages and redirects are followed without being asked about', () => {
    const part = link('http://a.br/i.png', { kind: URL_KIND.requisite });
    const visit = { ...TOLD, lease, facts, refused: undefined, candidates: [part] };
    expect(chooseLinks(policyOf([null]), { ...visit, outcome: 'analysed' }).candidates).toEqual([part]);
    const policy = policyOf([]);
    const away = link('http://b.br/');
    const chosen = chooseLinks(policy, { ...visit, facts: null, outcome: 'redirected', candidates: [away] });
    expect(chosen.candidates).toEqual([away]);
    expect(policy.told).toMatchObject([
      { key: 'http://a.br/', outcome: 'redirected', links: [], movedTo: away, at: 7 },
    ]);
  });

  it('references that count are told with what speaks against them, also of links that are not followed', () => {
    const candidates = [
      link('http://a.br/1'),
      link('http://b.br/2', { queue: 'b.br', priority: USUAL_PRIORITY + 20 }),
      link('http://a.br/i.png', { kind: URL_KIND.requisite }),
      link('http://a.br/4'),
    ];
    const visit = { ...TOLD, outcome: 'analysed', candidates, refused: undefined } as const;
    const second = { ...lease, key: `${lease.key} 1` };
    const { votes } = chooseLinks(policyOf([10, null, null, 50], [0, 1, 2]), {
      ...visit,
      lease: second,
      facts,
    });
    expect({ ...votes, targets: [...votes!.targets] }).toEqual({
      page: lease.key,
      targets: [
        { key: 'http://a.br/1', queue: 'a.br', handicap: 0 },
        { key: 'http://b.br/2', queue: 'b.br', handicap: 20 },
        { key: 'http://a.br/i.png', queue: 'a.br', handicap: null },
      ],
    });
    expect(chooseLinks(policyOf([10, 10, 10, 10]), { ...visit, lease, facts }).votes).toBeNull();
    expect(chooseLinks(policyOf([], []), { ...visit, lease, facts: null }).votes).toBeNull();
  });

  it('a redirect within one comparison form is not told: its URL has not been visited yet', () => {
    const policy = policyOf([]);
    const again = link('https://a.br/', { key: 'http://a.br/ 1' });
    const visit = { ...TOLD, lease, outcome: 'redirected', facts: null, refused: undefined } as const;
    const chosen = chooseLinks(policy, { ...visit, candidates: [again] });
    const nothing = { entry: null, note: undefined, refused: undefined, votes: null, left: [] };
    expect(chosen).toEqual({ candidates: [again], ...nothing });
    expect(policy.told).toEqual([]);
  });
});
