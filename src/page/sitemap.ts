/** Sitemaps (XML, index, plain text) as a source of links. */
import { xmlElements } from '../formats/index.ts';

export interface SitemapEntry {
  readonly url: string;
  readonly lastmod: string | null;
  /** A sitemap listed by an index. */
  readonly sitemap: boolean;
}

/** The protocol's own limit for one file. It allows 50 MB too; what is longer than a page may be is read up to there. */
const MOST_ENTRIES = 50_000;

export function looksLikeSitemap(text: string): boolean {
  return /<(?:\w+:)?(?:urlset|sitemapindex)[\s>]/i.test(text.slice(0, 4096));
}

function plainSitemap(text: string): SitemapEntry[] {
  return text
    .split(/\r\n|\r|\n/, MOST_ENTRIES)
    .map((line) => line.trim())
    .filter((line) => /^https?:\/\//i.test(line))
    .map((url) => ({ url, lastmod: null, sitemap: false }));
}

export function parseSitemap(text: string): SitemapEntry[] {
  if (!looksLikeSitemap(text)) return plainSitemap(text);
  const entries: SitemapEntry[] = [];
  let url = '';
  let lastmod: string | null = null;
  let inside: 'url' | 'sitemap' | null = null;
  for (const element of xmlElements(text)) {
    if (element.name === 'url' || element.name === 'sitemap') {
      // A missing end tag closes with the next start: whatever was read counts.
      if (inside && url) entries.push({ url, lastmod, sitemap: inside === 'sitemap' });
      if (entries.length >= MOST_ENTRIES) return entries;
      inside = element.closing ? null : element.name;
      url = '';
      lastmod = null;
    } else if (inside && !element.closing) {
      // <image:loc> and <video:…> stand inside too: only the protocol's own elements count.
      if (
        element.name === 'loc' &&
        (element.prefix === '' || element.prefix === 'sm' || element.prefix === 'sitemap')
      )
        url = element.text;
      else if (element.name === 'lastmod') lastmod = element.text || null;
    }
  }
  if (inside && url) entries.push({ url, lastmod, sitemap: inside === 'sitemap' });
  return entries;
}
