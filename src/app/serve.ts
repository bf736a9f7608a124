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
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TarrafaError } from '../errors.ts';
import type { CrawlProcess, CrawlWatch, ServedCollections } from '../server/index.ts';
import { type Language, USUAL_LANGUAGE } from '../words/index.ts';
import { addressFailure, reason, systemFailure } from '../words/why.ts';
import type { CollectSettings } from './collect.ts';
import type { ServedClusterOptions } from './serve/served-cluster.ts';
import { VERSION } from './version.ts';

const DEFAULT_PORT = 8730;
const LEAST_TOKEN = 16;
/** Questions that are answered at once, each in a thread. */
const MOST_QUESTIONS = 4;

/** What happens on the way and while it serves. */
export type ServeEvent =
  /** A collection is brought up with its archive before the server opens; `total` is 0 while it is not known. */
  | { readonly kind: 'analysing'; readonly name: string; readonly done: number; readonly total: number }
  | { readonly kind: 'ready'; readonly folder: string; readonly pages: number }
  /** A collection could not be analysed or opened; what was there already is shown. */
  | { readonly kind: 'problem'; readonly folder: string; readonly error: unknown }
  /** A request that failed through no fault of who asked. */
  | { readonly kind: 'fault'; readonly request: string; readonly error: unknown };

