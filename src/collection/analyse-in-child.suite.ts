/** An analysis in a process of its own, to be killed: tells of every batch that it has written. */
import { EmbeddedCatalogue } from '../catalogue/index.ts';
import type { CatalogueBatch } from '../catalogue/port.ts';
import { analyseArchive } from './analyse-archive.ts';
import { collectionPlace } from './collection-place.ts';

const place = collectionPlace([process.argv[2]!]);
const catalogue = EmbeddedCatalogue.open(place.catalogue);
const write = catalogue.write.bind(catalogue);
catalogue.write = (batch: CatalogueBatch) => {
  write(batch);
  process.stdout.write('batch\n');
};
await analyseArchive(place, catalogue, { threads: 0, places: false, batch: 20 });
catalogue.close();
