/** The figures and lists of a report with their names, in one order for the terminal and for the page. */
import type { Language } from '../words/index.ts';
import { visitReasonName } from '../words/visit-names.ts';
import type { CrawlReport } from './crawl-report.ts';
import type { Quantities } from './quantities.ts';
import { type Say, sayName } from './say-report.ts';
import type { Count } from './tally.ts';

export interface Figure {
  readonly label: string;
  readonly value: string;
  /** Set apart from the value where it is shown large. */
  readonly unit?: string;
}

export interface CountList {
  readonly title: string;
  readonly entries: readonly Count[];
}

/** The handful that matter most. */
export function headlines(
  report: CrawlReport,
  say: Say,
  { count, number, bytes, seconds, percent }: Quantities,
): Figure[] {
  const { totals, speed, period, collection } = report;
  return [
    ...(collection
      ? [
          { label: say('heldPages'), value: count(collection.size) },
          { label: say('freshness'), value: percent(collection.freshness) },
        ]
      : []),
    ...(period
      ? [{ label: say('precisionAt', { pages: count(period.pages) }), value: percent(period.precision) }]
      : []),
    { label: say('pages'), value: count(totals.pages) },
    { label: say('domainsOverTime'), value: count(totals.domainsReached) },
    { label: say('meanSpeed'), value: number(speed.mean), unit: say('pagesPerSecond') },
    { label: say('bytes'), value: bytes(totals.bytes) },
    { label: say('runningTime'), value: seconds(totals.runningSeconds) },
    { label: say('failures'), value: count(totals.failures) },
  ];
}

/** Everything that is one number. */
export function figures(report: CrawlReport, say: Say, quantities: Quantities): Figure[] {
  const { totals, speed, bandwidth, pagesPerDomain, sizes, durations, shared } = report;
  const { count, number, bytes, seconds, percent } = quantities;
  /** What those know who read the pages, and the tables of a shared crawl do not. */
  const read = (known: readonly Figure[]): readonly Figure[] => (shared === undefined ? known : []);
  const pace = (value: number): string => `${number(value)} ${say('pagesPerSecond')}`;
  const rate = (value: number): string => `${bytes(value)}${say('perSecond')}`;
  const spread = (parts: readonly (readonly [string, string])[]): string =>
    // No break inside a part: a number on another line than its name is hard to read.
    parts.map(([name, value]) => `${name} ${value}`.replaceAll(' ', '\u00a0')).join(' · ');
  const list: Figure[] = [
    { label: say('visits'), value: count(totals.visits) },
    { label: say('pages'), value: count(totals.pages) },
    { label: say('domainsOverTime'), value: count(totals.domainsReached) },
    {
      label: say('pagesPerDomain'),
      value: spread([
        [say('least'), count(pagesPerDomain.least)],
        [say('median'), number(pagesPerDomain.median)],
        [say('mean'), number(pagesPerDomain.mean)],
        [say('greatest'), count(pagesPerDomain.greatest)],
      ]),
    },
    { label: say('runningTime'), value: seconds(totals.runningSeconds) },
    { label: say('meanSpeed'), value: pace(speed.mean) },
    { label: say('speedTenths'), value: `${pace(speed.firstTenth)} · ${pace(speed.lastTenth)}` },
    { label: say('peakSpeed'), value: pace(speed.greatest) },
    { label: say('bytes'), value: bytes(totals.bytes) },
    ...read([{ label: say('decodedBytes'), value: bytes(totals.decodedBytes) }]),
    { label: say('meanBandwidth'), value: rate(bandwidth.mean) },
    {
      label: say('peakBandwidth', { seconds: number(bandwidth.windowSeconds) }),
      value: rate(bandwidth.greatest),
    },
    {
      label: say('sizes'),
      value: spread([
        [say('median'), bytes(sizes.median)],
        [say('mean'), bytes(sizes.mean)],
        [say('greatest'), bytes(sizes.greatest)],
      ]),
    },
    ...read([
      {
        label: say('durations'),
        value: spread([
          [say('median'), seconds(durations.median / 1000)],
          [say('ninetieth'), seconds(durations.ninetieth / 1000)],
          [say('greatest'), seconds(durations.greatest / 1000)],
        ]),
      },
    ]),
    { label: say('failures'), value: count(totals.failures) },
    ...read([
      { label: say('duplicates'), value: count(totals.duplicates) },
      { label: say('nearDuplicates'), value: count(totals.nearDuplicates) },
      { label: say('traps'), value: count(totals.traps) },
      { label: say('scriptOnly'), value: count(totals.scriptOnly) },
    ]),
    { label: say('linksFound'), value: count(totals.linksFound) },
    { label: say('linksAdded'), value: count(totals.linksAdded) },
    { label: say('linksDropped'), value: count(totals.linksDropped) },
    ...read([{ label: say('refusedUrls'), value: count(totals.refusedUrls) }]),
  ];
  if (shared !== undefined)
    list.push(
      { label: say('workersOfCrawl'), value: count(shared.workers) },
      {
        label: say('downloadedByAll'),
        value: say('differentPages', { pages: count(shared.downloaded), distinct: count(shared.distinct) }),
      },
      { label: say('overlap'), value: percent(shared.overlap) },
      {
        label: say('coverage'),
        value: `${percent(shared.coverage)} (${count(shared.visited)} / ${count(shared.known)})`,
      },
      ...(shared.quality === null ? [] : [{ label: say('quality'), value: percent(shared.quality) }]),
      { label: say('exchanged'), value: `${number(shared.exchanged)} (${count(shared.sent)})` },
    );
  if (totals.queued !== null) list.push({ label: say('queued'), value: count(totals.queued) });
  if (report.damagedLines > 0) list.push({ label: say('damagedLines'), value: count(report.damagedLines) });
  return list;
}

