/** GPX: waypoints, routes and tracks, each a layer of its own, as receivers write them. */

import { reason } from '../../words/why.ts';
import { crs84 } from '../crs/crs.ts';
import { situate } from '../crs/situate.ts';
import type { Budget } from './budget.ts';
import type { ByteSource, NamedSource } from './byte-source.ts';
import { type AttributeRow, type DatasetInfo, Extent, emptyDataset, type Shape } from './dataset.ts';
import { FieldTable, valueText } from './field-table.ts';
import { ShapeBuilder } from './flat-geometry.ts';
import { extensionOf, type FormatReader, type ReadContext } from './format-reader.ts';
import { GeoProblem, type Problem, told } from './problem.ts';
import {
  attribute,
  type XmlAttributes,
  type XmlHandler,
  type XmlReading,
  xmlPieces,
  xmlRoot,
} from './xml-events.ts';

const LAYERS = { wpt: 'waypoints', rte: 'routes', trk: 'tracks' } as const;
type Part = keyof typeof LAYERS;
const TYPES: Readonly<Record<Part, string>> = { wpt: 'Point', rte: 'LineString', trk: 'MultiLineString' };

interface GpxFeature {
  readonly part: Part;
  readonly properties: Map<string, string>;
  readonly shape: ShapeBuilder;
  from: string | null;
  to: string | null;
}

class GpxHandler implements XmlHandler {
  title: string | null = null;
  abstract: string | null = null;
  licence: string | null = null;
  keywords: string[] = [];
  readonly #take: (feature: GpxFeature) => void;
  #open: string[] = [];
  #text = '';
  #feature: GpxFeature | null = null;

  constructor(take: (feature: GpxFeature) => void) {
    this.#take = take;
  }

  open(name: string, attributes: XmlAttributes): void {
    this.#open.push(name);
    this.#text = '';
    if ((name === 'wpt' || name === 'rte' || name === 'trk') && this.#feature === null)
      this.#feature = {
        part: name,
        properties: new Map(),
        shape: new ShapeBuilder(name === 'wpt' ? 'point' : 'line'),
        from: null,
        to: null,
      };
    if (name === 'wpt' || name === 'rtept' || name === 'trkpt') {
      const x = Number(attribute(attributes, 'lon') ?? 'x');
      const y = Number(attribute(attributes, 'lat') ?? 'x');
      if (Number.isFinite(x) && Number.isFinite(y)) this.#feature?.shape.add(x, y);
    }
    if (name === 'license') this.licence = attribute(attributes, 'href');
  }

