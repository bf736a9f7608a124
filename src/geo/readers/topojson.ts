/**
 * TopoJSON: arcs shared between geometries. Each arc is decoded once and the geometries refer to what it spans: a hostile file that names
 * one long arc a million times costs a million look-ups, where joining the arcs, as the library of the field does, would cost the product.
 */

import { reason } from '../../words/why.ts';
import { situate } from '../crs/situate.ts';
import type { NamedSource } from './byte-source.ts';
import {
  type AttributeRow,
  type Box,
  commonGeometryType,
  type DatasetInfo,
  Extent,
  emptyDataset,
  type Shape,
} from './dataset.ts';
import { FieldTable, valueText } from './field-table.ts';
import type { ReadContext } from './format-reader.ts';
import { GeoProblem, told } from './problem.ts';

type Json = Record<string, unknown>;

export function isTopology(root: Json): boolean {
  return root.type === 'Topology' && root.objects !== null && typeof root.objects === 'object';
}

interface Transform {
  readonly scale: readonly [number, number];
  readonly translate: readonly [number, number];
}

function transformOf(root: Json): Transform | null {
  const transform = root.transform as { scale?: unknown; translate?: unknown } | null | undefined;
  const pair = (value: unknown): [number, number] | null =>
    Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number'
      ? [value[0], value[1]]
      : null;
  const scale = pair(transform?.scale);
  const translate = pair(transform?.translate);
  return scale === null || translate === null ? null : { scale, translate };
}

function decodeArc(arc: unknown, transform: Transform | null): Float64Array {
  if (!Array.isArray(arc)) return new Float64Array(0);
  const out = new Float64Array(arc.length * 2);
  let x = 0;
  let y = 0;
  for (let i = 0; i < arc.length; i++) {
    const point = arc[i] as unknown;
    const px = Array.isArray(point) ? Number(point[0]) : Number.NaN;
    const py = Array.isArray(point) ? Number(point[1]) : Number.NaN;
    if (transform === null) {
      out[2 * i] = px;
      out[2 * i + 1] = py;
    } else {
      x += px;
      y += py;
      out[2 * i] = x * transform.scale[0] + transform.translate[0];
      out[2 * i + 1] = y * transform.scale[1] + transform.translate[1];
    }
  }
  return out;
}

/** Every arc index below a geometry, however deep its lists. */
function* arcIndexes(arcs: unknown): Generator<number> {
  const open: unknown[] = [arcs];
  while (open.length > 0) {
    const next = open.pop();
    if (Array.isArray(next)) for (const child of next) open.push(child);
    else if (typeof next === 'number' && Number.isInteger(next)) yield next < 0 ? ~next : next;
  }
}

/** The geometries of an object, collections opened. */
function* geometriesOf(object: unknown): Generator<Json> {
  const open: unknown[] = [object];
  while (open.length > 0) {
    const next = open.pop();
    if (next === null || typeof next !== 'object') continue;
    const geometry = next as Json;
    if (geometry.type === 'GeometryCollection') {
      if (Array.isArray(geometry.geometries))
        for (let i = geometry.geometries.length - 1; i >= 0; i--) open.push(geometry.geometries[i]);
    } else yield geometry;
  }
}

