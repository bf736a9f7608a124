/**
 * The frontier as a crawl uses it: leases taken by the batch, each ended with the links of its page, the clock going on. `size` is how many
 * pages are visited.
 */
import { given, measured, room } from './program.ts';

// Before the clock runs: how long files take to load is another question, and no crawl's pace.
const { EmbeddedFrontier } = await room('frontier');

const HOSTS = 20_000;
const LINKS = 30;
const BATCH = 50;
const DELAY = 30_000;

interface Candidate {
  readonly url: string;
  readonly key: string;
  readonly queue: string;
  readonly priority: number;
  readonly depth: number;
  readonly hops: number;
  readonly redirects: number;
  readonly kind: number;
  readonly parent: number;
}

/** The little that a crawl needs, whatever the port is called in the checkout. */
interface Driven {
  add(candidates: readonly Candidate[]): Promise<void>;
  take(most: number): Promise<readonly object[]>;
  end(leases: readonly object[], links: (at: number) => readonly Candidate[]): Promise<void>;
  counts(): { readonly known: number; readonly queued: number };
  close(): Promise<void>;
}

let clock = 1_700_000_000_000;

function mix(value: number): number {
  let x = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
  return (x ^ (x >>> 16)) >>> 0;
}

/** URL number `i` of a Web in which few hosts have most pages. */
function candidate(i: number): Candidate {
  const share = mix(i) / 2 ** 32;
  const host = i < HOSTS ? i : Math.floor(HOSTS * share ** 3);
  const queue = `sitio${host}.com.br`;
  const url = `http://www.${queue}/secao${i & 7}/artigo-${i}`;
  return { url, key: url, queue, priority: i % 100, depth: 2, hops: 3, redirects: 0, kind: 0, parent: 0 };
}

async function drive(policy: string, name: string): Promise<Driven> {
  const frontier = await EmbeddedFrontier.open(`${given.folder}/${name}`, {
    policy,
    delay: DELAY,
    addressDelay: 0,
    capacity: Number.POSITIVE_INFINITY,
    queueBudget: Number.POSITIVE_INFINITY,
    now: () => clock,
  });
  const ended = { outcome: 1, status: 200, bytes: 1000 };
  if (typeof frontier.lease === 'function')
    return {
      add: (candidates) => frontier.schedule(candidates),
      take: async (most) => (await frontier.lease(most)).leases ?? [],
      end: async (leases, links) => {
        await frontier.end(
          leases.map((lease, at) => ({
            kind: 'complete',
            lease,
            ...ended,
            accessedAt: clock,
            revisitAt: null,
            links: links(at),
            seal: () => null,
          })),
        );
      },
      counts: () => frontier.counts(),
      close: async () => frontier.close(),
    };
  return {
    add: async (candidates) => {
      for (const each of candidates) frontier.add(each);
    },
    take: async (most) => {
      const leases: object[] = [];
      while (leases.length < most) {
        const answer = frontier.next();
        if (answer.kind !== 'lease') break;
        leases.push(answer.lease);
      }
      return leases;
    },
    end: async (leases, links) => {
      for (const [at, lease] of leases.entries()) {
        for (const each of links(at)) frontier.add(each);
        frontier.complete(lease, { ...ended, accessedAt: clock, discovered: [] });
      }
    },
    counts: () => frontier.counts(),
    close: async () => frontier.close(),
  };
}

await measured(async () => {
  const work: Record<string, number> = {};
  for (const policy of ['horizontal', 'priority']) {
    const frontier = await drive(policy, policy);
    let next = 0;
    await frontier.add(Array.from({ length: 2000 }, () => candidate(next++)));
    let visited = 0;
    while (visited < given.size) {
      const leases = await frontier.take(BATCH);
      if (leases.length === 0) {
        clock += DELAY / 10;
        continue;
      }
      // Half of the links of a page are known.
      await frontier.end(leases, () =>
        Array.from({ length: LINKS }, (_, i) => candidate(i % 2 === 0 ? next++ : mix(next + i) % next)),
      );
      visited += leases.length;
      clock += 100;
    }
    const { known, queued } = frontier.counts();
    Object.assign(work, { [`known ${policy}`]: known, [`queued ${policy}`]: queued });
    await frontier.close();
  }
  return work;
});
