/** Sitemaps and feeds. */
import { httpDate, isoDay, isoTime } from './language/dates.ts';
import { esc } from './markup.ts';

export interface FeedEntry {
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  readonly published: Date;
  readonly modified?: Date | null;
  readonly author?: string;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';

export function sitemap(
  entries: readonly { readonly url: string; readonly modified?: Date | undefined }[],
): string {
  const rows = entries.map((e) => {
    const lastmod = e.modified === undefined ? '' : `<lastmod>${isoDay(e.modified)}</lastmod>`;
    return `<url><loc>${esc(e.url)}</loc>${lastmod}</url>`;
  });
  return `${XML}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</urlset>\n`;
}

export function sitemapIndex(urls: readonly string[], modified: Date): string {
  const rows = urls.map(
    (u) => `<sitemap><loc>${esc(u)}</loc><lastmod>${isoTime(modified)}</lastmod></sitemap>`,
  );
  return `${XML}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</sitemapindex>\n`;
}

export function newsSitemap(name: string, language: string, entries: readonly FeedEntry[]): string {
  const rows = entries.map(
    (e) =>
      `<url><loc>${esc(e.url)}</loc><news:news><news:publication><news:name>${esc(name)}</news:name><news:language>${language}</news:language></news:publication><news:publication_date>${isoTime(e.published)}</news:publication_date><news:title>${esc(e.title)}</news:title></news:news></url>`,
  );
  return `${XML}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">\n${rows.join('\n')}\n</urlset>\n`;
}

export function rss(name: string, home: string, language: string, entries: readonly FeedEntry[]): string {
  const rows = entries.map(
    (e) =>
      `<item><title>${esc(e.title)}</title><link>${esc(e.url)}</link><guid isPermaLink="true">${esc(e.url)}</guid><description>${esc(e.summary)}</description><pubDate>${httpDate(e.published)}</pubDate></item>`,
  );
  return `${XML}<rss version="2.0"><channel><title>${esc(name)}</title><link>${esc(home)}</link><description>${esc(name)}</description><language>${language}</language>\n${rows.join('\n')}\n</channel></rss>\n`;
}

export function atom(name: string, home: string, entries: readonly FeedEntry[]): string {
  const rows = entries.map(
    (e) =>
      `<entry><title>${esc(e.title)}</title><link rel="alternate" href="${esc(e.url)}"/><id>${esc(e.url)}</id><published>${isoTime(e.published)}</published><updated>${isoTime(e.modified ?? e.published)}</updated><author><name>${esc(e.author ?? name)}</name></author><summary>${esc(e.summary)}</summary></entry>`,
  );
  const updated = entries[0]?.published ?? new Date(0);
  return `${XML}<feed xmlns="http://www.w3.org/2005/Atom"><title>${esc(name)}</title><link href="${esc(home)}"/><id>${esc(home)}</id><updated>${isoTime(updated)}</updated>\n${rows.join('\n')}\n</feed>\n`;
}
