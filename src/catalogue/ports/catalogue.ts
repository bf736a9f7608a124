/**
 * The catalogue: what was learned of a collection, under one identity for each page version, and the questions it answers. Search, the
 * server, the web page, exports and reports read a collection only through this port, each by the part of it that it needs. The archive is
 * the truth: a catalogue can be thrown away and made again from it, but for what people added (`CatalogueKept`), which is kept apart.
 */
import type { CatalogueConcordance } from './catalogue-concordance.ts';
import type { CatalogueEntities } from './catalogue-entities.ts';
import type { CatalogueGeography } from './catalogue-geography.ts';
import type { CatalogueKept } from './catalogue-kept.ts';
import type { CatalogueOverview } from './catalogue-overview.ts';
import type { CataloguePages } from './catalogue-pages.ts';
import type { CatalogueSearch } from './catalogue-search.ts';
import type { CatalogueWriting } from './catalogue-writing.ts';

export interface Catalogue
  extends CatalogueWriting,
    CatalogueSearch,
    CatalogueConcordance,
    CataloguePages,
    CatalogueEntities,
    CatalogueGeography,
    CatalogueOverview,
    CatalogueKept {
  close(): Promise<void>;
}
