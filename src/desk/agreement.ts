/**
 * Whether two who asked for a page saw the same. Pages change between two looks, so that a difference proves something only when those who are
 * trusted saw the same twice.
 */
import { hammingDistance, parseSimhash } from '../text/simhash.ts';

/** What an answer is known by. */
export interface PageMarks {
  readonly status: number;
  /** Of a redirect: where it leads; null for none. */
  readonly location: string | null;
  /** `sha1:…` of the body as received. */
  readonly digest: string;
  /** 16 hexadecimal digits; null when there is too little text. */
  readonly simhash: string | null;
  /** Comparison forms of its links, each once. */
  readonly links: readonly string[];
  /** The bytes were not sent: digest, fingerprint and links are what somebody says. */
  readonly told: boolean;
}

/** Bits by which fingerprints of one page may differ. */
const NEAR = 12;
/** Part of all links of both that they have in common. */
const LINKS_ALIKE = 0.5;
/** The same bytes have the same links, but for what a reading by another version makes of them. */
const LINKS_OF_SAME_BYTES = 0.9;

export type Likeness =
  /** The same, as far as it can be told. */
  | 'same'
  /** Alike, but with links that the other does not have, or with another text. */
  | 'more'
  | 'different';

/** How what a stranger brought is like what was seen here. */
export function compare(brought: PageMarks, seen: PageMarks): Likeness {
  if (Math.trunc(brought.status / 100) !== Math.trunc(seen.status / 100)) return 'different';
  const kind = Math.trunc(seen.status / 100);
  if (kind === 3) return brought.location === seen.location ? 'same' : 'different';
  if (kind !== 2) return 'same';
  const sameBytes = brought.digest === seen.digest;
  const links = jaccard(brought.links, seen.links);
  if (sameBytes && !brought.told) return 'same';
  if (sameBytes) return links >= LINKS_OF_SAME_BYTES ? 'same' : 'different';
  // Of a page that was not sent, links are all that anything follows from.
  const alike = links >= LINKS_ALIKE || (!brought.told && near(brought.simhash, seen.simhash));
  if (!alike) return 'different';
  return invented(brought, [seen]) > 0 || otherText(brought, seen) ? 'more' : 'same';
}

export type Verdict = 'agrees' | 'doubtful' | 'differs' | 'unsettled';

/** What two looks of one's own, one after the other, make of a difference. */
export function settle(brought: PageMarks, first: PageMarks, second: PageMarks): Verdict {
  const [one, two] = [compare(brought, first), compare(brought, second)];
  if (one === 'same' || two === 'same') return 'agrees';
  const steady = first.digest === second.digest && first.status === second.status;
  if (one === 'more' || two === 'more')
    // The server gives the same bytes again and again, and gave others to the stranger alone.
    return steady && (invented(brought, [first, second]) > 0 || otherText(brought, second))
      ? 'doubtful'
      : 'agrees';
  return compare(first, second) === 'different' ? 'unsettled' : 'differs';
}

/** Links that none of the others has. */
function invented(brought: PageMarks, others: readonly PageMarks[]): number {
  const known = new Set(others.flatMap(({ links }) => links));
  return brought.links.reduce((sum, link) => sum + (known.has(link) ? 0 : 1), 0);
}

/** The links are alike and the words are not: an old state of the page, or a made one. */
function otherText(brought: PageMarks, seen: PageMarks): boolean {
  if (brought.simhash !== null && seen.simhash !== null) return !near(brought.simhash, seen.simhash);
  // Too few words to compare, and no links that could be alike: nothing but the bytes says that it is the same page.
  const isBare = brought.links.length === 0 && seen.links.length === 0;
  return isBare && !brought.told && brought.digest !== seen.digest;
}

function near(a: string | null, b: string | null): boolean {
  const [x, y] = [parseSimhash(a ?? ''), parseSimhash(b ?? '')];
  return x !== null && y !== null && hammingDistance(x, y) <= NEAR;
}

/** Two pages without links are alike in that. */
function jaccard(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 && b.length === 0) return 1;
  const other = new Set(b);
  const common = a.reduce((sum, link) => sum + (other.has(link) ? 1 : 0), 0);
  return common / (a.length + b.length - common);
}
