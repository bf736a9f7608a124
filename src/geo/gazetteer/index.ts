/**
 * Places and their names.
 *
 * ```ts
 * const gazetteer = await loadGazetteer();
 * gazetteer.resolve('Santa Cruz, RN')?.code; // '2411205'
 * gazetteer.placesOf([-46.8, -24, -46.36, -23.35])[0]?.place.name; // 'São Paulo'
 * placesInText(gazetteer, 'A enchente atingiu Sobral (CE) e Quixadá.').map((m) => m.place.name);
 * ```
 */
export { Gazetteer, type Place, type ResolveOptions } from './gazetteer.ts';
export { homeOfHost } from './home-of-host.ts';
export { type GazetteerOptions, loadGazetteer } from './load.ts';
export type { TextSetting } from './mentions/index.ts';
export { ORDINARY_NAMES, TOLD_BY_ACCENT, WITH_ARTICLE } from './ordinary-names.ts';
export { PLACE_KINDS, type PlaceKind } from './pack.ts';
export type { PlaceRow } from './place-table.ts';
export {
  type PlaceEvidence,
  type PlaceMention,
  type PlacesInTextOptions,
  placesInText,
} from './places-in-text.ts';
export { spellingKey } from './spelling.ts';
