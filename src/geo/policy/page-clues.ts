/**
 * What a page has for a search of geographic data: its words that prove it, and its links, each with its class, its anchor and the words
 * around it. One pass over the flat document; the words are read only when some link needs them, as GeoDiscover does, or always
 * in the modern profile, which ranks pages by them.
 */
import {
  baseHref,
  type FlatDocument,
  type LinkKind,
  type Links,
  links as linksOf,
  metas,
  title as titleOf,
  visibleText,
} from '../../html/index.ts';
import { normaliseUrl } from '../../url/index.ts';
import {
  evidenceOfPage,
  type GeoProfile,
  GeoVocabulary,
  NO_EVIDENCE,
  type PageEvidence,
} from '../vocabulary/index.ts';
import { dataKindsIn, scaleIn } from './anchor-cues.ts';
import { scriptAddresses } from './script-addresses.ts';
import {
  COMPAT_URLS,
  classifyUrl,
  isGeographic,
  MODERN_URLS,
  mayHandOut,
  placedImages,
  type UrlClass,
  type UrlProfileRules,
} from './url-class.ts';

export interface GeoLink {
  /** Its number among the links of the document. */
  readonly row: number;
  readonly url: string;
  readonly attribute: 'href' | 'src' | 'other';
  readonly class: UrlClass;
  readonly because: string;
  readonly evidence: number;
  /** Own text, or the `alt` of its image. Of pages and unwanted links ''. */
  readonly anchor: string;
  /** Up to 20 words each side; of geographic links only. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Denominator of the scale that the anchor names. */
  readonly scale: number | null;
  readonly dataKinds: readonly string[];
  readonly nofollow: boolean;
}

export interface GeoPage {
  readonly url: string;
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** Visible text, cut after a megabyte; '' unless the page has geographic links. */
  readonly text: string;
  readonly links: readonly GeoLink[];
  readonly geoWords: readonly string[];
  /** What its geographic words prove: the sum of their weights; in the modern profile at most ½ where they prove nothing. */
  readonly score: number;
  /** Has at least one link to something geographic. */
  readonly geoInteresting: boolean;
  /** Is about geographic things, but has no such link. */
  readonly geoHint: boolean;
}

export interface PageCluesOptions {
  readonly profile?: GeoProfile;
  readonly vocabulary?: GeoVocabulary;
  readonly wordsBefore?: number;
  readonly wordsAfter?: number;
}

const LONGEST_TEXT = 1 << 20;
const MOST_LINKS = 20_000;
const LONGEST_ANCHOR = 500;

/** Reads a page. Pure; never throws. */
export class GeoPageReader {
  readonly rules: UrlProfileRules;
  readonly #vocabulary: GeoVocabulary;
  readonly #window: number;

  constructor(options: PageCluesOptions = {}) {
    const profile = options.profile ?? 'modern';
    this.rules = profile === 'compat' ? COMPAT_URLS : MODERN_URLS;
    this.#vocabulary = options.vocabulary ?? new GeoVocabulary({ profile });
    this.#window = Math.max(options.wordsBefore ?? 20, options.wordsAfter ?? 20);
  }

