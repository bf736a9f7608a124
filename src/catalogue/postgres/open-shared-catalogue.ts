/** A shared catalogue by its address: for whoever has no connection yet, a thread that answers questions among them. */
import { TarrafaError } from '../../errors.ts';
import { clusterAddress, Database, migrate, readClusterFile, requireVersion } from '../../postgres/index.ts';
import { postgisSchema } from './postgis.ts';
import { catalogueMigrations } from './schema.ts';
import { SharedCatalogue, type SharedCatalogueOptions } from './shared-catalogue.ts';
import { SharedKept } from './shared-kept.ts';
import { Tables } from './tables.ts';

/** An address without a password, or a file that has one. Nothing in it is secret: threads are handed it as it is. */
export type SharedPlace = { readonly address: string } | { readonly file: string };

/** The catalogue of a database, with connections of its own that go with it. */
export async function openSharedCatalogue(
  place: SharedPlace,
  { application, ...options }: SharedCatalogueOptions & { readonly application: string },
): Promise<{ readonly catalogue: SharedCatalogue; close(): Promise<void> }> {
  const address = 'file' in place ? readClusterFile(place.file) : clusterAddress(place.address);
  const database = await Database.open(address, { application, connections: 2 });
  try {
    const catalogue = await SharedCatalogue.open(database, options);
    const close = async (): Promise<void> => {
      await catalogue.close();
      await database.close();
    };
    return { catalogue, close };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Makes the tables of the catalogue, or brings them to this version; cheap when they are. Throws TRF_CLUSTER_POSTGIS without PostGIS, and
 * TRF_CLUSTER_VERSION when they are newer than this program.
 */
export async function prepareSharedCatalogue(database: Database): Promise<void> {
  try {
    // Whoever may only read finds what others have made.
    await requireVersion(database, catalogueMigrations(''));
  } catch (error) {
    const isKnown = error instanceof TarrafaError && /^TRF_CLUSTER_(EMPTY|VERSION)$/.test(error.code);
    if (!isKnown) throw error;
    await migrate(database, catalogueMigrations(await postgisSchema(database)));
  }
}

/** What people added, without the rest of the catalogue. Throws TRF_CLUSTER_EMPTY when the database has none. */
export async function sharedKept(database: Database): Promise<SharedKept> {
  await requireVersion(database, catalogueMigrations(''));
  return new SharedKept(new Tables(database, ''));
}
