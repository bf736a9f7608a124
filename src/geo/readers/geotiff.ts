/** GeoTIFF, cloud-optimised or not, and pictures placed by a world file: size, bands, place; pixels stay where they are. */

import { reason } from '../../words/why.ts';
import { type Crs, crsOfText } from '../crs/crs.ts';
import { crsOfGeoKeys, type GeoKeys, geoKeysOf } from '../crs/geo-keys.ts';
import { situate } from '../crs/situate.ts';
import { type NamedSource, viewOf } from './byte-source.ts';
import { type Box, type DatasetInfo, emptyDataset, type RasterInfo, type Shape } from './dataset.ts';
import { beginsWith, extensionOf, type FormatReader, type ReadContext, stemOf } from './format-reader.ts';
import { GeoProblem, type Problem, told } from './problem.ts';
import { type TiffDirectory, TiffFile } from './tiff-directory.ts';
import { type Affine, extentOf, parseWorldFile, worldFileExtensions } from './world-file.ts';

async function worldFileOf(file: NamedSource, context: ReadContext): Promise<Affine | null> {
  for (const extension of worldFileExtensions(extensionOf(file.name))) {
    const part = context.part(extension);
    if (part === null) continue;
    const affine = parseWorldFile(new TextDecoder('latin1').decode(await part.source.read(0, 1024)));
    if (affine !== null) return affine;
  }
  return null;
}

async function prjOf(context: ReadContext): Promise<Crs | null> {
  const prj = context.part('prj');
  return prj === null ? null : crsOfText(new TextDecoder().decode(await prj.source.read(0, 64 << 10)), 'prj');
}

async function keysOf(directory: TiffDirectory): Promise<GeoKeys | null> {
  const list = await directory.numbers(34_735);
  if (list === null || list.length < 4) return null;
  return geoKeysOf(list, (await directory.numbers(34_736)) ?? [], (await directory.text(34_737)) ?? '');
}

async function affineOf(directory: TiffDirectory, keys: GeoKeys | null): Promise<Affine | null> {
  const matrix = await directory.numbers(34_264, 16);
  const scale = await directory.numbers(33_550, 3);
  const tie = await directory.numbers(33_922, 6);
  let affine: Affine | null = null;
  if (
    scale !== null &&
    scale.length >= 2 &&
    tie !== null &&
    tie.length >= 6 &&
    scale[0] !== 0 &&
    scale[1] !== 0
  ) {
    const [i, j, , x, y] = tie as [number, number, number, number, number, number];
    affine = { a: scale[0]!, b: 0, c: x - i * scale[0]!, d: 0, e: -scale[1]!, f: y + j * scale[1]! };
  } else if (matrix !== null && matrix.length >= 8)
    affine = { a: matrix[0]!, b: matrix[1]!, c: matrix[3]!, d: matrix[4]!, e: matrix[5]!, f: matrix[7]! };
  if (affine === null || !Object.values(affine).every(Number.isFinite)) return null;
  // A pixel may be a point: then the tie lies in its centre.
  return keys?.number(1025) === 2
    ? { ...affine, c: affine.c - affine.a / 2 - affine.b / 2, f: affine.f - affine.d / 2 - affine.e / 2 }
    : affine;
}

const FORMATS: Readonly<Record<number, string>> = {
  1: 'uint',
  2: 'int',
  3: 'float',
  5: 'complex int',
  6: 'complex float',
};

async function rasterOf(file: TiffFile, affine: Affine | null): Promise<RasterInfo> {
  const directory = file.directories[0]!;
  const width = (await directory.number(256)) ?? 0;
  const height = (await directory.number(257)) ?? 0;
  if (width <= 0 || height <= 0) throw new GeoProblem('corrupt', reason('picture-size', { width, height }));
  const bits = (await directory.number(258)) ?? 1;
  const format = FORMATS[(await directory.number(339)) ?? 1] ?? 'uint';
  let overviews = 0;
  for (const other of file.directories.slice(1)) if (((await other.number(254)) ?? 0) === 1) overviews++;
  return {
    width,
    height,
    bands: (await directory.number(277)) ?? 1,
    sampleType: `${format}${bits}`,
    pixel: affine === null || affine.b !== 0 || affine.d !== 0 ? null : [affine.a, Math.abs(affine.e)],
    overviews,
  };
}

/** `2005:06:21 10:00:00` → `2005-06-21`. */
function tiffDate(text: string | null): string | null {
  const match = /^(\d{4}):(\d{2}):(\d{2})/.exec(text ?? '');
  return match === null || match[1] === '0000' ? null : `${match[1]}-${match[2]}-${match[3]}`;
}

