/** A thing that a page describes for machines: its types and what is said of it. */

import { decodeHTMLStrict } from 'entities/decode';
import { durationMeant, isDuration } from './duration.ts';

export type Syntax = 'json-ld' | 'microdata' | 'rdfa' | 'open-graph';

export interface Item {
  readonly syntax: Syntax;
  /** Names of types without their vocabulary: `Person`, `Product`. */
  readonly types: readonly string[];
  readonly id: string | null;
  readonly properties: ReadonlyMap<string, readonly (string | Item)[]>;
}

export class ItemBuilder implements Item {
  readonly syntax: Syntax;
  readonly types: string[] = [];
  id: string | null = null;
  readonly properties = new Map<string, (string | Item)[]>();

  constructor(syntax: Syntax) {
    this.syntax = syntax;
  }

  add(name: string, value: string | Item): void {
    const clean = localName(name);
    if (clean === '') return;
    const meant = typeof value === 'string' ? textMeant(clean, value) : value;
    if (meant === '') return;
    const values = this.properties.get(clean);
    if (values === undefined) this.properties.set(clean, [meant]);
    else if (values.length < 1000) values.push(meant);
  }

  type(names: string): void {
    for (const name of names.split(/\s+/)) {
      const clean = localName(name);
      if (clean !== '' && !this.types.includes(clean)) this.types.push(clean);
    }
  }
}

/** What was written with references (`P&atilde;o`) or escaped twice (`P&amp;atilde;o`) is text here, and a length of time is one. */
function textMeant(name: string, value: string): string {
  let text = value;
  for (let i = 0; i < 2 && REFERENCE.test(text); i++) text = collapsed(decodeHTMLStrict(text));
  return isDuration(name) ? durationMeant(text) : text;
}

/** With its semicolon: in an address `&copy=2` is none. */
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,30});/i;

/** `https://schema.org/Person` and `schema:Person` → `Person`. */
function localName(name: string): string {
  const tail = name.trim().replace(/[/#]+$/, '');
  return tail.slice(
    Math.max(
      tail.lastIndexOf('/'),
      tail.lastIndexOf('#'),
      tail.startsWith('og:') ? -1 : tail.lastIndexOf(':'),
    ) + 1,
  );
}

export function collapsed(text: string): string {
  return text.replace(/[\s\u00a0]+/g, ' ').trim();
}
