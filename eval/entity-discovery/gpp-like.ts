/**
 * A GPP-like baseline (growing parallel paths, after Weninger, Johnston and Han 2013): from the main page the shortest path to the example, the
 * link-path of each of its steps, and everything that the same link-paths lead to, step by step; then the next path, K times. The published
 * system looks for lists with a rendering browser; here a list is what one link-path of a page leads to. Pages of things are never read: only the lists
 * are judged, so that a page is taken for one of the kind because of the link that leads to it.
 */
import { addressOf } from '../../src/entities/discovery/address.ts';
import { DISCOVERY_SOURCE, type LinkedPage, PageReader } from '../../src/entities/discovery/index.ts';
import type { Fetcher } from '../../src/fetcher.ts';
import type { WebUrl } from '../../src/url/index.ts';

const GPP = { paths: 3, deepest: 5, mostRead: 600 } as const;

interface Step {
  readonly page: LinkedPage;
  /** The link-path by which the next page is reached. */
  readonly path: number;
}

/** The shortest path from the main page to the example whose last step is not one of those `used`. */
async function shortestPath(
  reader: PageReader,
  main: string,
  example: string,
  used: ReadonlySet<string>,
): Promise<Step[] | null> {
  let level: { page: LinkedPage; steps: Step[] }[] = [];
  const seen = new Set<string>([main]);
  const first = await reader.read(main);
  if (first !== null) level = [{ page: first, steps: [] }];
  for (let depth = 0; depth < GPP.deepest && level.length > 0; depth++) {
    for (const { page, steps } of level)
      for (const { path, target } of page.links)
        if (target === example && !used.has(`${page.key} ${path}`)) return [...steps, { page, path }];
    const next: typeof level = [];
    for (const { page, steps } of level)
      for (const { path, target } of page.links) {
        if (seen.has(target) || target === example || reader.downloads >= GPP.mostRead) continue;
        seen.add(target);
        const read = await reader.read(target);
        if (read !== null) next.push({ page: read, steps: [...steps, { page, path }] });
      }
    level = next;
  }
  return null;
}

export async function gppLike(
  fetcher: Fetcher,
  example: string,
): Promise<{ readonly pages: string[]; readonly downloads: number }> {
  const start = addressOf(example) as WebUrl;
  const main = addressOf(new URL('/', example).href) as WebUrl;
  const reader = new PageReader(fetcher, main, {
    ...DISCOVERY_SOURCE,
    htmlNotation: 'TAG+AN',
    maxFetches: 2_000,
  });
  const found = new Set([start.key]);
  const used = new Set<string>();
  for (let k = 0; k < GPP.paths; k++) {
    const steps = await shortestPath(reader, main.key, start.key, used);
    if (steps === null) break;
    const last = steps.at(-1)!;
    used.add(`${last.page.key} ${last.path}`);
    let level: LinkedPage[] = [steps[0]!.page];
    for (const [i, { path }] of steps.entries()) {
      const targets = new Set(
        level.flatMap(({ links }) => links.filter((link) => link.path === path).map(({ target }) => target)),
      );
      if (i === steps.length - 1) for (const target of targets) found.add(target);
      else {
        level = [];
        for (const target of targets) {
          const page = await reader.read(target);
          if (page !== null) level.push(page);
        }
      }
    }
  }
  const pages = [...found].map((key) => (key === start.key ? example : reader.address(key)));
  return { pages, downloads: reader.downloads };
}
