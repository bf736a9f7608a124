/** Writes shapefiles: the three parts of a layer, and the coordinate system beside them. */

export interface Field {
  readonly name: string;
  readonly type: 'C' | 'N';
  readonly length: number;
}

export interface Layer {
  /** Points of one line a record, as pairs; a record of one pair is a point when all are. */
  readonly records: readonly (readonly (readonly [x: number, y: number])[])[];
  readonly shape: 'point' | 'line' | 'polygon';
  readonly fields: readonly Field[];
  readonly rows: readonly (readonly string[])[];
}

export interface ShapefileParts {
  readonly shp: Uint8Array;
  readonly shx: Uint8Array;
  readonly dbf: Uint8Array;
}

const CODE = { point: 1, line: 3, polygon: 5 } as const;

export function writeShapefile(layer: Layer, charset: 'latin1' | 'utf8' = 'latin1'): ShapefileParts {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const record of layer.records)
    for (const [x, y] of record) {
      west = Math.min(west, x);
      south = Math.min(south, y);
      east = Math.max(east, x);
      north = Math.max(north, y);
    }
  const contents = layer.records.map((record) =>
    layer.shape === 'point' ? 20 : 44 + 4 + 16 * record.length,
  );
  const total = 100 + contents.reduce((sum, length) => sum + 8 + length, 0);
  const shp = Buffer.alloc(total);
  const shx = Buffer.alloc(100 + 8 * layer.records.length);
  for (const [file, length] of [
    [shp, total],
    [shx, shx.length],
  ] as const) {
    file.writeInt32BE(9994, 0);
    file.writeInt32BE(length / 2, 24);
    file.writeInt32LE(1000, 28);
    file.writeInt32LE(CODE[layer.shape], 32);
    [west, south, east, north].forEach((value, i) => {
      file.writeDoubleLE(value, 36 + 8 * i);
    });
  }
  let at = 100;
  layer.records.forEach((record, i) => {
    const length = contents[i]!;
    shx.writeInt32BE(at / 2, 100 + 8 * i);
    shx.writeInt32BE(length / 2, 104 + 8 * i);
    shp.writeInt32BE(i + 1, at);
    shp.writeInt32BE(length / 2, at + 4);
    at += 8;
    shp.writeInt32LE(CODE[layer.shape], at);
    if (layer.shape === 'point') {
      shp.writeDoubleLE(record[0]![0], at + 4);
      shp.writeDoubleLE(record[0]![1], at + 12);
    } else {
      const xs = record.map((p) => p[0]);
      const ys = record.map((p) => p[1]);
      [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].forEach((value, k) => {
        shp.writeDoubleLE(value, at + 4 + 8 * k);
      });
      shp.writeInt32LE(1, at + 36);
      shp.writeInt32LE(record.length, at + 40);
      shp.writeInt32LE(0, at + 44);
      record.forEach(([x, y], k) => {
        shp.writeDoubleLE(x, at + 48 + 16 * k);
        shp.writeDoubleLE(y, at + 56 + 16 * k);
      });
    }
    at += length;
  });
  return { shp, shx, dbf: writeDbf(layer.fields, layer.rows, charset) };
}

function writeDbf(
  fields: readonly Field[],
  rows: readonly (readonly string[])[],
  charset: 'latin1' | 'utf8',
): Uint8Array {
  const width = 1 + fields.reduce((sum, field) => sum + field.length, 0);
  const head = 32 + 32 * fields.length + 1;
  const file = Buffer.alloc(head + width * rows.length + 1, 0x20);
  file.fill(0, 0, head);
  file[0] = 3;
  file.set([106, 7, 15], 1);
  file.writeUInt32LE(rows.length, 4);
  file.writeUInt16LE(head, 8);
  file.writeUInt16LE(width, 10);
  file[29] = charset === 'latin1' ? 0x57 : 0;
  fields.forEach((field, i) => {
    file.write(field.name.slice(0, 10), 32 + 32 * i, 'latin1');
    file.write(field.type, 32 + 32 * i + 11, 'latin1');
    file[32 + 32 * i + 16] = field.length;
  });
  file[head - 1] = 0x0d;
  rows.forEach((row, r) => {
    let at = head + width * r + 1;
    fields.forEach((field, i) => {
      const value = Buffer.from(row[i] ?? '', charset).subarray(0, field.length);
      if (field.type === 'N') value.copy(file, at + field.length - value.length);
      else value.copy(file, at);
      at += field.length;
    });
  });
  file[file.length - 1] = 0x1a;
  return file;
}

export const SIRGAS =
  'GEOGCS["GCS_SIRGAS_2000",DATUM["D_SIRGAS_2000",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
export const WGS84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
