/** Memory of a server while very many answers are taken from it: flat, or there is a leak. */
import { Agent, get } from 'node:http';
import { figure, newsUrl, type ServedProcess } from '../served-collection.ts';

const MB = 1e6;
/** What a heap that is never in a hurry may differ by between two looks, MB. */
const SLACK = 120;

/** The nth question of a mix of pages without script, searches, pages and replays. */
export function mixed(n: number): string {
  const words = ['enchente', 'ponte', 'museu Lisboa', 'quando:1941', 'onde:"Porto Alegre"', 'escola 1950'];
  const q = encodeURIComponent(words[n % words.length]!);
  switch (n % 8) {
    case 0:
    case 1:
    case 2:
      return `/simples?q=${q}`;
    case 3:
      return `/simples/pagina/NAME/${1 + (n % 300)}`;
    case 4:
      return `/replay/NAME/20240506/${newsUrl(n % 300)}`;
    case 5:
      return `/api/v1/collections/NAME/search?q=${q}`;
    case 6:
      return `/api/v1/collections/NAME/suggest?q=${q}`;
    default:
      return '/simples/geo?q=solo';
  }
}

export async function nameOf(origin: string): Promise<string> {
  const { collections } = (await (await fetch(`${origin}/api/v1/collections`)).json()) as {
    collections: { name: string }[];
  };
  return collections[0]!.name;
}

/** Asks and reads the answer whole; its status. */
export function take(url: string, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
      answer.once('error', reject);
    }).once('error', reject);
  });
}

export async function memoryOver(
  { origin }: ServedProcess,
  { requests, connections }: { readonly requests: number; readonly connections: number },
  tell: (text: string) => void,
): Promise<string[]> {
  const name = await nameOf(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const problems = new Map<string, number>();
  let next = 0;
  const reader = async (until: number) => {
    while (next < until) {
      const path = mixed(next++).replace('NAME', name);
      const status = await take(origin + path, agent);
      // A replay asked for by its day leads to the moment.
      if (status !== 200 && status !== 302) {
        const problem = `${path.split('?', 1)[0]} answered ${status}`;
        problems.set(problem, (problems.get(problem) ?? 0) + 1);
      }
    }
  };
  const held: number[] = [];
  const looks = 20;
  for (let look = 1; look <= looks; look++) {
    const until = Math.round((requests * look) / looks);
    await Promise.all(Array.from({ length: connections }, () => reader(until)));
    held.push((await figure(origin, 'process_resident_memory_bytes')) / MB);
    tell(`${until} of ${requests} requests: ${held.at(-1)!.toFixed(0)} MB`);
  }
  agent.destroy();
  // The first fifth warms caches up; after it nothing may grow.
  const warm = Math.max(...held.slice(0, looks / 5));
  const last = Math.min(...held.slice(-looks / 5));
  if (last > warm + SLACK)
    problems.set(`memory grew from ${warm.toFixed(0)} to ${last.toFixed(0)} MB over ${requests} requests`, 1);
  return [...problems].map(([problem, times]) => (times === 1 ? problem : `${problem}, ${times} times`));
}
