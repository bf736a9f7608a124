/** A thing that a page describes for machines: its types and what is said of it. */

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
    if (clean === '' || (typeof value === 'string' && value === '')) return;
    const values = this.properties.get(clean);
    if (values === undefined) this.properties.set(clean, [value]);
    else if (values.length < 1000) values.push(value);
  }

  type(names: string): void {
    for (const name of names.split(/\s+/)) {
      const clean = localName(name);
      if (clean !== '' && !this.types.includes(clean)) this.types.push(clean);
    }
  }
}

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
