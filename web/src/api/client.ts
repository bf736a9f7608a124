/** Questions to the server that served this page; never to another. */
import { session } from '../session.svelte.ts';
import { EventStreamReader } from './event-stream.ts';
import { ApiProblem, readProblem } from './problem.ts';
import type {
  AskedOfCrawl,
  BlockList,
  ClusterAnswer,
  CollectionList,
  Collocations,
  Concordance,
  CorrectionAnswer,
  CorrectionOrder,
  CrawlActivity,
  CrawlEdit,
  CrawlInfo,
  CrawlList,
  CrawlOrder,
  CrawlScheduleOrder,
  DiscoverOrder,
  DossierList,
  DossierOrder,
  DossierView,
  EntityOverview,
  EntityProposal,
  EntityTableDetails,
  EntityTableSummary,
  EntityView,
  ForgetInfo,
  ForgetOrder,
  GeoAnswer,
  GeoCheckInfo,
  GeoFileView,
  ItemsOrder,
  KeptCorrection,
  KeptDossier,
  KeptSearch,
  LinkList,
  MatchList,
  PageDifference,
  PageView,
  ProducerList,
  RecentVisits,
  SavedList,
  ScriptsAnswer,
  SearchAnswer,
  SuggestionList,
  TableChangeOrder,
  TableOrder,
  TeachOrder,
  Timeline,
  TogetherAnswer,
  VersionList,
  VolunteerList,
  VolunteerToken,
  WordYears,
} from './shapes.ts';

const ROOT = '/api/v1';

type Params = Readonly<Record<string, string | number | null | undefined>>;

function path(parts: readonly string[], params: Params = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value));
  const text = query.toString();
  return `${ROOT}/${parts.map(encodeURIComponent).join('/')}${text ? `?${text}` : ''}`;
}

function headers(): Record<string, string> {
  const made: Record<string, string> = { 'Accept-Language': session.language };
  if (session.token) made.Authorization = `Bearer ${session.token}`;
  return made;
}

async function send(address: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, { ...init, headers: { ...headers(), ...init.headers } });
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new ApiProblem('NETWORK', '', '', 0);
  }
  if (!response.ok) throw readProblem(await response.json().catch(() => null), response.status);
  return response;
}

async function get<T>(parts: readonly string[], params?: Params, signal?: AbortSignal): Promise<T> {
  const response = await send(path(parts, params), { signal: signal ?? null });
  return (await response.json()) as T;
}

async function post<T>(parts: readonly string[], body?: unknown, signal?: AbortSignal): Promise<T> {
  const given: RequestInit =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  const response = await send(path(parts), { method: 'POST', signal: signal ?? null, ...given });
  const text = await response.text();
  return (text ? JSON.parse(text) : null) as T;
}

const c = (collection: string, ...rest: string[]): string[] => ['collections', collection, ...rest];

const SUGGESTIONS = 8;

/** The answer of one collection, told as that of several is. */
function ofOne(name: string, answer: SearchAnswer): TogetherAnswer {
  const found = (hits: SearchAnswer['hits']): TogetherAnswer['hits'] =>
    hits.map((hit) => ({ ...hit, collection: name }));
  return {
    ...answer,
    hits: found(answer.hits),
    others: answer.others.map((other) => ({ ...other, hits: found(other.hits) })),
    collections: [{ name, total: answer.total, bounded: answer.bounded }],
  };
}

/** What several collections suggest, the first of each first, every line once. */
function inTurns(lists: readonly SuggestionList[]): SuggestionList {
  const suggestions = new Map<string, SuggestionList['suggestions'][number]>();
  for (let i = 0; i < SUGGESTIONS; i++)
    for (const { suggestions: list } of lists) {
      const one = list[i];
      if (one !== undefined && !suggestions.has(one.line)) suggestions.set(one.line, one);
    }
  return { suggestions: [...suggestions.values()].slice(0, SUGGESTIONS) };
}

