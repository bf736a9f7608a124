/** The sites that a model of pages is trained on: pages as for any reading, and corpora of JSON Lines. */
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { type AnalysedPage, analysePage, FEWEST_PAGES, type TrainingSite } from '../../content/index.ts';
import { inputError } from '../../errors.ts';
import { parseHtml } from '../../html/index.ts';
import { archivePaths } from '../../warc/index.ts';
import { type ContentReading, readable } from './pages.ts';

/** What a site must have at the least, and has to when nobody asks for more, for its repetition to tell something. */
export const TRAINING_LIMITS = { minPages: FEWEST_PAGES } as const;

/** Pages of a site that teach; more of the same template add nothing. */
const MOST_PAGES = 60;
const CORPUS_NAME = /\.jsonl(?:\.gz)?$/i;

/** Files of `{url, html}` lines, each a site when its name or its records say so. */
async function* corpusSites(path: string, onPage: () => void): AsyncGenerator<TrainingSite> {
  const file = createReadStream(path);
  const lines = createInterface({ input: path.endsWith('.gz') ? file.pipe(createGunzip()) : file });
  const bySite = new Map<string, AnalysedPage[]>();
  for await (const line of lines) {
    let record: { html?: unknown; url?: unknown; site?: unknown };
    try {
      record = JSON.parse(line) as typeof record;
    } catch {
      continue;
    }
    if (typeof record.html !== 'string') continue;
    const url = typeof record.url === 'string' ? record.url : '';
    const host = URL.canParse(url) ? new URL(url).host : basename(path);
    const site = typeof record.site === 'string' ? record.site : host;
    const pages = bySite.get(site) ?? [];
    bySite.set(site, pages);
    if (pages.length >= MOST_PAGES) continue;
    pages.push(analysePage(parseHtml(record.html), { url }));
    onPage();
  }
  for (const [name, pages] of bySite) yield { name, pages };
}

/** Whether a folder is that of a crawl, whose JSON Lines are its log. */
function hasArchive(folder: string): boolean {
  try {
    return archivePaths([folder]).length > 0;
  } catch {
    return false;
  }
}

/** The corpora that an input is or holds; none when it is one of pages. */
function corporaOf(input: string): string[] {
  try {
    if (!statSync(input).isDirectory()) return CORPUS_NAME.test(input) ? [input] : [];
    return (hasArchive(input) ? [] : readdirSync(input))
      .filter((name) => CORPUS_NAME.test(name))
      .sort()
      .map((name) => join(input, name));
  } catch (cause) {
    throw inputError(input, cause);
  }
}

/** Throws when the signal of `reading` aborts. */
export async function trainingSites(
  inputs: readonly string[],
  reading: ContentReading,
): Promise<TrainingSite[]> {
  let read = 0;
  const onPage = (): void => {
    reading.signal?.throwIfAborted();
    reading.onProgress?.({ stage: 'reading', pages: ++read });
  };
  const sites: TrainingSite[] = [];
  for (const input of inputs) {
    const corpora = corporaOf(input);
    for (const file of corpora) for await (const site of corpusSites(file, onPage)) sites.push(site);
    if (corpora.length > 0) continue;
    const bySite = new Map<string, AnalysedPage[]>();
    for await (const { analysed, site } of readable([input], reading)) {
      const pages = bySite.get(site) ?? [];
      bySite.set(site, pages);
      if (pages.length < MOST_PAGES) pages.push(analysed);
    }
    for (const [name, pages] of bySite) sites.push({ name, pages });
  }
  return sites;
}
