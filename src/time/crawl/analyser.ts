/**
 * The analyser module of the crawl along a period: runs in an analysis thread over the one parse of the page. Named by module in the
 * crawl's settings: `{ module: import.meta.resolve('…/time/crawl/analyser.ts'), options: { when: '1939..1945', policy: 'modern' } }`.
 */
import { type FlatDocument, links, textBlocks } from '../../html/index.ts';
import type { LinkRef, TextBlock } from '../block.ts';
import type { Chronon } from '../chronon.ts';
import { datePage } from '../dating/index.ts';
import { annotateDocument, parseScope } from '../reading.ts';
import type { TemporalScope } from '../scope.ts';
import { judgePage } from './page-judgement.ts';
import { type PeriodFindings, periodFindings } from './period-findings.ts';
import { TEMPORAL_POLICIES, type TemporalPolicy, type TemporalPolicyName } from './policy.ts';
import { localeOfPolicy } from './tuned-policy.ts';

/** Name of the analyser: its facts are at `more[PERIOD_FINDINGS]`. */
export const PERIOD_FINDINGS = 'temporal';

export interface TemporalAnalyserOptions {
  /** A period as `parseScope` reads it, or an already read one. */
  readonly when: string | TemporalScope;
  readonly policy: TemporalPolicyName | TemporalPolicy;
  /** Names with a period, for `when`. */
  readonly names?: Readonly<Record<string, string>>;
}

export interface TemporalAnalyser {
  readonly name: typeof PERIOD_FINDINGS;
  analyse(document: FlatDocument, context: PublicationContext): PeriodFindings;
}

export function createAnalyser(options: TemporalAnalyserOptions): TemporalAnalyser {
  const scope =
    typeof options.when === 'string'
      ? parseScope(options.when, { names: options.names ?? {} })
      : options.when;
  const policy = typeof options.policy === 'string' ? TEMPORAL_POLICIES[options.policy] : options.policy;
  return {
    name: PERIOD_FINDINGS,
    analyse(document, context) {
      const { blocks, rowOf, count } = linkedBlocks(document);
      const dct = publicationOf(document, context);
      const timexes = annotateDocument(blocks, {
        profile: policy.profile,
        locale: localeOfPolicy(policy),
        dct,
      });
      const judged = judgePage(blocks, timexes, scope, policy, dct);
      const rows = judged.links.map(({ link }) => rowOf.get(link) ?? -1);
      return periodFindings(judged, rows, count, scope, policy);
    },
  };
}

/** Less sure than this, a date is no anchor for what a text says of yesterday. */
const LEAST_CONFIDENCE = 0.5;

/** What is known of a page when it is asked for its day. */
export interface PublicationContext {
  readonly url: string;
  /** When it was fetched, ms since 1970; nobody knows: a date may lie anywhere, and "há 3 horas" says nothing. */
  readonly fetchedAt?: number | undefined;
  /** Value of the Last-Modified header; null when there is none. */
  readonly lastModified?: string | null;
  /** A file, nobody knows since when. */
  readonly saved?: boolean;
}

/** The day a page says it was published. The day it was last edited is no anchor: what it tells may be much older. */
export function publicationOf(
  document: FlatDocument,
  { url, fetchedAt = Number.POSITIVE_INFINITY, lastModified = null, saved = false }: PublicationContext,
): Chronon | null {
  const stated = lastModified === null ? {} : { lastModified };
  const { published } = datePage(document, { url, fetchedAt, saved, ...stated });
  return published && published.role === 'published' && published.confidence >= LEAST_CONFIDENCE
    ? published.chronon
    : null;
}

export interface LinkedBlocks {
  readonly blocks: readonly TextBlock[];
  /** Index in `links(document)` of each link of the blocks. */
  readonly rowOf: ReadonlyMap<LinkRef, number>;
  readonly count: number;
}

/** The blocks of a page with its links as written (an address is told from another by its text, without the fragment). */
export function linkedBlocks(document: FlatDocument): LinkedBlocks {
  const columns = textBlocks(document);
  const all = links(document);
  const ofBlock: LinkRef[][] = Array.from({ length: columns.count }, () => []);
  const rowOf = new Map<LinkRef, number>();
  // Both lists are in the order of the document.
  let row = 0;
  for (let i = 0; i < columns.linkCount; i++) {
    const node = columns.linkNode[i]!;
    if (row > 0 && all.node[row - 1]! > node) row = 0;
    while (row < all.count && all.node[row]! < node) row++;
    const blockIndex = columns.linkBlock[i]!;
    const into = ofBlock[blockIndex];
    if (!into || row >= all.count || all.node[row] !== node) continue;
    const rawHref = all.href(row);
    const hash = rawHref.indexOf('#');
    const start = columns.linkStart[i]!;
    const end = columns.linkEnd[i]!;
    const link: LinkRef = {
      rawHref,
      url: hash < 0 ? rawHref : rawHref.slice(0, hash),
      blockIndex,
      start,
      end,
      anchorText: columns.text[blockIndex]!.slice(start, end),
      boilerplate: columns.linkBoilerplate[i] === 1,
    };
    into.push(link);
    rowOf.set(link, row);
  }
  const blocks = columns.text.map((text, index) => ({
    index,
    text,
    docOffset: columns.offset[index]!,
    sectionId: columns.section[index]!,
    boilerplate: columns.boilerplate[index] === 1,
    links: ofBlock[index]!,
  }));
  return { blocks, rowOf, count: all.count };
}
