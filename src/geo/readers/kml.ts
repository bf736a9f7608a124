/**
 * KML: a layer for each folder or document that holds placemarks. Read as a stream: the library of the field wants a DOM, which takes some
 * thirty bytes for each byte of the file.
 */

import { reason } from '../../words/why.ts';
import { crs84 } from '../crs/crs.ts';
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

interface Placemark {
  readonly layer: number;
  readonly types: string[];
  readonly properties: Map<string, string>;
  readonly shapes: Shape[];
  readonly times: string[];
  hasZ: boolean;
}

const GEOMETRIES: Readonly<Record<string, readonly [type: string, kind: Shape['kind']]>> = {
  Point: ['Point', 'point'],
  LineString: ['LineString', 'line'],
  LinearRing: ['LineString', 'line'],
  Polygon: ['Polygon', 'polygon'],
  Track: ['LineString', 'line'],
  Model: ['Point', 'point'],
};

/** Collects placemarks while the document goes by; `take` is given each as it ends. */
class KmlHandler implements XmlHandler {
  readonly layers: { readonly name: string; readonly path: string }[] = [];
  title: string | null = null;
  readonly #take: (placemark: Placemark) => void;
  #containers: { name: string; index: number; isDocument: boolean }[] = [];
  #open: string[] = [];
  #text = '';
  #placemark: Placemark | null = null;
  #shape: ShapeBuilder | null = null;
  #geometryDepth = 0;
  #multi = 0;
  #data: string | null = null;
  #order = 0;
  readonly #box = new Map<string, number>();

  constructor(take: (placemark: Placemark) => void) {
    this.#take = take;
  }

