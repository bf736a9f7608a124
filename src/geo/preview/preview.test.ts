import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crsOfEpsg } from '../crs/crs.ts';
import { type Box, type DatasetInfo, emptyDataset, type Shape } from '../readers/dataset.ts';
import { lookOf } from './look.ts';
import { simplifyLine } from './simplify.ts';

function dataset(
  shapes: readonly Shape[],
  nativeExtent: Box | null,
  extra: Partial<DatasetInfo> = {},
): DatasetInfo {
  return {
    ...emptyDataset('geojson', 'vector', 'camada'),
    nativeExtent,
    extent: nativeExtent,
    crs: crsOfEpsg(4326, 'test'),
    shapes: async function* () {
      yield* shapes;
    },
    ...extra,
  };
}

function shape(kind: Shape['kind'], ...parts: readonly (readonly number[])[]): Shape {
  let pairs = 0;
  return {
    kind,
    coordinates: Float64Array.from(parts.flat()),
    ends: Uint32Array.from(parts.map((part) => (pairs += part.length / 2))),
  };
}

interface Feature {
  readonly properties: Record<string, unknown>;
  readonly geometry: { readonly type: string; readonly coordinates: unknown[] };
}

const featuresOf = (preview: string | null): Feature[] => JSON.parse(preview!).features;

function pairsIn(value: unknown): [number, number][] {
  const list = value as unknown[];
  return typeof list[0] === 'number' ? [list as [number, number]] : list.flatMap(pairsIn);
}

describe('how a dataset looks', () => {
  it('keeps points, lines, polygons and their holes, in WGS 84 and turned as GeoJSON wants', async () => {
    const { preview, thumbnail } = await lookOf([
      dataset(
        [
          shape('point', [-46, -23]),
          shape('line', [-47, -24, -46.5, -23.5]),
          // A shapefile's polygon: outer ring clockwise, hole the other way round.
          shape(
            'polygon',
            [-48, -24, -48, -23, -47, -23, -47, -24, -48, -24],
            [-47.8, -23.8, -47.2, -23.8, -47.2, -23.2, -47.8, -23.8],
          ),
        ],
        [-48, -24, -46, -23],
      ),
    ]);
    const features = featuresOf(preview);
    expect(features.map(({ geometry }) => geometry.type)).toEqual([
      'MultiPolygon',
      'MultiLineString',
      'MultiPoint',
    ]);
    expect(features[2]!.geometry.coordinates).toEqual([[-46, -23]]);
    const rings = features[0]!.geometry.coordinates[0] as [number, number][][];
    const turn = (ring: [number, number][]) =>
      Math.sign(ring.slice(1).reduce((sum, [x, y], i) => sum + ring[i]![0] * y - x * ring[i]![1], 0));
    expect(rings.map(turn)).toEqual([1, -1]);
    expect(rings[0]![0]).toEqual(rings[0]!.at(-1));
    expect([...thumbnail!.subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
  });

  it('brings projected coordinates to WGS 84', async () => {
    const { preview } = await lookOf([
      dataset([shape('point', [333_000, 7_394_000])], [333_000, 7_394_000, 333_000, 7_394_000], {
        crs: crsOfEpsg(31983, 'test'),
      }),
    ]);
    const [[x, y]] = pairsIn(featuresOf(preview)[0]!.geometry.coordinates) as [[number, number]];
    expect([Math.round(x * 100), Math.round(y * 100)]).toEqual([-4664, -2356]);
  });

  it('stays small whatever comes', async () => {
    const random = (n: number) => (Math.sin(n * 12.9898) * 43_758.5453) % 1;
    const many = function* () {
      for (let i = 0; i < 3000; i++) {
        const [cx, cy] = [-70 + 30 * Math.abs(random(i)), -30 + 30 * Math.abs(random(i + 0.5))];
        const ring: number[] = [];
        for (let k = 0; k <= 60; k++) {
          const angle = (2 * Math.PI * (k % 60)) / 60;
          ring.push(cx + 0.1 * Math.cos(angle), cy + 0.1 * Math.sin(angle));
        }
        yield shape('polygon', ring);
        yield shape('point', [cx, cy]);
      }
    };
    const { preview } = await lookOf([dataset([...many()], [-70.1, -30.1, -39.9, 0.1])]);
    expect(Buffer.byteLength(preview!)).toBeLessThanOrEqual(200_000);
    const vertices = featuresOf(preview).flatMap(({ geometry }) => pairsIn(geometry.coordinates)).length;
    expect(vertices).toBeGreaterThan(200);
    expect(vertices).toBeLessThanOrEqual(4000);
  });

  it('shows the extent of what has no shapes, and nothing of what has no place', async () => {
    const service = { ...emptyDataset('wms', 'service', 'rios'), extent: [-50, -20, -40, -10] as Box };
    const seen = await lookOf([service]);
    expect(featuresOf(seen.preview)).toMatchObject([{ properties: { layer: 'rios', extent: true } }]);
    expect(seen.thumbnail).not.toBeNull();
    expect(await lookOf([emptyDataset('dxf', 'vector', 'planta')])).toEqual({
      thumbnail: null,
      preview: null,
    });
    expect(await lookOf([])).toEqual({ thumbnail: null, preview: null });
  });

  it('ends at its time and says that it is a part', async () => {
    let time = 0;
    const endless = dataset([], [0, 0, 100, 100], {
      shapes: async function* () {
        for (let i = 0; ; i++) {
          time += 10;
          yield shape('point', [i % 100, i % 97]);
        }
      },
    });
    const { preview } = await lookOf([endless], { maxMs: 20_000, now: () => time });
    expect(featuresOf(preview)[0]!.properties).toEqual({ layer: 'camada', partial: true });
  });

  it('never throws: hostile numbers, empty parts, readers that fail', async () => {
    const number = fc.oneof(
      fc.double(),
      fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 1e308, -1e308, 0),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('point', 'line', 'polygon'), fc.array(number, { maxLength: 30 }))),
        fc.tuple(number, number, number, number),
        async (given, box) => {
          const shapes = given.map(([kind, numbers]) =>
            shape(kind as Shape['kind'], numbers.slice(0, numbers.length & ~1)),
          );
          const { preview } = await lookOf([dataset(shapes, box), dataset(shapes, [-10, -10, 10, 10])]);
          if (preview !== null)
            for (const feature of featuresOf(preview)) pairsIn(feature.geometry.coordinates);
        },
      ),
      { numRuns: 150, seed: 7 },
    );
    const failing = dataset([], [0, 0, 1, 1], {
      shapes: async function* () {
        yield shape('point', [0.5, 0.5]);
        throw new Error('cut');
      },
    });
    expect(featuresOf((await lookOf([failing])).preview)[0]!.properties).toMatchObject({ partial: true });
  });
});

