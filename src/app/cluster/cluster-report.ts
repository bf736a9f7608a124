/** What happened in a crawl that several machines share, from its tables: the report that a folder has, but for what only its readers know of a page. */
import type { SharedFigures, SharedVisit, Snapshot } from '../../cluster/index.ts';
import { communicationOverhead, coverage, overlap, quality } from '../../frontier/index.ts';
import type { CrawlReport, SharedReport } from '../../report/index.ts';
import { GenerationalCache } from '../../text/generational-cache.ts';
import { normaliseUrl } from '../../url/index.ts';
import { USUAL_LANGUAGE } from '../../words/index.ts';
import type { Reported, ReportOptions } from '../report.ts';
import { inBegun } from './begun-crawl.ts';
import type { ClusterPlace } from './cluster-place.ts';

const USUAL_OUT = 'report';

/** Reads the tables at one moment, while the crawl runs or afterwards, and writes the files of the report. Throws TRF_CLUSTER_EMPTY. */
export async function reportCluster(
  place: ClusterPlace,
  options: ReportOptions = {},
): Promise<Reported & { readonly report: CrawlReport }> {
  const { join } = await import('node:path');
  const { reportText, writeReport } = await import('../../report/index.ts');
  const { language = USUAL_LANGUAGE, style, out = USUAL_OUT } = options;
  const report = await readClusterReport(place);
  writeReport(report, out, language);
  return { report, page: join(out, 'report.html'), text: reportText(report, language, style) };
}

async function readClusterReport(place: ClusterPlace): Promise<CrawlReport> {
  const { inSnapshot, readFigures } = await import('../../cluster/index.ts');
  const { reportOfVisits } = await import('../../report/index.ts');
  return inBegun(place, async (database, plan) => {
    const figures = await readFigures(database);
    const { policy, scope, seeds } = plan.settings;
    return inSnapshot(database, async (snapshot) =>
      reportOfVisits(
        {
          policy: String(policy),
          scope: String(scope),
          seeds: Array.isArray(seeds) ? seeds.length : 0,
          startedAt: plan.begun.toISOString(),
          sessions: (await snapshot.working()).map(({ from, to }) => ({ startedAt: from, endedAt: to })),
          queued: figures.queued,
          links: {
            added: figures.known,
            duplicate: figures.duplicates + figures.improved,
            dropped: Object.values(figures.dropped).reduce((sum, n) => sum + n, 0),
          },
          shared: await workedTogether(snapshot, figures, plan.partitions),
        },
        lines(snapshot.visits()),
      ),
    );
  });
}

/** How well the workers worked together. */
async function workedTogether(
  snapshot: Snapshot,
  figures: SharedFigures,
  partitions: number,
): Promise<SharedReport> {
  const { downloaded, pages, visited, workers } = await snapshot.together();
  const important = await snapshot.mostReferredTo();
  // Behind firewalls everybody keeps what is its own, and drops the rest.
  const sent =
    partitions > 0
      ? 0
      : figures.known + figures.duplicates + figures.improved + (figures.dropped['queue-budget'] ?? 0);
  return {
    workers,
    downloaded,
    distinct: pages,
    visited,
    known: figures.known,
    sent,
    quality: important === null ? null : quality(important.downloaded, important.all),
    overlap: overlap(downloaded, pages),
    coverage: coverage(visited, figures.known),
    exchanged: communicationOverhead(sent, downloaded),
  };
}

/** Visits as the log of a folder has them. */
async function* lines(visits: AsyncIterable<SharedVisit>): AsyncGenerator<Record<string, unknown>> {
  // Hosts of one queue are of one registrable domain.
  const sites = new GenerationalCache<string>(20_000);
  for await (const { url, queue, at, outcome, status, bytes, depth } of visits) {
    let site = sites.get(queue);
    if (site === undefined) {
      const address = normaliseUrl(url);
      site = address.kind === 'url' ? address.site : queue;
      sites.set(queue, site);
    }
    yield { site, at, outcome, status, bytes, depth };
  }
}
