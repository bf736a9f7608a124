import type {
  EntityTableIn,
  EntityTableSummary,
  EntityView,
  EntityViewAsked,
  StoredEntity,
} from './entity-record.ts';
import type { Slice, SliceOptions } from './slice.ts';

/** Which entities are asked for: the rows of a table as they are, or things of a type, or all things, each once. */
export interface EntitiesOf {
  readonly table?: string | undefined;
  readonly type?: string | undefined;
  /** Also the values of rules that are switched off: for who copies a table rather than shows it. */
  readonly switchedOff?: boolean | undefined;
}

/** How often pages state a type of themselves. */
export interface EntityTypeCount {
  readonly type: string;
  readonly count: number;
}

/** What became of a change of a table. */
export type TableOutcome =
  | { readonly done: true; readonly table: EntityTableSummary }
  /** Somebody else was faster: nothing was changed, and this is what there is now. */
  | { readonly done: false; readonly present: EntityTableSummary | null };

/** What pages state of themselves, and the tables that people made. */
export interface CatalogueEntities {
  entityTables(): Promise<readonly EntityTableSummary[]>;
  /** Types of what pages state of themselves (not of tables), most frequent first, at most 200. */
  entityTypes(): Promise<readonly EntityTypeCount[]>;
  entities(of: EntitiesOf, options?: SliceOptions): Promise<Slice<StoredEntity>>;
  /** The same as somebody looks at them: by words, in an order, with what is odd. Of the first 20,000. */
  entityView(asked: EntityViewAsked, options?: SliceOptions): Promise<EntityView>;
  entity(id: number): Promise<StoredEntity | null>;
  /**
   * Entities by their identities, in the order asked for; what is not there is left out. With a table, the rows that it has of these
   * things. At most 1,000 at once.
   */
  entitiesOf(ids: readonly number[], of?: Pick<EntitiesOf, 'table'>): Promise<readonly StoredEntity[]>;
  /**
   * Puts a table in the place of one that was seen in a version, whole; its name may be another. Of two who do from the same version, one
   * does, and the other is told. Throws TRF_REQUEST_INVALID when another table has the name.
   */
  changeTable(id: number, expected: number, table: EntityTableIn): Promise<TableOutcome>;
  /** True when it is gone; else what there is now, another version than was seen. */
  removeTable(id: number, expected: number): Promise<true | EntityTableSummary>;
}
