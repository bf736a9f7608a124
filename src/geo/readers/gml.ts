/**
 * GML 2 and 3, as files and as answers of WFS servers. A feature is what a member element holds; features of one element name are a layer;
 * geometries count wherever they stand in a feature, its envelope not.
 */

import { reason } from '../../words/why.ts';
import { type Crs, crsOfText, obeysAxisOrder } from '../crs/crs.ts';
import { situate } from '../crs/situate.ts';
import type { Budget } from './budget.ts';
import type { ByteSource, NamedSource } from './byte-source.ts';
import {
  type AttributeRow,
  commonGeometryType,
  type DatasetInfo,
  Extent,
  emptyDataset,
  type Shape,
} from './dataset.ts';
import { FieldTable, valueText } from './field-table.ts';
import { ShapeBuilder } from './flat-geometry.ts';
import { extensionOf, type FormatReader, type ReadContext, stemOf } from './format-reader.ts';
import { GeoProblem, type Problem, told } from './problem.ts';
import {
  attribute,
  type XmlAttributes,
  type XmlHandler,
  type XmlReading,
  xmlPieces,
  xmlRoot,
} from './xml-events.ts';

const LONGEST_TEXT = 64 << 10;
const MOST_LAYERS = 1000;

const GEOMETRIES: Readonly<Record<string, readonly [type: string, kind: Shape['kind']]>> = {
  Point: ['Point', 'point'],
  MultiPoint: ['MultiPoint', 'point'],
  LineString: ['LineString', 'line'],
  Curve: ['LineString', 'line'],
  CompositeCurve: ['LineString', 'line'],
  OrientableCurve: ['LineString', 'line'],
  MultiLineString: ['MultiLineString', 'line'],
  MultiCurve: ['MultiLineString', 'line'],
  LinearRing: ['LineString', 'line'],
  Ring: ['LineString', 'line'],
  Polygon: ['Polygon', 'polygon'],
  PolygonPatch: ['Polygon', 'polygon'],
  Triangle: ['Polygon', 'polygon'],
  Rectangle: ['Polygon', 'polygon'],
  Surface: ['Polygon', 'polygon'],
  PolyhedralSurface: ['Polygon', 'polygon'],
  TriangulatedSurface: ['Polygon', 'polygon'],
  Tin: ['Polygon', 'polygon'],
  OrientableSurface: ['Polygon', 'polygon'],
  CompositeSurface: ['MultiPolygon', 'polygon'],
  MultiPolygon: ['MultiPolygon', 'polygon'],
  MultiSurface: ['MultiPolygon', 'polygon'],
  Solid: ['MultiPolygon', 'polygon'],
  MultiSolid: ['MultiPolygon', 'polygon'],
  CompositeSolid: ['MultiPolygon', 'polygon'],
  MultiGeometry: ['GeometryCollection', 'line'],
  GeometricComplex: ['GeometryCollection', 'line'],
  ElevatedSurface: ['Polygon', 'polygon'],
  ElevatedPoint: ['Point', 'point'],
  ElevatedCurve: ['LineString', 'line'],
  TopoCurve: ['LineString', 'line'],
  TopoSurface: ['Polygon', 'polygon'],
};

/** Element that contains features. */
const MEMBER = /^(?:\w*[mM]embers?|\w+_layer)$/;
/** Members that belong to geometries, whose children are no features. */
const GEOMETRY_MEMBER = /^(?:point|lineString|polygon|geometry|curve|surface|solid|\w*[gG]eom\w*)Members?$/;

interface GmlFeature {
  readonly layer: string;
  readonly properties: Map<string, string>;
  readonly shapes: {
    readonly type: string;
    readonly shape: Shape;
    readonly srs: string | null;
    readonly hasZ: boolean;
  }[];
}