export function readTopology(file: NamedSource, root: Json, { budget }: ReadContext): DatasetInfo[] {
  const transform = transformOf(root);
  const arcs = Array.isArray(root.arcs) ? root.arcs : [];
  const boxes: (Box | null)[] = arcs.map((arc) => {
    budget.tick();
    const extent = new Extent();
    const points = decodeArc(arc, transform);
    for (let i = 0; i < points.length; i += 2) extent.add(points[i]!, points[i + 1]!);
    return extent.box();
  });
  const datasets: DatasetInfo[] = [];
  for (const [layer, object] of Object.entries(root.objects as Json).slice(0, 1000)) {
    const extent = new Extent();
    const table = new FieldTable();
    const types = new Set<string>();
    const geometries: Json[] = [];
    let missing: number | null = null;
    const addPoint = (position: unknown) => {
      if (!Array.isArray(position)) return;
      const [x, y] = pointAt(position, transform);
      extent.add(x, y);
    };
    for (const geometry of geometriesOf(object)) {
      budget.tick();
      geometries.push(geometry);
      if (typeof geometry.type === 'string') types.add(geometry.type);
      if (geometry.type === 'Point') addPoint(geometry.coordinates);
      else if (geometry.type === 'MultiPoint' && Array.isArray(geometry.coordinates))
        geometry.coordinates.forEach(addPoint);
      else
        for (const index of arcIndexes(geometry.arcs)) {
          const box = boxes[index];
          if (box === undefined) missing ??= index;
          else if (box !== null) extent.addBox(box);
        }
      const properties = geometry.properties;
      if (properties !== null && typeof properties === 'object')
        for (const [name, value] of Object.entries(properties as Json)) table.see(name, value);
    }
    const fields = table.fields();
    datasets.push(
      situate({
        ...emptyDataset('topojson', 'vector', layer.slice(0, 200)),
        geometryType: commonGeometryType(types),
        count: geometries.length,
        countFrom: 'data',
        fields,
        nativeExtent: extent.box(),
        extentFrom: 'data',
        // The format fixes no system; degrees are the custom, and are marked as assumed.
        crs: null,
        encoding: 'utf-8',
        problems:
          missing === null
            ? []
            : [
                {
                  code: 'corrupt',
                  severity: 'warning',
                  file: file.name,
                  ...told(reason('arc-missing', { arc: missing, arcs: boxes.length })),
                },
              ],
        rows: (limit = Number.POSITIVE_INFINITY) =>
          rowsOf(
            geometries,
            fields.map((field) => field.name),
            limit,
          ),
        shapes: () => shapesOf(geometries, arcs, transform),
      }),
    );
  }
  if (datasets.length === 0) throw new GeoProblem('empty', reason('no-objects', { name: file.name }));
  return datasets;
}

function pointAt(position: unknown[], transform: Transform | null): [number, number] {
  const x = Number(position[0]);
  const y = Number(position[1]);
  return transform === null
    ? [x, y]
    : [x * transform.scale[0] + transform.translate[0], y * transform.scale[1] + transform.translate[1]];
}

async function* rowsOf(
  geometries: readonly Json[],
  names: readonly string[],
  limit: number,
): AsyncGenerator<AttributeRow> {
  for (let i = 0; i < geometries.length && i < limit; i++) {
    const properties = geometries[i]!.properties;
    const object = properties !== null && typeof properties === 'object' ? (properties as Json) : {};
    yield names.map((name) => valueText(Object.hasOwn(object, name) ? object[name] : null));
  }
}

/** Polygons are drawn by their arcs as lines, each arc once: the picture shows the borders, at a cost that the file cannot multiply. */
async function* shapesOf(
  geometries: readonly Json[],
  arcs: readonly unknown[],
  transform: Transform | null,
): AsyncGenerator<Shape> {
  const drawn = new Set<number>();
  for (const geometry of geometries) {
    if (geometry.type === 'Point' && Array.isArray(geometry.coordinates))
      yield {
        kind: 'point',
        coordinates: Float64Array.from(pointAt(geometry.coordinates, transform)),
        ends: Uint32Array.of(1),
      };
    else if (geometry.type === 'MultiPoint' && Array.isArray(geometry.coordinates)) {
      const points = geometry.coordinates.filter(Array.isArray).flatMap((p) => pointAt(p, transform));
      yield {
        kind: 'point',
        coordinates: Float64Array.from(points),
        ends: Uint32Array.of(points.length / 2),
      };
    } else
      for (const index of arcIndexes(geometry.arcs)) {
        if (drawn.has(index)) continue;
        drawn.add(index);
        const coordinates = decodeArc(arcs[index], transform);
        yield { kind: 'line', coordinates, ends: Uint32Array.of(coordinates.length / 2) };
      }
  }
}
