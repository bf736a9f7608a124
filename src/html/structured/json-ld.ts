/** JSON-LD: every object with a type or properties, those inside `@graph` and inside others too. */
import type { Json } from '../../formats/index.ts';
import type { FlatDocument } from '../flat-document.ts';
import { jsonLd } from '../json-ld.ts';
import { collapsed, type Item, ItemBuilder } from './item.ts';

const DEEPEST = 16;

export function jsonLdItems(doc: FlatDocument): Item[] {
  const items: Item[] = [];
  for (const { values } of jsonLd(doc)) for (const value of values) collect(value, items, 0);
  return items;
}

function collect(value: Json, items: Item[], depth: number): void {
  if (depth > DEEPEST || value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    for (const one of value) collect(one, items, depth + 1);
    return;
  }
  const graph = value['@graph'];
  if (graph !== undefined) collect(graph, items, depth + 1);
  const item = itemOf(value, depth);
  if (item !== null) items.push(item);
}

function itemOf(value: { [name: string]: Json }, depth: number): Item | null {
  const item = new ItemBuilder('json-ld');
  for (const [name, content] of Object.entries(value)) {
    if (name === '@type')
      for (const type of Array.isArray(content) ? content : [content]) item.type(String(type));
    else if (name === '@id') item.id = typeof content === 'string' ? content : null;
    else if (!name.startsWith('@')) add(item, name, content, depth);
  }
  return item.properties.size === 0 ? null : item;
}

function add(item: ItemBuilder, name: string, content: Json, depth: number): void {
  if (content === null || depth > DEEPEST) return;
  if (Array.isArray(content)) {
    for (const one of content) add(item, name, one, depth + 1);
  } else if (typeof content === 'object') {
    // A typed literal, or a value with a language.
    if ('@value' in content) add(item, name, content['@value']!, depth + 1);
    else {
      const nested = itemOf(content, depth + 1);
      if (nested !== null) item.add(name, nested);
      else if (typeof content['@id'] === 'string') item.add(name, content['@id']);
    }
  } else item.add(name, collapsed(String(content)));
}