class GmlHandler implements XmlHandler {
  /** FME writes north before east under plain codes too. */
  byFme = false;
  /** `srsName` of the envelope around the collection. */
  collectionSrs: string | null = null;
  collectionDimension = 0;
  isGml = false;
  readonly #take: (feature: GmlFeature) => void;
  readonly #loose: boolean;
  #open: { readonly name: string; hasChildren: boolean }[] = [];
  #text = '';
  #feature: GmlFeature | null = null;
  #featureDepth = 0;
  #bounded = 0;
  #geometry: {
    type: string;
    shape: ShapeBuilder;
    depth: number;
    srs: string | null;
    dimension: number;
    hasZ: boolean;
    pending: [number, number] | null;
  } | null = null;
  #separators: { cs: string; ts: string; decimal: string } = { cs: ',', ts: ' ', decimal: '.' };
  /** srsName of an element that wraps geometries but is none. */
  #dimensions: number[] = [];

  /**
   * `loose`: for documents without member elements, the outermost element with an identifier is a feature, as the files that
   * cadastres hand on have them.
   */
  constructor(take: (feature: GmlFeature) => void, loose = false) {
    this.#take = take;
    this.#loose = loose;
  }

  open(name: string, attributes: XmlAttributes, qualified: string): void {
    const parent = this.#open[this.#open.length - 1];
    if (parent !== undefined) parent.hasChildren = true;
    this.#open.push({ name, hasChildren: false });
    this.#text = '';
    if (parent === undefined)
      this.byFme = Object.values(attributes).some((value) => value.includes('www.safe.com/gml/fme'));
    const dimension = Number(
      attribute(attributes, 'srsDimension') ?? attribute(attributes, 'dimension') ?? 0,
    );
    this.#dimensions.push(dimension > 0 ? dimension : (this.#dimensions[this.#dimensions.length - 1] ?? 0));
    if (name === 'boundedBy') this.#bounded++;
    if (this.#bounded > 0) {
      const srs = attribute(attributes, 'srsName');
      if (srs !== null && this.#feature === null) {
        this.collectionSrs ??= srs;
        if (dimension > 0) this.collectionDimension = dimension;
      }
      return;
    }
    if (
      this.#feature === null &&
      parent !== undefined &&
      (this.#loose
        ? attribute(attributes, 'id') !== null && !(name in GEOMETRIES)
        : MEMBER.test(parent.name) && !GEOMETRY_MEMBER.test(parent.name)) &&
      !(name in GEOMETRIES && qualified.startsWith('gml:')) &&
      !/^(?:additionalObjects|SimpleFeatureCollection|FeatureCollection)$/.test(name)
    ) {
      this.isGml = true;
      this.#feature = { layer: name, properties: new Map(), shapes: [] };
      this.#featureDepth = this.#open.length;
      const id = attribute(attributes, 'fid') ?? attribute(attributes, 'id');
      if (id !== null)
        this.#feature.properties.set(attribute(attributes, 'fid') !== null ? 'fid' : 'gml_id', id);
      return;
    }
    if (this.#geometry === null) {
      const known = GEOMETRIES[name];
      if (known !== undefined && (this.#feature !== null || this.#open.length === 1)) {
        this.#geometry = {
          type: known[0],
          shape: new ShapeBuilder(known[1]),
          depth: this.#open.length,
          srs: attribute(attributes, 'srsName'),
          dimension: this.#dimensions[this.#dimensions.length - 1]!,
          hasZ: false,
          pending: null,
        };
        if (this.#feature === null) {
          this.isGml = true;
          this.#feature = { layer: 'geometry', properties: new Map(), shapes: [] };
          this.#featureDepth = 0;
        }
      }
    } else {
      this.#geometry.srs ??= attribute(attributes, 'srsName');
      if (name === 'coordinates')
        this.#separators = {
          cs: attribute(attributes, 'cs') ?? ',',
          ts: attribute(attributes, 'ts') ?? ' ',
          decimal: attribute(attributes, 'decimal') ?? '.',
        };
    }
  }

  text(text: string): void {
    if (this.#geometry !== null || this.#text.length < LONGEST_TEXT) this.#text += text;
  }

  close(name: string): void {
    const text = this.#text;
    const depth = this.#open.length;
    const element = this.#open.pop();
    const dimension = this.#dimensions.pop() ?? 0;
    this.#text = '';
    if (name === 'boundedBy') {
      this.#bounded = Math.max(0, this.#bounded - 1);
      return;
    }
    if (this.#bounded > 0) return;
    const geometry = this.#geometry;
    if (geometry !== null) {
      if (name === 'pos') this.#numbers(text, dimension, true);
      else if (name === 'posList') this.#numbers(text, dimension || this.collectionDimension, false);
      else if (name === 'coordinates') this.#coordinates(text);
      else if (name === 'X') geometry.pending = [Number(text), Number.NaN];
      else if (name === 'Y' && geometry.pending !== null) {
        geometry.shape.add(geometry.pending[0], Number(text));
        geometry.pending = null;
      } else if (name === 'Z') geometry.hasZ = true;
      else if (
        /^(?:LinearRing|Ring|LineString|Curve|exterior|interior|outerBoundaryIs|innerBoundaryIs)$/.test(name)
      )
        geometry.shape.endPart();
      if (depth <= geometry.depth) {
        if (geometry.shape.points > 0)
          this.#feature?.shapes.push({
            type: geometry.type,
            shape: geometry.shape.build(),
            srs: geometry.srs,
            hasZ: geometry.hasZ,
          });
        this.#geometry = null;
        if (this.#featureDepth === 0) this.#end();
      }
      return;
    }
    const feature = this.#feature;
    if (feature === null) return;
    if (depth <= this.#featureDepth) {
      this.#end();
      return;
    }
    if (element?.hasChildren === false && feature.properties.size < 2000) {
      const value = text.trim();
      if (value !== '' || depth === this.#featureDepth + 1)
        if (!feature.properties.has(name)) feature.properties.set(name, value);
    }
  }

  #end(): void {
    const feature = this.#feature;
    this.#feature = null;
    if (feature !== null) this.#take(feature);
  }

  #numbers(text: string, dimension: number, single: boolean): void {
    const geometry = this.#geometry!;
    const numbers = text.trim().split(/[\s,]+/);
    const step = single ? numbers.length : dimension >= 2 && dimension <= 4 ? dimension : 2;
    if (step < 2) return;
    if (step > 2) geometry.hasZ = true;
    for (let i = 0; i + 1 < numbers.length; i += step)
      geometry.shape.add(Number(numbers[i]), Number(numbers[i + 1]));
  }

  #coordinates(text: string): void {
    const geometry = this.#geometry!;
    const { cs, ts, decimal } = this.#separators;
    // Pairs without the separator between their numbers: `10 10`.
    if (cs.trim() !== '' && !text.includes(cs)) {
      this.#numbers(text, 2, false);
      return;
    }
    const tuples = ts.trim() === '' ? text.trim().split(/\s+/) : text.trim().split(ts);
    for (const tuple of tuples) {
      const numbers = (cs.trim() === '' ? tuple.trim().split(/\s+/) : tuple.split(cs)).map((number) =>
        Number(decimal === '.' ? number : number.replace(decimal, '.')),
      );
      if (numbers.length < 2) continue;
      if (numbers.length > 2) geometry.hasZ = true;
      geometry.shape.add(numbers[0]!, numbers[1]!);
    }
  }
}

