/**
 * Rings that go over the 180th meridian jump from one edge of a flat map to the other and would draw a line across it. They are
 * unrolled: longitudes go on beyond 180. A ring around a pole is closed along the edge of the map.
 */
type Position = readonly number[];

export function unrolledRing(ring: readonly Position[]): Position[] {
  let turn = 0;
  const made: Position[] = [];
  ring.forEach(([lon, lat], at) => {
    if (at > 0) {
      const step = lon! - ring[at - 1]![0]!;
      if (step > 180) turn -= 360;
      else if (step < -180) turn += 360;
    }
    made.push([lon! + turn, lat!]);
  });
  if (turn === 0 || made.length < 3) return made;
  const pole = made[0]![1]! < 0 ? -90 : 90;
  return [...made, [made[made.length - 1]![0]!, pole], [made[0]![0]!, pole], made[0]!];
}

interface Geometry {
  readonly type: string;
  readonly coordinates: unknown;
}

export function unrolledGeometry(geometry: Geometry): Geometry {
  if (geometry.type === 'Polygon')
    return { ...geometry, coordinates: (geometry.coordinates as Position[][]).map(unrolledRing) };
  if (geometry.type === 'MultiPolygon')
    return {
      ...geometry,
      coordinates: (geometry.coordinates as Position[][][]).map((polygon) => polygon.map(unrolledRing)),
    };
  return geometry;
}
