/** Writes a GeoTIFF: one band of bytes, stored as they are, placed by its upper left corner and the size of a pixel in degrees. */

export interface Raster {
  readonly width: number;
  readonly height: number;
  readonly west: number;
  readonly north: number;
  readonly pixel: number;
  readonly epsg: number;
  /** Row by row. */
  readonly values: Uint8Array;
}

const SIZES: Readonly<Record<number, number>> = { 3: 2, 4: 4, 12: 8 };

export function writeGeoTiff({ width, height, west, north, pixel, epsg, values }: Raster): Buffer {
  const entries = (
    at: number,
  ): readonly (readonly [tag: number, type: number, values: readonly number[]])[] => [
    [256, 4, [width]],
    [257, 4, [height]],
    [258, 3, [8]],
    [259, 3, [1]],
    [262, 3, [1]],
    [273, 4, [at]],
    [277, 3, [1]],
    [278, 4, [height]],
    [279, 4, [values.length]],
    [33_550, 12, [pixel, pixel, 0]],
    [33_922, 12, [0, 0, 0, west, north, 0]],
    [34_735, 3, [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, epsg]],
  ];
  // The same length wherever the pixels are.
  return Buffer.concat([directory(entries(directory(entries(0)).length)), values]);
}

function directory(
  entries: readonly (readonly [tag: number, type: number, values: readonly number[]])[],
): Buffer {
  const head = Buffer.alloc(8 + 2 + entries.length * 12 + 4);
  head.write('II', 0);
  head.writeUInt16LE(42, 2);
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(entries.length, 8);
  const tail: Buffer[] = [];
  let at = head.length;
  entries.forEach(([tag, type, values], i) => {
    const entry = 10 + i * 12;
    head.writeUInt16LE(tag, entry);
    head.writeUInt16LE(type, entry + 2);
    head.writeUInt32LE(values.length, entry + 4);
    const body = Buffer.alloc(values.length * SIZES[type]!);
    values.forEach((value, k) => {
      if (type === 3) body.writeUInt16LE(value, k * 2);
      else if (type === 4) body.writeUInt32LE(value, k * 4);
      else body.writeDoubleLE(value, k * 8);
    });
    if (body.length <= 4) body.copy(head, entry + 8);
    else {
      head.writeUInt32LE(at, entry + 8);
      tail.push(body);
      at += body.length;
    }
  });
  return Buffer.concat([head, ...tail]);
}
