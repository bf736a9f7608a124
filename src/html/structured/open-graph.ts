/** Open Graph and its relatives: `meta` elements whose names have a known prefix. */
import type { FlatDocument } from '../flat-document.ts';
import { metas } from '../self-description.ts';
import { type Item, ItemBuilder } from './item.ts';

const PREFIX = /^(?:og|product|article|book|profile|video|music|place|business):/;

export function openGraphItems(doc: FlatDocument): Item[] {
  const item = new ItemBuilder('open-graph');
  for (const { name, content } of metas(doc)) {
    if (!PREFIX.test(name) || content === '') continue;
    if (name === 'og:type') item.type(content);
    const values = item.properties.get(name);
    if (values === undefined) item.properties.set(name, [content]);
    else if (values.length < 100) values.push(content);
  }
  return item.properties.size === 0 ? [] : [item];
}
