/**
 * The desk at work with honest volunteers and liars. Real: the desk with its leases, checks, verdicts, quorum and quarantine (`src/desk`), the
 * embedded frontier with its politeness clocks, the reading of every page. Simulated: time, the web, the network, the volunteers, the tables of
 * the desk (in memory), and the loop of the crawl, which is written here in its shortest form.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compare, type PageMarks } from '../../src/desk/agreement.ts';
import { Desk, QuorumFrontier } from '../../src/desk/index.ts';
import { marksOf } from '../../src/desk/page-marks.ts';
import type { LeaseItem } from '../../src/desk/protocol.ts';
import { standingOf } from '../../src/desk/reputation.ts';
import { type Candidate, EmbeddedFrontier, type Lease, OUTCOME, URL_KIND } from '../../src/frontier/index.ts';
import { type FetchResponse, ReceivedResponse } from '../../src/http/index.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import { MemoryDeskStore } from './memory-desk-store.ts';
import { VirtualTime } from './virtual-time.ts';

export const LIES = ['wrong bytes', 'invented links', 'stale pages', 'replayed answers'] as const;
export type Lie = (typeof LIES)[number];

export interface Liar {
  readonly lie: Lie;
  /** Part of its pages. */
  readonly rate: number;
  /** Pages that it brings honestly first. */
  readonly honestAtFirst: number;
}

export interface SimulationOptions {
  readonly sites: number;
  readonly pagesASite: number;
  readonly honest: number;
  readonly liars: readonly Liar[];
  readonly seed: number;
}

export interface Simulated {
  readonly pages: number;
  readonly falsePages: number;
  readonly missing: number;
  readonly strange: number;
  readonly early: number;
  readonly accesses: number;
  readonly ownAccesses: number;
  readonly hours: number;
  readonly liars: readonly (Liar & { readonly foundAt: number | null; readonly pages: number })[];
  readonly honestDoubted: number;
  readonly quarantined: number;
}

const DELAY = 1_000;
const WORDS = Array.from({ length: 2_000 }, (_, i) => `palavra${(i * 7919) % 10_007}`);
/** Of a hundred pages, those that are never twice the same. */
const CHANGING = 5;

