/** Boxes as GeoJSON (RFC 7946): a polygon, two of them over the 180th meridian, a point or a line when there is no area. */
import { type BoundingBox, boxOutline } from '../../geo/index.ts';

export interface Geometry {
  readonly type: 'Point' | 'LineString' | 'Polygon' | 'MultiPolygon';
  readonly coordinates: readonly unknown[];
}

export function geometryOf(box: BoundingBox | null): Geometry | null {
  if (box === null) return null;
  const [west, south, east, north] = box;
  if (west > east) return boxOutline(box);
  if (west === east && south === north) return { type: 'Point', coordinates: [west, south] };
  if (west === east || south === north)
    return {
      type: 'LineString',
      coordinates: [
        [west, south],
        [east, north],
      ],
    };
  return boxOutline(box);
}

/** The box that holds several; boxes over the 180th meridian make it go round the globe. */
export function unionOf(boxes: readonly BoundingBox[]): BoundingBox | null {
  if (boxes.length === 0) return null;
  const around = boxes.some(([west, , east]) => west > east);
  return [
    around ? -180 : Math.min(...boxes.map((box) => box[0])),
    Math.min(...boxes.map((box) => box[1])),
    around ? 180 : Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ];
}