export interface ServeOptions {
  /** Of answers to those who ask for none; default `pt-BR`. */
  readonly language?: Language | undefined;
  /** Without it: 8730, or the next that is free. 0: any. */
  readonly port?: number | undefined;
  /** Default 127.0.0.1; elsewhere everything needs the token. */
  readonly host?: string | undefined;
  /** At least 16 characters; without it one is made. */
  readonly token?: string | undefined;
  /** Names besides its own that the server answers to: those by which another server before it calls it. */
  readonly allowHosts?: readonly string[] | undefined;
  /** `https://acervo.exemplo.br`: how the world knows a server that stands behind another one; all absolute links begin with it. */
  readonly publicUrl?: string | undefined;
  /** Where crawls that are started stand; null: none may be started. */
  readonly crawls?: string | null | undefined;
  /** What holds for crawls that are started, unless who starts them says otherwise: the contact, above all. Asked at each start. */
  readonly crawlSettings?: (() => Promise<CollectSettings>) | undefined;
  /** Port of the sample web on which crawls are made. */
  readonly sampleWeb?: number | null | undefined;
  /** A crawl that several machines share, as one more collection; how it stands and its workers are shown among the crawls. */
  readonly cluster?: ServedClusterOptions | undefined;
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

/** What was named, as collections: each folder is one, files are one together. */
function inputsOf(collections: readonly string[]): string[][] {
  const files: string[] = [];
  const inputs: string[][] = [];
  for (const path of collections.map((given) => resolve(given))) {
    if (!existsSync(path)) throw new TarrafaError('TRF_INPUT_MISSING', [path, reason('no-such-path')]);
    if (statSync(path).isDirectory()) inputs.push([path]);
    else files.push(path);
  }
  return files.length === 0 ? inputs : [...inputs, files];
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

/** The server has the whole of its name: its pages lead to each other by paths from the root. */
function publicOriginIn(text: string): string {
  const refused = () =>
    new TarrafaError('TRF_CONFIG_INVALID', ['--public-url', reason('not-an-origin', { value: text })]);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw refused();
  }
  const { protocol, origin, pathname, search, hash, username, password } = url;
  if (!/^https?:$/.test(protocol) || pathname !== '/' || `${search}${hash}${username}${password}` !== '')
    throw refused();
  return origin;
}

/** A name or address without port, as it stands in Host. */
function hostIn(text: string): string {
  const host = text.toLowerCase().replace(/^\[|\]$/g, '');
  if (/^(?:[a-z0-9._-]{1,253}|[0-9a-f:.]{2,45})$/.test(host)) return host;
  throw new TarrafaError('TRF_CONFIG_INVALID', ['--allow-host', reason('not-a-host', { value: text })]);
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
  const { language = USUAL_LANGUAGE, host = '127.0.0.1', sampleWeb = null, onEvent = () => {} } = options;
  const token = options.token ?? randomBytes(18).toString('base64url');
  if (token.length < LEAST_TOKEN) throw new TarrafaError('TRF_TOKEN_WEAK', [token.length]);
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
  const publicOrigin = options.publicUrl === undefined ? null : publicOriginIn(options.publicUrl);
  const allowed = (options.allowHosts ?? []).map(hostIn);
  const crawls = options.crawls === undefined || options.crawls === null ? null : resolve(options.crawls);
  const places = inputsOf(collections).map((inputs) => collectionPlace(inputs));
  const inputsIn = new Map(places.map((place) => [place.folder, place.inputs]));
  const inputsFor = (folder: string) => inputsIn.get(folder) ?? [folder];
  const catalogues = new Map<string, ReturnType<typeof cataloguePlace>>();
  const catalogueIn = (folder: string) => {
    let found = catalogues.get(folder);
    if (found === undefined)
      catalogues.set(folder, (found = cataloguePlace(collectionPlace(inputsFor(folder)).catalogue)));
    return found;
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
  const cluster =
    options.cluster === undefined
      ? null
      : await (await import('./serve/served-cluster.ts')).ServedCluster.open(options.cluster);
  const problems = new Map<string, unknown>();
  const served = new server.ServedCollections({
    open: async (folder, name) => {
      if (folder === cluster?.shown) return cluster.collection(name, threads);
      const { out, readOnly } = catalogueIn(folder);
      const opened = await openCollection(inputsFor(folder), { name, out, readOnly, catchUp: false });
      return threads === null
        ? opened
        : server.askedApart(opened, threads, collectionPlace(inputsFor(folder), out));
    },
    analyse:
      options.analyse === false
        ? null
        : async (folder, onProgress, signal) => {
            // Its workers, and whoever analyses with them, see to that.
            if (folder === cluster?.shown) return;
            const { out, readOnly } = catalogueIn(folder);
            if (!readOnly)
              await work.analyseApart({ inputs: inputsFor(folder), catalogue: out }, onProgress, signal);
          },
    onProblem: (folder, error) => {
      problems.set(folder, error);
      onEvent({ kind: 'problem', folder, error });
    },
  });
  const taken = new Set(foldersIn(crawls));
  const crawlsElsewhere = new Map<string, string>();
  const release = async () => {
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
  const desk = new server.CrawlDesk({
    folder: crawls,
    others: crawlsElsewhere,
    run: (folder, asked, seeds) =>
      afterwards(
        (options.crawlSettings ?? (async () => ({})))().then((usual) =>
          work.startCollect({
            folder,
            settings: { ...usual, ...askedSettings(asked, seeds, sampleWeb) },
            sampleWeb,
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
    onEnd: () => watch?.look(),
    report: async (folder, spoken) => {
      const { readReport, reportPage } = await import('../report/index.ts');
      return reportPage(await readReport(folder), spoken);
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
    crawls: desk,
    cluster: cluster?.desk ?? null,
    findEntities: ({ folder, examples }, signal) =>
      folder === cluster?.shown
        ? server.findInThread({ inputs: null, examples }, signal, cluster.fetcher())
        : server.findInThread({ inputs: inputsFor(folder), examples }, signal),
    alone: (name, act) => served.alone(name, act),
    processMetrics: true,
    onError: (error, request) =>
      onEvent({ kind: 'fault', request: `${request.method} ${request.url.split('?', 1)[0]}`, error }),
  });
  const close = async () => {
    watch?.close();
    await app.close();
    await desk.close();
    await release();
  };
  try {
    const port = await server.listen(app, {
      host,
      port: options.port ?? DEFAULT_PORT,
      orNext: options.port === undefined,
    });
    watch = new server.CrawlWatch(
      desk,
      served,
      places.map(({ folder }) => folder),
    );
    watch.look();
    const shown = host === '0.0.0.0' || host === '::' ? hostname() : host.includes(':') ? `[${host}]` : host;
    const origin = publicOrigin ?? `http://${shown}:${port}`;
    return { url: `${origin}/?token=${encodeURIComponent(token)}`, token, port, local, close };
  } catch (error) {
    await close();
    throw error;
  }
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
  };
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
