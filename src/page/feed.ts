/** RSS, RDF and Atom feeds as a source of links. */
import { xmlAttribute, xmlElements } from '../formats/index.ts';

export interface FeedEntry {
  readonly url: string;
  readonly published: string | null;
}

const MOST_ENTRIES = 5_000;

export function looksLikeFeed(text: string): boolean {
  return /<(?:rss|feed|rdf:RDF)[\s>]/i.test(text.slice(0, 4096));
}

export function parseFeed(text: string): FeedEntry[] {
  const entries: FeedEntry[] = [];
  let inside = false;
  let url = '';
  let fallback = '';
  let published: string | null = null;
  for (const element of xmlElements(text)) {
    if (element.name === 'item' || element.name === 'entry') {
      const target = url || fallback;
      if (inside && target) entries.push({ url: target, published });
      if (entries.length >= MOST_ENTRIES) return entries;
      inside = !element.closing;
      url = '';
      fallback = '';
      published = null;
      continue;
    }
    if (!inside || element.closing) continue;
    if (element.name === 'link' && (element.prefix === '' || element.prefix === 'atom')) {
      const rel = xmlAttribute(element.attributes, 'rel');
      const href = xmlAttribute(element.attributes, 'href');
      if (href && (rel === null || rel === 'alternate')) url ||= href;
      else if (!href && element.text) url ||= element.text;
    } else if (
      element.name === 'guid' &&
      /^https?:/i.test(element.text) &&
      xmlAttribute(element.attributes, 'isPermaLink') !== 'false'
    ) {
      fallback = element.text;
    } else if (element.name === 'pubdate' || element.name === 'published' || element.name === 'date') {
      published ??= element.text || null;
    }
  }
  return entries;
}
