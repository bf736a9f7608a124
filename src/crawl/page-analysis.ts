/**
 * One page, from bytes to facts: content coding, charset, one parse, and every analyser over that one tree. Never throws: a page that
 * cannot be read has facts too.
 */
import { decodeBody, LONGEST_PAGE } from '../coding/index.ts';
import { URL_KIND } from '../frontier/index.ts';
import {
  baseHref,
  canonical,
  decodeHtml,
  type FlatDocument,
  language,
  links,
  looksScriptOnly,
  metas,
  parseHtml,
  parseRefresh,
  refresh,
  title,
  visibleText,
} from '../html/index.ts';
import {
  type Analyser,
  type AnalyserModule,
  LONGEST_SITEMAP,
  looksLikeFeed,
  looksLikePdf,
  looksLikeSitemap,
  parseFeed,
  parseSitemap,
  pdfText,
  styleLinks,
} from '../page/index.ts';
import { robotsMeta } from '../robots/index.ts';
import { detectLanguage, printSimhash, simhash64 } from '../text/index.ts';
import { type QueryEncoder, queryEncoder } from '../url/index.ts';
import { LinkCollector, type LinkRules } from './link-collector.ts';
import { type Media, NO_LINKS, type PageFacts, type PageInput } from './page-facts.ts';

export interface AnalysisSetup {
  readonly links: LinkRules;
  readonly product: string;
  readonly robotsMeta: 'obey' | 'ignore';
  readonly relNofollow: 'obey' | 'ignore';
  readonly languages: readonly string[];
  readonly requisites: boolean;
  readonly feeds: boolean;
  readonly analysers: readonly AnalyserModule[];
  /** Say which line each link of a document became, for a link policy. */
  readonly linkRows: boolean;
}

export type PageAnalysis = (input: PageInput) => Promise<PageFacts>;

/** Text given to the language detector and to the fingerprint of near-duplicates, in characters. */
const LANGUAGE_CHARS = 3_000;
const FINGERPRINT_CHARS = 60_000;
/** Fewer words than this say nothing about being a copy. */
const FINGERPRINT_LEAST_CHARS = 200;

const BLANK: PageFacts = {
  kind: 'facts',
  media: 'other',
  decodedBytes: 0,
  problem: null,
  charset: null,
  title: null,
  language: null,
  canonical: null,
  index: true,
  follow: true,
  archive: true,
  simhash: null,
  textLength: 0,
  scriptOnly: false,
  softNotFound: false,
  found: 0,
  links: NO_LINKS,
  refused: {},
  more: {},
};

function mediaOf(input: PageInput, bytes: Uint8Array): Media {
  const type = (input.contentType ?? '').split(';', 1)[0]!.trim().toLowerCase();
  if (input.kind === URL_KIND.sitemap) return 'sitemap';
  if (input.kind === URL_KIND.feed) return 'feed';
  if (type === 'text/css') return 'style';
  if (type === 'application/pdf' || (type !== 'text/html' && looksLikePdf(bytes))) return 'pdf';
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (type === 'application/rss+xml' || type === 'application/atom+xml') return 'feed';
  if (type === 'text/plain') return 'text';
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 2048)).toString('latin1');
  if (type.endsWith('xml'))
    return looksLikeSitemap(head) ? 'sitemap' : looksLikeFeed(head) ? 'feed' : 'other';
  return (type === '' || type === 'application/octet-stream') &&
    /<(?:!doctype html|html|head|body)[\s>]/i.test(head)
    ? 'html'
    : 'other';
}

/** An error page with status 200 says so in its title, or in a few words. */
function looksNotFound(heading: string, text: string): boolean {
  const pattern =
    /p[áa]gina n[ãa]o (?:foi )?(?:encontrada|existe)|conte[úu]do n[ãa]o (?:foi )?encontrado|(?:erro|error) 404|\b404\b.{0,20}not found|page not found/i;
  return pattern.test(heading) || (text.length < 600 && pattern.test(text));
}

function fingerprint(text: string): string | null {
  return text.length < FINGERPRINT_LEAST_CHARS ? null : printSimhash(simhash64(text));
}

/** Gives the line that each link became, −1 for none. */
function collectLinks(
  document: FlatDocument,
  input: PageInput,
  charset: string,
  setup: AnalysisSetup,
  collector: LinkCollector,
): Int32Array {
  for (const target of [refresh(document)?.href, parseRefresh(input.refresh ?? '')?.href])
    if (target) collector.add(target, URL_KIND.page);
  const encode: QueryEncoder = queryEncoder(charset) ?? ((link) => link);
  const all = links(document);
  const rows = new Int32Array(all.count).fill(-1);
  for (let i = 0; i < all.count; i++) {
    const kind = all.kind(i);
    if (kind === 'navigation' || kind === 'frame' || kind === 'canonical') {
      if (setup.relNofollow === 'obey' && all.isNofollow(i)) collector.refuse('nofollow');
      else rows[i] = collector.add(encode(all.href(i)), URL_KIND.page);
    } else if (kind === 'asset' && setup.requisites) collector.add(encode(all.href(i)), URL_KIND.requisite);
    else if (kind === 'feed' && setup.feeds) collector.add(encode(all.href(i)), URL_KIND.feed);
  }
  return rows;
}

function languageOf(document: FlatDocument, text: string): string | null {
  const detected = text === '' ? null : detectLanguage(text.slice(0, LANGUAGE_CHARS));
  if (detected?.reliable) return detected.language;
  const declared = language(document)?.slice(0, 2).toLowerCase();
  return declared ?? (detected && detected.language !== 'und' ? detected.language : null);
}

