/**
 * The desk at which volunteers work for a crawl that several machines share: a worker like any other, but for who makes its requests. And the
 * volunteers as who directs them sees them.
 *
 * ```ts
 * const desk = await openDesk('balcao', { place: { address: 'postgres://tarrafa@banco.exemplo.org/coleta' }, port: 8740 });
 * await desk.ended;
 * ```
 */
import { randomBytes } from 'node:crypto';
import type { CrawlSettings } from '../crawl/index.ts';
import type { DeskStore, PostgresDeskStore, Standing, VolunteerState } from '../desk/index.ts';
import { TarrafaError } from '../errors.ts';
import type { Frontier } from '../frontier/index.ts';
import type { Resolver } from '../http/index.ts';
import { type Language, USUAL_LANGUAGE } from '../words/index.ts';
import { type ClusterPlace, inCluster, openCluster } from './cluster/cluster-place.ts';
import type { Collected, CollectProgress } from './collect.ts';
import { requireContact } from './contact.ts';
import type { Stopping } from './stopping.ts';
import { SOFTWARE, VERSION } from './version.ts';

export interface DeskSettings extends Stopping {
  readonly place: ClusterPlace;
  /** Default 127.0.0.1: a server before this one speaks TLS. */
  readonly host?: string | undefined;
  /** 0: any. */
  readonly port?: number | undefined;
  /** Of who directs the volunteers over HTTP; without it one is made. */
  readonly token?: string | undefined;
  readonly allowHosts?: readonly string[] | undefined;
  readonly publicUrl?: string | undefined;
  /** How long a URL may stay with a volunteer, ms; five minutes. */
  readonly itemTime?: number | undefined;
  readonly language?: Language | undefined;
  readonly resolver?: Resolver | undefined;
  readonly onProgress?: ((progress: CollectProgress) => void) | undefined;
  readonly onAway?: ((error: Error | null) => void) | undefined;
  readonly onFault?: ((error: unknown) => void) | undefined;
}

export interface OpenedDesk {
  readonly port: number;
  readonly token: string;
  /** When the crawl is over, or the desk was asked to close. */
  readonly ended: Promise<Collected>;
}

const DEFAULT_PORT = 8740;
const LEAST_TOKEN = 16;
/** How often it is looked for links that have waited for long, ms. */
const WITNESS_LOOK = 30_000;
/** Volunteers hear that the crawl is over, ms. */
const LINGERING = 3_000;

