/**
 * Collections in the browser and over the API. Crawls and analyses run in processes of their own, and a crawl that was started outlives a
 * server that crashes.
 *
 * ```ts
 * const server = await serve(['minha-coleta'], { port: 0 });
 * console.log(server.url);
 * await server.close();
 * ```
 */
import { existsSync, readdirSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TarrafaError } from '../errors.ts';
import type {
  CrawlProcess,
  CrawlSchedules,
  CrawlWatch,
  GeoCheckProcess,
  ServedCollections,
} from '../server/index.ts';
import { type Language, USUAL_LANGUAGE } from '../words/index.ts';
import { addressFailure, reason, systemFailure } from '../words/why.ts';
import type { CollectSettings } from './collect.ts';
import { givenCollections } from './input/given-collections.ts';
import { checkedListening, type Listening } from './input/listening.ts';
import type { ServedCluster, ServedClusterOptions } from './serve/served-cluster.ts';
import type { ServedDesk } from './serve/served-desk.ts';
import { SOFTWARE, VERSION } from './version.ts';

/** The port that is tried first when none is named. */
export const SERVE_PORT = 8730;
/** Questions that are answered at once, each in a thread. */
const MOST_QUESTIONS = 4;

/** What happens on the way and while it serves. */
export type ServeEvent =
  /** A collection is brought up with its archive before the server opens; `total` is 0 while it is not known. */
  | { readonly kind: 'analysing'; readonly name: string; readonly done: number; readonly total: number }
  | { readonly kind: 'ready'; readonly folder: string; readonly pages: number }
  /** A collection could not be analysed or opened; what was there already is shown. */
  | { readonly kind: 'problem'; readonly folder: string; readonly error: unknown }
  /** The desk of the volunteers has no more work: the crawl is over, or it failed. */
  | { readonly kind: 'desk'; readonly error: unknown }
  /** A request that failed through no fault of who asked. */
  | { readonly kind: 'fault'; readonly request: string; readonly error: unknown };

/** It listens on 8730 unless it is told otherwise; elsewhere than on 127.0.0.1 everything needs the token. */
export interface ServeOptions extends Listening {
  /** Of answers to those who ask for none; default `pt-BR`. */
  readonly language?: Language | undefined;
  /** Where crawls that are started stand; null: none may be started. */
  readonly crawls?: string | null | undefined;
  /** What holds for crawls that are started, unless who starts them says otherwise: the contact, above all. Asked at each start. */
  readonly crawlSettings?: (() => Promise<CollectSettings>) | undefined;
  /** Port of the sample web on which crawls are made. */
  readonly sampleWeb?: number | null | undefined;
  /** A crawl that several machines share, as one more collection; how it stands and its workers are shown among the crawls. */
  readonly cluster?: ServedClusterOptions | undefined;
  /** Volunteers work at this server for the crawl that several machines share; the desk has a folder of its own. */
  readonly desk?: { readonly folder: string; readonly itemTime?: number | undefined } | undefined;
  /** Default true: catalogues are brought up with their archives. */
  readonly analyse?: boolean | undefined;
  readonly onEvent?: ((event: ServeEvent) => void) | undefined;
}

export interface RunningServer {
  /** With the token, for a browser. */
  readonly url: string;
  readonly token: string;
  readonly port: number;
  /** Whether only this machine reaches it. */
  readonly local: boolean;
  close(): Promise<void>;
}

/** A name for addresses, not yet taken. */
function freeName(text: string, taken: ReadonlySet<string>): string {
  const plain = text.slice(0, 60).replace(/-+$/, '');
  let name = plain;
  for (let n = 2; taken.has(name); n++) name = `${plain}-${n}`;
  return name;
}

function foldersIn(folder: string | null): string[] {
  if (folder === null || !existsSync(folder)) return [];
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [entry.name] : [],
    );
  } catch (cause) {
    throw new TarrafaError('TRF_INPUT_MISSING', [folder, systemFailure(cause)], { cause });
  }
}

/** The built page: beside the built command, and for the sources where it is built to; `web` beside those is no page yet. */
function webFolder(): string | null {
  const path = import.meta.url.endsWith('.ts') ? '../../dist/web' : '../../web';
  const folder = fileURLToPath(new URL(path, import.meta.url));
  return existsSync(join(folder, 'index.html')) ? folder : null;
}

