/**
 * The catalogue that several machines share. An entrance of its own: those who have a catalogue file need not load the driver of PostgreSQL.
 */
export { ArchiveReadings } from './archive-readings.ts';
export { ArchivedCaptures } from './archived-captures.ts';
export {
  openSharedCatalogue,
  prepareSharedCatalogue,
  type SharedPlace,
  sharedKept,
} from './open-shared-catalogue.ts';
export { SharedCatalogue } from './shared-catalogue.ts';
export { UnreadRecords } from './unread-records.ts';
