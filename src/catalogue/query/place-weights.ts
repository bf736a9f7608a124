/**
 * How well the places that a collection speaks of answer the place that is asked for. What lies in it answers well, what it lies in
 * answers a little (a page on the floods of a state says something of its capital), and boxes are compared by the overlap that the
 * geographic search uses: `(X/Q)·(X/T)`.
 */
import {
  areaKm2,
  type BoundingBox,
  contains,
  intersects,
  overlapRelevance,
  sharedKm2,
} from '../../geo/box.ts';
import type { CataloguePlace } from '../ports/index.ts';

/** A place inside the one that is asked for. Below 1: the page that names the place itself comes first. */
const WITHIN = 0.85;
/** What holds the place directly: the state of a town, the district of a municipality. */
const AROUND = 0.15;
/** Below this a place says nothing of the one that is asked for. */
const LEAST = 0.08;
/** Boxes of neighbours overlap at their edges: this much of an overlap counts. */
const OVERLAP = 0.6;
/** A place of which this part lies in a box, with its middle, lies in it. */
const MOSTLY = 0.3;

export interface AskedPlace {
  readonly place: CataloguePlace | null;
  readonly box: BoundingBox;
}

/** The places that answer, with how well; the place itself is always among them. */
export function placeWeights(
  asked: AskedPlace,
  places: ReadonlyMap<string, CataloguePlace>,
): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const [key, place] of places) {
    const weight = weightOf(asked, place);
    if (weight >= LEAST) weights.set(key, weight);
  }
  if (asked.place !== null) weights.set(asked.place.key, 1);
  return weights;
}

function weightOf({ place: asked, box }: AskedPlace, place: CataloguePlace): number {
  if (asked !== null) {
    if (asked.key === place.key) return 1;
    if (isWithin(place, asked)) return WITHIN;
    // A town and the state, district or municipality of its name are one to most who ask.
    if (asked.name === place.name && asked.country === place.country && isWithin(asked, place)) return WITHIN;
    if (place.kind !== 'country' && place.kind !== 'continent' && isWithin(asked, place)) return AROUND;
  }
  const point = pointOf(place);
  const theirs = place.box ?? point;
  if (theirs === null || !intersects(box, theirs)) return 0;
  // What the box holds: by its middle and a good part of its area, since boxes of states reach out to their islands.
  if (asked === null || holds(asked)) {
    const middle = point === null || contains(box, point);
    if (contains(box, theirs) || (middle && sharedPart(box, theirs) >= MOSTLY)) return WITHIN;
  }
  if (asked !== null && (asked.kind === place.kind || place.kind === 'country' || place.kind === 'continent'))
    return 0;
  return OVERLAP * overlapRelevance(box, theirs);
}

/** How much of a place lies in a box, by area. */
function sharedPart(box: BoundingBox, place: BoundingBox): number {
  const area = areaKm2(place);
  return area === 0 ? 1 : sharedKm2(box, place) / area;
}

/** Regions and continents are in no table of divisions: their boxes say what they hold. */
function holds(asked: CataloguePlace): boolean {
  return asked.kind === 'region' || asked.kind === 'continent';
}

function pointOf({ lat, lon }: CataloguePlace): BoundingBox | null {
  return Number.isFinite(lat) && Number.isFinite(lon) ? [lon, lat, lon, lat] : null;
}

/** By the table of divisions: its state or country is the other one, or the other one's name is among what it is part of. */
function isWithin(inner: CataloguePlace, outer: CataloguePlace): boolean {
  if (outer.kind === 'country')
    return inner.kind !== 'country' && inner.country === outer.country && inner.country !== '';
  if (inner.country !== outer.country || inner.kind === 'country') return false;
  if (outer.kind === 'state')
    return inner.kind !== 'state' && inner.state === outer.state && outer.state !== '';
  if (outer.kind === 'district') return inner.kind !== 'district' && inner.within.includes(outer.name);
  if (outer.kind === 'municipality')
    return inner.kind === 'parish' && inner.within[0] === outer.name && near(inner, outer);
  return false;
}

/** Namesakes of a municipality are told apart by where they are. */
function near(inner: CataloguePlace, outer: CataloguePlace): boolean {
  const box = outer.box;
  const point = inner.box ?? pointOf(inner);
  return box === null || point === null || intersects(box, point) || areaKm2(box) === 0;
}
