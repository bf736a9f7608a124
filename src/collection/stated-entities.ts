/**
 * The things that a page states of itself for machines (JSON-LD, microdata, RDFa): products, persons, events … What describes the page
 * as a document or the site it belongs to is no thing: the page's record says it already.
 */
import type { EntityRecord, EntityValue } from '../catalogue/index.ts';
import { isThing, normalForm, readValue } from '../entities/index.ts';
import type { Item, StructuredData } from '../html/index.ts';

const MOST_ENTITIES = 50;
const MOST_VALUES = 60;
const DEEPEST = 4;
const LONGEST_VALUE = 1_000;
const LONGEST_NAME = 300;

/** What a thing is called, by the properties that say so. */
const NAMES = ['name', 'title', 'headline', 'legalName', 'alternateName'];
/** Addresses of pictures and of the page itself say nothing of the thing. */
const NO_VALUES =
  /(?:^|\.)(?:image|logo|thumbnail(?:Url)?|mainEntityOfPage|sameAs|@?context|potentialAction)(?:\.|$)/i;

export function statedEntities(
  stated: StructuredData,
  url: string,
  site: string,
  pageTitle: string,
): EntityRecord[] {
  const entities: EntityRecord[] = [];
  const seen = new Set<string>();
  for (const item of stated.items) {
    if (entities.length >= MOST_ENTITIES) break;
    if (item.syntax === 'open-graph') continue;
    const type = item.types.find(isThing);
    if (type === undefined || item.types.some((name) => /Page$|Article$|Posting$/.test(name))) continue;
    const values = valuesOf(item);
    if (values.length === 0) continue;
    const name = nameOf(item) ?? pageTitle;
    // Pages say the same thing in two syntaxes.
    const key = `${type}\n${name}`;
    if (seen.has(key)) continue;
    seen.add(key);
    entities.push({
      url,
      site,
      type: type.slice(0, 100),
      name: name.slice(0, LONGEST_NAME),
      values,
      table: null,
    });
  }
  return entities;
}

function nameOf(item: Item): string | null {
  for (const property of NAMES) {
    const value = item.properties.get(property)?.[0];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return null;
}

function valuesOf(top: Item): EntityValue[] {
  const values: EntityValue[] = [];
  const walk = (item: Item, path: string, depth: number): void => {
    for (const [name, given] of item.properties) {
      const attribute = path === '' ? name : `${path}.${name}`;
      if (NO_VALUES.test(attribute)) continue;
      for (const value of given) {
        if (values.length >= MOST_VALUES) return;
        if (typeof value !== 'string') {
          if (depth < DEEPEST) walk(value, attribute, depth + 1);
          continue;
        }
        const written = value.slice(0, LONGEST_VALUE);
        const read = readValue(written);
        values.push({
          attribute: attribute.slice(0, 100),
          value: written,
          normal: read.kind === 'text' ? null : normalForm(read),
          provenance: `${top.syntax} $.${attribute}`.slice(0, 200),
        });
      }
    }
  };
  walk(top, '', 0);
  return values;
}
