/** What an element with `itemprop` or `property` says: an address, a moment, a content for machines, or its text. */
import type { FlatDocument } from '../flat-document.ts';
import { collapsed } from './item.ts';

const ADDRESSES: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  img: 'src',
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
  object: 'data',
  data: 'value',
  meter: 'value',
  time: 'datetime',
};

export function elementValue(doc: FlatDocument, node: number): string {
  const content = doc.attribute(node, 'content');
  if (content !== null) return collapsed(content);
  const name = ADDRESSES[doc.tagName(node)];
  const value = name === undefined ? null : doc.attribute(node, name);
  return collapsed(value ?? doc.textContent(node).slice(0, 10_000));
}