  /** Files that only scripts name; their rows come after those of the links. */
  #namedInScripts(doc: FlatDocument, base: string, rows: number, known: ReadonlySet<string>): GeoLink[] {
    const links: GeoLink[] = [];
    for (const written of scriptAddresses(doc)) {
      const url = resolved(written, base);
      if (url === '' || known.has(url)) continue;
      const decided = classifyUrl(url, NO_WORDS, this.rules);
      if (decided.class !== 'GEO_EXPLICIT') continue;
      links.push({
        ...{ row: rows + links.length, url, attribute: 'other', nofollow: false },
        ...{ class: decided.class, because: 'script', evidence: 0 },
        ...{ anchor: '', before: [], after: [], scale: null, dataKinds: [] },
      });
    }
    return links;
  }

  /** What the words around a link prove. */
  #near(found: Links, i: number): number {
    const { before, after } = found.context(i, this.#window);
    return this.scoreOf(`${before.join(' ')} . ${after.join(' ')}`);
  }

  /** What the geographic words of a text prove. */
  scoreOf(text: string): number {
    return this.#vocabulary.evidence(text).score;
  }

  read(doc: FlatDocument, url: string): GeoPage {
    const written = baseHref(doc);
    const base = written === null ? url : resolved(written, url) || url;
    const title = titleOf(doc);
    const all = metas(doc);
    const description = all.find((m) => m.name === 'description')?.content ?? '';
    const keywords = (all.find((m) => m.name === 'keywords')?.content ?? '')
      .split(/[,;]/)
      .map((word) => word.trim())
      .filter((word) => word !== '')
      .slice(0, 100);
    let text: string | null = null;
    const body = (): string => (text ??= visibleText(doc, LONGEST_TEXT));
    let evidence: PageEvidence | null = null;
    const words = (): PageEvidence => {
      // The title survives the removal of tags; what stands in attributes counts only today.
      const said = this.rules.name === 'compat' ? '' : ` . ${description} . ${keywords.join(' . ')}`;
      evidence ??= evidenceOfPage(this.#vocabulary, { lead: `${title}${said}`, body: body() });
      return evidence;
    };
    const found = linksOf(doc);
    const count = Math.min(found.count, MOST_LINKS);
    const urls: string[] = [];
    for (let i = 0; i < count; i++) urls.push(resolved(found.href(i), base));
    const placed = this.rules.services ? placedImages(urls) : EMPTY;
    const links: GeoLink[] = [];
    for (let i = 0; i < count; i++) {
      const address = urls[i]!;
      if (address === '') continue;
      const kind = found.kind(i);
      if (kind === 'form' || kind === 'canonical' || kind === 'feed') continue;
      let anchor: string | null = null;
      const anchorText = (): string =>
        (anchor ??= kind === 'asset' ? '' : found.anchor(i).slice(0, LONGEST_ANCHOR));
      let decided = classifyUrl(
        address,
        () => ({
          page: words().score,
          anchor: this.#vocabulary.evidence(anchorText()).score,
          near: kind !== 'asset' && words().nearCounts ? this.#near(found, i) : 0,
          threshold: this.#vocabulary.threshold,
        }),
        this.rules,
      );
      // What a page names for programs (a list of its parts, a manifest) is no offer to a reader; geographic formats still are.
      if (
        kind === 'related' &&
        decided.class === 'GEO_CONTEXT' &&
        !this.rules.archives.has(decided.extension)
      )
        decided = { ...decided, class: 'UNWANTED', because: 'machinery' };
      if (placed.has(address)) decided = { ...decided, class: 'GEO_EXPLICIT', because: 'world file' };
      // Pictures and scripts of a page are no pages.
      if (kind === 'asset' && decided.class === 'PAGE')
        decided = { ...decided, class: 'UNWANTED', because: 'asset' };
      const geographic =
        isGeographic(decided.class) ||
        decided.class === 'GEO_COMPONENT' ||
        (decided.class === 'PAGE' && this.rules.services && mayHandOut(address));
      const around = geographic ? found.context(i, this.#window) : NOTHING_AROUND;
      links.push({
        row: i,
        url: address,
        attribute: attributeOf(kind),
        class: decided.class,
        because: decided.because,
        evidence: decided.evidence,
        anchor: geographic || decided.class === 'ARCHIVE_REJECTED' ? anchorText() : '',
        before: around.before,
        after: around.after,
        scale: geographic ? scaleIn(anchorText()) : null,
        dataKinds: geographic ? dataKindsIn(anchorText()) : [],
        nofollow: found.isNofollow(i),
      });
    }
    if (this.rules.services) links.push(...this.#namedInScripts(doc, base, found.count, new Set(urls)));
    const geoInteresting = links.some((link) => isGeographic(link.class));
    const judged = evidence ?? (this.rules.name === 'modern' ? words() : NOTHING_SAID);
    return {
      url,
      title,
      description,
      keywords,
      text: geoInteresting ? body() : '',
      links,
      geoWords: judged.words,
      score: judged.score,
      geoInteresting,
      geoHint: !geoInteresting && judged.isAbout,
    };
  }
}

const NO_WORDS = { page: 0, anchor: 0, threshold: 1 } as const;
const EMPTY: ReadonlySet<string> = new Set();
const NOTHING_SAID: PageEvidence = { ...NO_EVIDENCE, isAbout: false, nearCounts: false };
const NOTHING_AROUND = { before: [], after: [] } as const;

function attributeOf(kind: LinkKind): GeoLink['attribute'] {
  if (kind === 'navigation' || kind === 'alternate' || kind === 'related') return 'href';
  return kind === 'asset' || kind === 'frame' ? 'src' : 'other';
}

function resolved(href: string, base: string): string {
  const url = normaliseUrl(href, base);
  return url.kind === 'url' ? url.fetch : '';
}

/** The links that are reported: what is unwanted was dropped before. */
export function reportedLinks(page: GeoPage): GeoLink[] {
  return page.links.filter((link) => link.class !== 'UNWANTED');
}
