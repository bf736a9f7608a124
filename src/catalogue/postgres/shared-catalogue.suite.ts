/** Shared catalogues for tests: each in a schema of its own, since to make a database, and PostGIS in it, takes seconds. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testDatabase } from '../../../test/postgres-server.ts';
import { clusterAddress, Database } from '../../postgres/index.ts';
import { NOW } from '../records.suite.ts';
import { SharedCatalogue, type SharedCatalogueOptions } from './shared-catalogue.ts';

export class SharedCatalogues {
  readonly copies = mkdtempSync(join(tmpdir(), 'tarrafa-copies-'));
  readonly #opened: { close(): Promise<void> }[] = [];
  #address: Promise<string> | null = null;
  #schemas = 0;

  /** The address of a new schema, without tables. */
  async fresh(): Promise<string> {
    this.#address ??= testDatabase(['postgis']);
    return `${await this.#address}?schema=c${this.#schemas++}`;
  }

  async database(address: string): Promise<Database> {
    const database = await Database.open(clusterAddress(address), { application: 'test' });
    this.#opened.push(database);
    return database;
  }

  /** One more that opens the catalogue of a schema, by a connection of its own; `through` may stand in between. */
  async open(
    address: string,
    options: Partial<SharedCatalogueOptions> = {},
    through: (database: Database) => Database = (database) => database,
  ): Promise<SharedCatalogue> {
    const catalogue = await SharedCatalogue.open(through(await this.database(address)), {
      copies: this.copies,
      now: () => NOW,
      ...options,
    });
    this.#opened.push(catalogue);
    return catalogue;
  }

  /** Closes what is open, the last first. */
  async close(): Promise<void> {
    for (const one of this.#opened.splice(0).reverse()) await one.close().catch(() => {});
  }
}

/** The same database, but `before` is told each statement of its transactions and may throw instead. */
export function watched(database: Database, before: (text: string) => void): Database {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'transaction')
        return (work: Parameters<Database['transaction']>[0], limits: object) =>
          target.transaction(
            (query) =>
              work(async (text, parameters) => {
                before(text);
                return query(text, parameters);
              }),
            limits,
          );
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
