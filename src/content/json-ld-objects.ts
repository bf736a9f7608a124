/**
 * The objects of a page's JSON-LD, walked once: what the page itself is, and what it refers to within its own graph. What hangs on other
 * properties (comments, reviews, items of a list) is another thing than the page and is not walked. Bounded, since anybody wrote it.
 */
import { type FlatDocument, jsonLd, parseHtml, visibleText } from '../html/index.ts';

export type LinkedObject = Readonly<Record<string, unknown>>;

export interface LinkedData {
  /** In their order, outermost first. */
  readonly objects: readonly LinkedObject[];
  /** The object with this `@id`, as far as it says more than the id. */
  byId(id: string): LinkedObject | undefined;
}

const LONGEST_JSON = 400_000;
const MOST_JSON = 1_200_000;
const MOST_OBJECTS = 400;
const LONGEST_LIST = 100;
/** Properties that lead from the page to what it is about. */
const LEADING = ['@graph', 'mainEntity', 'mainEntityOfPage', 'hasVariant'] as const;
/** The same on the way to what other objects refer to: people and publishers are written once and named by their id elsewhere. */
const REFERRED = ['author', 'creator', 'publisher'] as const;

function walk(root: unknown, found: LinkedObject[]): void {
  const queue: unknown[] = [root];
  for (let at = 0; at < queue.length && queue.length < MOST_OBJECTS && found.length < MOST_OBJECTS; at++) {
    const value = queue[at];
    if (Array.isArray(value)) {
      queue.push(...value.slice(0, LONGEST_LIST));
      continue;
    }
    if (typeof value !== 'object' || value === null) continue;
    const object = value as LinkedObject;
    found.push(object);
    for (const key of LEADING) if (typeof object[key] === 'object') queue.push(object[key]);
  }
}

const read = new WeakMap<FlatDocument, LinkedData>();

/** Walks the JSON-LD of a document; a second time it is what was found the first time. Never throws. */
export function jsonLdObjects(doc: FlatDocument): LinkedData {
  const known = read.get(doc);
  if (known !== undefined) return known;
  const objects: LinkedObject[] = [];
  let size = 0;
  for (const script of jsonLd(doc)) {
    const { length } = script.source;
    if (length > LONGEST_JSON) continue;
    size += length;
    if (size > MOST_JSON || objects.length >= MOST_OBJECTS) break;
    for (const value of script.values) walk(value, objects);
  }
  let ids: Map<string, LinkedObject> | null = null;
  const data: LinkedData = {
    objects,
    byId(id) {
      ids ??= identified(objects);
      return ids.get(id);
    },
  };
  read.set(doc, data);
  return data;
}

function identified(objects: readonly LinkedObject[]): Map<string, LinkedObject> {
  const ids = new Map<string, LinkedObject>();
  const add = (value: unknown): void => {
    for (const one of Array.isArray(value) ? value.slice(0, LONGEST_LIST) : [value]) {
      if (typeof one !== 'object' || one === null) continue;
      const id = (one as LinkedObject)['@id'];
      if (typeof id === 'string' && (one as LinkedObject).name !== undefined && !ids.has(id))
        ids.set(id, one as LinkedObject);
    }
  };
  add(objects);
  for (const object of objects.slice(0, MOST_OBJECTS)) for (const key of REFERRED) add(object[key]);
  return ids;
}

/** Whether one of the object's types matches; `https://schema.org/Article` and `schema:Article` are `Article`. */
export function isOf(object: LinkedObject, kind: RegExp): boolean {
  const type = object['@type'];
  return (Array.isArray(type) ? type.slice(0, 8) : [type]).some(
    (name) => typeof name === 'string' && kind.test(name.slice(-80).replace(/^.*[/#:]/s, '')),
  );
}

/** A text of JSON-LD without the markup and the references that some write into it. */
export function plainText(written: string): string {
  return /<[a-z/]/i.test(written) || /&#?\w+;/.test(written) ? visibleText(parseHtml(written)) : written;
}
