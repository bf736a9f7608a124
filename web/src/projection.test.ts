import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxAround, fitProjection, geometryPath, scaledBox } from './projection.ts';

describe('projection', () => {
  it('comes back to where it started', () => {
    const projection = fitProjection([-74, -34, -34, 5], 300, 300);
    fc.assert(
      fc.property(
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: -80, max: 80, noNaN: true }),
        (lon, lat) => {
          expect(projection.lon(projection.x(lon))).toBeCloseTo(lon, 6);
          expect(projection.lat(projection.y(lat))).toBeCloseTo(lat, 6);
        },
      ),
    );
  });

  it('keeps the whole box inside of the drawing', () => {
    const projection = fitProjection([-10, 36, -6, 42.5], 200, 400);
    for (const [lon, lat] of [
      [-10, 36],
      [-6, 42.5],
    ]) {
      expect(projection.x(lon!)).toBeGreaterThanOrEqual(-0.01);
      expect(projection.x(lon!)).toBeLessThanOrEqual(200.01);
      expect(projection.y(lat!)).toBeGreaterThanOrEqual(-0.01);
      expect(projection.y(lat!)).toBeLessThanOrEqual(400.01);
    }
  });

  it('goes around points with room, and zooms', () => {
    expect(boxAround([])).toBeNull();
    expect(boxAround([{ lat: 0, lon: 0 }])).toEqual([-1.5, -1.5, 1.5, 1.5]);
    expect(scaledBox([-10, -10, 10, 10], 0.5)).toEqual([-5, -5, 5, 5]);
    expect(scaledBox([-170, -80, 170, 80], 4)).toEqual([-180, -85, 180, 85]);
  });

  it('draws every kind of geometry and nothing for others', () => {
    const projection = fitProjection([0, 0, 1, 1], 10, 10);
    expect(geometryPath({ type: 'Point', coordinates: [0.5, 0.5] }, projection)).toMatch(
      /^M5\.0,5\.0L5\.0,5\.0$/,
    );
    expect(
      geometryPath(
        {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [1, 1],
            ],
          ],
        },
        projection,
      ),
    ).toMatch(/Z$/);
    expect(geometryPath({ type: 'Nothing', coordinates: null }, projection)).toBe('');
  });
});
