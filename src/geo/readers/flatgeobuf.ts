/**
 * FlatGeobuf. Its tables are followed here with every offset checked: the library of the field never ends on a header that states an index
 * and no features, and reads past the end of a cut file.
 */

import { reason } from '../../words/why.ts';
import { crsOfEpsg, crsOfText } from '../crs/crs.ts';
import { situate } from '../crs/situate.ts';
import type { Budget } from './budget.ts';
import { type ByteSource, type NamedSource, viewOf } from './byte-source.ts';
import {
  type AttributeRow,
  type DatasetInfo,
  Extent,
  emptyDataset,
  type FieldInfo,
  type FieldType,
  type Shape,
  saneBox,
} from './dataset.ts';
import { valueText } from './field-table.ts';
import { beginsWith, extensionOf, type FormatReader, type ReadContext, stemOf } from './format-reader.ts';
import { GeoProblem, type Problem, problemOf, told } from './problem.ts';
import { WKB_TYPES } from './wkb.ts';

const LARGEST_HEADER = 16 << 20;
const LARGEST_FEATURE = 64 << 20;
const MAGIC = 8;

/** A table of a FlatBuffer: fields by their number, each where the table's list says, or absent. */
class Table {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #at: number;
  readonly #fields: number;
  readonly #fieldsAt: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.#at = at;
    this.#check(at, 4);
    this.#fieldsAt = at - this.#view.getInt32(at, true);
    this.#check(this.#fieldsAt, 4);
    this.#fields = (this.#view.getUint16(this.#fieldsAt, true) - 4) >> 1;
    this.#check(this.#fieldsAt, 4 + this.#fields * 2);
  }

  static root(bytes: Uint8Array): Table {
    if (bytes.length < 8) throw new GeoProblem('truncated', reason('table-without-root'));
    return new Table(bytes, viewOf(bytes).getUint32(0, true));
  }

  #check(at: number, length: number): void {
    if (at < 0 || at + length > this.#bytes.length)
      throw new GeoProblem('corrupt', reason('offset-outside', { at, bytes: this.#bytes.length }));
  }

  #place(field: number, length: number): number | null {
    if (field >= this.#fields) return null;
    const offset = this.#view.getUint16(this.#fieldsAt + 4 + field * 2, true);
    if (offset === 0) return null;
    this.#check(this.#at + offset, length);
    return this.#at + offset;
  }

  #reference(field: number): number | null {
    const place = this.#place(field, 4);
    return place === null ? null : place + this.#view.getUint32(place, true);
  }

  byte(field: number): number {
    const place = this.#place(field, 1);
    return place === null ? 0 : this.#bytes[place]!;
  }

  short(field: number, otherwise: number): number {
    const place = this.#place(field, 2);
    return place === null ? otherwise : this.#view.getUint16(place, true);
  }

  int(field: number): number {
    const place = this.#place(field, 4);
    return place === null ? 0 : this.#view.getInt32(place, true);
  }

  long(field: number): number {
    const place = this.#place(field, 8);
    return place === null ? 0 : Number(this.#view.getBigUint64(place, true));
  }

  vector(field: number, size: number): { readonly at: number; readonly length: number } | null {
    const at = this.#reference(field);
    if (at === null) return null;
    this.#check(at, 4);
    const length = this.#view.getUint32(at, true);
    this.#check(at + 4, length * size);
    return { at: at + 4, length };
  }

  bytes(field: number): Uint8Array | null {
    const vector = this.vector(field, 1);
    return vector === null ? null : this.#bytes.subarray(vector.at, vector.at + vector.length);
  }

  text(field: number): string | null {
    const bytes = this.bytes(field);
    return bytes === null ? null : new TextDecoder().decode(bytes.subarray(0, 65_536));
  }

  doubles(field: number): Float64Array {
    const vector = this.vector(field, 8);
    const out = new Float64Array(vector?.length ?? 0);
    for (let i = 0; i < out.length; i++) out[i] = this.#view.getFloat64(vector!.at + i * 8, true);
    return out;
  }

  ints(field: number): Uint32Array {
    const vector = this.vector(field, 4);
    const out = new Uint32Array(vector?.length ?? 0);
    for (let i = 0; i < out.length; i++) out[i] = this.#view.getUint32(vector!.at + i * 4, true);
    return out;
  }

  table(field: number): Table | null {
    const at = this.#reference(field);
    return at === null ? null : new Table(this.#bytes, at);
  }

  tables(field: number, most: number): Table[] {
    const vector = this.vector(field, 4);
    if (vector === null) return [];
    if (vector.length > most)
      throw new GeoProblem('corrupt', reason('entries-in-list', { entries: vector.length }));
    return Array.from({ length: vector.length }, (_, i) => {
      const at = vector.at + i * 4;
      return new Table(this.#bytes, at + this.#view.getUint32(at, true));
    });
  }
}

const COLUMN_TYPES: readonly FieldType[] = [
  'integer',
  'integer',
  'boolean',
  'integer',
  'integer',
  'integer',
  'integer',
  'integer',
  'integer',
  'real',
  'real',
  'text',
  'other',
  'date',
  'other',
];
/** Bytes of a value by column type; 0 for those that state their length. */
const COLUMN_BYTES = [1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 0, 0, 0, 0];

interface Column {
  readonly name: string;
  readonly type: number;
}

interface Header {
  readonly table: Table;
  readonly columns: readonly Column[];
  readonly count: number;
  readonly geometryType: number;
  /** Where the features begin. */
  readonly featuresAt: number;
}

async function readHeader(source: ByteSource): Promise<Header> {
  const head = await source.read(0, 12);
  if (head.length < 12) throw new GeoProblem('truncated', reason('flatgeobuf-short', { bytes: head.length }));
  if (!beginsWith(head, 'fgb\x03')) throw new GeoProblem('corrupt', reason('not-flatgeobuf'));
  const length = viewOf(head).getUint32(8, true);
  if (length > LARGEST_HEADER) throw new GeoProblem('corrupt', reason('header-bytes', { bytes: length }));
  const bytes = await source.read(12, length);
  if (bytes.length < length)
    throw new GeoProblem('truncated', reason('header-bytes-of', { bytes: bytes.length, wanted: length }));
  const table = Table.root(bytes);
  const columns = table.tables(7, 2000).map(
    (column, i): Column => ({
      name: column.text(0) ?? `column ${i + 1}`,
      type: column.byte(1),
    }),
  );
  const count = table.long(8);
  const node = table.short(9, 16);
  let index = 0;
  if (node >= 2 && count > 0) {
    let level = count;
    let nodes = count;
    while (level > 1) {
      level = Math.ceil(level / node);
      nodes += level;
    }
    index = nodes * 40;
  }
  return { table, columns, count, geometryType: table.byte(2), featuresAt: MAGIC + 4 + length + index };
}

async function* featuresOf(source: ByteSource, header: Header, budget: Budget): AsyncGenerator<Table> {
  let at = header.featuresAt;
  while (at + 4 <= source.size) {
    budget.tick();
    const length = viewOf(await source.read(at, 4)).getUint32(0, true);
    if (length < 8 || length > LARGEST_FEATURE)
      throw new GeoProblem('corrupt', reason('feature-bytes', { bytes: length }));
    const bytes = await source.read(at + 4, length);
    if (bytes.length < length) throw new GeoProblem('truncated', reason('last-feature-cut'));
    yield Table.root(bytes);
    at += 4 + length;
  }
}

function* shapesOfGeometry(geometry: Table, type: number): Generator<Shape> {
  const open: { geometry: Table; type: number }[] = [{ geometry, type }];
  for (let steps = 0; open.length > 0 && steps < 100_000; steps++) {
    const next = open.pop()!;
    const own = next.geometry.byte(6) || next.type;
    const coordinates = next.geometry.doubles(1);
    if (coordinates.length >= 2) {
      const name = WKB_TYPES[own] ?? '';
      const kind = name.endsWith('Point') ? 'point' : name.endsWith('Polygon') ? 'polygon' : 'line';
      const points = coordinates.length >> 1;
      const ends = next.geometry.ints(0);
      const sound = ends.length > 0 && ends.every((end, i) => end <= points && end >= (ends[i - 1] ?? 0));
      yield { kind, coordinates, ends: sound ? ends : Uint32Array.of(points) };
    }
    for (const part of next.geometry.tables(7, 100_000)) open.push({ geometry: part, type: own });
  }
}

async function* shapesOf(source: ByteSource, header: Header, budget: Budget): AsyncGenerator<Shape> {
  for await (const feature of featuresOf(source, header, budget)) {
    const geometry = feature.table(0);
    if (geometry !== null) yield* shapesOfGeometry(geometry, header.geometryType);
  }
}

function valuesOf(bytes: Uint8Array, columns: readonly Column[]): Map<number, unknown> {
  const values = new Map<number, unknown>();
  const view = viewOf(bytes);
  for (let at = 0; at + 2 <= bytes.length; ) {
    const index = view.getUint16(at, true);
    at += 2;
    const column = columns[index];
    if (column === undefined) break;
    let size = COLUMN_BYTES[column.type] ?? -1;
    if (size === 0) {
      if (at + 4 > bytes.length) break;
      size = view.getUint32(at, true);
      at += 4;
    }
    if (size < 0 || at + size > bytes.length) break;
    values.set(index, valueAt(view, bytes, at, size, column.type));
    at += size;
  }
  return values;
}

function valueAt(view: DataView, bytes: Uint8Array, at: number, size: number, type: number): unknown {
  switch (type) {
    case 0:
      return view.getInt8(at);
    case 1:
      return view.getUint8(at);
    case 2:
      return view.getUint8(at) !== 0;
    case 3:
      return view.getInt16(at, true);
    case 4:
      return view.getUint16(at, true);
    case 5:
      return view.getInt32(at, true);
    case 6:
      return view.getUint32(at, true);
    case 7:
      return view.getBigInt64(at, true);
    case 8:
      return view.getBigUint64(at, true);
    case 9:
      return view.getFloat32(at, true);
    case 10:
      return view.getFloat64(at, true);
    case 14:
      return null;
    default:
      return new TextDecoder().decode(bytes.subarray(at, at + size));
  }
}

async function* rowsOf(
  source: ByteSource,
  header: Header,
  budget: Budget,
  limit: number,
): AsyncGenerator<AttributeRow> {
  let given = 0;
  for await (const feature of featuresOf(source, header, budget)) {
    if (given++ >= limit) return;
    const values = valuesOf(feature.bytes(1) ?? new Uint8Array(0), header.columns);
    yield header.columns.map((_, i) => valueText(values.get(i)));
  }
}

export const flatgeobufReader: FormatReader = {
  id: 'flatgeobuf',

  sniff(head, name) {
    return beginsWith(head, 'fgb\x03') ? 1 : extensionOf(name) === 'fgb' ? 0.5 : 0;
  },

  async read(file: NamedSource, { budget }: ReadContext): Promise<readonly DatasetInfo[]> {
    const header = await readHeader(file.source);
    const { table } = header;
    const problems: Problem[] = [];
    const envelope = table.doubles(1);
    const half = envelope.length >> 1;
    let box = half >= 2 ? saneBox(envelope[0]!, envelope[1]!, envelope[half]!, envelope[half + 1]!) : null;
    let count = header.count;
    let from: 'header' | 'data' = 'header';
    if (count === 0 || box === null) {
      // Written as a stream: the header knows neither number nor extent.
      const extent = new Extent();
      let counted = 0;
      try {
        for await (const feature of featuresOf(file.source, header, budget)) {
          counted++;
          const geometry = feature.table(0);
          if (geometry === null) continue;
          for (const { coordinates } of shapesOfGeometry(geometry, header.geometryType))
            for (let i = 0; i + 1 < coordinates.length; i += 2)
              extent.add(coordinates[i]!, coordinates[i + 1]!);
        }
      } catch (error) {
        if (error instanceof GeoProblem && error.code === 'time-limit') throw error;
        problems.push(problemOf(file.name, error));
      }
      count = counted;
      box ??= extent.box();
      from = 'data';
    } else if (header.featuresAt + 12 > file.source.size)
      problems.push({
        code: 'truncated',
        severity: 'error',
        file: file.name,
        ...told(reason('features-absent', { features: count })),
      });
    const crs = table.table(10);
    const code = crs?.int(1) ?? 0;
    const org = crs?.text(0) ?? 'EPSG';
    const wkt = crs?.text(4) ?? null;
    const system =
      crs === null
        ? null
        : ((code > 0 && /^epsg$/i.test(org) ? crsOfEpsg(code, 'header') : null) ??
          (wkt === null ? null : crsOfText(wkt, 'header')));
    const hasZ = table.byte(3) !== 0;
    const hasM = table.byte(4) !== 0;
    const fields: FieldInfo[] = header.columns.map(({ name, type }) => ({
      name,
      type: COLUMN_TYPES[type] ?? 'other',
    }));
    return [
      situate({
        ...emptyDataset('flatgeobuf', 'vector', table.text(0) || stemOf(file.name)),
        geometryType: WKB_TYPES[header.geometryType] ?? 'Mixed',
        dimensions: hasZ ? (hasM ? 'ZM' : 'Z') : hasM ? 'M' : '',
        count,
        countFrom: from,
        fields,
        nativeExtent: box,
        extentFrom: box === null ? null : from,
        crs: system,
        encoding: 'utf-8',
        title: table.text(11),
        abstract: table.text(12),
        problems,
        rows: (limit = Number.POSITIVE_INFINITY) => rowsOf(file.source, header, budget, limit),
        shapes: () => shapesOf(file.source, header, budget),
      }),
    ];
  },
};
