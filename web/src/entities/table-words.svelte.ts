/** What is said of tables, and the names of types and columns, in the reader's language. */
import { entityTypeName, isTechnicalName, propertyName } from '../../../src/words/entity-names.ts';
import { ENTITY_TABLE_WORDS, type EntityTableWords } from '../../../src/words/entity-tables.ts';
import { amount, type Speaker, speaker } from '../../../src/words/index.ts';
import type { OddValue } from '../api/shapes.ts';
import { formatNumber } from '../numbers.ts';
import { session } from '../session.svelte.ts';

export const tt: Speaker<EntityTableWords> = (key, ...values) =>
  speaker(ENTITY_TABLE_WORDS[session.language])(key, ...values);

/** A number with the number of its words. */
export const some = (n: number) => amount(n, session.language, formatNumber(n, session.language));

export const oddReason = (why: OddValue['why']): string => ENTITY_TABLE_WORDS[session.language].odd[why];

/** Where a value was read, for people; the path or the rule itself is for who asks for it. */
export function provenanceTitle(provenance: string): string {
  const from = ENTITY_TABLE_WORDS[session.language].from;
  const syntax = provenance.slice(0, provenance.indexOf(' $.'));
  return Object.hasOwn(from, syntax) ? from[syntax as keyof typeof from] : from.rule;
}

/** What kind of values a column has. */
export function kindTitle(kind: string): string {
  const kinds = ENTITY_TABLE_WORDS[session.language].kinds;
  return Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : kind;
}

const atHead = (text: string): string => text.charAt(0).toLocaleUpperCase(session.language) + text.slice(1);

export const typeName = (type: string): string => atHead(entityTypeName(type, session.language));

/** Names that people or pages gave stay; those of schema.org are called as people call them. */
export const columnTitle = (name: string): string => (isTechnicalName(name) ? propertyTitle(name) : name);

/** A value that a page states for machines: yes and no are words there, and no text of the page's own. */
export const statedValue = (value: string): string =>
  value === 'true' ? tt('valueYes') : value === 'false' ? tt('valueNo') : value;

/** Of what a page states for machines, where every name is one of schema.org. */
export const propertyTitle = (name: string): string => atHead(propertyName(name, session.language));
