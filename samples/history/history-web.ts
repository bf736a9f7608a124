/**
 * A large encyclopaedia of invented history: tens of thousands of linked Portuguese articles, made when asked for, whose periods, dates, links and
 * noise follow the published statistics (`parameters.ts`). Its truth says which years every paragraph speaks of, whether it writes them or
 * not, so that a crawl along a period can be judged by something that never read a page.
 *
 *     const web = historyWeb({ seed: 7 });
 *     const [first] = web.seeds(1939, 1945, 10);
 *     web.page(first); web.links(first); web.relevant(first, 1939, 1945);
 */
import { type ArticleKind, Articles, type Period } from './articles.ts';
import { LinkChoice } from './link-choice.ts';
import { type Outline, outlineOf } from './outline.ts';
import { pageHtml, pathOf } from './page.ts';
import { HISTORY_PARAMETERS } from './parameters.ts';

export const HISTORY_HOST = 'pt.historia-exemplo.org';

export interface HistoryWebOptions {
  readonly seed?: number;
  /** At least 1,000; 100,000 unless told. */
  readonly articles?: number;
}

/** What one article truly speaks of. */
export interface HistoryTruth {
  readonly kind: ArticleKind;
  readonly periods: readonly Period[];
  /** The years of every paragraph and every row of the infobox, in the order of the page; none for text of no time. */
  readonly segments: readonly (readonly number[])[];
}

export interface HistoryWeb {
  readonly articles: number;
  readonly seed: number;
  /** Addresses that a search for the period would give first. */
  seeds(from: number, to: number, count: number): string[];
  urlOf(id: number): string;
  /** The article at an address, −1 when there is none. */
  idOf(url: string): number;
  /** The addresses a page links to, each once, in its order; computed without making the page. */
  links(url: string): string[];
  /** The same by numbers. */
  linkIds(id: number): number[];
  page(url: string): string | null;
  pageOf(id: number): string;
  truth(id: number): HistoryTruth;
  /** Whether a paragraph speaks of those years and of no other. */
  relevantId(id: number, from: number, to: number): boolean;
  relevant(url: string, from: number, to: number): boolean;
}

export function historyWeb(options: HistoryWebOptions = {}): HistoryWeb {
  const count = options.articles ?? HISTORY_PARAMETERS.articles.value;
  if (!Number.isInteger(count) || count < 1_000)
    throw new RangeError(`articles must be at least 1,000: ${count}`);
  const articles = new Articles(options.seed ?? 1, count);
  const choice = new LinkChoice(articles);
  const origin = `https://${HISTORY_HOST}`;
  const prefix = `${origin}/wiki/`;
  const outline = (id: number): Outline => outlineOf(articles, choice, id);
  const urlOf = (id: number) => origin + pathOf(articles.name(id).title);
  const idOf = (url: string): number => {
    if (!url.startsWith(prefix)) return -1;
    try {
      return articles.find(decodeURIComponent(url.slice(prefix.length)).replaceAll('_', ' '));
    } catch {
      return -1;
    }
  };
  const linkIds = (id: number): number[] => {
    const { frame, infobox, sections, seeAlso } = outline(id);
    const out = new Set<number>(frame);
    for (const row of infobox) for (const link of row.links) out.add(link.target);
    for (const { paragraphs } of sections)
      for (const paragraph of paragraphs) for (const link of paragraph.links) out.add(link.target);
    for (const target of seeAlso) out.add(target);
    return [...out];
  };
  const segmentsOf = ({ infobox, sections }: Outline): (readonly number[])[] => [
    ...infobox.map((row) => row.years),
    ...sections.flatMap((section) => section.paragraphs.map((paragraph) => paragraph.years)),
  ];
  const relevantId = (id: number, from: number, to: number): boolean => {
    // Most articles have no paragraph near the years: a stray goes no further than its parameter says.
    const far = HISTORY_PARAMETERS.strayYears.value + 5;
    if (!articles.periods(id).some((p) => p.from - far <= to && p.to + far >= from)) return false;
    return segmentsOf(outline(id)).some(
      (years) => years.length > 0 && years.every((y) => y >= from && y <= to),
    );
  };
  return {
    articles: count,
    seed: articles.seed,
    seeds: (from, to, n) => choice.about(from, to, n).map(urlOf),
    urlOf,
    idOf,
    linkIds,
    links: (url) => {
      const id = idOf(url);
      return id < 0 ? [] : linkIds(id).map(urlOf);
    },
    pageOf: (id) => pageHtml(articles, outline(id)),
    page: (url) => {
      const id = idOf(url);
      return id < 0 ? null : pageHtml(articles, outline(id));
    },
    truth: (id) => ({
      kind: articles.kind(id),
      periods: articles.periods(id),
      segments: segmentsOf(outline(id)),
    }),
    relevantId,
    relevant: (url, from, to) => {
      const id = idOf(url);
      return id >= 0 && relevantId(id, from, to);
    },
  };
}
