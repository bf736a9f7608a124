import type { EntityTableSummary, StoredEntity } from './entity-record.ts';
import type { Slice, SliceOptions } from './slice.ts';

/** Which entities are asked for: those of a table, or of a type, or all. */
export interface EntitiesOf {
  readonly table?: string | undefined;
  readonly type?: string | undefined;
}

/** How often pages state a type of themselves. */
export interface EntityTypeCount {
  readonly type: string;
  readonly count: number;
}

/** What pages state of themselves, and the tables that people made. */
export interface CatalogueEntities {
  entityTables(): Promise<readonly EntityTableSummary[]>;
  /** Types of what pages state of themselves (not of tables), most frequent first, at most 200. */
  entityTypes(): Promise<readonly EntityTypeCount[]>;
  entities(of: EntitiesOf, options?: SliceOptions): Promise<Slice<StoredEntity>>;
  entity(id: number): Promise<StoredEntity | null>;
  /** Entities by their identities, in the order asked for; what is not there is left out. At most 1,000 at once. */
  entitiesOf(ids: readonly number[]): Promise<readonly StoredEntity[]>;
}