export const api = {
  collections: (signal?: AbortSignal) => get<CollectionList>(['collections'], {}, signal),
  /** `collections`: a name, or several with commas between them. */
  search: async (collections: string, params: Params, signal?: AbortSignal): Promise<TogetherAnswer> =>
    collections.includes(',')
      ? get<TogetherAnswer>(['search'], { c: collections, ...params }, signal)
      : ofOne(collections, await get<SearchAnswer>(c(collections, 'search'), params, signal)),
  suggest: async (collections: string, q: string, signal?: AbortSignal): Promise<SuggestionList> =>
    inTurns(
      await Promise.all(
        collections
          .split(',')
          .map((one) => get<SuggestionList>(c(one, 'suggest'), { q, limit: SUGGESTIONS }, signal)),
      ),
    ),
  timeline: (collections: string, q: string, signal?: AbortSignal) =>
    collections.includes(',')
      ? get<Timeline>(['timeline'], { c: collections, q }, signal)
      : get<Timeline>(c(collections, 'timeline'), { q }, signal),
  concordance: (collection: string, params: Params, signal?: AbortSignal) =>
    get<Concordance>(c(collection, 'concordance'), params, signal),
  wordYears: (collection: string, params: Params, signal?: AbortSignal) =>
    get<WordYears>(c(collection, 'concordance', 'years'), params, signal),
  collocations: (collection: string, params: Params, signal?: AbortSignal) =>
    get<Collocations>(c(collection, 'concordance', 'collocations'), params, signal),
  page: (collection: string, id: number, signal?: AbortSignal) =>
    get<PageView>(c(collection, 'pages', String(id)), {}, signal),
  pageAt: (collection: string, url: string, signal?: AbortSignal) =>
    get<PageView>(c(collection, 'page'), { url }, signal),
  pageScripts: (collection: string, id: number, signal?: AbortSignal) =>
    get<ScriptsAnswer>(c(collection, 'pages', String(id), 'scripts'), {}, signal),
  versions: (collection: string, url: string, signal?: AbortSignal) =>
    get<VersionList>(c(collection, 'versions'), { url }, signal),
  difference: (
    collection: string,
    params: { url: string; from?: number | undefined; to?: number | undefined },
    signal?: AbortSignal,
  ) => get<PageDifference>(c(collection, 'difference'), params, signal),
  matches: (collection: string, id: number, q: string, signal?: AbortSignal) =>
    get<MatchList>(c(collection, 'pages', String(id), 'matches'), { q }, signal),
  blocks: (collection: string, id: number, signal?: AbortSignal) =>
    get<BlockList>(c(collection, 'pages', String(id), 'blocks'), {}, signal),
  links: (
    collection: string,
    id: number,
    direction: 'from' | 'to',
    cursor: string | null,
    signal?: AbortSignal,
  ) => get<LinkList>(c(collection, 'pages', String(id), 'links'), { direction, cursor, limit: 20 }, signal),
  correction: (collection: string, id: number, signal?: AbortSignal) =>
    get<CorrectionAnswer>(c(collection, 'pages', String(id), 'correction'), {}, signal),
  correct: (collection: string, id: number, order: CorrectionOrder) =>
    post<KeptCorrection>(c(collection, 'pages', String(id), 'correction'), order),
  undoCorrection: (collection: string, id: number, version: number) =>
    post<unknown>(c(collection, 'pages', String(id), 'correction', 'undo'), { version }),
  dossiers: (collection: string, signal?: AbortSignal) =>
    get<DossierList>(c(collection, 'dossiers'), { limit: 1000 }, signal),
  dossier: (collection: string, id: string, signal?: AbortSignal) =>
    get<DossierView>(c(collection, 'dossiers', id), {}, signal),
  newDossier: (collection: string, name: string, by: string) =>
    post<KeptDossier>(c(collection, 'dossiers'), { name, by }),
  addToDossier: (collection: string, id: string, order: ItemsOrder) =>
    post<KeptDossier>(c(collection, 'dossiers', id, 'items'), order),
  changeDossier: (collection: string, id: string, order: DossierOrder) =>
    post<DossierView>(c(collection, 'dossiers', id), order),
  removeDossier: (collection: string, id: string, version: number) =>
    post<unknown>(c(collection, 'dossiers', id, 'remove'), { version }),
  savedSearches: (collection: string, signal?: AbortSignal) =>
    get<SavedList>(c(collection, 'saved'), { limit: 1000 }, signal),
  saveSearch: (collection: string, order: { name: string; line: string; by: string }) =>
    post<KeptSearch>(c(collection, 'saved'), order),
  removeSearch: (collection: string, id: string, version: number) =>
    post<unknown>(c(collection, 'saved', id, 'remove'), { version }),
  entities: (collection: string, signal?: AbortSignal) =>
    get<EntityOverview>(c(collection, 'entities'), {}, signal),
  entityView: (collection: string, asked: Params, cursor: string | null, signal?: AbortSignal) =>
    get<EntityView>(c(collection, 'entities', 'view'), { ...asked, cursor, limit: 50 }, signal),
  entityTable: (collection: string, id: number, signal?: AbortSignal) =>
    get<EntityTableDetails>(c(collection, 'entities', String(id)), {}, signal),
  changeTable: (collection: string, id: number, order: TableChangeOrder) =>
    post<EntityTableSummary>(c(collection, 'entities', String(id)), order),
  removeTable: (collection: string, id: number, version: number) =>
    post<unknown>(c(collection, 'entities', String(id), 'remove'), { version }),
  discover: (collection: string, order: DiscoverOrder, signal?: AbortSignal) =>
    post<EntityProposal>(c(collection, 'entities', 'discover'), order, signal),
  learnAttributes: async (collection: string, order: TeachOrder): Promise<unknown> =>
    post<unknown>(c(collection, 'entities', 'attributes'), order),
  saveTable: (collection: string, table: TableOrder) =>
    post<EntityTableSummary>(c(collection, 'entities'), table),
  geo: (collection: string, params: Params, signal?: AbortSignal) =>
    get<GeoAnswer>(c(collection, 'geo'), params, signal),
  geoDetails: (collection: string, id: number, signal?: AbortSignal) =>
    get<GeoFileView>(c(collection, 'geo', String(id)), {}, signal),
  geoPreview: (collection: string, id: number, signal?: AbortSignal) =>
    get<unknown>(c(collection, 'geo', String(id), 'preview'), {}, signal),
  geoCheck: (collection: string, signal?: AbortSignal) =>
    get<GeoCheckInfo>(c(collection, 'geo', 'check'), {}, signal),
  startGeoCheck: (collection: string) => post<GeoCheckInfo>(c(collection, 'geo', 'check')),
  stopGeoCheck: (collection: string) => post<GeoCheckInfo>(c(collection, 'geo', 'check', 'stop')),
  forgetting: (collection: string, signal?: AbortSignal) =>
    get<ForgetInfo>(c(collection, 'forget'), {}, signal),
  forget: (collection: string, order: ForgetOrder) => post<ForgetInfo>(c(collection, 'forget'), order),
  producers: (collection: string, signal?: AbortSignal) =>
    get<ProducerList>(c(collection, 'producers'), { limit: 20 }, signal),
  crawls: (signal?: AbortSignal) => get<CrawlList>(['crawls'], {}, signal),
  crawl: (name: string, signal?: AbortSignal) => get<CrawlInfo>(['crawls', name], {}, signal),
  startCrawl: (order: CrawlOrder) => post<CrawlInfo>(['crawls'], order),
  cluster: (signal?: AbortSignal) => get<ClusterAnswer>(['cluster'], {}, signal),
  pauseCluster: (isPaused: boolean) => post<ClusterAnswer>(['cluster', isPaused ? 'pause' : 'resume']),
  stopCluster: (worker?: string) =>
    post<ClusterAnswer>(['cluster', 'stop'], worker === undefined ? {} : { worker }),
  volunteers: (signal?: AbortSignal) => get<VolunteerList>(['volunteers'], {}, signal),
  inviteVolunteer: (name: string) => post<VolunteerToken>(['volunteers'], { name }),
  volunteerAction: (id: number, action: 'revoke' | 'pardon') =>
    post<unknown>(['volunteers', String(id), action]),
  stopVolunteers: (isStopped: boolean) => post<unknown>(['volunteers', isStopped ? 'stop' : 'resume']),
  crawlAction: (name: string, action: CrawlAction) => post<CrawlInfo>(['crawls', name, action]),
  askedOfCrawl: (name: string, signal?: AbortSignal) =>
    get<AskedOfCrawl>(['crawls', name, 'order'], {}, signal),
  editCrawl: (name: string, edit: CrawlEdit) => post<CrawlInfo>(['crawls', name, 'edit'], edit),
  scheduleCrawl: (name: string, order: CrawlScheduleOrder) =>
    post<CrawlInfo>(['crawls', name, 'schedule'], order),
  deleteCrawl: (name: string, confirmed: string) =>
    post<unknown>(['crawls', name, 'delete'], { name: confirmed }),
  crawlActivity: (name: string, signal?: AbortSignal) =>
    get<CrawlActivity>(['crawls', name, 'activity'], {}, signal),
  recentVisits: (name: string, params: Params, signal?: AbortSignal) =>
    get<RecentVisits>(['crawls', name, 'recent'], params, signal),
};