export async function openDesk(folder: string, settings: DeskSettings): Promise<OpenedDesk> {
  const { language = USUAL_LANGUAGE, host = '127.0.0.1', port = DEFAULT_PORT } = settings;
  const token = settings.token ?? randomBytes(18).toString('base64url');
  if (token.length < LEAST_TOKEN) throw new TarrafaError('TRF_TOKEN_WEAK', [token.length]);
  const [
    { Desk, PostgresDeskStore, QuorumFrontier },
    { createDeskApp, listen },
    { SharedSession },
    { collectWith },
  ] = await Promise.all([
    import('../desk/index.ts'),
    import('../server/index.ts'),
    import('./cluster/shared-session.ts'),
    import('./collect.ts'),
  ]);
  const session = await SharedSession.join(folder, null, { place: settings.place, onAway: settings.onAway });
  const database = await openCluster(settings.place, 'tarrafa desk', { onAway: settings.onAway }).catch(
    async (error) => {
      await session.close();
      throw error;
    },
  );
  const close = async (): Promise<void> => {
    await session.close();
    await database.close();
  };
  try {
    requireContact(session.settings, settings.resolver);
    const store = await PostgresDeskStore.open(database);
    const desk = new Desk({ store, itemTime: settings.itemTime, ...(await wishes(session.settings)) });
    const app = createDeskApp({
      desk,
      store,
      version: VERSION,
      language,
      access: {
        token,
        everything: true,
        hosts: settings.allowHosts ?? [],
        publicOrigin: settings.publicUrl ?? null,
      },
      onError: (error) => settings.onFault?.(error),
    });
    const listening = await listen(app, { host, port, orNext: settings.port === undefined });
    const looks = setInterval(() => {
      desk.sendWitnesses(false).catch((error) => settings.onFault?.(error));
    }, WITNESS_LOOK);
    // What is out comes back at once; what the desk asks for itself is finished.
    settings.signal?.addEventListener('abort', () => desk.close('finished'), { once: true });
    let frontier: Frontier | null = null;
    const ended = collectWith(folder, session.settings, settings, session, {
      carrier: desk,
      frontier: (shared) => {
        frontier = new QuorumFrontier(shared, desk);
        return frontier;
      },
      serves: (crawl) =>
        desk.serves({
          look: () => crawl.look(),
          schedule: (candidates) => frontier!.schedule(candidates),
          restUntil: (queue, time) => frontier!.restUntil(queue, time),
        }),
    }).finally(async () => {
      clearInterval(looks);
      desk.close('finished');
      if (settings.signal?.aborted !== true) await new Promise((resolve) => setTimeout(resolve, LINGERING));
      await app.close();
      await close();
    });
    return { port: listening, token, ended };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What is asked of volunteers, by the settings of the crawl. */
async function wishes({ linkPolicy, contact }: CrawlSettings) {
  const { userAgent: named } = await import('../http/index.ts');
  const { geoProfileOf } = await import('./collect/geographic.ts');
  const userAgent = contact === null ? SOFTWARE : named(VERSION, contact);
  const profile = geoProfileOf(linkPolicy);
  if (profile === null) return { userAgent, pages: 'all' as const, geoHashes: [] };
  const { GeoVocabulary } = await import('../geo/vocabulary/index.ts');
  const { foldedHash } = await import('../text/index.ts');
  const geoHashes = new GeoVocabulary({ profile }).terms.map(({ term }) => foldedHash(term));
  return { userAgent, pages: 'interesting' as const, geoHashes };
}

export interface DeskVolunteer extends VolunteerState {
  readonly standing: Standing;
}

/** The volunteers of a crawl, whether all are stopped, and how many links wait for another witness. */
export async function deskVolunteers(place: ClusterPlace): Promise<{
  readonly isStopped: boolean;
  readonly waitingLinks: number;
  readonly volunteers: readonly DeskVolunteer[];
}> {
  const { standingOf } = await import('../desk/index.ts');
  return inStore(place, async (store) => ({
    isStopped: await store.isStopped(),
    waitingLinks: await store.waiting(),
    volunteers: (await store.volunteers()).map((one) => ({ ...one, standing: standingOf(one.record) })),
  }));
}

/** Makes the token of a volunteer, which is told this once. */
export const inviteVolunteer = (place: ClusterPlace, name: string): Promise<string> =>
  inStore(place, async (store) => (await store.invite(name)).token);

/** Tokens of that name, or number, are good no more. How many. */
export const revokeVolunteer = (place: ClusterPlace, who: string): Promise<number> =>
  inStore(place, async (store) => (await store.revoke(who)).length);

export const pardonVolunteer = (place: ClusterPlace, who: string): Promise<number> =>
  inStore(place, (store) => store.pardon(who));

/** The kill switch. */
export const stopVolunteers = (place: ClusterPlace, stopped: boolean): Promise<void> =>
  inStore(place, (store) => store.stopAll(stopped));

async function inStore<T>(
  place: ClusterPlace,
  act: (store: PostgresDeskStore & DeskStore) => Promise<T>,
): Promise<T> {
  const [{ PostgresDeskStore }, { requireCluster }] = await Promise.all([
    import('../desk/index.ts'),
    import('../cluster/index.ts'),
  ]);
  return inCluster(place, async (database) => {
    await requireCluster(database);
    return act(await PostgresDeskStore.open(database));
  });
}
