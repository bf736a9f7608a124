/** The attribute names that the parser and the views ask for, as small integers; every other name has the id 0. */
import { NameTable } from './name-table.ts';

const NAMES = (
  'href src class id rel name content property type style hidden aria-hidden lang xml:lang charset http-equiv alt title ' +
  'srcset data-src media hreflang action encoding color size face itemprop datetime role width height data-srcset poster ' +
  'target download cite value xlink:href background longdesc data aria-label sizes method for'
).split(' ');

const ids = new Map<string, number>(NAMES.map((name, i) => [name, i + 1]));
export const ATTRIBUTE_TABLE: NameTable = new NameTable([...ids]);
export const ATTRIBUTE_NAMES: readonly string[] = ['', ...NAMES];

/** The id of a known attribute name in lower case, or 0. */
export function attributeId(name: string): number {
  return ids.get(name) ?? 0;
}

function id(name: string): number {
  return ids.get(name)!;
}

export const HREF = id('href');
export const SRC = id('src');
export const CLASS = id('class');
export const ID = id('id');
export const REL = id('rel');
export const NAME = id('name');
export const CONTENT = id('content');
export const PROPERTY = id('property');
export const TYPE = id('type');
export const STYLE_ATTRIBUTE = id('style');
export const HIDDEN = id('hidden');
export const ARIA_HIDDEN = id('aria-hidden');
export const LANG = id('lang');
export const XML_LANG = id('xml:lang');
export const CHARSET = id('charset');
export const HTTP_EQUIV = id('http-equiv');
export const ALT = id('alt');
export const SRCSET = id('srcset');
export const DATA_SRC = id('data-src');
export const DATA_SRCSET = id('data-srcset');
export const ACTION = id('action');
export const ENCODING = id('encoding');
export const COLOR = id('color');
export const SIZE = id('size');
export const FACE = id('face');
export const ITEMPROP = id('itemprop');
export const POSTER = id('poster');
export const XLINK_HREF = id('xlink:href');
export const MEDIA = id('media');
export const HREFLANG = id('hreflang');
export const TITLE_ATTRIBUTE = id('title');
export const BACKGROUND = id('background');
export const DATA = id('data');
export const ROLE = id('role');
