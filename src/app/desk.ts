/**
 * The desk at which volunteers work for a crawl that several machines share: a worker like any other, but for who makes its requests. And the
 * volunteers as who directs them sees them.
 *
 * ```ts
 * const desk = await openDesk('balcao', { place: { address: 'postgres://tarrafa@banco.exemplo.org/coleta' }, port: 8740 });
 * await desk.ended;
 * ```
 */
import type { CrawlSettings } from '../crawl/index.ts';
import type { Desk, DeskStore } from '../desk/index.ts';
import type { Frontier } from '../frontier/index.ts';
import type { Resolver } from '../http/index.ts';
import type { DirectedVolunteers, VolunteerList } from '../server/index.ts';
import { type Language, USUAL_LANGUAGE } from '../words/index.ts';
import { type ClusterPlace, inCluster, openCluster } from './cluster/cluster-place.ts';
import { directedVolunteers } from './cluster/directed-volunteers.ts';
import type { ClusterOptions } from './cluster/shared-session.ts';
import type { Collected, CollectProgress } from './collect.ts';
import { requireContact } from './contact.ts';
import { checkedListening, type Listening } from './input/listening.ts';
import { type Stopping, whenStopped } from './stopping.ts';
import { SOFTWARE, VERSION } from './version.ts';

/** What a desk does, wherever it stands. */
export interface DeskWork
  extends Stopping,
    Pick<ClusterOptions, 'analyse' | 'storeEvery' | 'onAway' | 'onStoreAway' | 'onStoreRefused'> {
  readonly place: ClusterPlace;
  /** How long a URL may stay with a volunteer, ms; five minutes. */
  readonly itemTime?: number | undefined;
  readonly resolver?: Resolver | undefined;
  readonly onProgress?: ((progress: CollectProgress) => void) | undefined;
  readonly onFault?: ((error: unknown) => void) | undefined;
}

/** It listens on 8740 unless it is told otherwise; the token is that of who directs the volunteers over HTTP. A server before it speaks TLS. */
export interface DeskSettings extends DeskWork, Listening {
  readonly language?: Language | undefined;
}

export interface OpenedDesk {
  readonly port: number;
  readonly token: string;
  /** When the crawl is over, or the desk was asked to close. */
  readonly ended: Promise<Collected>;
}

/** A desk that nobody stands at yet. */
export interface PreparedDesk {
  readonly desk: Desk;
  readonly store: DeskStore;
  readonly volunteers: DirectedVolunteers;
  /** Works until the crawl is over, or the desk is asked to close; volunteers who come later are told so. */
  work(): Promise<Collected>;
  /** Nobody asks any more. */
  close(): Promise<void>;
}

/** The port that is tried first when none is named. */
export const DESK_PORT = 8740;
/** How often it is looked for links that have waited for long, ms. */
const WITNESS_LOOK = 30_000;
/** And for what was said of volunteers elsewhere, ms. */
const HEED = 1_000;
/** Volunteers hear that the crawl is over, ms. */
const LINGERING = 3_000;

export async function openDesk(folder: string, settings: DeskSettings): Promise<OpenedDesk> {
  const { language = USUAL_LANGUAGE, port = DESK_PORT } = settings;
  const { host, token, allowed, publicOrigin } = checkedListening(settings);
  const { createDeskApp, listen } = await import('../server/index.ts');
  const prepared = await prepareDesk(folder, settings);
  try {
    const app = createDeskApp({
      ...prepared,
      version: VERSION,
      language,
      access: { token, everything: true, hosts: allowed, publicOrigin },
      onError: (error) => settings.onFault?.(error),
    });
    const listening = await listen(app, { host, port, orNext: settings.port === undefined });
    const ended = prepared.work().finally(async () => {
      if (settings.signal?.aborted !== true) await new Promise((resolve) => setTimeout(resolve, LINGERING));
      await app.close();
      await prepared.close();
    });
    return { port: listening, token, ended };
  } catch (error) {
    await prepared.close();
    throw error;
  }
}

