/** Memory of a server while very many answers are taken from it: flat, or there is a leak. */
import { Agent } from 'node:http';
import {
  figure,
  type MadeCollection,
  newsMoment,
  newsUrl,
  type ServedProcess,
} from '../served-collection.ts';
import { nameOf, take } from './asking.ts';

const MB = 1e6;
/** What a heap that is never in a hurry may differ by between two looks, MB. */
const SLACK = 120;

/** The nth question of a mix of pages without script, searches, pages and replays; each is answered with 200. */
export function mixed(n: number, name: string, { pages }: MadeCollection): string {
  const words = ['enchente', 'ponte', 'museu Lisboa', 'quando:1941', 'onde:"Porto Alegre"', 'escola 1950'];
  const q = encodeURIComponent(words[n % words.length]!);
  switch (n % 8) {
    case 0:
    case 1:
    case 2:
      return `/simples?q=${q}`;
    case 3:
      return `/simples/pagina/${name}/${1 + (n % pages)}`;
    case 4:
      return `/replay/${name}/${newsMoment(n % pages)}/${newsUrl(n % pages)}`;
    case 5:
      return `/api/v1/collections/${name}/search?q=${q}`;
    case 6:
      return `/api/v1/collections/${name}/suggest?q=${q}`;
    default:
      return '/simples/geo?q=solo';
  }
}

export async function memoryOver(
  { origin }: ServedProcess,
  made: MadeCollection,
  { requests, connections }: { readonly requests: number; readonly connections: number },
  tell: (text: string) => void,
): Promise<string[]> {
  const name = await nameOf(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const problems = new Map<string, number>();
  let next = 0;
  const reader = async (until: number) => {
    while (next < until) {
      const path = mixed(next++, name, made);
      const status = await take(origin, path, agent);
      if (status !== 200) {
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