/** `collections`: folders of crawls, folders with archives, and archives, which are one collection together. */
export async function serve(
  collections: readonly string[],
  options: ServeOptions = {},
): Promise<RunningServer> {
  const { language = USUAL_LANGUAGE, sampleWeb = null, onEvent = () => {} } = options;
  const { host, token, allowed, publicOrigin } = checkedListening(options);
  const [
    server,
    { collectionName, collectionPlace, openCollection },
    { crawlPaths },
    { normaliseUrl },
    work,
  ] = await Promise.all([
    import('../server/index.ts'),
    import('../collection/index.ts'),
    import('../crawl/index.ts'),
    import('../url/index.ts'),
    import('./serve/child-processes.ts'),
  ]);
  const [{ askedSettings }, { cataloguePlace }] = await Promise.all([
    import('./serve/asked-settings.ts'),
    import('./serve/catalogue-place.ts'),
  ]);
  const crawls = options.crawls === undefined || options.crawls === null ? null : resolve(options.crawls);
  const places = givenCollections(collections).map((inputs) => collectionPlace(inputs));
  const inputsIn = new Map(places.map((place) => [place.folder, place.inputs]));
  const inputsFor = (folder: string) => inputsIn.get(folder) ?? [folder];
  const catalogues = new Map<string, ReturnType<typeof cataloguePlace>>();
  const catalogueIn = (folder: string) => {
    let found = catalogues.get(folder);
    if (found === undefined)
      catalogues.set(folder, (found = cataloguePlace(collectionPlace(inputsFor(folder)).catalogue)));
    return found;
  };

  const placeOf = (folder: string) => {
    if (folder === cluster?.shown) return cluster.questions;
    const { out, kept } = catalogueIn(folder);
    return collectionPlace(inputsFor(folder), out, kept);
  };
  const { threadsReadSources } = await import('../page/pool/index.ts');
  // With one core too: a question in a thread can be given up, and others are answered meanwhile.
  const cores = availableParallelism();
  const threads = threadsReadSources(import.meta.url)
    ? new server.QuestionThreads({
        threads: Math.min(Math.max(cores, 2), MOST_QUESTIONS),
        // One core is for what is asked and answered here.
        steady: Math.min(Math.max(cores - 1, 1), MOST_QUESTIONS),
      })
    : null;
  const desk = await servedDesk(options);
  const cluster = await servedCluster(options).catch(async (error) => {
    await desk?.close();
    throw error;
  });
  const problems = new Map<string, unknown>();
  const served = new server.ServedCollections({
    open: async (folder, name) => {
      if (folder === cluster?.shown) return cluster.collection(name, threads);
      const { out, kept, readOnly } = catalogueIn(folder);
      const opened = await openCollection(inputsFor(folder), { name, out, kept, readOnly, catchUp: false });
      return threads === null
        ? opened
        : server.askedApart(opened, threads, collectionPlace(inputsFor(folder), out, kept));
    },
    analyse:
      options.analyse === false
        ? null
        : async (folder, onProgress, signal) => {
            // Its workers, and whoever analyses with them, see to that.
            if (folder === cluster?.shown) return;
            const { out, kept, readOnly } = catalogueIn(folder);
            const inputs = inputsFor(folder);
            if (!readOnly) await work.analyseApart({ inputs, catalogue: out, kept }, onProgress, signal);
          },
    onProblem: (folder, error) => {
      problems.set(folder, error);
      onEvent({ kind: 'problem', folder, error });
    },
  });
  const taken = new Set(foldersIn(crawls));
  const crawlsElsewhere = new Map<string, string>();
  const release = async () => {
    await desk?.close();
    await threads?.close();
    await served.close();
    await cluster?.close();
    for (const { remove } of catalogues.values()) remove();
  };
  /** Looked at before the server opens. What was asked for by name and cannot be shown at all is an error, not a server without it. */
  const show = async (folder: string, name: string) => {
    await firstLook(served, name, onEvent);
    const open = served.get(name);
    if (open === null) {
      await release();
      throw problems.get(folder);
    }
    onEvent({ kind: 'ready', folder, pages: (await open.catalogue.summary()).pages });
  };
  if (cluster !== null) {
    const name = freeName(collectionName(cluster.title), taken);
    taken.add(name);
    served.add(cluster.shown, name);
    await show(cluster.shown, name);
  }
  for (const place of places) {
    const inside = crawls !== null && place.folder === join(crawls, basename(place.folder));
    const name = inside ? basename(place.folder) : freeName(collectionName(place.name), taken);
    taken.add(name);
    const isCrawl = existsSync(crawlPaths(place.folder).manifest);
    if (isCrawl) crawlsElsewhere.set(name, place.folder);
    served.add(place.folder, name, isCrawl ? name : null);
    await show(place.folder, name);
  }
  let watch: CrawlWatch | null = null;
  let schedules: CrawlSchedules | null = null;
  const crawlDesk = new server.CrawlDesk({
    folder: crawls,
    others: crawlsElsewhere,
    run: (folder, asked, seeds, { round, mend }) =>
      afterwards(
        (options.crawlSettings ?? (async () => ({})))().then((usual) =>
          work.startCollect({
            folder,
            settings: { ...usual, ...askedSettings(asked, seeds, sampleWeb, round) },
            sampleWeb,
            mend,
          }),
        ),
      ),
    readSeed: (text) => {
      const url = normaliseUrl(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
      if (url.kind === 'refused')
        throw new TarrafaError('TRF_URL_MALFORMED', [text, addressFailure(url.reason)]);
      return url.fetch;
    },
    collectionOf: (folder) => {
      const name = served.nameOf(folder);
      return name !== null && served.get(name) !== null ? name : null;
    },
    letGo: async (folder) => {
      const name = served.nameOf(folder);
      if (name !== null) await served.remove(name);
      catalogues.get(folder)?.remove();
      catalogues.delete(folder);
    },
    onEnd: () => watch?.look(),
    report: async (folder, spoken) => {
      const { readReport, reportPage } = await import('../report/index.ts');
      return reportPage(await readReport(folder), spoken);
    },
  });
  const geoChecks = new server.GeoCheckDesk({
    run: (folder, onProgress) =>
      checkedAfterwards(
        (options.crawlSettings ?? (async (): Promise<CollectSettings> => ({})))().then(({ contact }) =>
          work.startGeoCheck(
            {
              folder,
              settings: {
                ...(contact == null ? {} : { contact }),
                // On the sample web all names share one address, which is nobody's to spare.
                ...(sampleWeb === null ? {} : { politeness: 'host', delay: 0, addressDelay: 0 }),
              },
              sampleWeb,
            },
            onProgress,
          ),
        ),
      ),
    onEnd: (folder) => {
      const name = served.nameOf(folder);
      if (name !== null) served.catchUp(name).catch(() => {});
    },
  });
  const forgetting = new server.ForgetDesk({
    run: (folder, order, hearing) => work.startForget({ folder, ...order }, hearing),
    onEnd: (folder) => {
      const name = served.nameOf(folder);
      if (name !== null) served.catchUp(name).catch(() => {});
    },
  });
  const local = server.isLoopback(host);
  const app = server.createApp({
    collections: served,
    version: VERSION,
    language,
    access: {
      token,
      everything: !local,
      hosts: [...allowed, ...(local ? [] : [host.toLowerCase(), hostname().toLowerCase()])],
      publicOrigin,
    },
    web: webFolder(),
    crawls: crawlDesk,
    geoChecks,
    forgetting,
    cluster: cluster?.desk ?? null,
    desk: desk?.parts,
    volunteers: cluster?.volunteers,
    findEntities: ({ folder, ...asked }, signal) =>
      folder === cluster?.shown
        ? server.findInThread({ inputs: null, ...asked }, signal, cluster.fetcher())
        : server.findInThread({ inputs: inputsFor(folder), ...asked }, signal),
    downloads: {
      collection: (folder, title, wish, signal) =>
        server.downloadInThread(
          { kind: 'export', place: placeOf(folder), title, wish, software: SOFTWARE },
          signal,
        ),
      dossier: (folder, title, wish, signal) =>
        server.downloadInThread(
          { kind: 'dossier', place: placeOf(folder), title, wish, software: SOFTWARE },
          signal,
        ),
      visits: (wish, signal) => server.downloadInThread({ kind: 'visits', wish }, signal),
    },
    alone: (name, act) => served.alone(name, act),
    processMetrics: true,
    onError: (error, request) =>
      onEvent({ kind: 'fault', request: `${request.method} ${request.url.split('?', 1)[0]}`, error }),
  });
  const close = async () => {
    watch?.close();
    await schedules?.close();
    // Volunteers are answered until what they have in hand is back.
    await desk?.end();
    await app.close();
    await Promise.all([crawlDesk.close(), geoChecks.close(), forgetting.close()]);
    await release();
  };
  try {
    const port = await server.listen(app, {
      host,
      port: options.port ?? SERVE_PORT,
      orNext: options.port === undefined,
    });
    watch = new server.CrawlWatch(
      crawlDesk,
      served,
      places.map(({ folder }) => folder),
    );
    watch.look();
    if (crawls !== null) {
      void crawlDesk.tidy();
      schedules = new server.CrawlSchedules({ folder: crawls, desk: crawlDesk, language });
      void schedules.look();
    }
    desk?.begin((error) => onEvent({ kind: 'desk', error }));
    const shown = host === '0.0.0.0' || host === '::' ? hostname() : host.includes(':') ? `[${host}]` : host;
    const origin = publicOrigin ?? `http://${shown}:${port}`;
    return { url: `${origin}/?token=${encodeURIComponent(token)}`, token, port, local, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function servedCluster({ cluster, desk }: ServeOptions): Promise<ServedCluster | null> {
  if (cluster === undefined) return null;
  const { ServedCluster } = await import('./serve/served-cluster.ts');
  const { archives = [] } = cluster;
  return ServedCluster.open({ ...cluster, archives: desk ? [...archives, desk.folder] : archives });
}

async function servedDesk({
  cluster,
  desk,
  sampleWeb,
  analyse,
  onEvent,
}: ServeOptions): Promise<ServedDesk | null> {
  if (desk === undefined) return null;
  if (cluster === undefined)
    throw new TarrafaError('TRF_CONFIG_INVALID', ['--cluster', reason('no-cluster-named')]);
  const { ServedDesk } = await import('./serve/served-desk.ts');
  return ServedDesk.open(desk.folder, {
    place: cluster.place,
    itemTime: desk.itemTime,
    sampleWeb: sampleWeb ?? null,
    analyse: analyse !== false,
    onFault: (error) => onEvent?.({ kind: 'fault', request: 'desk', error }),
  });
}

/** A process that is about to start: what is asked of it meanwhile is done then. What keeps it from starting is how it ended. */
function afterwards(starting: Promise<CrawlProcess>): CrawlProcess {
  let child: CrawlProcess | null = null;
  const meanwhile: ('SIGINT' | 'SIGKILL')[] = [];
  const started = starting.then((process) => {
    child = process;
    for (const signal of meanwhile) process.kill(signal);
    return process;
  });
  return {
    get pid() {
      return child?.pid;
    },
    opened: started.then(
      ({ opened }) => opened,
      () => new Promise<never>(() => {}),
    ),
    ended: started.then(
      ({ ended }) => ended,
      (error) => ({
        kind: 'failed' as const,
        error: error instanceof TarrafaError ? error : new TarrafaError('TRF_INTERNAL', [], { cause: error }),
      }),
    ),
    kill: (signal) => {
      if (child === null) meanwhile.push(signal);
      else child.kill(signal);
    },
    atWork: async (most) => child?.atWork?.(most) ?? null,
  };
}

/** The same of a check, which nobody waits for the beginning of. */
function checkedAfterwards(starting: Promise<GeoCheckProcess>): GeoCheckProcess {
  return afterwards(starting.then((child) => ({ pid: undefined, opened: Promise.resolve(), ...child })));
}

/** Brings a collection up with its archive before the server opens, telling how far it is. */
async function firstLook(
  collections: ServedCollections,
  name: string,
  onEvent: (event: ServeEvent) => void,
): Promise<void> {
  const timer = setInterval(() => {
    const { done, total } = collections.activity(name).analysing ?? { done: 0, total: 0 };
    onEvent({ kind: 'analysing', name, done, total });
  }, 250);
  try {
    await collections.catchUp(name);
  } finally {
    clearInterval(timer);
  }
}
