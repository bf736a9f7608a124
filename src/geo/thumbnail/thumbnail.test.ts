import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type Box, type DatasetInfo, emptyDataset, type Shape } from '../readers/dataset.ts';
import { frameOf } from './frame.ts';
import { drawThumbnail } from './thumbnail.ts';

function dataset(box: Box | null, shapes: readonly Shape[]): DatasetInfo {
  return {
    ...emptyDataset('teste', 'vector', 'x'),
    nativeExtent: box,
    shapes: async function* () {
      yield* shapes;
    },
  };
}

const polygon = (...points: number[]): Shape => ({
  kind: 'polygon',
  coordinates: Float64Array.from(points),
  ends: Uint32Array.of(points.length / 2),
});

/** Palette indexes of a PNG written here. */
function pixelsOf(png: Uint8Array): { width: number; height: number; at(x: number, y: number): number } {
  const bytes = Buffer.from(png);
  const width = bytes.readUInt32BE(16);
  const height = bytes.readUInt32BE(20);
  const from = bytes.indexOf('IDAT');
  const rows = inflateSync(bytes.subarray(from + 4, from + 4 + bytes.readUInt32BE(from - 4)));
  return { width, height, at: (x, y) => rows[y * (width + 1) + 1 + x]! };
}

describe('thumbnails', () => {
  it('[G-AC-137] the transformation of the specification', () => {
    const frame = frameOf([-46.8, -24, -46.3, -23.3], 160, 120, 4);
    expect(frame.scale).toBeCloseTo(160, 9);
    expect([frame.x(-46.8), frame.y(-23.3)].map((v) => Number(v.toFixed(6)))).toEqual([40, 4]);
    expect([frame.x(-46.3), frame.y(-24)].map((v) => Number(v.toFixed(6)))).toEqual([120, 116]);
  });

  it('a box without width or height is widened', () => {
    const point = frameOf([-46, -23, -46, -23], 160, 120, 4);
    expect([point.x(-46), point.y(-23)].map((v) => Number(v.toFixed(6)))).toEqual([80, 60]);
    const line = frameOf([0, 0, 0, 10], 160, 120, 4);
    expect(line.x(0)).toBeCloseTo(80, 6);
  });

  it('polygons are filled and their holes are not', async () => {
    const withHole: Shape = {
      kind: 'polygon',
      coordinates: Float64Array.of(0, 0, 0, 10, 10, 10, 10, 0, 0, 0, 4, 4, 6, 4, 6, 6, 4, 6, 4, 4),
      ends: Uint32Array.of(5, 10),
    };
    const picture = await drawThumbnail(dataset([0, 0, 10, 10], [withHole]));
    expect(picture).toMatchObject({ mime: 'image/png', drawn: true });
    const { width, height, at } = pixelsOf(picture.bytes);
    expect([width, height]).toEqual([160, 120]);
    expect([at(40, 30), at(80, 60), at(2, 2)]).toEqual([1, 0, 0]);
  });

  it('the same file gives the same bytes, as PNG and as SVG', async () => {
    const shapes = Array.from({ length: 300 }, (_, i) => polygon(i, 0, i + 1, 5, i, 9, i, 0));
    for (const format of ['png', 'svg'] as const) {
      const first = await drawThumbnail(dataset([0, 0, 300, 10], shapes), { format });
      const second = await drawThumbnail(dataset([0, 0, 300, 10], shapes), { format });
      expect(Buffer.from(first.bytes).equals(Buffer.from(second.bytes))).toBe(true);
    }
    const svg = await drawThumbnail(dataset([0, 0, 10, 10], [polygon(0, 0, 10, 0, 10, 10, 0, 0)]), {
      format: 'svg',
    });
    expect(new TextDecoder().decode(svg.bytes)).toMatch(
      /^<svg [^>]+viewBox="0 0 160 120">.*<path d="M[\d. LMz]+"\/>/,
    );
  });

  it('never draws more vertices than allowed, and keeps all parts of the picture', async () => {
    const shapes = Array.from({ length: 40_000 }, (_, i) =>
      polygon(i % 200, i / 200, (i % 200) + 3, i / 200, i % 200, i / 200 + 3, i % 200, i / 200),
    );
    const svg = await drawThumbnail(dataset([0, 0, 203, 203], shapes), {
      format: 'svg',
      maxVertices: 2000,
      width: 400,
      height: 400,
    });
    const places = new TextDecoder().decode(svg.bytes).match(/[ML]([\d.]+) ([\d.]+)/g)!;
    expect(places.length).toBeLessThanOrEqual(2000);
    const ys = places.map((place) => Number(place.split(' ')[1]));
    expect(Math.max(...ys) - Math.min(...ys)).toBeGreaterThan(350);
  });

  it('hostile geometry is drawn within bounds, and what cannot be drawn gives a placeholder', async () => {
    const wild: Shape[] = [
      polygon(Number.NaN, 0, Number.POSITIVE_INFINITY, 1, -1e308, 1e308, 5, 5),
      { kind: 'line', coordinates: Float64Array.of(1, 1, 2, 2), ends: Uint32Array.of(99, 3, 0) },
      { kind: 'point', coordinates: new Float64Array(0), ends: new Uint32Array(0) },
      {
        kind: 'polygon',
        coordinates: Float64Array.of(1e9, 1e9, -1e9, -1e9, 1e9, -1e9),
        ends: Uint32Array.of(3),
      },
    ];
    for (const format of ['png', 'svg'] as const)
      expect((await drawThumbnail(dataset([0, 0, 10, 10], wild), { format })).bytes.length).toBeGreaterThan(
        100,
      );
    const failing: DatasetInfo = {
      ...dataset([0, 0, 1, 1], []),
      shapes: async function* () {
        yield polygon(0, 0, 1, 0, 1, 1, 0, 0);
        throw new Error('damage');
      },
    };
    expect((await drawThumbnail(failing)).drawn).toBe(true);
    expect(await drawThumbnail(dataset(null, []))).toMatchObject({ drawn: false, mime: 'image/png' });
    expect(
      (await drawThumbnail(dataset([0, 0, 1e308, 1e308], [polygon(0, 0, 1e308, 1e308, 1, 1)]))).mime,
    ).toBe('image/png');
  });
});