/** How well a crawl kept to its period, every precision with the number of pages it is taken over; none for a crawl along no period. */
export function periodFigures(report: CrawlReport, say: Say, quantities: Quantities): Figure[] {
  const { period, totals } = report;
  if (period === null) return [];
  const { count, number, bytes, seconds, percent } = quantities;
  const perPage = totals.pages === 0 ? 0 : totals.runningSeconds / totals.pages;
  return [
    { label: say('periodOf'), value: `${period.label} (${period.days}), ${period.profile}` },
    { label: say('relevantPages'), value: `${count(period.relevant)} / ${count(period.pages)}` },
    ...period.precisionAt.map(({ k, precision }) => ({
      label: say('precisionAt', { pages: count(k) }),
      value: percent(precision),
    })),
    { label: say('totalTime'), value: seconds(totals.runningSeconds) },
    { label: say('timePerPage'), value: seconds(perPage) },
    { label: say('collectionSize'), value: bytes(period.collectionBytes) },
    { label: say('meanPageSize'), value: bytes(period.meanPageBytes) },
    { label: say('segmentsPerPage'), value: number(period.segmentsPerPage) },
    { label: say('segmentsInScope'), value: percent(period.segmentsInScope) },
    { label: say('chrononsPerPage'), value: number(period.chrononsPerPage) },
  ];
}

/** How a collection of fixed size was kept; none for a crawl that keeps every page. */
export function collectionFigures(report: CrawlReport, say: Say, quantities: Quantities): Figure[] {
  const { collection } = report;
  if (collection === undefined) return [];
  const { count, number, percent } = quantities;
  const { pace } = collection;
  return [
    { label: say('heldPages'), value: `${count(collection.size)} / ${count(collection.capacity)}` },
    { label: say('importanceBy'), value: collection.importance },
    { label: say('freshness'), value: percent(collection.freshness) },
    { label: say('meanAge'), value: say('days', { days: number(collection.age) }) },
    ...(pace === null
      ? []
      : [
          { label: say('freshnessAtPace'), value: percent(pace.freshness) },
          { label: say('ageAtPace'), value: say('days', { days: number(pace.age) }) },
        ]),
    { label: say('savedPages'), value: count(collection.saved) },
    { label: say('updatedPages'), value: count(collection.updated) },
    { label: say('changedPages'), value: count(collection.changed) },
    { label: say('discardedPages'), value: count(collection.discarded) },
    { label: say('gonePages'), value: count(collection.gone) },
    { label: say('rejectedPages'), value: count(collection.rejected) },
    { label: say('unwantedPages'), value: count(collection.unwanted) },
  ];
}

