/** What is said of a URL besides its address, in one integer; and the address without what the name of its site says already. */
import type { Candidate, UrlKind } from '../frontier/index.ts';

/** Beginnings of addresses, before the name of the site; the first is that of an address that is written whole. */
const BEGINNINGS = ['', 'https://', 'http://', 'https://www.', 'http://www.'] as const;

export interface PackedUrl {
  readonly facts: number;
  readonly url: string;
  /** Null when it is the address itself. */
  readonly key: string | null;
}

/** Eight bits of depth, eight of hops, three of kind, four of redirects, five of attempts, three of the address's beginning. */
export function packUrl(candidate: Candidate, attempt: number): PackedUrl {
  const { url, key, queue } = candidate;
  let form = 0;
  let rest = url;
  for (let i = 1; i < BEGINNINGS.length; i++) {
    const beginning = BEGINNINGS[i]!;
    if (url.startsWith(beginning) && url.startsWith(queue, beginning.length)) {
      form = i;
      rest = url.slice(beginning.length + queue.length);
    }
  }
  const facts =
    clamp(candidate.depth, 255) |
    (clamp(candidate.hops, 255) << 8) |
    ((candidate.kind & 7) << 16) |
    (clamp(candidate.redirects, 15) << 19) |
    (clamp(attempt, 31) << 23) |
    (form << 28);
  return { facts, url: rest, key: key === url ? null : key };
}

export interface UrlFacts {
  readonly url: string;
  readonly depth: number;
  readonly hops: number;
  readonly kind: UrlKind;
  readonly redirects: number;
  readonly attempt: number;
}

export function unpackUrl(facts: number, rest: string, queue: string): UrlFacts {
  const form = facts >>> 28;
  return {
    url: form === 0 ? rest : `${BEGINNINGS[form]}${queue}${rest}`,
    depth: facts & 255,
    hops: (facts >> 8) & 255,
    kind: ((facts >> 16) & 7) as UrlKind,
    redirects: (facts >> 19) & 15,
    attempt: (facts >> 23) & 31,
  };
}

/** The same facts with another count of attempts. */
export const withAttempt = (facts: number, attempt: number): number =>
  (facts & ~(31 << 23)) | (clamp(attempt, 31) << 23);

export function clamp(value: number, most: number): number {
  return value > 0 ? Math.min(most, Math.trunc(value)) : 0;
}
