/** An analysis in a process of its own that is killed in the middle of writing its n-th batch. */

import type { CatalogueBatch } from '../catalogue/index.ts';
import { EmbeddedCatalogue } from '../catalogue/index.ts';
import { analyseArchive } from './analyse-archive.ts';
import { collectionPlace } from './collection-place.ts';

const place = collectionPlace([process.argv[2]!]);
let left = Number(process.argv[3]);
const catalogue = EmbeddedCatalogue.open(place.catalogue);
const write = catalogue.write.bind(catalogue);
catalogue.write = async (batch: CatalogueBatch) => {
  if (--left > 0) {
    await write(batch);
    return;
  }
  const pages = [...(batch.pages ?? [])];
  // Whoever comes to the text of this page has written those before it.
  pages[5] = Object.defineProperty({ ...pages[5]! }, 'text', {
    get: () => process.kill(process.pid, 'SIGKILL'),
  });
  await write({ ...batch, pages });
};
await analyseArchive(place, catalogue, { threads: 0, places: false, batch: 20 });
await catalogue.close();
