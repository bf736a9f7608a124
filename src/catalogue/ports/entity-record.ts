/** Entities and tables of them, as they are written and read. */

/** A structured value that a page states of itself (JSON-LD, microdata …), or that a rule extracted. */
export interface EntityValue {
  readonly attribute: string;
  readonly value: string;
  /** Normal form of dates, quantities, money; null for plain text. */
  readonly normal: string | null;
  /** Where it came from: `json-ld $.author.name`, or the rule's Cypher. */
  readonly provenance: string;
}

export interface EntityRecord {
  /** Page it was read from. */
  readonly url: string;
  readonly site: string;
  /** schema.org type, or the name of the table. */
  readonly type: string;
  readonly name: string;
  readonly values: readonly EntityValue[];
  /** Table it belongs to; null for what a page states of itself, whatever tables have it too. */
  readonly table: string | null;
}

export interface EntityColumn {
  readonly name: string;
  /** Kind of its values: text, number, date, money, quantity. */
  readonly kind: string;
  /** The rules that fill it, as Cypher. */
  readonly rules: readonly string[];
  /** Those of them that somebody switched off: their values are kept and not shown. */
  readonly off?: readonly string[];
}

export interface EntityTableIn {
  readonly name: string;
  /** The page that was pointed at. */
  readonly example: string;
  readonly columns: readonly EntityColumn[];
  readonly rows: readonly EntityRecord[];
  /** ms since 1970. */
  readonly madeAt: number;
}

export interface EntityTableSummary {
  readonly id: number;
  readonly name: string;
  readonly example: string;
  readonly columns: readonly EntityColumn[];
  readonly rows: number;
  readonly madeAt: number;
  /** Another one after each change; tables that are the same have the same. */
  readonly version: number;
}

/**
 * A thing of a page is one, however many tables have a row of it: what the page states of it, with the values of all these rows, is shown,
 * found and counted as one. A row asked for by its table, and what a version of a page states, stand as they were read.
 */
export interface StoredEntity extends EntityRecord {
  readonly id: number;
  /** The tables that have a row of it, in the order in which their rows stand in for it; of what stands as it was read, its own. */
  readonly tables: readonly string[];
}

/** Why a value is unlike the others of its column. */
export type OddReason = 'missing' | 'type' | 'form' | 'length';

export interface OddValue {
  readonly attribute: string;
  readonly why: OddReason;
}

/** How somebody looks at entities. */
export interface EntityViewAsked {
  readonly table?: string | undefined;
  readonly type?: string | undefined;
  /** Every one of these words somewhere in the row. */
  readonly words?: string | undefined;
  /** By the values of an attribute; '' is the name. Without it in the order of their making. */
  readonly order?: { readonly attribute: string; readonly descending: boolean } | undefined;
  /** Only rows with something odd. */
  readonly odd?: boolean | undefined;
}

export interface ViewedEntity extends StoredEntity {
  readonly odd: readonly OddValue[];
}

export interface EntityView {
  readonly items: readonly ViewedEntity[];
  readonly next: string | null;
  /** How many there are of what was asked for. */
  readonly total: number;
  /** Rows with something odd, whatever was asked for. */
  readonly odd: number;
  /** True: there are more entities than are looked at. */
  readonly bounded: boolean;
}
