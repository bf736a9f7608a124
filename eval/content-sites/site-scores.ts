/** A generated site as the algorithms get it, and what their answers are worth. */

import { type NewsPage, newsSite } from '../../samples/news-templates/index.ts';
import { type BlockScores, type EvaluatedPage, evaluateBlocks, textScores } from '../../src/content/index.ts';
import type { SitePage, XcexParameters } from '../../src/content/xcex/index.ts';
import { readPage } from '../../src/page/index.ts';

/** Pages before the last forty: what the source developed on. Numbers are those of the last forty, as in its tables. */
const TRAINING_SHARE = 0.75;

export interface GeneratedSite {
  readonly template: string;
  readonly training: readonly NewsPage[];
  readonly test: readonly NewsPage[];
  /** Texts of each test page that are content, and that count neither way. */
  readonly truth: Readonly<Record<string, readonly string[]>>;
  readonly neutral: Readonly<Record<string, readonly string[]>>;
}

export function generatedSite(template: string, seed: number, pages?: number): GeneratedSite {
  const site = newsSite(template, seed, pages);
  const split = Math.round(site.pages.length * TRAINING_SHARE);
  const test = site.pages.slice(split);
  const texts = (kind: string) =>
    Object.fromEntries(
      test.map(({ id, truth }) => [id, truth.filter((block) => block.kind === kind).map(({ text }) => text)]),
    );
  return {
    template,
    training: site.pages.slice(0, split),
    test,
    truth: texts('content'),
    neutral: texts('metadata'),
  };
}

/** Pages as the published methods take them, read as every page is. */
export function sitePages(pages: readonly Pick<NewsPage, 'id' | 'url' | 'html'>[]): SitePage[] {
  return pages.map(({ id, url, html }) => {
    const { document, language } = readPage({ url, contentType: 'text/html', bytes: Buffer.from(html) });
    if (document === null) throw new Error(`no page: ${url}`);
    return { id, document, language };
  });
}

/** The same site with class names and ids that say nothing, as style compilers write them: equal names stay equal. */
export function anonymous(site: GeneratedSite): GeneratedSite {
  const names = new Map<string, string>();
  const short = (name: string) => {
    let known = names.get(name);
    if (known === undefined) names.set(name, (known = `s${(names.size * 7919 + 4241).toString(36)}`));
    return known;
  };
  const renamed = (page: NewsPage): NewsPage => ({
    ...page,
    html: page.html.replace(
      / (class|id)="([^"]*)"/g,
      (_, attribute: string, value: string) =>
        ` ${attribute}="${value.split(' ').filter(Boolean).map(short).join(' ')}"`,
    ),
  });
  return { ...site, training: site.training.map(renamed), test: site.test.map(renamed) };
}

export function scoresOf(site: GeneratedSite, answer: readonly EvaluatedPage[]): BlockScores {
  return evaluateBlocks(answer, site.truth, { neutral: site.neutral });
}

/** F of the returned words against the true ones, mean over pages: what the source wished to measure. Neutral blocks are left out. */
export function textF(site: GeneratedSite, answer: readonly EvaluatedPage[]): number {
  return mean(
    answer.map(({ id, blocks }) => {
      const neutral = new Set(site.neutral[id]);
      const returned = blocks.filter(({ text, verdict }) => verdict === 'content' && !neutral.has(text));
      return textScores(returned.map(({ text }) => text).join('\n'), site.truth[id]!.join('\n')).f1;
    }),
  );
}

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length;

/** The runs of the source's tables, each one change away from the first. */
export const CONFIGURATIONS: readonly (readonly [
  name: string,
  published: number,
  changes: Partial<XcexParameters>,
])[] = [
  ['faithful', 0.8286, {}],
  ['list 1 (with section)', 0.6057, { tagList: ['body', 'main', 'article', 'section', 'div', 'p'] }],
  ['list 2 (of Content Extractor)', 0.7657, { tagList: ['table', 'tr', 'p', 'hr', 'ul', 'div', 'span'] }],
  ['no exact rule', 0.7586, { exactRule: 'off' }],
  ['τ 15 %', 0.8229, { pageFraction: 0.15 }],
  ['τ 25 %', 0.8314, { pageFraction: 0.25 }],
  ['τ 30 %', 0.8314, { pageFraction: 0.3 }],
  ['τ 35 %', 0.8314, { pageFraction: 0.35 }],
  ['content 50 %', 0.3671, { contentImportance: 0.5, structureImportance: 0.5 }],
  ['content 55 %', 0.8143, { contentImportance: 0.55, structureImportance: 0.45 }],
  ['content 60 %', 0.8329, { contentImportance: 0.6, structureImportance: 0.4 }],
  ['content 75 %', 0.8286, { contentImportance: 0.75, structureImportance: 0.25 }],
  ['content 80 %', 0.8286, { contentImportance: 0.8, structureImportance: 0.2 }],
  ['style by cosine', 0.83, { styleMeasure: 'cosine' }],
  ['style by Griazev', 0.83, { styleMeasure: 'griazev' }],
  ['content by Levenshtein', 0.7957, { contentMeasure: 'levenshtein' }],
  ['content by Damerau', 0.7857, { contentMeasure: 'damerau' }],
  ['content by Hamming', 0.8329, { contentMeasure: 'hamming' }],
  ['content by Jaro–Winkler', 0, { contentMeasure: 'jaro-winkler' }],
];
