/**
 * One page, from bytes to facts: content coding, charset, one parse, and every analyser over that one tree. Never throws: a page that
 * cannot be read has facts too.
 */
import { decodeBody } from '../coding/index.ts';
import { URL_KIND } from '../frontier/index.ts';
import { type FlatDocument, type Links, parseRefresh, refresh } from '../html/index.ts';
import {
  type Analyser,
  type AnalyserModule,
  type Page,
  type PageFacts,
  parseFeed,
  parseSitemap,
  readDocument,
  readPage,
  styleLinks,
} from '../page/index.ts';
import { robotsMeta } from '../robots/index.ts';
import { LinkCollector, type LinkRules } from './link-collector.ts';
import { NO_LINKS, type PageFindings, type PageInput } from './page-findings.ts';

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

export type PageAnalysis = (input: PageInput) => Promise<PageFindings>;

/** The facts of what is no page. */
const UNREAD = {
  charset: null,
  title: null,
  language: null,
  simhash: null,
  textLength: 0,
  scriptOnly: false,
  softNotFound: false,
} as const;

/** What is found on a page of which nothing is read but that it is there. */
const NOTHING = {
  canonical: null,
  index: true,
  follow: true,
  archive: true,
  found: 0,
  links: NO_LINKS,
  refused: {},
  more: {},
} as const;

/** A page of HTML in the hands of a crawl. */
interface FollowedPage {
  readonly page: Page;
  readonly facts: PageFacts;
  readonly document: FlatDocument;
  readonly input: PageInput;
  readonly setup: AnalysisSetup;
  readonly collector: LinkCollector;
}

/** Gives the line that each link became, −1 for none. */
function collectLinks({ page, document, input, setup, collector }: FollowedPage, all: Links): Int32Array {
  for (const target of [refresh(document)?.href, parseRefresh(input.refresh ?? '')?.href])
    if (target) collector.add(page.sent(target), URL_KIND.page);
  const rows = new Int32Array(all.count).fill(-1);
  for (let i = 0; i < all.count; i++) {
    const kind = all.kind(i);
    if (kind === 'navigation' || kind === 'frame' || kind === 'canonical') {
      if (setup.relNofollow === 'obey' && all.isNofollow(i)) collector.refuse('nofollow');
      else rows[i] = collector.add(page.address(all, i), URL_KIND.page);
    } else if (kind === 'asset' && setup.requisites) collector.add(page.address(all, i), URL_KIND.requisite);
    else if (kind === 'feed' && setup.feeds) collector.add(page.address(all, i), URL_KIND.feed);
  }
  return rows;
}

/** A canonical address counts inside its own site only: elsewhere it would be a stranger's word about somebody's page. */
function canonicalOf(page: Page, collector: LinkCollector): string | null {
  const raw = page.canonical;
  const named = raw === null ? null : collector.normalised(page.sent(raw));
  const own = collector.normalised(page.url);
  return named && own && named.site === own.site && named.key !== own.key ? named.fetch : null;
}

/** What a crawl makes of a page of HTML. */
function followPage(followed: FollowedPage, analysers: readonly Analyser[]): Partial<PageFindings> {
  const { page, document, input, setup, collector } = followed;
  const { language, softNotFound } = followed.facts;
  const robots =
    setup.robotsMeta === 'ignore'
      ? { index: true, follow: true, archive: true }
      : robotsMeta({ metas: page.metas, headers: input.xRobots }, setup.product);
  const wanted = setup.languages.length === 0 || language === null || setup.languages.includes(language);

  collector.begin(page.base, language);
  const canonical = canonicalOf(page, collector);
  let rows: Int32Array | null = null;
  if (!robots.follow) collector.refuse('page-nofollow');
  else if (!wanted) collector.refuse('language');
  else if (softNotFound) collector.refuse('soft-404');
  else if (input.follow && page.links !== null) rows = collectLinks(followed, page.links);
  const collected = collector.end();

  const { url, fetchedAt, lastModified } = input;
  const context = { url, fetchedAt, lastModified };
  const more: Record<string, unknown> = {};
  for (const analyser of analysers) more[analyser.name] = analyser.analyse(document, context);
  return {
    canonical,
    index: robots.index,
    follow: robots.follow,
    archive: robots.archive,
    ...collected,
    ...(setup.linkRows && rows ? { links: { ...collected.links, rows } } : {}),
    more,
  };
}

async function loadAnalysers(modules: readonly AnalyserModule[]): Promise<Analyser[]> {
  return Promise.all(
    modules.map(async ({ module, options }) => {
      const { createAnalyser } = (await import(module)) as { createAnalyser(options: unknown): Analyser };
      return createAnalyser(options);
    }),
  );
}

/** Where a style sheet, a sitemap or a feed leads. */
function listedLinks(page: Page): { readonly url: string; readonly kind: PageInput['kind'] }[] {
  switch (page.media) {
    case 'style':
      return styleLinks(page.source).map((url) => ({ url, kind: URL_KIND.requisite }));
    case 'sitemap':
      return parseSitemap(page.source).map(({ url, sitemap }) => ({
        url,
        kind: sitemap ? URL_KIND.sitemap : URL_KIND.page,
      }));
    case 'feed':
      return parseFeed(page.source).map(({ url }) => ({ url, kind: URL_KIND.page }));
    default:
      return [];
  }
}

export async function createPageAnalysis(setup: AnalysisSetup): Promise<PageAnalysis> {
  const collector = new LinkCollector(setup.links);
  const analysers = await loadAnalysers(setup.analysers);

  return async (input) => {
    const isSitemap = input.kind === URL_KIND.sitemap;
    const decoded = decodeBody(input.body, input.contentEncoding);
    let { bytes } = decoded;
    // Sitemaps are often gzip files rather than gzip-coded: /sitemap.xml.gz.
    if (isSitemap && bytes[0] === 0x1f && bytes[1] === 0x8b) bytes = decodeBody(bytes, 'gzip').bytes;
    // Of what pages need to look right only style sheets are read.
    const read = input.kind === URL_KIND.requisite ? readPage : readDocument;
    const page = await read({
      url: input.url,
      contentType: input.contentType,
      bytes,
      expected: isSitemap ? 'sitemap' : input.kind === URL_KIND.feed ? 'feed' : null,
    });
    const { media, document } = page;
    const problem = decoded.problem ?? (decoded.complete ? page.pdfProblem : 'incomplete');
    const base = { kind: 'facts', decodedBytes: bytes.length, problem, ...NOTHING } as const;
    if (media === 'other' || media === 'text' || (input.kind === URL_KIND.requisite && media !== 'style'))
      return { ...UNREAD, ...base, media };
    if (media === 'pdf') {
      const robots = robotsMeta({ headers: input.xRobots }, setup.product);
      return {
        ...base,
        ...page.facts,
        index: setup.robotsMeta === 'ignore' || robots.index,
        archive: setup.robotsMeta === 'ignore' || robots.archive,
      };
    }
    if (document !== null) {
      const { facts } = page;
      return {
        ...base,
        ...facts,
        ...followPage({ page, facts, document, input, setup, collector }, analysers),
      };
    }
    collector.begin(input.url);
    if (input.follow) for (const { url, kind } of listedLinks(page)) collector.add(url, kind);
    return { ...UNREAD, ...base, media, charset: page.charset, ...collector.end() };
  };
}
