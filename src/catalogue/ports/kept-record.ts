/** What people add to a collection. No archive has it: it is kept apart from what can be made again. */
import type { PageDate } from './page-record.ts';
import type { CataloguePlace } from './place.ts';

/** The words of a page's text that name a place, or none: wherever they stand in it. */
export interface PlaceCorrection {
  readonly mention: string;
  /** Null: they name none. The place itself: another gazetteer may not have it. */
  readonly place: CataloguePlace | null;
}

/** A block of a page by its text, which outlives its place in the page. */
export interface BlockCorrection {
  readonly text: string;
  readonly content: boolean;
}

/** What analysis says of a page by itself. */
export interface ComputedFacts {
  readonly title: string;
  readonly published: PageDate | null;
  readonly type: string;
}

/** What a person says of a page. It holds for every version of it, whenever that is analysed. */
export interface PageCorrection {
  /** Address of the page, as it was when it was corrected. */
  readonly url: string;
  readonly title?: string;
  /** `YYYY-MM-DD`; null: the page has no date. */
  readonly published?: string | null;
  readonly type?: string;
  readonly places?: readonly PlaceCorrection[];
  readonly blocks?: readonly BlockCorrection[];
  /** When it was last corrected; null when the page could not be read. */
  readonly computed: ComputedFacts | null;
}

/** A page of a dossier, or a passage of one. */
export interface DossierItem {
  readonly url: string;
  /** Which version: ms since 1970 of its capture, and the digest of its payload. */
  readonly fetchedAt: number;
  readonly digest: string;
  /** As it stood in the text of the page; '' for the page as a whole. */
  readonly passage: string;
  readonly note: string;
  /** ms since 1970. */
  readonly addedAt: number;
}

export interface Dossier {
  readonly name: string;
  readonly note: string;
  /** In the order in which they are shown. */
  readonly items: readonly DossierItem[];
}

export interface SavedSearch {
  readonly name: string;
  /** As in the search box. */
  readonly line: string;
  /** When it was saved first, ms since 1970. */
  readonly since: number;
}

export interface KeptValues {
  readonly correction: PageCorrection;
  readonly dossier: Dossier;
  readonly 'saved-search': SavedSearch;
}

export type KeptKind = keyof KeptValues;

export interface Kept<K extends KeptKind = KeptKind> {
  readonly kind: K;
  /** Of a correction the comparison form of the page's address; of others a name that is drawn once. */
  readonly id: string;
  /** No two changes of a collection have the same; a later one has a higher one. */
  readonly version: number;
  /** ms since 1970. */
  readonly at: number;
  /** Whoever changed it last, as they call themselves; '' when they do not say. */
  readonly by: string;
  readonly value: KeptValues[K];
}
