/**
 * The JSON-LD of a page, found and read once for everybody who asks: what its objects mean is for them. A script is read when its values
 * are first asked for, because most readers can tell by its text that it has nothing for them.
 */
import { type Json, readTolerantJson } from '../formats/index.ts';
import { TYPE } from './attribute-names.ts';
import type { FlatDocument } from './flat-document.ts';
import { SCRIPT } from './tags.ts';

const JSON_LD = /^\s*application\/ld\+json(?![\w.+-])/i;

export class JsonLdScript {
  /** As written. */
  readonly source: string;
  #values: readonly Json[] | null = null;

  constructor(source: string) {
    this.source = source;
  }

  /** Every value that can be read, in order; they belong to all readers. */
  get values(): readonly Json[] {
    this.#values ??= readTolerantJson(this.source);
    return this.#values;
  }
}

/** Whether the script in this row is JSON-LD. */
export function isJsonLd(doc: FlatDocument, row: number): boolean {
  const type = doc.value(row, TYPE);
  return type !== null && JSON_LD.test(type);
}

const found = new WeakMap<FlatDocument, readonly JsonLdScript[]>();

/** The page's JSON-LD, script by script; a second time it is what was found the first time. Never throws. */
export function jsonLd(doc: FlatDocument): readonly JsonLdScript[] {
  const known = found.get(doc);
  if (known !== undefined) return known;
  const scripts: JsonLdScript[] = [];
  for (let row = 1; row < doc.count; row++) {
    if (doc.tag[row] !== SCRIPT || !isJsonLd(doc, row)) continue;
    // A copy that does not keep the page alive: what is read from it may live longer.
    scripts.push(new JsonLdScript(` ${doc.textContent(row)}`.slice(1)));
  }
  found.set(doc, scripts);
  return scripts;
}
