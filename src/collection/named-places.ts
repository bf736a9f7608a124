/** The places that a text names, for the catalogue: those of which it is likely enough that the text means them. */
import type { CataloguePlace, PlaceMark } from '../catalogue/index.ts';
import { cataloguePlace, placeKey } from '../catalogue/query/index.ts';
import {
  type Gazetteer,
  homeOfHost,
  type PlaceMention,
  placesInText,
  type TextSetting,
} from '../geo/gazetteer/index.ts';
import { portugueseVariety } from '../text/index.ts';

export interface NamedPlaces {
  readonly marks: readonly PlaceMark[];
  /** Each place once. */
  readonly places: readonly CataloguePlace[];
}

const MOST_PLACES = 5_000;
/**
 * What facets, map and `onde:` count. Above it nine in ten mentions are right, whatever the text (`npm run eval -- places --threshold 0.6`); below it one in
 * two is wrong, and a page that never speaks of a town would answer for it.
 */
const SHOWN_FROM = 0.6;
/** Domains of countries that write Portuguese. */
const HOME_DOMAINS = new Set(['BR', 'PT', 'AO', 'MZ', 'CV', 'GW', 'ST', 'TL', 'MO']);
/** A name with many namesakes is put on the map where one of them is likelier than all others. */
const LIKELIEST_FROM = 0.5;
/** In a text of another language names are read by words that it does not have. */
const SHOWN_ABROAD_FROM = 0.9;

export function namedPlaces(
  text: string,
  gazetteer: Gazetteer | null,
  language: string | null = null,
  url: string | null = null,
): NamedPlaces {
  if (gazetteer === null || text === '') return { marks: [], places: [] };
  const marks: PlaceMark[] = [];
  const places = new Map<string, CataloguePlace>();
  const least = isPortuguese(language) ? SHOWN_FROM : SHOWN_ABROAD_FROM;
  const setting = settingOf(gazetteer, text, url);
  for (const mention of placesInText(gazetteer, text, { limit: MOST_PLACES, least, setting })) {
    const { place, start, end } = mention;
    if (place === null || mention.which < LIKELIEST_FROM) continue;
    const key = placeKey(place);
    if (!places.has(key)) places.set(key, cataloguePlace(place));
    marks.push({ start, end, place: key, confidence: sureness(mention) });
  }
  return { marks, places: [...places.values()] };
}

/** The country of who writes, and the town that a council's site is of. */
function settingOf(gazetteer: Gazetteer, text: string, url: string | null): TextSetting {
  if (url === null) return { country: '', home: -1 };
  const host = /^https?:\/\/([^/?#:]+)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  const country = host.slice(host.lastIndexOf('.') + 1).toUpperCase();
  return {
    country: HOME_DOMAINS.has(country) ? country : (portugueseVariety(text)?.slice(3) ?? ''),
    home: homeOfHost(gazetteer, host),
  };
}

/** How likely it is that this very place is meant. */
const sureness = ({ confidence, which }: PlaceMention): number => Math.round(confidence * which * 100) / 100;

/** A text whose language nobody could tell is read as what is collected here. */
const isPortuguese = (language: string | null): boolean =>
  language === null || language === '' || language === 'und' || language.startsWith('pt');