export type CrawlAction = 'pause' | 'resume' | 'stop' | 'round' | 'mend' | 'unschedule';

/** In which forms lists are taken away. */
export type DownloadForm = 'csv-excel' | 'csv' | 'jsonl' | 'parquet' | 'geojson' | 'wacz';

/** Addresses that elements ask for themselves. */
export const addresses = {
  thumbnail: (collection: string, id: number) => path(c(collection, 'geo', String(id), 'thumbnail')),
  download: (collection: string, id: number) => path(c(collection, 'geo', String(id), 'download')),
  layerDefinition: (collection: string, id: number, from: 'source' | 'copy') =>
    path(c(collection, 'geo', String(id), 'qlr'), from === 'copy' ? { from } : {}),
  dossierExport: (collection: string, id: string, format: string) =>
    path(c(collection, 'dossiers', id, 'export'), { format }),
  feed: (collection: string, id: string) => path(c(collection, 'saved', id, 'feed')),
  /** A list of the page as a file. */
  listDownload: (collection: string, params: Params, as: DownloadForm) =>
    path(c(collection, 'download'), { ...params, as }),
  geoListDownload: (collection: string, params: Params, as: DownloadForm) =>
    path(c(collection, 'geo', 'download'), { ...params, as }),
  visitsDownload: (crawl: string, as: DownloadForm) => path(['crawls', crawl, 'visits'], { as }),
  concordance: (collection: string, params: Params, as: DownloadForm) =>
    path(c(collection, 'concordance.csv'), { ...params, as }),
  report: (name: string) => path(['crawls', name, 'report']),
};

/** Follows a crawl until it ends or the signal says so. */
export async function followCrawl(
  name: string,
  onInfo: (info: CrawlInfo) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await send(path(['crawls', name, 'events']), {
    signal,
    headers: { Accept: 'text/event-stream' },
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const events = new EventStreamReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    for (const { event, data } of events.push(value)) {
      if (data.startsWith('{')) {
        const info = JSON.parse(data) as CrawlInfo;
        if (typeof info.name === 'string') onInfo(info);
      }
      if (event === 'end') return;
    }
  }
}
