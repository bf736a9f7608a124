/** Every route asked with large inputs, one at a time, while somebody else asks whether the server is there: for how long is he not answered? */
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { LARGE_PAGE, type MadeCollection, PLAYER, type ServedProcess } from '../served-collection.ts';
import { nameOf, take } from './asking.ts';
import { everyRoute, type Route } from './every-route.ts';
import { type Description, type Ground, largeQuestions } from './large-questions.ts';
import { Pulse } from './pulse.ts';

/** How long a route may keep the server from everything else, ms. */
export const LONGEST_HOLD = 100;

/** What the thread of the server that answers has computed so far, ms; null where the system does not tell. */
function computedBy(pid: number): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ', 1)[0]) / 1e6;
  } catch {
    return null;
  }
}

async function groundOf({ origin, token }: ServedProcess, made: MadeCollection): Promise<Ground> {
  const name = await nameOf(origin);
  const own = `${origin}/api/v1/collections/${name}`;
  const json = async (path: string, init: RequestInit = {}) => (await fetch(own + path, init)).json();
  const idOf = async (url: string): Promise<number> =>
    ((await json(`/page?url=${encodeURIComponent(url)}`)) as { id: number }).id;
  const page = await idOf(LARGE_PAGE);
  const { items } = (await json('/geo?q=mapa+de+solos&limit=100')) as {
    items: { geo: { id: number; file: { name: string } } }[];
  };
  const { columns } = (await json('/entities/discover', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ example: PLAYER }),
  })) as { columns: { name: string }[] };
  const added = async (path: string, body: object): Promise<string> => {
    return ((await json(path, { method: 'POST', headers, body: JSON.stringify(body) })) as { id: string }).id;
  };
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const table = (await json('/entities', {
    method: 'POST',
    headers,
    body: JSON.stringify({
      name: 'Grande',
      example: PLAYER,
      columns: columns.map(({ name: column }) => ({ name: column })),
    }),
  })) as { id: number; version: number };
  const { address } = (await json(`/pages/${page}/scripts`)) as { address: string };
  return {
    ...made,
    name,
    page,
    key: /~([^/]+)/.exec(address)![1]!,
    dossier: await added('/dossiers', { name: 'Grande' }),
    saved: await added('/saved', { name: 'Grande', line: 'enchente' }),
    geo: items.find(({ geo }) => geo.file.name === 'solos-0.geojson')!.geo.id,
    table,
    columns: columns.map((column) => column.name),
  };
}

/** By method and route, how many answers of each status. */
export type Answered = ReadonlyMap<string, ReadonlyMap<number, number>>;

/** Statuses with which nothing is done but to look at the question. */
const REFUSALS = new Set([400, 404, 413, 415]);

/** What was not asked, or only so that nothing came of it. */
export function notAsked(routes: readonly Route[], answered: Answered): string[] {
  return routes.flatMap(({ method, path }) => {
    const statuses = answered.get(`${method} ${path}`);
    if (statuses === undefined) return [`${method} ${path} was never asked`];
    return [...statuses.keys()].some((status) => !REFUSALS.has(status))
      ? []
      : [`${method} ${path} answered nothing but ${[...statuses.keys()].join(', ')}`];
  });
}

export async function holdingRoutes(
  served: ServedProcess,
  made: MadeCollection,
  { longest, lines }: { readonly longest: number; readonly lines?: number },
  tell: (text: string) => void,
): Promise<string[]> {
  const { origin, token, pid } = served;
  const description = (await (await fetch(`${origin}/api/v1/openapi.json`)).json()) as Description;
  const routes = await everyRoute();
  const questions = largeQuestions(routes, description, await groundOf(served, made), lines);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const pulse = new Pulse(origin);
  const problems: string[] = [];
  let worst = { held: 0, of: '' };
  for (const question of questions) {
    const { method, address, body = '' } = question;
    pulse.begin();
    const before = computedBy(pid);
    const status = await take(origin, question, agent, token);
    const waited = await pulse.longest();
    const after = computedBy(pid);
    // A machine that is busy with other things keeps the server from its work too; a route holds it up no longer than it computes.
    const held = after === null || before === null ? waited : Math.min(waited, after - before);
    const size = `${address.length + body.length} characters`;
    const short = `${method} ${address.slice(0, 100)} (${size})`;
    if (held > worst.held) worst = { held, of: short };
    if (status >= 500 && status !== 503) problems.push(`${short} answered ${status}`);
    if (held > longest) problems.push(`${short} held the server up for ${held.toFixed(0)} ms`);
  }
  agent.destroy();
  await pulse.end();
  tell(
    `${questions.length} questions with large inputs: nobody else was answered for at most ${worst.held.toFixed(0)} ms, by ${worst.of}`,
  );
  return [...problems, ...notAsked(routes, await answersOf(origin))];
}

/** As the server itself counts them. */
export async function answersOf(origin: string): Promise<Answered> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const found = new Map<string, Map<number, number>>();
  for (const [, method, route, status, count] of text.matchAll(
    /^tarrafa_http_requests_total\{method="(\w+)",route="([^"]*)",status="(\d+)"\} (\d+)/gm,
  )) {
    const of = `${method} ${route}`;
    found.set(of, (found.get(of) ?? new Map()).set(Number(status), Number(count)));
  }
  return found;
}
