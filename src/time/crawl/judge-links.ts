/** Which links of a page are followed, and why: the answer to `--explain` for a single page. */
import type { FlatDocument } from '../../html/index.ts';
import type { TextBlock } from '../block.ts';
import { type Chronon, formatChronon } from '../chronon.ts';
import { documentBlocks } from '../document-blocks.ts';
import { annotateDocument } from '../reading.ts';
import type { TemporalScope } from '../scope.ts';
import { publicationOf } from './analyser.ts';
import { judgePage, type PageTotals, pageTotals } from './page-judgement.ts';
import { MODERN_CRAWL, type TemporalPolicy } from './policy.ts';
import { localeOfPolicy } from './tuned-policy.ts';

export interface LinkReason {
  /** Number of the segment, from 1, and its beginning as a reader sees it. */
  readonly segment: number;
  readonly text: string;
  /** Dates of the segment, and how many of those that count lie inside. */
  readonly dates: readonly string[];
  readonly inside: number;
  readonly counted: number;
  readonly ratio: number;
}

export interface LinkVerdict {
  readonly url: string;
  readonly anchor: string;
  readonly follow: boolean;
  /** It stands in a segment inside the scope. */
  readonly inScope: boolean;
  readonly why: LinkReason;
}

export interface LinkVerdicts extends PageTotals {
  /** Each address once, in the order of the page; the occurrence that decides. */
  readonly links: readonly LinkVerdict[];
}

export interface JudgeLinksOptions {
  readonly policy?: TemporalPolicy;
  readonly dct?: Chronon | null;
}

/** The same as the analyser of a crawl does it: with the day that the page says it was published. */
export function createLinkJudge(
  scope: TemporalScope,
  options: Pick<JudgeLinksOptions, 'policy'> = {},
): (document: FlatDocument, url: string, fetchedAt?: number) => LinkVerdicts {
  return (document, url, fetchedAt) =>
    judgeLinks({ document, url }, scope, { ...options, dct: publicationOf(document, { url, fetchedAt }) });
}

/** Judges the links of a document (with its address) or of blocks. Pure. */
export function judgeLinks(
  page: readonly TextBlock[] | { readonly document: FlatDocument; readonly url: string },
  scope: TemporalScope,
  options: JudgeLinksOptions = {},
): LinkVerdicts {
  const policy = options.policy ?? MODERN_CRAWL;
  const dct = options.dct ?? null;
  const blocks = 'document' in page ? documentBlocks(page.document, page.url) : page;
  const locale = localeOfPolicy(policy);
  const timexes = annotateDocument(blocks, { profile: policy.profile, locale, dct });
  const judged = judgePage(blocks, timexes, scope, policy, dct);
  const text = blocks.map((b) => b.text);
  const found = new Map<string, LinkVerdict>();
  for (const { link, segment } of judged.links) {
    const { n, k, inScope } = segment.verdict;
    if (found.get(link.url)?.inScope || (found.has(link.url) && !inScope)) continue;
    const first = blocks.findIndex((b) => b.index === segment.firstBlock);
    found.set(link.url, {
      url: link.url,
      anchor: link.anchorText,
      follow: inScope || policy.linkFilter === 'none',
      inScope,
      why: {
        segment: segment.id,
        text: (text[first] ?? '').slice(0, 160),
        dates: segment.chronons.map(formatChronon),
        inside: k,
        counted: n,
        ratio: n === 0 ? 0 : k / n,
      },
    });
  }
  return { ...pageTotals(judged), links: [...found.values()] };
}
