/** RDFa as pages use it (RDFa Lite): `typeof` makes an item, `property` says something of the nearest one. */
import type { FlatDocument } from '../flat-document.ts';
import { elementValue } from './element-value.ts';
import { type Item, ItemBuilder } from './item.ts';

const MOST_ITEMS = 5_000;

export function rdfaItems(doc: FlatDocument): Item[] {
  if (!/\btypeof\s*=/i.test(doc.html)) return [];
  const top: Item[] = [];
  const owners: { readonly item: ItemBuilder; readonly end: number }[] = [];
  let count = 0;
  for (let node = 1; node < doc.count && count < MOST_ITEMS; node++) {
    while (owners.length > 0 && node >= owners.at(-1)!.end) owners.pop();
    if (!doc.isElement(node)) continue;
    const type = doc.attribute(node, 'typeof');
    const property = doc.attribute(node, 'property');
    if (type === null && property === null) continue;
    const owner = owners.at(-1)?.item;
    let item: ItemBuilder | null = null;
    if (type !== null) {
      item = new ItemBuilder('rdfa');
      item.type(type);
      item.id = doc.attribute(node, 'resource') ?? doc.attribute(node, 'about');
      count++;
    }
    if (property !== null && owner !== undefined) {
      for (const name of property.split(/\s+/))
        owner.add(name, item ?? doc.attribute(node, 'resource') ?? elementValue(doc, node));
    } else if (item !== null) top.push(item);
    if (item !== null) owners.push({ item, end: doc.end[node]! });
  }
  return top.filter((item) => item.properties.size > 0);
}
