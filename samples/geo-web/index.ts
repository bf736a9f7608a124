/** Webs to try a search for geographic data on: the eight sites of the specification, and generated ones of any size, with their truth. */
export { type GeneratedWebOptions, generatedWeb } from './generated-web.ts';
export { miniWeb } from './mini-web.ts';
export { type ShapefileParts, SIRGAS, WGS84, writeDbf, writeShapefile } from './shapefile.ts';
export { type GeoTruthFile, type GeoWeb, htmlPage, type WebResource, type WebSite } from './web.ts';
export { type Member, writeZip } from './zip.ts';
