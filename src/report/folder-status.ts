/** The present state of a crawl, quickly: from its manifest and the last line of its progress, however large the crawl is. */
import { type CrawlManifest, crawlPaths } from '../crawl/crawl-folder.ts';
import { STATUS_FIGURES, type StatusFigure } from '../crawl/crawl-status.ts';
import { lockOwner } from '../crawl/folder-lock.ts';
import { isReason, type Reason } from '../words/why.ts';
import { catalogueSummary } from './catalogue-summary.ts';
import { manifestOf } from './crawl-report.ts';
import { type JsonObject, lastJsonLine, numberIn, textIn } from './lines.ts';

const MOST_MENDED = 10;

export interface FolderStatus {
  readonly kind: 'crawl';
  /** `running`: a living process holds the folder. `interrupted`: the last session was killed; the same command goes on. */
  readonly state: 'running' | 'ended' | 'interrupted' | 'not-started';
  /** Process that works on it. */
  readonly process: number | null;
  /** Why the last session ended. */
  readonly reason: string | null;
  readonly startedAt: string | null;
  /** When the figures were taken. */
  readonly at: string | null;
  readonly sessions: number;
  /** What the last sessions found damaged or missing, and did about it. */
  readonly mended: readonly Reason[];
  readonly policy: string;
  readonly scope: string;
  readonly figures: Readonly<Record<StatusFigure, number>> | null;
  /** What the catalogue holds of it: pages that are copies of others are one there. Null before it was analysed. */
  readonly analysed: { readonly pages: number; readonly versions: number } | null;
  /** Of a crawl with a collection of fixed size; null for any other. */
  readonly collection: Readonly<Record<CollectionFigure, number>> | null;
}

/** Pages held, how many at the most, how many came and left; and how fresh (a share) and how old (days) they are expected to be, as of the last visit. */
const COLLECTION_FIGURES = [
  'size',
  'capacity',
  'saved',
  'updated',
  'changed',
  'discarded',
  'rejected',
  'gone',
  'freshness',
  'age',
] as const;
type CollectionFigure = (typeof COLLECTION_FIGURES)[number];

export async function readFolderStatus(folder: string): Promise<FolderStatus> {
  const manifest = manifestOf(folder);
  const line = await lastJsonLine(crawlPaths(folder).progress);
  const sessions = Array.isArray(manifest.sessions) ? manifest.sessions : [];
  const last = sessions.at(-1);
  const summary = await catalogueSummary(folder);
  const owner = lockOwner(folder);
  const at = numberIn(line?.at, Number.NaN);
  let state: FolderStatus['state'] = 'ended';
  if (owner !== null) state = 'running';
  else if (last === undefined) state = 'not-started';
  else if (last.endedAt === null) state = 'interrupted';
  return {
    kind: 'crawl',
    state,
    process: owner?.pid ?? null,
    reason: textIn(last?.reason),
    startedAt: textIn(manifest.startedAt),
    at: Math.abs(at) < 8.64e15 ? new Date(at).toISOString() : null,
    sessions: sessions.length,
    mended: sessions
      .flatMap((session) => (Array.isArray(session.mended) ? session.mended.filter(isReason) : []))
      .slice(-MOST_MENDED),
    policy: textIn(manifest.policy) ?? '',
    scope: textIn(manifest.scope) ?? '',
    figures:
      line === null
        ? null
        : (Object.fromEntries(STATUS_FIGURES.map((name) => [name, numberIn(line[name])])) as Record<
            StatusFigure,
            number
          >),
    analysed: summary === null ? null : { pages: summary.pages, versions: summary.versions },
    collection: collectionOf(manifest, line?.policy),
  };
}

function collectionOf(
  { linkPolicy }: Pick<CrawlManifest, 'linkPolicy'>,
  told: unknown,
): FolderStatus['collection'] {
  if (typeof linkPolicy !== 'object' || linkPolicy?.name !== 'collection') return null;
  const figures = (
    typeof told === 'object' && told !== null ? told : (linkPolicy.figures ?? {})
  ) as JsonObject;
  return Object.fromEntries(COLLECTION_FIGURES.map((name) => [name, numberIn(figures[name])])) as Record<
    CollectionFigure,
    number
  >;
}
