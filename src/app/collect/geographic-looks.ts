/**
 * Looks into geographic files while the crawl that finds them goes on, asked for in its own politeness: the policy hears of each site whether
 * it publishes what it seemed to. Each description is on disk when it is made (`KeptIndex`), and what a process that was killed had looked into is
 * not asked about again. What was not looked into when the crawl ends, or waited in a process that is gone, is looked into by the harvest at the
 * end, which reads the whole archive.
 */
import type { Asker, Crawl, CrawlSettings } from '../../crawl/index.ts';
import type { GeoClues, GeoFile, GeographicPolicy, HarvestReport, PageRules } from '../../geo/index.ts';
import type { Harvest } from './geographic.ts';

/** Pages that are looked into at once: each waits for its hosts most of the time. */
const AT_ONCE = 8;
/** Pages that wait; what comes beyond is left to the end. */
const MOST_WAITING = 10_000;
/** The index is written this often, ms. */
const BETWEEN_WRITES = 60_000;

interface WaitingPage {
  readonly clues: GeoClues;
  readonly rules: PageRules;
  readonly at: number;
}

/** What has been looked into so far. */
export interface LooksSoFar {
  readonly report: Omit<HarvestReport, 'index'>;
  readonly accepted: readonly GeoFile[];
  /** When the first look began that need not be repeated, ms since 1970. */
  readonly since: number;
}

export interface GeographicLooks extends Asker {
  /** The crawl is open: from now on pages are looked into. */
  begin(crawl: Pick<Crawl, 'ask' | 'look' | 'fail'>): void;
  /** The crawl has ended: what is under way ends too, and the index is written. */
  end(): Promise<LooksSoFar>;
}

export async function geographicLooks(
  folder: string,
  policy: Pick<GeographicPolicy, 'looked' | 'onPage'>,
  settings: CrawlSettings,
  { profile, keepFiles }: Harvest,
  {
    now = Date.now,
    fresh = false,
    killed = null,
  }: {
    readonly now?: (() => number) | undefined;
    readonly fresh?: boolean;
    /** When the first of the sessions began that were killed just before this one, ms since 1970. */
    readonly killed?: number | null;
  },
): Promise<GeographicLooks> {
  const [geo, { AskingFetcher }, { keepInFolder, KEPT_FILE_BYTES }, { openKeptIndex }] = await Promise.all([
    import('../../geo/index.ts'),
    import('../../crawl/index.ts'),
    import('../harvest.ts'),
    import('../harvest/kept-index.ts'),
  ]);
  const gazetteer = await geo.loadGazetteer();
  const index = openKeptIndex(folder, { gazetteer }, geo, {
    fresh,
    onError: (error) => crawl?.fail(error),
  });
  const begun = now();
  const since = killed ?? begun;
  const waiting: WaitingPage[] = [];
  const accepted: GeoFile[] = [];
  let working = 0;
  let over = false;
  let written = begun;
  let crawl: Pick<Crawl, 'ask' | 'look' | 'fail'> | null = null;
  let ended: (() => void) | null = null;
  let harvester: InstanceType<typeof geo.GeoHarvester> | null = null;

  const tell = (file: GeoFile): void => {
    if (file.state !== 'broken') policy.looked(file.site, file.state === 'indexed');
  };
  const write = (): void => {
    written = now();
    geo.writeGeoIndex(folder, index);
  };
  const work = async ({ clues, rules, at }: WaitingPage): Promise<void> => {
    await harvester!.page(clues.url, clues, rules, at);
    // A file that could not be had says nothing of its site.
    for (const { url } of clues.files) {
      const file = index.file(url);
      if (file !== undefined) tell(file);
    }
    if (now() - written >= BETWEEN_WRITES) write();
  };
  const next = (): void => {
    while (harvester !== null && working < AT_ONCE && waiting.length > 0) {
      const page = waiting.shift()!;
      if (over) continue;
      working++;
      work(page)
        .catch((error) => crawl!.fail(error))
        .finally(() => {
          working--;
          next();
          crawl!.look();
          if (working === 0) ended?.();
        });
    }
  };
  policy.onPage = (clues, rules) => {
    // The links of all pages are counted at the end; here it is about files.
    if (over || !clues.geoInteresting || !rules.follow || waiting.length >= MOST_WAITING) return;
    waiting.push({ clues, rules, at: now() });
    next();
  };
  return {
    get busy() {
      return !over && (working > 0 || waiting.length > 0);
    },
    begin(opened) {
      crawl = opened;
      harvester = new geo.GeoHarvester({
        fetcher: new AskingFetcher(opened, { settings }),
        places: { names: gazetteer, gazetteer },
        profile,
        index,
        now,
        lookedSince: since,
        maxPayload: keepFiles ? KEPT_FILE_BYTES : 0,
        keep: keepInFolder(folder, accepted, geo),
      });
      // What an earlier session found out, and did not come to say.
      for (const { file } of index.files()) tell(file);
      next();
    },
    async end() {
      over = true;
      waiting.length = 0;
      if (working > 0)
        await new Promise<void>((resolve) => {
          ended = resolve;
        });
      policy.onPage = null;
      if (harvester !== null && harvester.report.indexed + harvester.report.rejected > 0) write();
      const { index: _, ...report } = harvester?.report ?? { ...NOTHING, index };
      return { report, accepted, since };
    },
  };
}

const NOTHING: Omit<HarvestReport, 'index'> = {
  geoPages: 0,
  indexed: 0,
  rejected: 0,
  unreachable: 0,
  passedOver: 0,
  fileBytes: 0,
};