/** A canonical address counts inside its own site only: elsewhere it would be a stranger's word about somebody's page. */
function canonicalOf(document: FlatDocument, collector: LinkCollector, url: string): string | null {
  const raw = canonical(document);
  const named = raw === null ? null : collector.normalised(raw);
  const own = collector.normalised(url);
  return named && own && named.site === own.site && named.key !== own.key ? named.fetch : null;
}

function analyseHtml(
  document: FlatDocument,
  charset: string,
  input: PageInput,
  setup: AnalysisSetup,
  collector: LinkCollector,
  more: readonly Analyser[],
): Partial<PageFacts> {
  const text = visibleText(document, FINGERPRINT_CHARS);
  const heading = title(document);
  const inLanguage = languageOf(document, text);
  const robots =
    setup.robotsMeta === 'ignore'
      ? { index: true, follow: true, archive: true }
      : robotsMeta({ metas: metas(document), headers: input.xRobots }, setup.product);
  const wanted = setup.languages.length === 0 || inLanguage === null || setup.languages.includes(inLanguage);
  const softNotFound = looksNotFound(heading, text);

  collector.begin(resolvedBase(baseHref(document), input.url), inLanguage);
  const canonicalUrl = canonicalOf(document, collector, input.url);
  let rows: Int32Array | null = null;
  if (!robots.follow) collector.refuse('page-nofollow');
  else if (!wanted) collector.refuse('language');
  else if (softNotFound) collector.refuse('soft-404');
  else if (input.follow) rows = collectLinks(document, input, charset, setup, collector);
  const collected = collector.end();

  const context = { url: input.url, language: inLanguage, headers: {}, fetchedAt: input.fetchedAt };
  const facts: Record<string, unknown> = {};
  for (const analyser of more) facts[analyser.name] = analyser.analyse(document, context);
  return {
    title: heading === '' ? null : heading.slice(0, 500),
    language: inLanguage,
    canonical: canonicalUrl,
    index: robots.index,
    follow: robots.follow,
    archive: robots.archive,
    simhash: fingerprint(text),
    textLength: text.length,
    scriptOnly: looksScriptOnly(document),
    softNotFound,
    ...collected,
    ...(setup.linkRows && rows ? { links: { ...collected.links, rows } } : {}),
    more: facts,
  };
}

/** `<base href>` is itself relative to the page; one that is no address is as good as none. */
function resolvedBase(base: string | null, url: string): string {
  if (base === null || !URL.canParse(base, url)) return url;
  const resolved = new URL(base, url);
  return resolved.protocol === 'http:' || resolved.protocol === 'https:' ? resolved.href : url;
}

async function loadAnalysers(modules: readonly AnalyserModule[]): Promise<Analyser[]> {
  return Promise.all(
    modules.map(async ({ module, options }) => {
      const { createAnalyser } = (await import(module)) as { createAnalyser(options: unknown): Analyser };
      return createAnalyser(options);
    }),
  );
}

export async function createPageAnalysis(setup: AnalysisSetup): Promise<PageAnalysis> {
  const collector = new LinkCollector(setup.links);
  const more = await loadAnalysers(setup.analysers);

  const fromList = (input: PageInput, links: readonly { url: string; kind: number }[]) => {
    collector.begin(input.url);
    if (input.follow) for (const link of links) collector.add(link.url, link.kind as PageInput['kind']);
    return collector.end();
  };

  return async (input) => {
    const isSitemap = input.kind === URL_KIND.sitemap;
    const longest = isSitemap ? LONGEST_SITEMAP : LONGEST_PAGE;
    const decoded = decodeBody(input.body, input.contentEncoding, longest);
    let bytes: Uint8Array = decoded.bytes;
    // Sitemaps are often gzip files rather than gzip-coded: /sitemap.xml.gz.
    if (isSitemap && bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = decodeBody(bytes, 'gzip', longest).bytes;
    const media = mediaOf(input, bytes);
    const base: PageFacts = {
      ...BLANK,
      media,
      decodedBytes: bytes.length,
      problem: decoded.problem ?? (decoded.complete ? null : 'incomplete'),
    };
    if (input.kind === URL_KIND.requisite && media !== 'style') return base;
    if (media === 'pdf') {
      const pdf = await pdfText(bytes);
      const detected = pdf.text ? detectLanguage(pdf.text.slice(0, LANGUAGE_CHARS)) : null;
      const robots = robotsMeta({ headers: input.xRobots }, setup.product);
      return {
        ...base,
        problem: base.problem ?? pdf.problem,
        title: pdf.title,
        language: detected?.language ?? null,
        index: setup.robotsMeta === 'ignore' || robots.index,
        archive: setup.robotsMeta === 'ignore' || robots.archive,
        simhash: fingerprint(pdf.text.slice(0, FINGERPRINT_CHARS)),
        textLength: pdf.text.length,
      };
    }
    if (media === 'other' || media === 'text') return base;
    const { text, charset } = decodeHtml(bytes, input.contentType);
    if (media === 'style')
      return {
        ...base,
        charset,
        ...fromList(
          input,
          styleLinks(text).map((url) => ({ url, kind: URL_KIND.requisite })),
        ),
      };
    if (media === 'sitemap') {
      const entries = parseSitemap(text);
      const links = entries.map((entry) => ({
        url: entry.url,
        kind: entry.sitemap ? URL_KIND.sitemap : URL_KIND.page,
      }));
      return { ...base, charset, ...fromList(input, links) };
    }
    if (media === 'feed')
      return {
        ...base,
        charset,
        ...fromList(
          input,
          parseFeed(text).map(({ url }) => ({ url, kind: URL_KIND.page })),
        ),
      };
    return { ...base, charset, ...analyseHtml(parseHtml(text), charset, input, setup, collector, more) };
  };
}
