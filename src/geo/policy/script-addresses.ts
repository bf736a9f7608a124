/**
 * Geographic files that a page names in its scripts and nowhere else: maps in a browser load them (`fetch('bairros.geojson')`). Only what a
 * script has as a plain string with a telling ending is taken; nothing is run, and words of scripts are no words of the page.
 */
import { type FlatDocument, tagId } from '../../html/index.ts';

const SCRIPT = tagId('script');
const NAMED =
  /["'`]([^"'`\s<>{}\\]{1,300}\.(?:geojson|geojsonl|topojson|kml|kmz|gpkg|gpx|fgb|gml|shp|pmtiles))(?:\?[^"'`\s<>{}\\]{0,200})?["'`]/gi;
/** Scripts of a map may bring megabytes of data with them. */
const MOST_TEXT = 8 << 20;
const MOST_ADDRESSES = 200;

/** As written, each once, in order. */
export function scriptAddresses(doc: FlatDocument): string[] {
  const found = new Set<string>();
  let left = MOST_TEXT;
  for (let row = 1; row < doc.count && left > 0; row++) {
    if (doc.tag[row] !== SCRIPT) continue;
    const text = doc.textContent(row).slice(0, left);
    left -= text.length;
    for (const [, address] of text.matchAll(NAMED)) {
      // A media type (`application/vnd.google-earth.kml`) has no place on a server.
      if (!/^[a-z]+\/[a-z0-9.+-]+$/i.test(address!) || !address!.includes('vnd.')) found.add(address!);
      if (found.size >= MOST_ADDRESSES) return [...found];
    }
  }
  return [...found];
}
