import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areaKm2,
  type BoundingBox,
  boxOutline,
  boxSimilarity,
  checkedBox,
  contains,
  distanceKm,
  intersects,
  overlapRelevance,
  sharedKm2,
  union,
} from './box.ts';

const longitude = fc.double({ min: -180, max: 180, noNaN: true });
const latitude = fc.double({ min: -90, max: 90, noNaN: true });
const anyBox: fc.Arbitrary<BoundingBox> = fc
  .tuple(longitude, latitude, longitude, latitude)
  .map(([west, a, east, b]) => [west, Math.min(a, b), east, Math.max(a, b)]);

describe('a box', () => {
  it('has its area in square kilometres', () => {
    expect(areaKm2([-180, -90, 180, 90]) / 510_065_600).toBeCloseTo(1, 3);
    // A degree square at the equator and at 60° north: half of it.
    expect(areaKm2([0, 59.5, 1, 60.5]) / areaKm2([0, -0.5, 1, 0.5])).toBeCloseTo(0.5, 2);
    expect(areaKm2([-46, -23, -46, -23])).toBe(0);
  });

  it('is a closed polygon of GeoJSON, anticlockwise', () => {
    expect(boxOutline([-9, 37, -6, 42])).toEqual({
      type: 'Polygon',
      coordinates: [
        [
          [-9, 37],
          [-6, 37],
          [-6, 42],
          [-9, 42],
          [-9, 37],
        ],
      ],
    });
    const east = boxOutline([170, -20, 180, -10]).coordinates;
    const west = boxOutline([-180, -20, -175, -10]).coordinates;
    expect(boxOutline([170, -20, -175, -10])).toEqual({ type: 'MultiPolygon', coordinates: [east, west] });
  });

  it('that goes over the 180th meridian is cut in two', () => {
    const fiji: BoundingBox = [177, -19, -179, -16];
    expect(intersects(fiji, [-180, -18, -179.5, -17])).toBe(true);
    expect(intersects(fiji, [0, -18, 10, -17])).toBe(false);
    expect(contains(fiji, [178, -18, 179, -17])).toBe(true);
    expect(contains(fiji, [170, -18, 179, -17])).toBe(false);
    expect(areaKm2(fiji)).toBeCloseTo(areaKm2([0, -19, 4, -16]), 6);
    expect(distanceKm([179, 0, 179.5, 1], [-179.5, 0, -179, 1])).toBeCloseTo(111.19, 0);
  });

  it('is checked before it is believed', () => {
    expect(checkedBox([-47, -24, -46, -23])).toEqual([-47, -24, -46, -23]);
    expect(checkedBox([-200, -20, -170, 20])).toEqual([160, -20, -170, 20]);
    expect(checkedBox([-180, -95, 180, 90])).toBeNull();
    expect(checkedBox([0, 10, 1, 5])).toBeNull();
    expect(checkedBox([Number.NaN, 0, 1, 1])).toBeNull();
    expect(checkedBox([0, 0, 1])).toBeNull();
    expect(checkedBox([-500, -90, 500, 90])).toEqual([-180, -90, 180, 90]);
  });

  it('measures how like another it is (the worked figures)', () => {
    const { jaccard, hill, containment } = boxSimilarity([0, 0, 2, 2], [1, 1, 3, 3]);
    expect(jaccard).toBeCloseTo(0.142857, 6);
    expect(hill).toBeCloseTo(0.25, 6);
    expect(containment).toBeCloseTo(0.25, 6);
  });

  it('prefers the record that fits to the one that covers the world', () => {
    const goias: BoundingBox = [-53.2, -19.5, -45.9, -12.4];
    const local = overlapRelevance(goias, [-50, -17, -48, -15]);
    const world = overlapRelevance(goias, [-180, -90, 180, 90]);
    expect(overlapRelevance(goias, goias)).toBeCloseTo(1, 9);
    expect(local).toBeGreaterThan(world * 10);
    // A point inside still counts, one outside does not.
    expect(overlapRelevance(goias, [-49, -16, -49, -16])).toBeGreaterThan(0);
    expect(overlapRelevance(goias, [0, 0, 0, 0])).toBe(0);
  });

  it('shares no more than it has, and as much as the other says', () => {
    fc.assert(
      fc.property(anyBox, anyBox, (a, b) => {
        const shared = sharedKm2(a, b);
        expect(shared).toBeLessThanOrEqual(Math.min(areaKm2(a), areaKm2(b)) * (1 + 1e-9) + 1e-6);
        expect(Math.abs(shared - sharedKm2(b, a))).toBeLessThanOrEqual(1e-6 * (1 + shared));
        if (shared > 0) expect(intersects(a, b)).toBe(true);
        const both = union(a, b);
        expect(contains(both, a) && contains(both, b)).toBe(true);
        const relevance = overlapRelevance(a, b);
        expect(relevance >= 0 && relevance <= 1).toBe(true);
      }),
    );
  });
});
