/** JSON-LD, microdata, RDFa and Open Graph of a page, tolerant of what the wild has. */
export type { Item, Syntax } from './item.ts';
export { type StructuredData, type StructuredPair, structuredData } from './structured-data.ts';