  open(name: string, attributes: XmlAttributes): void {
    this.#open.push(name);
    this.#text = '';
    if (name === 'Document' || name === 'Folder')
      this.#containers.push({ name: '', index: -1, isDocument: name === 'Document' });
    else if (name === 'Placemark' || name === 'GroundOverlay')
      this.#placemark = {
        layer: this.#layer(),
        types: [],
        properties: new Map(),
        shapes: [],
        times: [],
        hasZ: false,
      };
    else if (this.#placemark !== null) {
      if (name === 'MultiGeometry' || name === 'MultiTrack') {
        if (this.#multi++ === 0) this.#placemark.types.push('GeometryCollection');
      } else if (name in GEOMETRIES && this.#shape === null) {
        const [type, kind] = GEOMETRIES[name]!;
        if (this.#multi === 0) this.#placemark.types.push(type);
        this.#shape = new ShapeBuilder(kind);
        this.#geometryDepth = this.#open.length;
      } else if (name === 'SimpleData' || name === 'Data' || name === 'SimpleArrayData')
        this.#data = attribute(attributes, 'name');
    }
  }

  text(text: string): void {
    if (this.#text.length < LONGEST_TEXT || this.#shape !== null) this.#text += text;
  }

  close(name: string): void {
    const parent = this.#open[this.#open.length - 2];
    const text = this.#text;
    const placemark = this.#placemark;
    this.#open.pop();
    this.#text = '';
    if (placemark === null) {
      const container = this.#containers[this.#containers.length - 1];
      if (name === 'name' && container !== undefined && (parent === 'Document' || parent === 'Folder')) {
        container.name = text.trim().slice(0, 200);
        if (container.isDocument) this.title ??= container.name || null;
        const layer = this.layers[container.index];
        if (layer !== undefined && layer.name === '')
          this.layers[container.index] = { ...layer, name: container.name };
      } else if (name === 'Document' || name === 'Folder') this.#containers.pop();
      return;
    }
    if (name === 'Placemark' || name === 'GroundOverlay') {
      this.#placemark = null;
      this.#shape = null;
      this.#multi = 0;
      this.#take(placemark);
      return;
    }
    if (parent === 'LatLonBox') this.#box.set(name, Number(text));
    else if (name === 'LatLonBox') this.#overlay(placemark);
    if (this.#shape !== null) {
      if (name === 'coordinates' || name === 'coord' || name === 'location')
        this.#coordinates(text, name, placemark);
      else if (name === 'longitude' || name === 'latitude') {
        if (name === 'longitude') this.#order = Number(text);
        else this.#shape.add(this.#order, Number(text));
      } else if (name === 'when') placemark.times.push(text.trim());
      if (this.#open.length < this.#geometryDepth) {
        if (this.#shape.points > 0) placemark.shapes.push(this.#shape.build());
        this.#shape = null;
      }
      return;
    }
    if (name === 'MultiGeometry' || name === 'MultiTrack') this.#multi--;
    else if (
      (name === 'name' || name === 'description' || name === 'address') &&
      (parent === 'Placemark' || parent === 'GroundOverlay')
    ) {
      if (text.trim() !== '') placemark.properties.set(name, text.trim());
    } else if (name === 'SimpleData' || name === 'value') {
      if (this.#data !== null && placemark.properties.size < 2000)
        placemark.properties.set(this.#data, text.trim());
    } else if (name === 'when' || name === 'begin' || name === 'end') placemark.times.push(text.trim());
  }

  /** A picture laid on the ground is placed by the box that it covers. */
  #overlay(placemark: Placemark): void {
    const [west, south, east, north] = ['west', 'south', 'east', 'north'].map(
      (side) => this.#box.get(side) ?? Number.NaN,
    );
    this.#box.clear();
    if (![west, south, east, north].every(Number.isFinite)) return;
    const shape = new ShapeBuilder('polygon');
    shape.add(west!, south!);
    shape.add(east!, south!);
    shape.add(east!, north!);
    shape.add(west!, north!);
    shape.add(west!, south!);
    placemark.types.push('Polygon');
    placemark.shapes.push(shape.build());
  }

  #coordinates(text: string, element: string, placemark: Placemark): void {
    const shape = this.#shape!;
    if (element === 'coord') {
      // gx:coord separates its numbers by spaces.
      const [x, y, z] = text.trim().split(/\s+/).map(Number);
      if (z !== undefined) placemark.hasZ = true;
      shape.add(x ?? Number.NaN, y ?? Number.NaN);
      return;
    }
    const tuples = text.trim().split(/\s+/);
    for (const tuple of tuples) {
      if (tuple === '') continue;
      const numbers = tuple.split(',');
      if (numbers.length < 2) continue;
      const x = Number(numbers[0]);
      const y = Number(numbers[1]);
      if (numbers.length > 2 && numbers[2] !== '') placemark.hasZ = true;
      if (Number.isFinite(x) && Number.isFinite(y)) shape.add(x, y);
    }
    shape.endPart();
  }

  /** The layer of a placemark met now: its nearest folder or document. */
  #layer(): number {
    const container = this.#containers[this.#containers.length - 1];
    if (container === undefined) {
      if (this.layers.length === 0) this.layers.push({ name: '', path: '' });
      return 0;
    }
    if (container.index === -1) {
      if (this.layers.length >= MOST_LAYERS) return MOST_LAYERS - 1;
      container.index = this.layers.length;
      this.layers.push({ name: container.name, path: this.#containers.map((c) => c.name).join('/') });
    }
    return container.index;
  }
}

async function* placemarksOf(source: ByteSource, budget: Budget): AsyncGenerator<Placemark> {
  let queue: Placemark[] = [];
  const handler = new KmlHandler((placemark) => queue.push(placemark));
  for await (const _ of xmlPieces(source, budget, handler)) {
    const ready = queue;
    queue = [];
    yield* ready;
  }
}

interface Layer {
  count: number;
  readonly extent: Extent;
  readonly types: Set<string>;
  readonly table: FieldTable;
  hasZ: boolean;
  from: string | null;
  to: string | null;
}

export const kmlReader: FormatReader = {
  id: 'kml',

  sniff(head, name) {
    const root = xmlRoot(head);
    if (root?.name === 'kml' || root?.name === 'Kml') return 1;
    if (extensionOf(name) !== 'kml') return 0;
    return root !== null && /^(?:Document|Folder|Placemark)$/.test(root.name) ? 0.9 : 0.5;
  },

  async read(file: NamedSource, { budget }: ReadContext): Promise<readonly DatasetInfo[]> {
    const layers: Layer[] = [];
    const layer = (index: number): Layer => {
      while (layers.length <= index)
        layers.push({
          count: 0,
          extent: new Extent(),
          types: new Set(),
          table: new FieldTable(),
          hasZ: false,
          from: null,
          to: null,
        });
      return layers[index]!;
    };
    const reading: { value: XmlReading | null } = { value: null };
    const handler = new KmlHandler((placemark) => {
      const into = layer(placemark.layer);
      into.count++;
      for (const type of placemark.types) into.types.add(type);
      for (const shape of placemark.shapes)
        for (let i = 0; i < shape.coordinates.length; i += 2)
          into.extent.add(shape.coordinates[i]!, shape.coordinates[i + 1]!);
      for (const [name, value] of placemark.properties) into.table.see(name, value);
      if (placemark.hasZ) into.hasZ = true;
      for (const time of placemark.times) {
        if (!/^-?\d{4}/.test(time)) continue;
        if (into.from === null || time < into.from) into.from = time.slice(0, 30);
        if (into.to === null || time > into.to) into.to = time.slice(0, 30);
      }
    });
    for await (const _ of xmlPieces(file.source, budget, handler, reading));
    if (layers.length === 0) {
      if (reading.value?.cut === true) throw new GeoProblem('truncated', reason('xml-cut'));
      throw new GeoProblem('empty', reason('no-placemark'));
    }
    const problems: Problem[] = [];
    if (reading.value?.cut === true)
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
    return layers.map((found, index) => {
      const fields = found.table.fields();
      const names = fields.map((field) => field.name);
      return situate({
        ...emptyDataset('kml', 'vector', handler.layers[index]?.name || stemOf(file.name)),
        geometryType: commonGeometryType(found.types),
        dimensions: found.hasZ ? 'Z' : '',
        count: found.count,
        countFrom: 'data',
        fields,
        nativeExtent: found.extent.box(),
        extentFrom: 'data',
        crs: crs84('format'),
        encoding: reading.value?.charset ?? null,
        temporal: found.from === null ? null : { from: found.from, to: found.to },
        title: handler.title,
        problems,
        rows: (limit = Number.POSITIVE_INFINITY) => rowsOf(file.source, index, names, budget, limit),
        shapes: () => shapesOf(file.source, index, budget),
      });
    });
  },
};

async function* rowsOf(
  source: ByteSource,
  layer: number,
  names: readonly string[],
  budget: Budget,
  limit: number,
): AsyncGenerator<AttributeRow> {
  let given = 0;
  for await (const placemark of placemarksOf(source, budget)) {
    if (placemark.layer !== layer) continue;
    if (given++ >= limit) return;
    yield names.map((name) => valueText(placemark.properties.get(name)));
  }
}

async function* shapesOf(source: ByteSource, layer: number, budget: Budget): AsyncGenerator<Shape> {
  for await (const placemark of placemarksOf(source, budget))
    if (placemark.layer === layer) yield* placemark.shapes;
}