/** What each `srsName` means, looked up once. */
class Systems {
  readonly #known = new Map<string, { readonly crs: Crs | null; readonly swap: boolean }>();

  of(srs: string, byFme: boolean): { readonly crs: Crs | null; readonly swap: boolean } {
    let found = this.#known.get(srs);
    if (found === undefined) {
      const crs = crsOfText(srs.slice(0, 200), 'srsName');
      found = { crs, swap: crs?.northFirst === true && (byFme || obeysAxisOrder(srs)) };
      if (this.#known.size < 100) this.#known.set(srs, found);
    }
    return found;
  }
}

function swapped(shape: Shape): Shape {
  const coordinates = new Float64Array(shape.coordinates.length);
  for (let i = 0; i + 1 < coordinates.length; i += 2) {
    coordinates[i] = shape.coordinates[i + 1]!;
    coordinates[i + 1] = shape.coordinates[i]!;
  }
  return { ...shape, coordinates };
}

async function* featuresOf(
  source: ByteSource,
  budget: Budget,
  loose: boolean,
): AsyncGenerator<{ readonly feature: GmlFeature; readonly handler: GmlHandler }> {
  let queue: GmlFeature[] = [];
  const handler = new GmlHandler((feature) => queue.push(feature), loose);
  for await (const _ of xmlPieces(source, budget, handler)) {
    const ready = queue;
    queue = [];
    for (const feature of ready) yield { feature, handler };
  }
}

/** A feature with several geometries is placed by the last, as GDAL does, so that figures can be compared. */
function geometryOf(feature: GmlFeature): GmlFeature['shapes'][number] | undefined {
  return feature.shapes[feature.shapes.length - 1];
}

interface Layer {
  count: number;
  readonly extent: Extent;
  readonly types: Set<string>;
  readonly table: FieldTable;
  hasZ: boolean;
  crs: Crs | null;
  isMixed: boolean;
}

export const gmlReader: FormatReader = {
  id: 'gml',

  sniff(head, name) {
    const root = xmlRoot(head);
    const extension = extensionOf(name);
    if (root === null) return extension === 'gml' ? 0.3 : 0;
    if (/^(?:schema|kml|gpx|html|MD_Metadata|metadata|GMLFeatureClassList|PAMDataset)$/.test(root.name))
      return 0;
    if (/Capabilities$/.test(root.name)) return 0;
    if (/^(?:FeatureCollection|CityModel|\w*FeatureCollection)$/.test(root.name)) return 0.95;
    if (extension === 'gml') return 0.9;
    const text = new TextDecoder('latin1').decode(head);
    return /opengis\.net\/gml|featureMember/.test(text) ? 0.7 : 0;
  },

  async read(file: NamedSource, { budget }: ReadContext): Promise<readonly DatasetInfo[]> {
    const strict = await readLayers(file, budget, false);
    const { layers, handler, systems, reading, loose } =
      strict.layers.size > 0 || strict.reading.value?.cut === true
        ? strict
        : await readLayers(file, budget, true);
    const cut = reading.value?.cut === true;
    if (layers.size === 0) {
      if (cut) throw new GeoProblem('truncated', reason('xml-cut'));
      throw new GeoProblem(
        extensionOf(file.name) === 'gml' ? 'empty' : 'not-geographic',
        reading.value?.complaint ?? reason('xml-without-features'),
      );
    }
    const problems: Problem[] = [];
    if (cut)
      problems.push({
        code: 'truncated',
        severity: 'error',
        file: file.name,
        ...told(reason('xml-cut')),
      });
    else if (reading.value?.complaint)
      problems.push({
        code: 'corrupt',
        severity: 'warning',
        file: file.name,
        ...told(reading.value.complaint),
      });
    const collection =
      handler.collectionSrs === null ? null : systems.of(handler.collectionSrs, handler.byFme).crs;
    return [...layers].map(([name, layer]) => {
      const fields = layer.table.fields();
      const names = fields.map((field) => field.name);
      return situate({
        ...emptyDataset('gml', 'vector', name === 'geometry' ? stemOf(file.name) : name),
        geometryType: commonGeometryType(layer.types),
        dimensions: layer.hasZ ? 'Z' : '',
        count: layer.count,
        countFrom: 'data',
        fields,
        nativeExtent: layer.extent.box(),
        extentFrom: 'data',
        crs: layer.types.size === 0 || layer.isMixed ? null : (layer.crs ?? collection),
        encoding: reading.value?.charset ?? null,
        problems,
        rows: (limit = Number.POSITIVE_INFINITY) => rowsOf(file.source, name, names, budget, loose, limit),
        shapes: () => shapesOf(file.source, name, budget, loose),
      });
    });
  },
};

async function* rowsOf(
  source: ByteSource,
  layer: string,
  names: readonly string[],
  budget: Budget,
  loose: boolean,
  limit: number,
): AsyncGenerator<AttributeRow> {
  let given = 0;
  for await (const { feature } of featuresOf(source, budget, loose)) {
    if (feature.layer !== layer) continue;
    if (given++ >= limit) return;
    yield names.map((name) => valueText(feature.properties.get(name)));
  }
}

async function* shapesOf(
  source: ByteSource,
  layer: string,
  budget: Budget,
  loose: boolean,
): AsyncGenerator<Shape> {
  const systems = new Systems();
  for await (const { feature, handler } of featuresOf(source, budget, loose)) {
    const geometry = feature.layer === layer ? geometryOf(feature) : undefined;
    if (geometry === undefined) continue;
    const stated = geometry.srs ?? handler.collectionSrs;
    yield stated !== null && systems.of(stated, handler.byFme).swap
      ? swapped(geometry.shape)
      : geometry.shape;
  }
}

interface Reading {
  readonly layers: Map<string, Layer>;
  readonly handler: GmlHandler;
  readonly systems: Systems;
  readonly reading: { value: XmlReading | null };
  readonly loose: boolean;
}

async function readLayers(file: NamedSource, budget: Budget, loose: boolean): Promise<Reading> {
  const layers = new Map<string, Layer>();
  const systems = new Systems();
  const handler = new GmlHandler((feature) => {
    const geometry = geometryOf(feature);
    if (loose && geometry === undefined) return;
    let layer = layers.get(feature.layer);
    if (layer === undefined) {
      if (layers.size >= MOST_LAYERS) return;
      layer = {
        count: 0,
        extent: new Extent(),
        types: new Set(),
        table: new FieldTable(),
        hasZ: false,
        crs: null,
        isMixed: false,
      };
      layers.set(feature.layer, layer);
    }
    layer.count++;
    for (const [name, value] of feature.properties) layer.table.see(name, value);
    if (geometry === undefined) return;
    layer.types.add(geometry.type);
    if (geometry.hasZ) layer.hasZ = true;
    const stated = geometry.srs ?? handler.collectionSrs;
    const system = stated === null ? null : systems.of(stated, handler.byFme);
    if (system !== null && system.crs !== null) {
      // Features of several systems in one layer: no box is right for all of them.
      if (layer.crs !== null && layer.crs.epsg !== system.crs.epsg) layer.isMixed = true;
      layer.crs ??= system.crs;
    }
    const { coordinates } = system?.swap === true ? swapped(geometry.shape) : geometry.shape;
    for (let i = 0; i + 1 < coordinates.length; i += 2)
      layer.extent.add(coordinates[i]!, coordinates[i + 1]!);
  }, loose);
  const reading: { value: XmlReading | null } = { value: null };
  for await (const _ of xmlPieces(file.source, budget, handler, reading));
  return { layers, handler, systems, reading, loose };
}
