/** From the links that an analysis packed to candidates of the frontier. */
import { type Candidate, type Lease, URL_KIND } from '../frontier/index.ts';
import { NUMBERS_PER_LINK, type PackedLinks, type PageFindings } from './page-findings.ts';

/** A trap costs like this many further levels of depth, at full evidence. */
const TRAP_DEPTH = 20;
/** Sitemaps within sitemaps; the protocol knows one index over them, some sites have an index of indexes. */
const MOST_NESTED_SITEMAPS = 3;

// Where the numbers of a packed link stand.
const DEPTH = 0;
const KIND = 1;
const PRIORITY = 2;
const TRAP = 3;

export function* linkCandidates(lease: Lease, links: PackedLinks): Generator<Candidate> {
  if (links.count === 0) return;
  const { numbers, text } = links;
  let at = 0;
  for (let i = 0; i < links.count; i++) {
    const first = text.indexOf('\t', at);
    const second = text.indexOf('\t', first + 1);
    let end = text.indexOf('\n', second + 1);
    if (end < 0) end = text.length;
    const n = i * NUMBERS_PER_LINK;
    const kind = numbers[n + KIND] as Candidate['kind'];
    const trap = numbers[n + TRAP]!;
    if (kind !== URL_KIND.sitemap || nesting(lease) <= MOST_NESTED_SITEMAPS)
      yield {
        url: text.slice(at, first),
        key: text.slice(first + 1, second),
        queue: text.slice(second + 1, end),
        // Of a sitemap, how deep it stands in others. Suspected traps come later; they are refused only on full evidence.
        depth:
          kind === URL_KIND.sitemap
            ? nesting(lease)
            : Math.min(255, numbers[n + DEPTH]! + Math.round((TRAP_DEPTH * trap) / 100)),
        kind,
        priority: Math.min(100, numbers[n + PRIORITY]! + (trap >> 1)),
        hops: kind === URL_KIND.requisite ? lease.hops : lease.hops + 1,
        redirects: 0,
        parent: lease.record,
      };
    at = end + 1;
  }
}

/**
 * What the rules refused of a page's links. Sitemaps are no pages, so no budget of pages would ever end sitemaps that go on naming
 * sitemaps: those too deep are refused too.
 */
export function refusedLinks(
  lease: Lease,
  { refused, links }: Pick<PageFindings, 'refused' | 'links'>,
): Readonly<Record<string, number>> | undefined {
  let tooDeep = 0;
  if (nesting(lease) > MOST_NESTED_SITEMAPS)
    for (let n = KIND; n < links.count * NUMBERS_PER_LINK; n += NUMBERS_PER_LINK)
      if (links.numbers[n] === URL_KIND.sitemap) tooDeep++;
  if (tooDeep > 0) return { ...refused, 'sitemap-nesting': tooDeep };
  return Object.keys(refused).length > 0 ? refused : undefined;
}

/** The links of a page that may itself be in a trap (`score` 0…1) come later. */
export function* deepened(candidates: Iterable<Candidate>, score: number): Generator<Candidate> {
  for (const candidate of candidates)
    yield {
      ...candidate,
      depth: Math.min(255, candidate.depth + Math.round(TRAP_DEPTH * score)),
      priority: Math.min(100, candidate.priority + Math.round(50 * score)),
    };
}

/** How deep in other sitemaps a sitemap stands that this visit names: the depth of such a URL. */
function nesting(lease: Lease): number {
  return lease.kind === URL_KIND.sitemap ? lease.depth + 1 : 1;
}
