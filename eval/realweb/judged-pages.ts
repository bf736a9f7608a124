/** The pages of stored sites, each read once: whether they speak of the period, and whether links lead there from the seeds. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { visibleText } from '../../src/html/index.ts';
import { readPage } from '../../src/page/index.ts';
import { normaliseUrl } from '../../src/url/index.ts';
import { type SiteContent, type StoredSites, storedSites } from '../../test/real-sites.ts';
import type { PeriodRelevance, SpokenPage } from './period-relevance.ts';

export interface JudgedPage extends PeriodRelevance {
  readonly host: string;
  /** By links alone from the seeds: in no order, without a budget, by no other rule. */
  reached: boolean;
}

export interface JudgedPages {
  readonly all: readonly JudgedPage[];
  /** The page that an address leads to. */
  at(url: string): JudgedPage | null;
}

const LONGEST_TEXT = 1 << 20;

export function judgedPages(folder: string, relevanceOf: (page: SpokenPage) => PeriodRelevance): JudgedPages {
  const sites = storedSites(folder);
  const gold = goldOf(folder);
  const pages = new Map<string, JudgedPage>();
  const linksOf = new Map<string, readonly string[]>();
  for (const file of sites.files) {
    const url = `http://${file.host}${encodeURI(file.path)}`;
    const page = readPage({ url, contentType: file.type, bytes: file.body });
    if (page.document === null) continue;
    const name = nameOf(file);
    const said = gold.get(name) ?? {
      title: page.title,
      text: visibleText(page.document, LONGEST_TEXT),
    };
    pages.set(name, { host: file.host, ...relevanceOf(said), reached: false });
    linksOf.set(name, targetsOf(page, sites));
  }
  const waiting = sites.seeds.flatMap((seed) => sites.find(seed) ?? []).map(nameOf);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const page = pages.get(name);
    if (page === undefined || page.reached) continue;
    page.reached = true;
    waiting.push(...(linksOf.get(name) ?? []));
  }
  return {
    all: [...pages.values()],
    at(url) {
      const file = sites.find(url);
      return file === null ? null : (pages.get(nameOf(file)) ?? null);
    },
  };
}

function targetsOf(page: ReturnType<typeof readPage>, sites: StoredSites): string[] {
  const names = new Set<string>();
  const { links, base } = page;
  for (let i = 0; i < (links?.count ?? 0); i++) {
    const target = normaliseUrl(page.address(links!, i), base);
    const file = target.kind === 'url' ? sites.find(target.fetch) : null;
    if (file !== null) names.add(nameOf(file));
  }
  return [...names];
}

const nameOf = ({ host, path }: Pick<SiteContent, 'host' | 'path'>): string => `${host} ${path}`;

/** What is known of the text of pages, where somebody made the pages from it. */
function goldOf(folder: string): ReadonlyMap<string, SpokenPage> {
  const path = join(folder, 'gold.jsonl.gz');
  const known = new Map<string, SpokenPage>();
  if (!existsSync(path)) return known;
  for (const line of gunzipSync(readFileSync(path)).toString('utf8').split('\n')) {
    if (line === '') continue;
    const { host, path, title, main_content: text } = JSON.parse(line) as Record<string, string>;
    known.set(`${host} ${path}`, { title: title ?? '', text: text ?? '' });
  }
  return known;
}
