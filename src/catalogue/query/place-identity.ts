/** Places of the gazetteer as the catalogue keeps them. The row of a place changes with the gazetteer; its key does not. */
import type { Gazetteer, Place } from '../../geo/index.ts';
import { foldWords } from '../../text/index.ts';
import type { CataloguePlace } from '../ports/index.ts';

/** `municipality:BR:4314902`, `city:FR:ile-de-france:paris`: by the official code where there is one, else by name and what it is in. */
export function placeKey(place: Place): string {
  const { kind, country, code } = place;
  if (code !== '') return `${kind}:${country}:${code}`;
  const above = place.within[0];
  return `${kind}:${country}:${above === undefined ? '' : slug(above)}:${slug(place.name)}`;
}

function slug(name: string): string {
  return foldWords(name).replaceAll(' ', '-');
}

export function cataloguePlace(place: Place): CataloguePlace {
  const { name, kind, country, state, within, lat, lon, box } = place;
  return { key: placeKey(place), name, kind, country, state, within, lat, lon, box };
}

/** How a person would write the place so that it is this one and no namesake: `Santa Cruz, RN`. */
export function placeLabel(place: CataloguePlace): string {
  const above = /^[A-Z]{2}$/.test(place.state) && place.kind !== 'state' ? place.state : place.within[0];
  return above === undefined || above === place.name ? place.name : `${place.name}, ${above}`;
}

/** The rows that a name may mean: places a reader may know, the likeliest first. */
export function bearers(gazetteer: Gazetteer, folded: string): number[] {
  return [...gazetteer.rowsOfFolded(folded)].sort(
    (a, b) => gazetteer.weight(b) - gazetteer.weight(a) || a - b,
  );
}
