/** Passages of entities: what is searched of them are their values, each behind its attribute. */
import { propertyName } from '../../../src/words/entity-names.ts';
import type { Language } from '../../../src/words/index.ts';

const ATTRIBUTE = /(?<=^|\s)@?[a-z][a-zA-Z\d]*(?:[.:][a-zA-Z\d@_-]+)*(?=: )/g;

/** `name: Pêra Manca offers.price: 90` → `nome: Pêra Manca preço: 90`; what is no name of schema.org stays as it is. */
export const withPropertyNames = (text: string, language: Language): string =>
  text.replace(ATTRIBUTE, (attribute) => propertyName(attribute, language));
