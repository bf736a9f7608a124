import { describe, expect, it } from 'vitest';
import {
  type Candidate,
  type Completion,
  type Frontier,
  type Lease,
  type LeaseEnd,
  OUTCOME,
  URL_KIND,
} from '../frontier/index.ts';
import type { Desk } from './desk.ts';
import { QuorumFrontier } from './quorum-frontier.ts';

const lease = { key: 'http://a.br/', queue: 'a.br', record: 1 } as Lease;
const links = ['http://a.br/1', 'http://a.br/2'].map(
  (url): Candidate => ({
    ...{ url, key: url, queue: 'a.br', priority: 50, depth: 1, hops: 1, redirects: 0, parent: 1 },
    kind: URL_KIND.page,
  }),
);
const votes = { page: lease.key, targets: links.map(({ key, queue }) => ({ key, queue, handicap: 0 })) };

/** What comes to the frontier of a page that a volunteer brought, or that the desk saw itself. */
async function ended(confirmed: readonly string[] | null): Promise<Completion> {
  let told: readonly LeaseEnd[] = [];
  const inner = { end: async (ends: readonly LeaseEnd[]) => void (told = ends) } as unknown as Frontier;
  const desk = {
    sourceOf: () => (confirmed === null ? null : { volunteer: 1, page: 1 }),
    store: { meet: async () => new Set(confirmed), confirm: async () => {} },
  } as unknown as Desk;
  const end: Completion = {
    ...{ kind: 'complete', lease, outcome: OUTCOME.analysed, status: 200, accessedAt: 0, bytes: 0 },
    ...{ revisitAt: null, links, votes, seal: () => null },
  };
  await new QuorumFrontier(inner, desk, 'desk').end([end]);
  return told[0] as Completion;
}

describe('a page that a volunteer brought', () => {
  it('votes when all that it refers to has another witness; else whoever looks at it again does', async () => {
    const [one, two] = links.map(({ key }) => key);
    expect(await ended([one!])).toMatchObject({ links: [{ key: one }], votes: null });
    expect(await ended([one!, two!])).toMatchObject({ links: [{ key: one }, { key: two }], votes });
    expect(await ended(null)).toMatchObject({ links: [{ key: one }, { key: two }], votes });
  });
});

describe('the frontier of the desk', () => {
  it('lets the desk give up what it asks for itself, when others may soon have the site', () => {
    const given: (() => void)[] = [];
    const inner = { onLapse: (giveUp: () => void) => void given.push(giveUp) } as unknown as Frontier;
    const giveUp = () => {};
    new QuorumFrontier(inner, {} as Desk, 'desk').onLapse(giveUp);
    expect(given).toEqual([giveUp]);
  });
});