export async function simulate(options: SimulationOptions): Promise<Simulated> {
  const { sites, pagesASite, seed } = options;
  const random = seededRandom(seed);
  const time = new VirtualTime();
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-volunteers-'));
  const store = new MemoryDeskStore();
  const desk = new Desk({ store, userAgent: 'T', pages: 'all', geoHashes: [], clock: time, random });
  const inner = await EmbeddedFrontier.open(folder, {
    policy: 'breadth-first',
    delay: DELAY,
    addressDelay: 0,
    capacity: Number.POSITIVE_INFINITY,
    queueBudget: Number.POSITIVE_INFINITY,
    now: () => time.now(),
  });
  const frontier = new QuorumFrontier(inner, desk, 'desk');
  let fetches = 0;

  const host = (site: number): string => `www.site${site}.example`;
  const urlOf = (site: number, page: number): string =>
    `http://${host(site)}/${page === 0 ? '' : `p${page}.html`}`;
  const numbers = (url: string): readonly [number, number] => {
    const [, site, page] = /site(\d+)\.example\/(?:p(\d+)\.html)?$/.exec(url)!;
    return [Number(site), Number(page ?? 0)];
  };
  const textOf = (site: number, page: number, version: number): string => {
    const draw = seededRandom(site * 100_003 + page * 101 + version * 7 + 1);
    return Array.from({ length: 60 }, () => WORDS[Math.floor(draw() * WORDS.length)]).join(' ');
  };
  const linksOf = (site: number, page: number): string[] => {
    const links = [urlOf(site, 0), urlOf((site + 1) % sites, 0)];
    for (let n = 4 * page + 1; n <= 4 * page + 4; n++) if (n < pagesASite) links.push(urlOf(site, n));
    return links;
  };
  const body = (url: string, version = 0, more: readonly string[] = []): Buffer => {
    if (!url.includes('://www.site')) return Buffer.from('<p>compre</p>');
    const [site, page] = numbers(url);
    const changing = (site * 31 + page) % 100 < CHANGING ? ` visita ${fetches++}` : '';
    const anchors = [...linksOf(site, page), ...more].map((link) => `<a href="${link}">x</a>`);
    return Buffer.from(
      `<title>${site} ${page}</title><p>${textOf(site, page, version)}${changing}</p>${anchors.join('')}`,
    );
  };
  const responseOf = (url: string, bytes: Buffer): FetchResponse =>
    new ReceivedResponse({
      url,
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      rawHeaders: ['content-type', 'text/html'],
      body: bytes,
      truncated: null,
      requestHead: '',
      address: '198.18.0.1',
      certificateProblem: null,
      startedAt: time.now(),
      firstByteAt: time.now(),
      endedAt: time.now(),
    });

  // What the sites saw.
  const lastEnd = new Map<string, number>();
  const figures = { accesses: 0, own: 0, early: 0, strange: 0 };
  const access = async (url: string, ms: number): Promise<void> => {
    const site = new URL(url).host;
    figures.accesses++;
    if (time.now() < (lastEnd.get(site) ?? Number.NEGATIVE_INFINITY) + DELAY) figures.early++;
    lastEnd.set(site, Number.POSITIVE_INFINITY);
    await time.sleep(ms);
    lastEnd.set(site, time.now());
  };

  // The crawl, in short.
  const searchable = new Map<string, PageMarks>();
  let active = 0;
  let over = false;
  let failure: unknown = null;
  const candidate = (address: string, parent: number): Candidate => ({
    url: new URL(address).href,
    // The comparison form of a home page has no slash.
    key: address.replace(/\/$/, ''),
    queue: new URL(address).host,
    priority: 50,
    depth: 1,
    hops: 1,
    redirects: 0,
    kind: URL_KIND.page,
    parent,
  });
  async function visit(lease: Lease): Promise<void> {
    await frontier.bind(lease, lease.queue);
    if (!/^http:\/\/www\.site\d+\.example\//.test(lease.url)) figures.strange++;
    const own = async (): Promise<FetchResponse> => {
      figures.own++;
      await access(lease.url, 80);
      return responseOf(lease.url, body(lease.url));
    };
    const outcome = await desk.carry({ lease, address: '198.18.0.1', maxBytes: 1e6, headers: {}, own });
    if (outcome.kind === 'failure')
      return frontier.end([{ kind: 'put-back', lease, accessedAt: outcome.endedAt, notBefore: null }]);
    const marks = marksOf(outcome);
    searchable.set(lease.url, marks);
    await frontier.end([
      {
        kind: 'complete',
        lease,
        outcome: OUTCOME.analysed,
        status: 200,
        accessedAt: outcome.endedAt,
        bytes: outcome.body.length,
        revisitAt: null,
        links: marks.links.map((key) => candidate(key, lease.record)),
        seal: () => null,
      },
    ]);
  }
  let pumping = false;
  let wakesAt = Number.POSITIVE_INFINITY;
  async function pump(): Promise<void> {
    if (pumping) return;
    pumping = true;
    try {
      for (;;) {
        const room = Math.min(200, desk.places) - active;
        if (room <= 0) break;
        const answer = await frontier.lease(room);
        if (answer.kind === 'leases') {
          for (const lease of answer.leases) {
            active++;
            void visit(lease)
              .catch((error) => {
                failure ??= error;
              })
              .finally(() => {
                active--;
                void pump();
              });
          }
          continue;
        }
        if (answer.kind === 'wait') {
          if (Number.isFinite(answer.until) && answer.until < wakesAt) {
            wakesAt = answer.until;
            time.after(answer.until - time.now(), () => {
              wakesAt = Number.POSITIVE_INFINITY;
              void pump();
            });
          }
        } else if (active === 0) over = true;
        break;
      }
    } catch (error) {
      failure ??= error;
    }
    pumping = false;
  }
  await desk.serves({
    look: () => void pump(),
    schedule: (candidates) => frontier.schedule(candidates),
    restUntil: (queue, at) => frontier.restUntil(queue, at),
  });
  await frontier.schedule(Array.from({ length: sites }, (_, site) => candidate(urlOf(site, 0), 0)));

  // The volunteers.
  const total = options.honest + options.liars.length;
  const replayed = new Map<number, Buffer>();
  const bring = (id: number, liar: Liar | undefined, item: LeaseItem, brought: number): Buffer => {
    const truth = body(item.url);
    if (liar === undefined || brought < liar.honestAtFirst || random() >= liar.rate) {
      replayed.set(id, truth);
      return truth;
    }
    switch (liar.lie) {
      case 'wrong bytes':
        return Buffer.from(
          `<title>compre</title><p>${textOf(id, brought, 99)}</p><a href="http://loja.example/">x</a>`,
        );
      case 'invented links':
        return body(item.url, 0, [
          `http://vitima${brought % 50}.example/${id}/${brought}`,
          `http://loja.example/${brought}`,
        ]);
      case 'stale pages':
        return body(item.url, 1);
      case 'replayed answers':
        return replayed.get(id) ?? truth;
    }
  };
  async function volunteer(id: number): Promise<void> {
    const liar = options.liars[id - 1 - options.honest];
    let brought = 0;
    while (!over) {
      const lease = await desk.lease(store.volunteer(id), 8);
      if (lease.stop !== null) return;
      await Promise.all(
        lease.items.map(async (item) => {
          await time.sleep(random() * 2_000);
          await access(item.url, 50 + random() * 400);
          // On its way to the desk.
          const bytes = bring(id, liar, item, brought++);
          await time.sleep(20 + random() * 80);
          await desk.page(store.volunteer(id), lease.id, item.url, responseOf(item.url, bytes));
        }),
      );
      if (lease.wait > 0) await time.sleep(lease.wait);
    }
  }
  for (let id = 1; id <= total; id++)
    void volunteer(id).catch((error) => {
      failure ??= error;
    });
  const witnesses = (): void => {
    void desk.sendWitnesses(false);
    if (!over) time.after(30_000, witnesses);
  };
  witnesses();
  await new Promise((resolve) => setImmediate(resolve));
  let told = Date.now();
  while (!over && failure === null && (await time.step()))
    if (Date.now() - told > 10_000) {
      told = Date.now();
      process.stderr.write(
        `${searchable.size} pages, ${Math.round(time.steady() / 60_000)} min of the simulation\n`,
      );
    }
  if (failure !== null) throw failure;
  desk.close('finished');
  await frontier.close();
  rmSync(folder, { recursive: true, force: true });

  let falsePages = 0;
  for (const [url, marks] of searchable) {
    if (!/^http:\/\/www\.site\d+\.example\//.test(url)) falsePages++;
    else {
      const truth = marksOf(responseOf(url, body(url)));
      const same =
        compare(marks, truth) === 'same' && marks.links.every((link) => truth.links.includes(link));
      if (!same) falsePages++;
    }
  }
  return {
    pages: searchable.size,
    falsePages,
    missing: sites * pagesASite - searchable.size,
    strange: figures.strange,
    early: figures.early,
    accesses: figures.accesses,
    ownAccesses: figures.own,
    hours: time.steady() / 3_600_000,
    liars: options.liars.map((liar, i) => ({
      ...liar,
      foundAt: store.foundAt.get(options.honest + 1 + i) ?? null,
      pages: store.volunteer(options.honest + 1 + i).pages,
    })),
    honestDoubted: Array.from({ length: options.honest }, (_, i) => store.volunteer(i + 1)).filter(
      ({ record }) => ['doubted', 'barred'].includes(standingOf(record)),
    ).length,
    quarantined: store.rows.filter(({ state }) => state === 'queued').length,
  };
}
