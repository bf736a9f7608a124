/**
 * Everything a page says of itself for machines, in all four syntaxes. A block that cannot be read loses nothing but itself.
 *
 * ```ts
 * const data = structuredData(parseHtml(html));
 * data.pairs.find((pair) => pair.name === 'offers.price')?.value; // '1234.56'
 * ```
 */
import type { FlatDocument } from '../flat-document.ts';
import type { Item, Syntax } from './item.ts';
import { jsonLdItems } from './json-ld.ts';
import { microdataItems } from './microdata.ts';
import { openGraphItems } from './open-graph.ts';
import { rdfaItems } from './rdfa.ts';

export interface StructuredPair {
  /** Names from the item down: `address.postalCode`. */
  readonly name: string;
  readonly value: string;
  readonly syntax: Syntax;
  /** Type of the item at the top. */
  readonly type: string;
}

export interface StructuredData {
  readonly items: readonly Item[];
  readonly pairs: readonly StructuredPair[];
}

const DEEPEST = 6;
const MOST_PAIRS = 5_000;
/** Things that describe the site or the way to the page, not what it is about. */
const ABOUT_THE_SITE = new Set([
  'BreadcrumbList',
  'WebSite',
  'WebPage',
  'Organization',
  'SearchAction',
  'ImageObject',
  'SiteNavigationElement',
  'WPHeader',
  'WPFooter',
  'ListItem',
  'CollectionPage',
]);

export function structuredData(doc: FlatDocument): StructuredData {
  const items = [...jsonLdItems(doc), ...microdataItems(doc), ...rdfaItems(doc), ...openGraphItems(doc)];
  const pairs: StructuredPair[] = [];
  const walk = (item: Item, prefix: string, top: Item, depth: number) => {
    if (depth > DEEPEST) return;
    for (const [name, values] of item.properties)
      for (const value of values) {
        if (pairs.length >= MOST_PAIRS) return;
        const path = prefix === '' ? name : `${prefix}.${name}`;
        if (typeof value === 'string')
          pairs.push({ name: path, value, syntax: top.syntax, type: top.types[0] ?? '' });
        else walk(value, path, top, depth + 1);
      }
  };
  for (const item of items)
    if (!item.types.some((type) => ABOUT_THE_SITE.has(type)) || items.length === 1) walk(item, '', item, 0);
  return { items, pairs };
}