/** What a crawl for geographic data came to, as its source counts it; none for any other. */
export function geoFigures(report: CrawlReport, say: Say, quantities: Quantities): Figure[] {
  const { geo, totals } = report;
  if (geo === null) return [];
  const { count, number, bytes, seconds, percent } = quantities;
  const per = (all: number, each: number): string => (each === 0 ? '–' : number(all / each));
  return [
    { label: say('pages'), value: count(totals.pages) },
    { label: say('geoProducers'), value: count(geo.producers) },
    { label: say('geoFiles'), value: count(geo.files) },
    { label: say('geoServices'), value: count(geo.services) },
    { label: say('geoBytes'), value: bytes(geo.bytes) },
    { label: say('geoMean'), value: bytes(geo.meanBytes) },
    { label: say('geoMetadata'), value: bytes(geo.metadataBytes) },
    {
      label: say('geoMetadataShare'),
      value: geo.metadataShare === null ? '–' : percent(geo.metadataShare),
    },
    { label: say('geoPagesPerProducer'), value: per(totals.pages, geo.producers) },
    { label: say('geoFilesPerProducer'), value: per(geo.files + geo.services, geo.producers) },
    {
      label: say('timePerPage'),
      value: seconds(totals.pages === 0 ? 0 : totals.runningSeconds / totals.pages),
    },
    { label: say('geoRead'), value: bytes(geo.readBytes) },
    ...(geo.sized < geo.files ? [{ label: say('geoUnsized'), value: count(geo.files - geo.sized) }] : []),
    { label: say('geoRejected'), value: count(geo.rejected) },
    { label: say('geoLeft'), value: count(geo.left) },
  ];
}

/** How a link was told from others, as people say it. */
const DISCOVERY: Readonly<
  Record<string, 'discovery-explicit' | 'discovery-named' | 'discovery-context' | 'discovery-service'>
> = {
  explicit: 'discovery-explicit',
  named: 'discovery-named',
  context: 'discovery-context',
  service: 'discovery-service',
};

/** The counts by name; those without an entry are left out. */
export function countLists(report: CrawlReport, say: Say, language: Language): CountList[] {
  const named = (entries: readonly Count[], name: (name: string) => string): Count[] =>
    entries.map((entry) => ({ ...entry, name: name(entry.name) }));
  const outcomes = named(report.outcomes, (name) => sayName(say, 'outcome', name));
  /** `refused: noindex`. */
  const setAside = named(report.setAside, (name) => {
    const [outcome = '', reason = ''] = name.split(': ', 2);
    // Who is blocked is blocked by a robots file.
    if (outcome === 'blocked' && reason === 'robots') return sayName(say, 'outcome', outcome);
    return `${sayName(say, 'outcome', outcome)}: ${visitReasonName(reason, language)}`;
  });
  const discovery = (report.geo?.discovery ?? []).map(({ name, count }) => ({
    name: Object.hasOwn(DISCOVERY, name) ? say(DISCOVERY[name]!) : name,
    count,
  }));
  const lists = [
    { title: say('geoTypes'), entries: report.geo?.types ?? [] },
    { title: say('geoDiscovery'), entries: discovery },
    { title: say('outcomes'), entries: outcomes },
    { title: say('statuses'), entries: report.statuses },
    {
      title: say('failureReasons'),
      entries: named(report.failures, (name) => visitReasonName(name, language)),
    },
    { title: say('setAside'), entries: setAside },
    { title: say('refusedByRule'), entries: named(report.refused, (name) => sayName(say, 'rule', name)) },
    { title: say('languages'), entries: report.languages },
    { title: say('charsets'), entries: report.charsets },
    { title: say('types'), entries: report.types },
    { title: say('trapSignals'), entries: named(report.traps, (name) => sayName(say, 'trap', name)) },
    { title: say('depths'), entries: report.depths },
  ];
  return lists.filter(({ entries }) => entries.length > 0);
}

/** A moment, to the second, in the same form everywhere. */
export function moment(iso: string | null): string {
  const match = iso === null ? null : /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})/.exec(iso);
  return match === null ? '–' : `${match[1]} ${match[2]} UTC`;
}

/** From when to when, as far as is known. */
export function period(from: string | null, until: string | null): string {
  return until === null ? moment(from) : `${moment(from)} – ${moment(until)}`;
}
