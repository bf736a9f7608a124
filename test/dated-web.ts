/**
 * Pages that speak of a war and of other years, on several hosts, with known truth: which of them a crawl along 1939–1945 by the published method
 * comes to, and how many pages refer to each from inside the period. Everything is a function of the seed.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { nationalHost } from '../samples/national-hosts.ts';
import { normaliseUrl } from '../src/url/index.ts';
import { seededRandom } from './seeded-random.ts';

export const DATED_PERIOD = '1939..1945';

export interface DatedWeb {
  /** One for each process that is to be told from others. */
  readonly doors: readonly number[];
  readonly seeds: readonly string[];
  /** By comparison form: what is visited, and how often it is referred to by what is visited. */
  readonly truth: { readonly visited: ReadonlySet<string>; readonly references: ReadonlyMap<string, number> };
  /** Pages that were asked for by a door. */
  asked(door: number): number;
  /** Answers wait until it is opened. */
  hold(): { open(): void };
  close(): Promise<void>;
}

interface DatedPage {
  /** From inside the period, and from other years. */
  readonly inside: readonly string[];
  readonly outside: readonly string[];
  readonly redirect?: string;
  readonly hidden?: boolean;
}

export const keyOf = (url: string): string => {
  const address = normaliseUrl(url);
  if (address.kind !== 'url') throw new RangeError(url);
  return address.key;
};

/** Of each host: page 0 is a seed, page 1 is moved, page 2 is moved to its own address with a slash, page 3 asks not to be kept, page 4 is not there. */
export async function datedWeb(hosts: number, pages: number, seed: number, doors = 1): Promise<DatedWeb> {
  const random = seededRandom(seed);
  const any = (n: number): number => Math.floor(random() * n);
  const at = (host: number, n: number): string => `http://${nationalHost(host)}/p${n}`;
  const anywhere = (): string => at(any(hosts), any(pages));
  const web = new Map<string, DatedPage>();
  for (let host = 0; host < hosts; host++)
    for (let n = 0; n < pages; n++) {
      const own = at(host, n);
      const target = anywhere();
      web.set(own, {
        // Twice the same, itself, and one that all others name too.
        inside: [at(host, (n + 1) % pages), target, target, own, anywhere(), at(0, 5)],
        outside: [anywhere(), target, anywhere()],
        ...(n === 1 ? { redirect: at(host, 6) } : {}),
        ...(n === 2 ? { redirect: `${own}/` } : {}),
        ...(n === 3 ? { hidden: true } : {}),
      });
      if (n === 2) web.set(`${own}/`, { inside: [anywhere(), own], outside: [anywhere()] });
      if (n === 4) web.delete(own);
    }

  let opened: Promise<void> = Promise.resolve();
  const asked: number[] = Array.from({ length: doors }, () => 0);
  const serve = async (door: number, request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const page = web.get(`http://${(request.headers.host ?? '').replace(/:\d+$/, '')}${request.url}`);
    if (request.url !== '/robots.txt') {
      asked[door]!++;
      await opened;
    }
    if (page === undefined) return void response.writeHead(404).end();
    if (page.redirect !== undefined) return void response.writeHead(302, { Location: page.redirect }).end();
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(htmlOf(page));
  };
  const servers = asked.map((_, door) =>
    createServer((request, response) => void serve(door, request, response)),
  );
  for (const server of servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const seeds = Array.from({ length: hosts }, (_, host) => at(host, 0));
  return {
    doors: servers.map((server) => (server.address() as AddressInfo).port),
    seeds,
    truth: truthOf(web, seeds),
    asked: (door) => asked[door]!,
    hold() {
      let open = () => {};
      opened = new Promise((resolve) => {
        open = resolve;
      });
      return { open };
    },
    close: async () => {
      for (const server of servers)
        await new Promise<void>((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        });
    },
  };
}

function htmlOf({ inside, outside, hidden }: DatedPage): string {
  const named = (urls: readonly string[]): string =>
    urls.map((url) => `<a href="${url}">obra</a>`).join(', ');
  return `<!DOCTYPE html><html lang="pt"><head><title>Página</title>${hidden ? '<meta name="robots" content="noindex">' : ''}</head>
<body><h1>Página</h1><p>Em 1941 foram feitas ${named(inside)}.</p><h2>Depois</h2><p>Em 1990 foram lembradas ${named(outside)}.</p></body></html>`;
}

/** What is to be had by following, from the seeds, what stands inside the period; each page votes once for each other. */
function truthOf(web: ReadonlyMap<string, DatedPage>, seeds: readonly string[]): DatedWeb['truth'] {
  const visited = new Set<string>();
  const references = new Map<string, number>();
  const waiting = [...seeds];
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    const own = keyOf(url);
    const moved = web.get(url)?.redirect;
    // Moved within one comparison form it is the same page, and the second address is that of the page.
    const isSame = moved !== undefined && keyOf(moved) === own;
    if (visited.has(own)) continue;
    visited.add(own);
    if (moved !== undefined && !isSame) waiting.push(moved);
    const page = isSame ? web.get(moved) : web.get(url);
    if (page === undefined || page.redirect !== undefined) continue;
    for (const key of new Set(page.inside.map(keyOf)))
      if (key !== own) references.set(key, (references.get(key) ?? 0) + 1);
    waiting.push(...page.inside);
  }
  return { visited, references };
}
