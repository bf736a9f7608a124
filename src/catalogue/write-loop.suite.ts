/** A process that writes page after page until it is killed. Run with the path of a catalogue; it tells when it has begun. */
import { EmbeddedCatalogue } from './embedded-catalogue.ts';
import { writeForever } from './write-batches.suite.ts';

await writeForever(EmbeddedCatalogue.open(process.argv[2]!));
