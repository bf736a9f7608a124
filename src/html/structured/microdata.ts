/** Microdata: elements with `itemscope` are items, those with `itemprop` their properties, `itemref` adds some from elsewhere. */
import type { FlatDocument } from '../flat-document.ts';
import { elementValue } from './element-value.ts';
import { type Item, ItemBuilder } from './item.ts';

const MOST_ITEMS = 5_000;

export function microdataItems(doc: FlatDocument): Item[] {
  if (!/\bitemscope\b/i.test(doc.html)) return [];
  const items = new Map<number, ItemBuilder>();
  const top: Item[] = [];
  const owners: { readonly item: ItemBuilder; readonly end: number }[] = [];
  for (let node = 1; node < doc.count && items.size < MOST_ITEMS; node++) {
    while (owners.length > 0 && node >= owners.at(-1)!.end) owners.pop();
    if (!doc.isElement(node)) continue;
    const property = doc.attribute(node, 'itemprop');
    const scoped = doc.attribute(node, 'itemscope') !== null;
    if (property === null && !scoped) continue;
    const owner = owners.at(-1)?.item;
    let item: ItemBuilder | null = null;
    if (scoped) {
      item = new ItemBuilder('microdata');
      item.type(doc.attribute(node, 'itemtype') ?? '');
      item.id = doc.attribute(node, 'itemid');
      items.set(node, item);
    }
    if (property !== null && owner !== undefined)
      for (const name of property.split(/\s+/)) owner.add(name, item ?? elementValue(doc, node));
    else if (item !== null) top.push(item);
    if (item !== null) owners.push({ item, end: doc.end[node]! });
  }
  addReferenced(doc, items);
  return top.filter((item) => item.properties.size > 0);
}

/** The properties below the elements that `itemref` names; items inside them are left to themselves. */
function addReferenced(doc: FlatDocument, items: ReadonlyMap<number, ItemBuilder>): void {
  const wanted = new Map<string, ItemBuilder[]>();
  for (const [node, item] of items)
    for (const id of (doc.attribute(node, 'itemref') ?? '').split(/\s+/).slice(0, 50))
      if (id !== '') wanted.set(id, [...(wanted.get(id) ?? []), item]);
  if (wanted.size === 0) return;
  for (let node = 1; node < doc.count; node++) {
    if (!doc.isElement(node)) continue;
    const id = doc.attribute(node, 'id');
    const waiting = id === null ? undefined : wanted.get(id);
    if (waiting === undefined) continue;
    wanted.delete(id!);
    for (let row = node; row < doc.end[node]!; row++) {
      if (!doc.isElement(row)) continue;
      const property = doc.attribute(row, 'itemprop');
      const nested = items.get(row);
      if (property !== null)
        for (const item of waiting.slice(0, 20))
          for (const name of property.split(/\s+/))
            if (nested !== item) item.add(name, nested ?? elementValue(doc, row));
      if (nested !== undefined) row = doc.end[row]! - 1;
    }
  }
}
