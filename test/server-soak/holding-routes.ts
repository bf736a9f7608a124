/** Every route asked with large inputs, one at a time, while the server's own clock tells how long it could do nothing else. */
import { Agent } from 'node:http';
import { figure, LARGE_PAGE, type ServedProcess } from '../served-collection.ts';
import { nameOf, take } from './memory-over.ts';

/** How long a route may keep the server from everything else, ms. */
export const LONGEST_HOLD = 100;

interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: { readonly maximum?: number; readonly type?: string; readonly enum?: readonly string[] };
  }[];
}

/** As much as a parameter takes: the words of a long question, the largest number. */
function large(
  { maximum, type, enum: choices }: { maximum?: number; type?: string; enum?: readonly string[] },
  words: string,
): string {
  if (choices !== undefined) return choices.at(-1)!;
  if (type === 'integer' || type === 'number') return String(maximum ?? 1000);
  if (type === 'boolean') return 'true';
  return words;
}

const LINES = [
  `${'(a OU '.repeat(150)}b${')'.repeat(150)}`.slice(0, 990),
  Array.from({ length: 120 }, (_, i) => `p${i % 10}*`).join(' '),
  Array.from({ length: 90 }, (_, i) => `"a${i} de"`).join(' '),
  'enchente '.repeat(110),
  `quando:1..9999 ${'a '.repeat(400)}`,
];

/** Every address of the API with large values, and the others by hand. */
async function addresses(origin: string): Promise<string[]> {
  const name = await nameOf(origin);
  const api = (await (await fetch(`${origin}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, { get?: Operation }>;
  };
  const found: string[] = [];
  for (const [path, { get: operation }] of Object.entries(api.paths)) {
    if (operation === undefined || path.endsWith('/events')) continue;
    const parameters = operation.parameters ?? [];
    const at = path.replace('{c}', name).replace('{id}', '1').replace('{name}', 'crawls');
    const asked = parameters.filter((one) => one.in === 'query' && one.name !== 'cursor');
    for (const line of asked.some(({ schema }) => schema.type === 'string') ? LINES : LINES.slice(0, 1)) {
      const query = new URLSearchParams(
        Object.fromEntries(asked.map(({ name: key, schema }) => [key, large(schema, line)])),
      );
      found.push(`${at}?${query}`);
      if (asked.some(({ name: key }) => key === 'q')) found.push(`${at}?${new URLSearchParams({ q: line })}`);
    }
  }
  for (const line of LINES)
    for (const path of ['/simples', '/simples/geo', '/opensearch.xml'])
      found.push(`${path}?${new URLSearchParams({ q: line, c: name })}`);
  const large = await fetch(
    `${origin}/api/v1/collections/${name}/page?url=${encodeURIComponent(LARGE_PAGE)}`,
  );
  const { id } = (await large.json()) as { id?: number };
  if (id !== undefined)
    for (const part of ['', '/blocks', '/links', '/links?direction=to'])
      found.push(`/api/v1/collections/${name}/pages/${id}${part}`);
  for (const page of ['20240506', '2024', '*']) found.push(`/replay/${name}/${page}/${LARGE_PAGE}`);
  found.push(
    `/replay/${name}/20240506120640/${LARGE_PAGE}`,
    `/replay/${name}/`,
    `/memento/${name}/timemap/json/${LARGE_PAGE}`,
    `/simples/pagina/${name}?url=${encodeURIComponent(LARGE_PAGE)}`,
    `/replay/${name}/2024/http://${'a'.repeat(7_000)}.br/`,
    '/metrics',
  );
  return found;
}

export async function holdingRoutes(
  { origin }: ServedProcess,
  longest: number,
  tell: (text: string) => void,
): Promise<string[]> {
  const lag = async () => 1000 * (await figure(origin, 'nodejs_eventloop_lag_max_seconds'));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const problems: string[] = [];
  let worst = 0;
  let asked = 0;
  for (const address of await addresses(origin)) {
    await lag();
    const status = await take(origin + address, agent);
    const held = await lag();
    asked++;
    worst = Math.max(worst, held);
    const short = `${address.slice(0, 100)} (${address.length} characters)`;
    if (status >= 500 && status !== 503) problems.push(`${short} answered ${status}`);
    if (held > longest) problems.push(`${short} held the server up for ${held.toFixed(0)} ms`);
  }
  agent.destroy();
  tell(`${asked} addresses with large inputs: nothing else was done for at most ${worst.toFixed(0)} ms`);
  return problems;
}