/** Joins the crawl of a database as its desk; nothing is handed out before `work`. */
export async function prepareDesk(folder: string, settings: DeskWork): Promise<PreparedDesk> {
  const { place, resolver, analyse = 'never' } = settings;
  const [{ Desk, MarksPool, PostgresDeskStore, QuorumFrontier }, { SharedSession }, { collectWith }] =
    await Promise.all([
      import('../desk/index.ts'),
      import('./cluster/shared-session.ts'),
      import('./collect.ts'),
    ]);
  const session = await SharedSession.join(folder, null, { ...settings, isDesk: true });
  const database = await openCluster(place, 'tarrafa desk', settings).catch(async (error) => {
    await session.close();
    throw error;
  });
  const marks = new MarksPool();
  const close = async (): Promise<void> => {
    await marks.close();
    await session.close();
    await database.close();
  };
  try {
    requireContact(session.settings, resolver);
    const store = await PostgresDeskStore.open(database);
    const desk = new Desk({
      store,
      itemTime: settings.itemTime,
      readMarks: (response) => marks.read(response),
      ...(await wishes(session.settings)),
    });
    const collecting = async (): Promise<Collected> => {
      let frontier: Frontier | null = null;
      const collected = collectWith(folder, session.settings, settings, session, {
        carrier: desk,
        frontier: (shared) => {
          frontier = new QuorumFrontier(shared, desk, session.name);
          return frontier;
        },
        serves: (crawl) =>
          desk.serves({
            look: () => crawl.look(),
            schedule: (candidates) => frontier!.schedule(candidates),
            restUntil: (queue, time) => frontier!.restUntil(queue, time),
          }),
      });
      return collected.finally(() => desk.close('finished'));
    };
    const work = async (): Promise<Collected> => {
      const fault = (error: unknown): void => settings.onFault?.(error);
      const looks = setInterval(() => void desk.sendWitnesses(false).catch(fault), WITNESS_LOOK);
      const heeding = setInterval(() => void desk.heed().catch(fault), HEED);
      // What is out comes back at once; what the desk asks for itself is finished.
      const unhook = whenStopped(settings, () => desk.close('finished'));
      try {
        return await session.accompanied(folder, { place, analyse }, settings, collecting);
      } finally {
        unhook();
        clearInterval(looks);
        clearInterval(heeding);
      }
    };
    return { desk, store, volunteers: directedVolunteers(database), work, close };
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

/** The volunteers of a crawl, whether all are stopped, and how many links wait for another witness. */
export const deskVolunteers = (place: ClusterPlace): Promise<VolunteerList> =>
  directing(place, (volunteers) => volunteers.list());

/** Makes the token of a volunteer, which is told this once. */
export const inviteVolunteer = (place: ClusterPlace, name: string): Promise<string> =>
  directing(place, async (volunteers) => (await volunteers.invite(name)).token);

/** Tokens of that name, or number, are good no more. How many; TRF_NOT_FOUND for none. */
export const revokeVolunteer = (place: ClusterPlace, who: string): Promise<number> =>
  directing(place, (volunteers) => volunteers.revoke(who));

/** Begins anew with them. How many; TRF_NOT_FOUND for none. */
export const pardonVolunteer = (place: ClusterPlace, who: string): Promise<number> =>
  directing(place, (volunteers) => volunteers.pardon(who));

/** The kill switch. */
export const stopVolunteers = (place: ClusterPlace, isStopped: boolean): Promise<void> =>
  directing(place, (volunteers) => volunteers.setStopped(isStopped));

async function directing<T>(
  place: ClusterPlace,
  act: (volunteers: DirectedVolunteers) => Promise<T>,
): Promise<T> {
  const { requireCluster } = await import('../cluster/index.ts');
  return inCluster(place, async (database) => {
    await requireCluster(database);
    return act(directedVolunteers(database));
  });
}