describe('a simplified line', () => {
  it('stays within a few tolerances of the line, keeps its ends, and is not longer', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 2000 })), {
          minLength: 2,
        }),
        fc.integer({ min: 1, max: 50 }),
        (pairs, tolerance) => {
          const line = Int32Array.from(pairs.flat());
          const simple = simplifyLine(line, tolerance);
          expect(simple.length).toBeLessThanOrEqual(line.length);
          expect([...simple.subarray(0, 2), ...simple.subarray(-2)]).toEqual([
            ...line.subarray(0, 2),
            ...line.subarray(-2),
          ]);
          for (const [x, y] of pairs) {
            let nearest = Number.POSITIVE_INFINITY;
            for (let i = 2; i < simple.length; i += 2)
              nearest = Math.min(
                nearest,
                distance(x, y, simple[i - 2]!, simple[i - 1]!, simple[i]!, simple[i + 1]!),
              );
            expect(nearest).toBeLessThanOrEqual(4 * tolerance + 1);
          }
        },
      ),
      { numRuns: 300, seed: 11 },
    );
  });

  it('of a straight line keeps its two ends', () => {
    const line = Int32Array.from({ length: 2000 }, (_, i) => i >> 1);
    expect([...simplifyLine(line, 1)]).toEqual([0, 0, 999, 999]);
  });
});

function distance(x: number, y: number, x1: number, y1: number, x2: number, y2: number): number {
  const length = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const t =
    length === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length));
  return Math.hypot(x - x1 - t * (x2 - x1), y - y1 - t * (y2 - y1));
}
