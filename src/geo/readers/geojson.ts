/** GeoJSON (collections, single features and geometries, one feature a line) and TopoJSON, which shares its syntax. */

import { reason } from '../../words/why.ts';
import { crs84, crsOfText } from '../crs/crs.ts';
import { situate } from '../crs/situate.ts';
import type { Budget } from './budget.ts';
import type { ByteSource, NamedSource } from './byte-source.ts';
import {
  type AttributeRow,
  commonGeometryType,
  type DatasetInfo,
  emptyDataset,
  type Shape,
} from './dataset.ts';
import { FieldTable, valueText } from './field-table.ts';
import { GEOJSON_GEOMETRIES, GeoJsonMeasure } from './flat-geometry.ts';
import { extensionOf, type FormatReader, type ReadContext, stemOf } from './format-reader.ts';
import { tellingExtensions } from './format-table.ts';
import { jsonElements } from './json-elements.ts';
import { GeoProblem, type Problem, problemOf } from './problem.ts';
import { isTopology, readTopology } from './topojson.ts';

type Json = Record<string, unknown>;

function asObject(value: unknown): Json | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : null;
}

function isFeature(value: unknown): value is Json {
  const object = asObject(value);
  return object !== null && object.type === 'Feature';
}

function isGeometry(value: unknown): value is Json {
  const object = asObject(value);
  return object !== null && typeof object.type === 'string' && GEOJSON_GEOMETRIES.has(object.type);
}

/** Features of a source, wherever they stand. A geometry alone is a feature without properties. */
async function* featuresOf(source: ByteSource, budget: Budget): AsyncGenerator<Json> {
  for await (const { kind, value } of jsonElements(source, 'features', budget)) {
    if (isFeature(value)) yield value;
    else if (kind === 'root' && isGeometry(value))
      yield { type: 'Feature', properties: null, geometry: value };
  }
}

async function* rowsOf(
  source: ByteSource,
  names: readonly string[],
  budget: Budget,
  limit: number,
): AsyncGenerator<AttributeRow> {
  let given = 0;
  for await (const feature of featuresOf(source, budget)) {
    if (given++ >= limit) return;
    const properties = asObject(feature.properties) ?? {};
    yield names.map((name) => valueText(Object.hasOwn(properties, name) ? properties[name] : null));
  }
}

async function* shapesOf(source: ByteSource, budget: Budget): AsyncGenerator<Shape> {
  for await (const feature of featuresOf(source, budget)) {
    const shapes: Shape[] = [];
    new GeoJsonMeasure().measure(feature.geometry, (shape) => shapes.push(shape));
    yield* shapes;
  }
}

const NAMED_SO = tellingExtensions('geojson', 'topojson');

export const geojsonReader: FormatReader = {
  id: 'geojson',

  sniff(head, name) {
    let at = head[0] === 0xef ? 3 : 0;
    while (at < head.length && (head[at]! <= 0x20 || head[at] === 0x1e)) at++;
    const isJson = head[at] === 0x7b || head[at] === 0x5b;
    const extension = extensionOf(name);
    if (NAMED_SO.has(extension)) return isJson ? 1 : 0.3;
    if (!isJson) return 0;
    const text = new TextDecoder('latin1').decode(head);
    if (/"type"\s*:\s*"(?:FeatureCollection|Feature|Topology)"|"coordinates"\s*:\s*\[|"arcs"\s*:/.test(text))
      return 0.9;
    return /^(?:json|jsonl|ndjson)$/.test(extension) ? 0.4 : 0.1;
  },

  async read(file: NamedSource, context: ReadContext): Promise<readonly DatasetInfo[]> {
    const { budget } = context;
    const measure = new GeoJsonMeasure();
    const table = new FieldTable();
    const types = new Set<string>();
    const problems: Problem[] = [];
    let count = 0;
    let roots = 0;
    let root: Json | null = null;
    let isCollection = false;
    const see = (feature: Json) => {
      count++;
      const geometry = asObject(feature.geometry);
      if (geometry !== null && isGeometry(geometry)) {
        types.add(geometry.type as string);
        measure.measure(geometry);
      }
      const properties = asObject(feature.properties);
      if (properties !== null) for (const name of Object.keys(properties)) table.see(name, properties[name]);
    };
    try {
      for await (const { kind, value } of jsonElements(file.source, 'features', budget)) {
        if (kind === 'element') {
          if (isFeature(value)) see(value);
          continue;
        }
        roots++;
        const object = asObject(value);
        if (object === null) continue;
        if (roots === 1) {
          root = object;
          if (isTopology(object)) return readTopology(file, object, context);
        }
        if (object.type === 'FeatureCollection') isCollection = true;
        else if (isFeature(object)) see(object);
        else if (isGeometry(object)) see({ type: 'Feature', properties: null, geometry: object });
      }
    } catch (error) {
      // What was read before the damage is worth telling, if there was anything.
      if (count === 0 || (error instanceof GeoProblem && error.code === 'time-limit')) throw error;
      problems.push(problemOf(file.name, error));
    }
    if (count === 0 && !isCollection) throw new GeoProblem('not-geographic', reason('json-not-geographic'));
    const named = asObject(asObject(root?.crs)?.properties)?.name;
    // Before 2016 a collection could name its system; files that do mean it.
    const crs =
      (typeof named === 'string' ? crsOfText(named, 'crs member') : null) ??
      // With heights it is the three-dimensional form of the same system.
      (measure.hasZ ? { ...crs84('format'), epsg: 4979 } : crs84('format'));
    const fields = table.fields();
    const names = fields.map((field) => field.name);
    const title = typeof root?.title === 'string' ? root.title.slice(0, 500) : null;
    return [
      situate({
        ...emptyDataset(roots > 1 ? 'geojsonseq' : 'geojson', 'vector', layerName(root, file)),
        geometryType: commonGeometryType(types),
        dimensions: measure.hasZ ? 'Z' : '',
        count,
        countFrom: 'data',
        fields,
        nativeExtent: measure.extent.box(),
        extentFrom: 'data',
        crs,
        encoding: 'utf-8',
        title,
        problems,
        rows: (limit = Number.POSITIVE_INFINITY) => rowsOf(file.source, names, budget, limit),
        shapes: () => shapesOf(file.source, budget),
      }),
    ];
  },
};

function layerName(root: Json | null, file: NamedSource): string {
  const name = root?.type === 'FeatureCollection' ? root.name : undefined;
  return typeof name === 'string' && name !== '' ? name.slice(0, 200) : stemOf(file.name);
}