function dataset(
  file: NamedSource,
  format: string,
  raster: RasterInfo,
  affine: Affine | null,
  crs: Crs | null,
): DatasetInfo {
  const nativeExtent = affine === null ? null : extentOf(affine, raster.width, raster.height);
  const problems: Problem[] =
    nativeExtent === null && crs === null
      ? [
          {
            code: 'not-geographic',
            severity: 'error',
            file: file.name,
            ...told(reason('picture-nowhere')),
          },
        ]
      : [];
  return situate({
    ...emptyDataset(format, 'raster', stemOf(file.name)),
    raster,
    nativeExtent,
    extentFrom: nativeExtent === null ? null : 'header',
    crs,
    problems,
    shapes: () => footprint(nativeExtent),
  });
}

/** The picture of a raster. */
export async function* footprint(box: Box | null): AsyncGenerator<Shape> {
  if (box === null) return;
  const [x0, y0, x1, y1] = box;
  yield {
    kind: 'polygon',
    coordinates: Float64Array.of(x0, y0, x1, y0, x1, y1, x0, y1, x0, y0),
    ends: Uint32Array.of(5),
  };
}

export const geotiffReader: FormatReader = {
  id: 'geotiff',

  sniff(head, name) {
    const tiff =
      (head[0] === 0x49 && head[1] === 0x49 && (head[2] === 42 || head[2] === 43) && head[3] === 0) ||
      (head[0] === 0x4d && head[1] === 0x4d && head[2] === 0 && (head[3] === 42 || head[3] === 43));
    return tiff ? 1 : /^(?:tiff?|gtiff)$/.test(extensionOf(name)) ? 0.5 : 0;
  },

  async read(file: NamedSource, context: ReadContext): Promise<readonly DatasetInfo[]> {
    const tiff = await TiffFile.open(file.source, context.budget);
    const directory = tiff.directories[0]!;
    const keys = await keysOf(directory);
    const affine = (await affineOf(directory, keys)) ?? (await worldFileOf(file, context));
    const crs =
      (keys === null ? null : crsOfGeoKeys(keys)) ?? (affine === null ? null : await prjOf(context));
    const taken = tiffDate(await directory.text(306));
    const described = dataset(file, 'geotiff', await rasterOf(tiff, affine), affine, crs);
    const title = (await directory.text(270))?.trim() ?? '';
    return [
      {
        ...described,
        temporal: taken === null ? null : { from: taken, to: taken },
        title: title === '' || title.length > 300 ? null : title,
      },
    ];
  },
};

/** Width and height of a picture from its first bytes. */
function pictureSize(head: Uint8Array): readonly [number, number] | null {
  const view = viewOf(head);
  if (beginsWith(head, '\x89PNG') && head.length >= 24) return [view.getUint32(16), view.getUint32(20)];
  if (beginsWith(head, 'GIF8') && head.length >= 10)
    return [view.getUint16(6, true), view.getUint16(8, true)];
  if (beginsWith(head, 'BM') && head.length >= 26)
    return [view.getInt32(18, true), Math.abs(view.getInt32(22, true))];
  if (head[0] === 0xff && head[1] === 0xd8) {
    for (let at = 2; at + 9 < head.length; ) {
      if (head[at] !== 0xff) return null;
      const marker = head[at + 1]!;
      if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
        return [view.getUint16(at + 7), view.getUint16(at + 5)];
      at += 2 + view.getUint16(at + 2);
    }
  }
  return null;
}

/** JPEG, PNG, GIF and BMP with a world file beside them. */
export const pictureReader: FormatReader = {
  id: 'picture',

  sniff(head, name) {
    const known =
      beginsWith(head, '\x89PNG') ||
      beginsWith(head, 'GIF8') ||
      (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff);
    return known ? 0.9 : extensionOf(name) === 'bmp' && beginsWith(head, 'BM') ? 0.8 : 0;
  },

  async read(file: NamedSource, context: ReadContext): Promise<readonly DatasetInfo[]> {
    const affine = await worldFileOf(file, context);
    if (affine === null) throw new GeoProblem('not-geographic', reason('picture-without-world-file'));
    const size = pictureSize(await file.source.read(0, 256 << 10));
    if (size === null || size[0] <= 0 || size[1] <= 0)
      throw new GeoProblem('corrupt', reason('picture-without-size'));
    const raster: RasterInfo = {
      width: size[0],
      height: size[1],
      bands: 0,
      sampleType: 'uint8',
      pixel: affine.b === 0 && affine.d === 0 ? [affine.a, Math.abs(affine.e)] : null,
      overviews: 0,
    };
    return [dataset(file, 'picture', raster, affine, await prjOf(context))];
  },
};
