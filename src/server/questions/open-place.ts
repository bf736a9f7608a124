/** The catalogue of a place opened in a thread: for reading only, but for who writes a page anew. */
import { type Catalogue, EmbeddedCatalogue } from '../../catalogue/index.ts';
import type { Gazetteer } from '../../geo/gazetteer/index.ts';
import type { QuestionTask } from './question.ts';

export interface OpenPlace {
  readonly catalogue: Catalogue;
  close(): Promise<void>;
}

/** How old an answer of a catalogue that others write may be, ms: so long nobody waits for what is new. */
const SHARED_LAG = 2_000;

/** `gazetteer`: for questions with places in their words. */
export async function openPlace(
  place: QuestionTask['place'],
  gazetteer: Gazetteer | null,
  readOnly = true,
): Promise<OpenPlace> {
  if ('shared' in place) {
    const { openSharedCatalogue } = await import('../../catalogue/postgres/index.ts');
    const { shared, copies } = place;
    const application = 'tarrafa serve';
    return openSharedCatalogue(shared, { application, copies, gazetteer, readOnly, lag: SHARED_LAG });
  }
  const catalogue = EmbeddedCatalogue.open(place.catalogue, { gazetteer, readOnly, kept: place.kept });
  return { catalogue, close: () => catalogue.close() };
}
