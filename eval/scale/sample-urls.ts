/** URLs to measure the database with, and visits of them that found nothing. */
import { type Candidate, type Completion, type Lease, OUTCOME } from '../../src/frontier/index.ts';

/** As long as the mean address of a link on the real pages of `eval -- scale --data`: 51 characters. */
export function candidate(site: number, page: number): Candidate {
  const queue = siteName(site);
  const url = `https://www.${queue}/noticia/${page}-titulo-de-uma-${page % 7}`;
  return { url, key: url, queue, priority: 50, depth: 2, hops: 2, redirects: 0, kind: 0, parent: 1 };
}

export const siteName = (site: number): string => `sitio-${site}.com.br`;

/** Different URLs, of many sites in turn, as the links of pages of many sites are. */
export function* candidates(sites: number, from: number): Generator<Candidate> {
  for (let i = from; ; i++) yield candidate((i * 7919) % sites, i);
}

export const take = <T>(source: Iterator<T>, count: number): T[] =>
  Array.from({ length: count }, () => source.next().value as T);

export function ended(lease: Lease, links: Iterable<Candidate> = []): Completion {
  return {
    kind: 'complete',
    lease,
    outcome: OUTCOME.analysed,
    status: 200,
    accessedAt: lease.at,
    bytes: 30_000,
    revisitAt: null,
    archived: { file: 'tarrafa-00000.warc.gz', offset: lease.record * 30_000 },
    links,
    seal: () => null,
  };
}
