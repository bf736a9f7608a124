/** A page of a test's site from its markup, in a language without stop words unless it is named. */
import { parseHtml } from '../../html/index.ts';
import type { SitePage } from './read-page.ts';

export function sitePage(id: string, html: string, language: string | null = 'xx'): SitePage {
  return { id, document: parseHtml(html), language };
}
