/** Webs to try a search for geographic data on: the eight sites of the specification, and generated ones of any size, with their truth. */
export { generatedWeb } from './generated-web.ts';
export { miniWeb } from './mini-web.ts';
export { type ServedGeoWeb, serveGeoWeb } from './serve.ts';

export type { PlaceRow, Voice, WebTexts } from './vocabulary.ts';
export { type GeoWeb, htmlPage } from './web.ts';
