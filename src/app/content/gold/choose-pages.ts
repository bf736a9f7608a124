/**
 * A data set begun, as the source collected its own: pages of a site chosen by lot, kept as they are in an archive, and a page on which a
 * person marks which of their blocks are content.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { basename } from 'node:path';
import { storageError, TarrafaError } from '../../../errors.ts';
import { writeFileWhole } from '../../../files/index.ts';
import type { Language } from '../../../words/index.ts';
import { USUAL_LANGUAGE } from '../../../words/index.ts';
import { reason } from '../../../words/why.ts';
import type { GivenPage } from '../../input/given-pages.ts';
import type { ContentReading } from '../pages.ts';
import { archiveOf, goldOf, markingPageOf } from './gold-set.ts';
import { type MarkedPage, markingPage } from './marking-page.ts';

export interface ChooseOptions extends ContentReading {
  /** The folder of the data set. */
  readonly out: string;
  /** Pages of each site; default 40, as in the source. */
  readonly pages?: number | undefined;
  /** Of the lot; the same pages and seed give the same choice in whatever order they come. Default 1. */
  readonly seed?: number | undefined;
  /** Only the site of this name. */
  readonly host?: string | undefined;
  /** Only pages with one of these in their address (or path), and none with one of those. */
  readonly match?: readonly string[] | undefined;
  readonly without?: readonly string[] | undefined;
  /** Of the page to mark on. */
  readonly language?: Language | undefined;
}

export interface ChosenSite {
  readonly site: string;
  /** Pages that there were to choose from. */
  readonly found: number;
  readonly pages: readonly string[];
  /** The page to mark on, and the folder of the archive. */
  readonly markingPage: string;
  readonly archive: string;
}

export const CHOOSE_LIMITS = { pages: 40, mostPages: 500 } as const;
/** Bodies held at once, over all sites. */
const MOST_BYTES = 1 << 30;

interface Candidate {
  readonly lot: string;
  readonly page: GivenPage;
  readonly url: string;
  readonly marked: MarkedPage;
}

interface SiteLots {
  found: number;
  /** The best so far, best first. */
  chosen: Candidate[];
  readonly addresses: Set<string>;
}

/** Throws TRF_CONTENT_NO_PAGES when nothing is left to choose from. */
export async function chooseGoldPages(
  inputs: readonly string[],
  options: ChooseOptions,
): Promise<readonly ChosenSite[]> {
  const {
    out,
    pages = CHOOSE_LIMITS.pages,
    seed = 1,
    host,
    match,
    without,
    language = USUAL_LANGUAGE,
  } = options;
  const { readable, hostOf } = await import('../pages.ts');
  const { extractContent } = await import('../../../content/index.ts');
  const wanted = host === undefined ? null : hostOf(`https://${host}`);
  const sites = new Map<string, SiteLots>();
  for await (const one of readable(inputs, options)) {
    const name = one.page.url ?? one.page.name;
    if (wanted !== null && one.host !== wanted && one.site !== host) continue;
    if (match !== undefined && !match.some((part) => name.includes(part))) continue;
    if (without?.some((part) => name.includes(part)) === true) continue;
    const site = sites.get(one.site) ?? { found: 0, chosen: [], addresses: new Set<string>() };
    sites.set(one.site, site);
    // Of an address that was captured several times the first counts, and of equal pages one.
    if (site.addresses.has(name) || site.addresses.has(one.digest)) continue;
    site.addresses.add(name).add(one.digest);
    site.found++;
    const lot = createHash('sha1').update(`${seed}\n${name}`).digest('hex');
    const last = site.chosen.at(-1);
    if (site.chosen.length === pages && last !== undefined && lot > last.lot) continue;
    const { title, blocks } = extractContent(one.analysed);
    const marked: MarkedPage = {
      url: name,
      digest: one.digest,
      title: title || name,
      blocks: blocks.filter(({ path }) => path !== '').map(({ path, text }) => ({ path, text })),
    };
    site.chosen.push({ lot, page: one.page, url: name, marked });
    site.chosen.sort((a, b) => (a.lot < b.lot ? -1 : 1));
    site.chosen.length = Math.min(pages, site.chosen.length);
    let held = 0;
    for (const each of sites.values()) for (const { page } of each.chosen) held += page.body.length;
    if (held > MOST_BYTES)
      throw new TarrafaError('TRF_CONTENT_NO_PAGES', [inputs.join(' '), reason('gold-too-much')]);
  }
  if (sites.size === 0)
    throw new TarrafaError('TRF_CONTENT_NO_PAGES', [inputs.join(' '), reason('gold-none-chosen')]);
  try {
    mkdirSync(out, { recursive: true });
  } catch (cause) {
    throw storageError(out, cause);
  }
  // An earlier choice, which somebody may have marked, stays as it is.
  for (const site of sites.keys()) {
    const archive = archiveOf(out, site);
    if (existsSync(archive))
      throw new TarrafaError('TRF_CONFIG_INVALID', [archive, reason('folder-of-this-name')]);
  }
  const chosen: ChosenSite[] = [];
  for (const [site, { found, chosen: list }] of sites) {
    const archive = archiveOf(out, site);
    await writeArchive(archive, list);
    const file = markingPageOf(out, site);
    writeFileWhole(
      file,
      markingPage(
        site,
        seed,
        list.map(({ marked }) => marked),
        language,
        basename(goldOf(out, site)),
      ),
    );
    chosen.push({ site, found, pages: list.map(({ url }) => url), markingPage: file, archive });
  }
  return chosen;
}

/** The bytes as they came; of files that somebody saved, their path stands for the address. */
async function writeArchive(folder: string, list: readonly Candidate[]): Promise<void> {
  const { WarcWriter } = await import('../../../warc/index.ts');
  const writer = WarcWriter.open(folder, {});
  try {
    for (const { page, url } of list) {
      writer.writeExchange({
        url: page.url ?? addressOfFile(url),
        date: page.fetchedAt,
        status: 200,
        statusText: 'OK',
        httpVersion: '1.1',
        rawHeaders: ['Content-Type', page.contentType ?? 'text/html'],
        body: page.body,
      });
    }
  } finally {
    writer.close();
  }
}

function addressOfFile(path: string): string {
  return `http://file.invalid/${encodeURI(path.replace(/\\/g, '/').replace(/^\/+/, ''))}`;
}
