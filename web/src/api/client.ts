/** Questions to the server that served this page; never to another. */
import { session } from '../session.svelte.ts';
import { EventStreamReader } from './event-stream.ts';
import { ApiProblem, readProblem } from './problem.ts';
import type {
  BlockList,
  ClusterAnswer,
  CollectionList,
  Collocations,
  Concordance,
  CorrectionAnswer,
  CorrectionOrder,
  CrawlInfo,
  CrawlList,
  CrawlOrder,
  DiscoverOrder,
  DossierList,
  DossierOrder,
  DossierView,
  EntityOverview,
  EntityProposal,
  EntityRowList,
  EntityTableSummary,
  ForgetInfo,
  ForgetOrder,
  GeoAnswer,
  GeoCheckInfo,
  GeoDetails,
  ItemsOrder,
  KeptCorrection,
  KeptDossier,
  KeptSearch,
  LinkList,
  PageView,
  ProducerList,
  SavedList,
  SearchAnswer,
  SuggestionList,
  TableOrder,
  TeachOrder,
  Timeline,
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

export const api = {
  collections: (signal?: AbortSignal) => get<CollectionList>(['collections'], {}, signal),
  search: (collection: string, params: Params, signal?: AbortSignal) =>
    get<SearchAnswer>(c(collection, 'search'), params, signal),
  suggest: (collection: string, q: string, signal?: AbortSignal) =>
    get<SuggestionList>(c(collection, 'suggest'), { q, limit: 8 }, signal),
  timeline: (collection: string, q: string, signal?: AbortSignal) =>
    get<Timeline>(c(collection, 'timeline'), { q }, signal),
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
  entityRows: (
    collection: string,
    of: { table?: string | undefined; type?: string | undefined },
    cursor: string | null,
    signal?: AbortSignal,
  ) => get<EntityRowList>(c(collection, 'entities', 'rows'), { ...of, cursor, limit: 50 }, signal),
  discover: (collection: string, order: DiscoverOrder, signal?: AbortSignal) =>
    post<EntityProposal>(c(collection, 'entities', 'discover'), order, signal),
  learnAttributes: async (collection: string, order: TeachOrder): Promise<unknown> =>
    post<unknown>(c(collection, 'entities', 'attributes'), order),
  saveTable: (collection: string, table: TableOrder) =>
    post<EntityTableSummary>(c(collection, 'entities'), table),
  geo: (collection: string, params: Params, signal?: AbortSignal) =>
    get<GeoAnswer>(c(collection, 'geo'), params, signal),
  geoDetails: (collection: string, id: number, signal?: AbortSignal) =>
    get<GeoDetails>(c(collection, 'geo', String(id)), {}, signal),
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
  crawlAction: (name: string, action: 'pause' | 'resume' | 'stop') => post<unknown>(['crawls', name, action]),
};

/** In which forms lists are taken away. */
export type DownloadForm = 'csv-excel' | 'csv' | 'jsonl' | 'parquet' | 'geojson' | 'wacz';

/** Addresses that elements ask for themselves. */
export const addresses = {
  thumbnail: (collection: string, id: number) => path(c(collection, 'geo', String(id), 'thumbnail')),
  download: (collection: string, id: number) => path(c(collection, 'geo', String(id), 'download')),
  dossierExport: (collection: string, id: string, format: string) =>
    path(c(collection, 'dossiers', id, 'export'), { format }),
  feed: (collection: string, id: string) => path(c(collection, 'saved', id, 'feed')),
  /** A list of the page as a file. */
  listDownload: (collection: string, params: Params, as: DownloadForm) =>
    path(c(collection, 'download'), { ...params, as }),
  geoListDownload: (collection: string, params: Params, as: DownloadForm) =>
    path(c(collection, 'geo', 'download'), { ...params, as }),
  visitsDownload: (crawl: string, as: DownloadForm) => path(['crawls', crawl, 'visits'], { as }),
  concordance: (collection: string, params: Params) => path(c(collection, 'concordance.csv'), params),
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
