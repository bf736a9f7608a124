/**
 * The catalogue that several machines share. An entrance of its own: those who have a catalogue file need not load the driver of PostgreSQL.
 */
export { SharedCatalogue } from './shared-catalogue.ts';
