/** A page as a volunteer reads it: what the desk is told of it, whether its content is wanted, and what the views show. */
import { decodeBody } from '../coding/index.ts';
import { GeoPageReader } from '../geo/policy/index.ts';
import type { FetchResponse } from '../http/index.ts';
import { type Page, readPage } from '../page/index.ts';
import { foldedHash, foldWords, STOP_WORDS } from '../text/index.ts';
import { normaliseUrl } from '../url/index.ts';
import { payloadDigest } from '../warc/index.ts';
import type { PageView } from './views.ts';

const MOST_LINKS = 2_000;
const MOST_WORDS = 2_000;
/** Words of the longest geographic term. */
const LONGEST_TERM = 4;

export interface PageReport {
  readonly digest: string;
  readonly simhash: string | null;
  readonly links: readonly string[];
  /** Null for what is no page. */
  readonly view: PageView | null;
  readonly html: string | null;
}

/** Reads an answer. `hashes`: of the geographic words, as the desk gave them. */
export class PageReader {
  readonly #hashes: ReadonlySet<string>;
  readonly #geo = new GeoPageReader();

  constructor(hashes: readonly string[]) {
    this.#hashes = new Set(hashes);
  }

  read(response: FetchResponse): PageReport {
    const { url, status, body } = response;
    const digest = payloadDigest(body);
    const nothing = { digest, simhash: null, links: [], view: null, html: null };
    if (status < 200 || status >= 300) return nothing;
    const page = readPage({
      url,
      contentType: response.header('content-type'),
      bytes: decodeBody(body, response.contentEncoding).bytes,
    });
    const { document } = page;
    if (document === null) return nothing;
    const links = new Set<string>();
    for (const link of followed(page)) if (links.size < MOST_LINKS) links.add(link);
    const geo = this.#geo.read(document, url);
    const geoWords = this.#met(`${page.title} ${geo.description} ${geo.keywords.join(' ')} ${page.text}`);
    const files = geo.links.filter((link) => link.class.startsWith('GEO_')).map((link) => link.url);
    const robots = [
      ...page.metas
        .filter(({ name }) => name === 'robots' || name === 'tarrafa')
        .map(({ content }) => content),
      ...response.headers('x-robots-tag'),
    ];
    return {
      digest,
      simhash: page.simhash,
      links: [...links],
      html: page.source,
      view: {
        url,
        title: page.title,
        description: geo.description,
        keywords: geo.keywords,
        urls: written(page),
        anchors: geo.links
          .filter(({ anchor }) => anchor !== '')
          .map((link) => ({
            url: link.url,
            anchor: link.anchor,
            extended: [...link.before, link.anchor, ...link.after].join(' '),
          })),
        files: [...new Set(files)],
        words: wordsOf(page.text),
        geoWords,
        isInteresting: geo.geoInteresting || geoWords.length > 0,
        robots: robots.join('; '),
      },
    };
  }

  /** Terms of the page, of one word or several, whose hash is one of those. What they prove is for the desk to confirm. */
  #met(text: string): string[] {
    if (this.#hashes.size === 0) return [];
    const words = foldWords(text).split(' ');
    const met = new Set<string>();
    const known = new Map<string, boolean>();
    for (let i = 0; i < words.length; i++)
      for (let count = 1; count <= LONGEST_TERM && i + count <= words.length; count++) {
        const term = words.slice(i, i + count).join(' ');
        let hit = known.get(term);
        if (hit === undefined) known.set(term, (hit = this.#hashes.has(foldedHash(term))));
        if (hit) met.add(term);
      }
    return [...met];
  }
}

/** Where its links lead, as the desk reads them too. */
function* followed(page: Page): Generator<string> {
  const all = page.links;
  for (let i = 0; all !== null && i < all.count; i++) {
    const kind = all.kind(i);
    if (kind !== 'navigation' && kind !== 'frame') continue;
    const url = normaliseUrl(page.address(all, i), page.base);
    if (url.kind === 'url') yield url.fetch;
  }
}

function written(page: Page): PageView['urls'] {
  const found: { written: string; url: string; attribute: 'href' | 'src' }[] = [];
  const all = page.links;
  for (let i = 0; all !== null && i < all.count && found.length < MOST_LINKS; i++) {
    const url = normaliseUrl(page.address(all, i), page.base);
    const kind = all.kind(i);
    found.push({
      written: all.href(i),
      url: url.kind === 'url' ? url.fetch : '',
      attribute: kind === 'asset' || kind === 'frame' ? 'src' : 'href',
    });
  }
  return found;
}

/** The words that say something, each once, as written. */
function wordsOf(text: string): string[] {
  const words = new Map<string, string>();
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    const folded = foldWords(word);
    if (!STOP_WORDS.has(folded) && !words.has(folded)) words.set(folded, word);
    if (words.size >= MOST_WORDS) break;
  }
  return [...words.values()];
}
