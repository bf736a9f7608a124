/**
 * The places that a text names, for the catalogue. Many a town is called by a word (Saúde, Campanha, Fortaleza): such a name counts when
 * it is put as a place somewhere in the text ("em Saúde", "Saúde, BA", "a cidade de Saúde"), and a capital counts as it stands.
 */
import type { CataloguePlace, PlaceMark } from '../catalogue/index.ts';
import { cataloguePlace, ORDINARY_NAMES, placeKey, TOLD_BY_ACCENT } from '../catalogue/query/index.ts';
import { type Gazetteer, type PlaceMention, placesInText } from '../geo/gazetteer/index.ts';
import { foldWords } from '../text/index.ts';

export interface NamedPlaces {
  readonly marks: readonly PlaceMark[];
  /** Each place once. */
  readonly places: readonly CataloguePlace[];
}

const MOST_PLACES = 5_000;
const PUT_AS_PLACE =
  /(?:^|[^\p{L}])(?:em|(?:cidade|munic[íi]pio|concelho|vila|freguesia|distrito|estado|prefeitura|c[âa]mara)(?: municipal)? d[eoa])\s$/iu;
/** The state written behind a name. */
const WITH_STATE = /^\s?(?:,|\(|\/|-|–)\s?(?:[A-Z]{2}\b|\p{Lu}\p{Ll}{3})/u;
/** Weight of a municipality of Brazil; a capital has more, and a town of Portugal that is none has less. */
const WELL_KNOWN = 42;

export function namedPlaces(text: string, gazetteer: Gazetteer | null): NamedPlaces {
  if (gazetteer === null || text === '') return { marks: [], places: [] };
  const mentions = placesInText(gazetteer, text, { limit: MOST_PLACES });
  const sure = new Set<number>();
  for (const mention of mentions) if (isPlaced(mention, text, gazetteer)) sure.add(mention.place.id);
  const marks: PlaceMark[] = [];
  const places = new Map<string, CataloguePlace>();
  for (const { place, start, end, confidence } of mentions) {
    if (!sure.has(place.id)) continue;
    const key = placeKey(place);
    if (!places.has(key)) places.set(key, cataloguePlace(place));
    marks.push({ start, end, place: key, confidence: Math.round(confidence * 100) / 100 });
  }
  return { marks, places: [...places.values()] };
}

function isPlaced(
  { place, text: written, start, end }: PlaceMention,
  text: string,
  gazetteer: Gazetteer,
): boolean {
  const name = foldWords(written);
  if (!ORDINARY_NAMES.has(name) || (TOLD_BY_ACCENT.has(name) && name !== written.toLowerCase())) return true;
  if (place.kind !== 'municipality' && place.kind !== 'parish' && place.kind !== 'city') return true;
  if (gazetteer.weight(place.id) > WELL_KNOWN) return true;
  return (
    PUT_AS_PLACE.test(text.slice(Math.max(0, start - 30), start)) || WITH_STATE.test(text.slice(end, end + 8))
  );
}
