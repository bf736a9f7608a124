/** A lease for tests of what is made of one. */
import { type Lease, URL_KIND } from '../frontier/index.ts';

export function leaseOf(url: string, more: Partial<Lease> = {}): Lease {
  return {
    url,
    key: url,
    queue: new URL(url).host,
    priority: 50,
    depth: 1,
    hops: 2,
    redirects: 0,
    kind: URL_KIND.page,
    parent: 0,
    record: 7,
    attempt: 1,
    at: 0,
    collected: 0,
    ...more,
  };
}
