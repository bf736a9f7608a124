/**
 * One reading of a page: from bytes, their content coding undone, to what the page says by itself. Pure: threads are in `pool/`.
 */
export type { Analyser, AnalyserContext, AnalyserModule } from './analyser.ts';
export { type FeedEntry, looksLikeFeed, parseFeed } from './feed.ts';
export { looksLikePdf, type PdfText, pdfText } from './pdf-text.ts';
export { LONGEST_SITEMAP, looksLikeSitemap, parseSitemap, type SitemapEntry } from './sitemap.ts';
export { styleLinks } from './style-links.ts';
