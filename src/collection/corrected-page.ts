/** What a person says of a page, put in the place of what analysis says. */
import type {
  CataloguePlace,
  ComputedFacts,
  PageCorrection,
  PageDate,
  PlaceMark,
} from '../catalogue/index.ts';
import type { NamedPlaces } from './named-places.ts';

/** Characters of a block by which it is known. */
export const LONGEST_BLOCK = 20_000;
const MOST_MENTIONS = 5_000;

/** A date that a person gave says so where others say what they were read from. */
export const CORRECTED = 'correction';

/** `computed` is told with the date: what was read from the page is evidence still. */
function correctedDate(date: string | null, computed: PageDate | null): PageDate | null {
  if (date === null) return null;
  return { date, confidence: 1, source: CORRECTED, where: '', text: computed?.date ?? '' };
}

export function correctedFacts(computed: ComputedFacts, correction: PageCorrection | null): ComputedFacts {
  if (correction === null) return computed;
  const { title = computed.title, type = computed.type, published } = correction;
  return {
    title,
    type,
    published: published === undefined ? computed.published : correctedDate(published, computed.published),
  };
}

/** Whether a block is content, by its text; undefined when nothing was said of any. */
export function blockDecisions(
  correction: PageCorrection | null,
): ((text: string) => boolean | null) | undefined {
  const blocks = correction?.blocks ?? [];
  if (blocks.length === 0) return undefined;
  const decided = new Map(blocks.map(({ text, content }) => [blockName(text), content]));
  return (text) => decided.get(blockName(text)) ?? null;
}

const blockName = (text: string): string => text.slice(0, LONGEST_BLOCK).replace(/\s+/g, ' ').trim();

/** The places of a text where each mention that a person spoke of names what they say. */
export function correctedPlaces(
  text: string,
  named: NamedPlaces,
  correction: PageCorrection | null,
): NamedPlaces {
  const corrections = correction?.places ?? [];
  if (corrections.length === 0) return named;
  let marks: PlaceMark[] = [...named.marks];
  const places = new Map<string, CataloguePlace>(named.places.map((place) => [place.key, place]));
  for (const { mention, place } of corrections) {
    const spots = mentions(text, mention);
    marks = marks.filter(({ start, end }) => !spots.some((spot) => start < spot.end && spot.start < end));
    if (place === null) continue;
    for (const spot of spots) marks.push({ ...spot, place: place.key, confidence: 1 });
    places.set(place.key, place);
  }
  marks.sort((a, b) => a.start - b.start || a.end - b.end);
  const left = new Set(marks.map(({ place }) => place));
  return { marks, places: [...places.values()].filter(({ key }) => left.has(key)) };
}

const LETTER = /[\p{L}\p{N}]/u;

/** Where words stand in a text, as whole words. */
function mentions(text: string, words: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  const wanted = words.trim();
  if (wanted === '') return found;
  for (let at = text.indexOf(wanted); at >= 0 && found.length < MOST_MENTIONS; ) {
    const end = at + wanted.length;
    if (!LETTER.test(text.slice(Math.max(0, at - 1), at)) && !LETTER.test(text.slice(end, end + 1)))
      found.push({ start: at, end });
    at = text.indexOf(wanted, end);
  }
  return found;
}
