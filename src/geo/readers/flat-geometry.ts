/** Geometries of nested formats flattened into `Shape`s, without recursion: hostile nesting costs its length, not the stack. */
import { Extent, type Shape } from './dataset.ts';

/** Gathers the parts of one shape. */
export class ShapeBuilder {
  #kind: Shape['kind'];
  #numbers: number[] = [];
  #ends: number[] = [];

  constructor(kind: Shape['kind']) {
    this.#kind = kind;
  }

  get points(): number {
    return this.#numbers.length / 2;
  }

  add(x: number, y: number): void {
    this.#numbers.push(x, y);
  }

  endPart(): void {
    const end = this.points;
    if (end > (this.#ends[this.#ends.length - 1] ?? 0)) this.#ends.push(end);
  }

  build(): Shape {
    this.endPart();
    return {
      kind: this.#kind,
      coordinates: Float64Array.from(this.#numbers),
      ends: Uint32Array.from(this.#ends),
    };
  }
}

const KINDS: Readonly<Record<string, Shape['kind']>> = {
  Point: 'point',
  MultiPoint: 'point',
  LineString: 'line',
  MultiLineString: 'line',
  Polygon: 'polygon',
  MultiPolygon: 'polygon',
};

export const GEOJSON_GEOMETRIES = new Set([...Object.keys(KINDS), 'GeometryCollection']);

/** What a GeoJSON geometry amounts to. */
export class GeoJsonMeasure {
  readonly extent = new Extent();
  hasZ = false;

  /** Walks one geometry, collections opened; gives its shapes to `take` when asked to. */
  measure(geometry: unknown, take?: (shape: Shape) => void): void {
    const open: unknown[] = [geometry];
    for (let steps = 0; open.length > 0 && steps < 1_000_000; steps++) {
      const next = open.pop();
      if (next === null || typeof next !== 'object') continue;
      const { type, coordinates, geometries } = next as Record<string, unknown>;
      if (type === 'GeometryCollection') {
        if (Array.isArray(geometries))
          for (let i = geometries.length - 1; i >= 0; i--) open.push(geometries[i]);
        continue;
      }
      const kind = typeof type === 'string' ? KINDS[type] : undefined;
      if (kind === undefined || !Array.isArray(coordinates)) continue;
      const shape = take === undefined ? null : new ShapeBuilder(kind);
      this.#walk(coordinates, shape);
      if (shape !== null && shape.points > 0) take!(shape.build());
    }
  }

  #walk(coordinates: unknown[], shape: ShapeBuilder | null): void {
    const lists: unknown[][] = [coordinates];
    const positions: number[] = [0];
    while (lists.length > 0) {
      const list = lists[lists.length - 1]!;
      const at = positions[positions.length - 1]!;
      if (at === 0 && typeof list[0] === 'number') {
        const [x, y, z] = list as number[];
        if (typeof y === 'number') {
          this.extent.add(x!, y);
          if (typeof z === 'number') this.hasZ = true;
          if (Number.isFinite(x) && Number.isFinite(y)) shape?.add(x!, y);
        }
        lists.pop();
        positions.pop();
        continue;
      }
      if (at >= list.length) {
        lists.pop();
        positions.pop();
        shape?.endPart();
        continue;
      }
      positions[positions.length - 1] = at + 1;
      const child = list[at];
      if (Array.isArray(child) && lists.length < 16) {
        lists.push(child);
        positions.push(0);
      }
    }
  }
}
