import { describe, expect, it } from 'vitest';
import { unrolledGeometry, unrolledRing } from './antimeridian.ts';

describe('antimeridian', () => {
  it('goes on beyond 180 degrees instead of jumping back', () => {
    const ring = [
      [178, -16],
      [-179, -16],
      [-179, -17],
      [178, -17],
      [178, -16],
    ];
    expect(unrolledRing(ring).map(([lon]) => lon)).toEqual([178, 181, 181, 178, 178]);
  });

  it('closes a ring around the pole along the edge of the map', () => {
    const ring = [
      [-150, -70],
      [-30, -70],
      [90, -70],
      [-150, -70],
    ];
    expect(unrolledRing(ring).slice(-3)).toEqual([
      [210, -90],
      [-150, -90],
      [-150, -70],
    ]);
  });

  it('leaves other rings and geometries alone', () => {
    const ring = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ];
    expect(unrolledGeometry({ type: 'Polygon', coordinates: [ring] })).toEqual({
      type: 'Polygon',
      coordinates: [ring],
    });
    const point = { type: 'Point', coordinates: [0, 0] };
    expect(unrolledGeometry(point)).toBe(point);
  });
});