  text(text: string): void {
    if (this.#text.length < 64 << 10) this.#text += text;
  }

  close(name: string): void {
    const parent = this.#open[this.#open.length - 2];
    const text = this.#text.trim();
    this.#open.pop();
    this.#text = '';
    const feature = this.#feature;
    if (feature === null) {
      if (parent === 'metadata' || parent === 'gpx') {
        if (name === 'name') this.title = text || null;
        else if (name === 'desc') this.abstract = text || null;
        else if (name === 'keywords')
          this.keywords = text
            .split(',')
            .map((word) => word.trim())
            .filter((word) => word !== '')
            .slice(0, 100);
      } else if (parent === 'copyright' && name === 'license') this.licence = text || null;
      return;
    }
    if (name === feature.part) {
      this.#feature = null;
      this.#take(feature);
    } else if (name === 'trkseg') feature.shape.endPart();
    else if (name === 'time' && /^\d{4}-\d{2}-\d{2}/.test(text)) {
      if (feature.from === null || text < feature.from) feature.from = text.slice(0, 30);
      if (feature.to === null || text > feature.to) feature.to = text.slice(0, 30);
    }
    if (
      parent === feature.part &&
      text !== '' &&
      name !== 'trkseg' &&
      name !== 'rtept' &&
      feature.properties.size < 100
    )
      feature.properties.set(name, text);
  }
}

async function* featuresOf(source: ByteSource, part: Part, budget: Budget): AsyncGenerator<GpxFeature> {
  let queue: GpxFeature[] = [];
  const handler = new GpxHandler((feature) => queue.push(feature));
  for await (const _ of xmlPieces(source, budget, handler)) {
    const ready = queue;
    queue = [];
    for (const feature of ready) if (feature.part === part) yield feature;
  }
}

export const gpxReader: FormatReader = {
  id: 'gpx',

  sniff(head, name) {
    return xmlRoot(head)?.name === 'gpx' ? 1 : extensionOf(name) === 'gpx' ? 0.5 : 0;
  },

  async read(file: NamedSource, { budget }: ReadContext): Promise<readonly DatasetInfo[]> {
    interface Layer {
      count: number;
      extent: Extent;
      table: FieldTable;
      from: string | null;
      to: string | null;
    }
    const layers = new Map<Part, Layer>();
    const handler = new GpxHandler((feature) => {
      let layer = layers.get(feature.part);
      if (layer === undefined) {
        layer = { count: 0, extent: new Extent(), table: new FieldTable(), from: null, to: null };
        layers.set(feature.part, layer);
      }
      layer.count++;
      const { coordinates } = feature.shape.build();
      for (let i = 0; i < coordinates.length; i += 2) layer.extent.add(coordinates[i]!, coordinates[i + 1]!);
      for (const [name, value] of feature.properties) layer.table.see(name, value);
      if (feature.from !== null && (layer.from === null || feature.from < layer.from))
        layer.from = feature.from;
      if (feature.to !== null && (layer.to === null || feature.to > layer.to)) layer.to = feature.to;
    });
    const reading: { value: XmlReading | null } = { value: null };
    for await (const _ of xmlPieces(file.source, budget, handler, reading));
    const cut = reading.value?.cut === true;
    if (layers.size === 0)
      throw cut
        ? new GeoProblem('truncated', reason('xml-cut'))
        : new GeoProblem('empty', reason('no-track'));
    const problems: Problem[] = cut
      ? [
          {
            code: 'truncated',
            severity: 'error',
            file: file.name,
            ...told(reason('xml-cut')),
          },
        ]
      : [];
    const ofLayer = ([part, layer]: [Part, Layer]): DatasetInfo => {
      const fields = layer.table.fields();
      const names = fields.map((field) => field.name);
      return situate({
        ...emptyDataset('gpx', 'vector', LAYERS[part]),
        geometryType: TYPES[part],
        count: layer.count,
        countFrom: 'data',
        fields,
        nativeExtent: layer.extent.box(),
        extentFrom: 'data',
        crs: crs84('format'),
        encoding: reading.value?.charset ?? null,
        temporal: layer.from === null ? null : { from: layer.from, to: layer.to },
        title: handler.title,
        abstract: handler.abstract,
        licence: handler.licence,
        keywords: handler.keywords,
        problems,
        rows: (limit = Number.POSITIVE_INFINITY) => rowsOf(file.source, part, names, budget, limit),
        shapes: () => shapesOf(file.source, part, budget),
      });
    };
    return (['wpt', 'rte', 'trk'] as const).flatMap((part) => {
      const layer = layers.get(part);
      return layer === undefined ? [] : [ofLayer([part, layer])];
    });
  },
};

async function* rowsOf(
  source: ByteSource,
  part: Part,
  names: readonly string[],
  budget: Budget,
  limit: number,
): AsyncGenerator<AttributeRow> {
  let given = 0;
  for await (const feature of featuresOf(source, part, budget)) {
    if (given++ >= limit) return;
    yield names.map((name) => valueText(feature.properties.get(name)));
  }
}

async function* shapesOf(source: ByteSource, part: Part, budget: Budget): AsyncGenerator<Shape> {
  for await (const feature of featuresOf(source, part, budget))
    if (feature.shape.points > 0) yield feature.shape.build();
}
