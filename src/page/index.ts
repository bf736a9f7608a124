/**
 * One reading of a page: from bytes, their content coding undone, to what the page says by itself. Pure but for the language
 * model, which is read from its file: threads are in `pool/`, and `portable.ts` is the same reading without Node.
 *
 * ```ts
 * const page = readPage({ url, contentType: 'text/html', bytes });
 * console.log(page.title, page.language, page.simhash);
 * ```
 */

export { languageModelBytes } from '../text/index.ts';
export type { Analyser, AnalyserContext, AnalyserModule } from './analyser.ts';
export { baseAddress } from './base-address.ts';
export { type FeedEntry, parseFeed } from './feed.ts';
export { type Expected, isNeverAPage, type Media, mayBeDocument, mediaOf, mediaType } from './media.ts';
export type { Page, PageSource } from './page.ts';
export type { PageFacts } from './page-facts.ts';
export { pageFingerprint } from './page-fingerprint.ts';
export { type LanguageEvidence, pageLanguage, statedLanguage } from './page-language.ts';
export type { PdfText } from './pdf/pdf-text.ts';
export { readAs, readDocument, readPage } from './read-page.ts';
export { parseSitemap, type SitemapEntry } from './sitemap.ts';
export { styleLinks } from './style-links.ts';
