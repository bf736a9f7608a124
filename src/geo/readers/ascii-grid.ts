/** ASCII grids of ESRI: the lines at the top, which say size and place; of the values only whether they can all be there. */

import { reason } from '../../words/why.ts';
import { crsOfText } from '../crs/crs.ts';
import { situate } from '../crs/situate.ts';
import type { NamedSource } from './byte-source.ts';
import { type DatasetInfo, emptyDataset } from './dataset.ts';
import { extensionOf, type FormatReader, type ReadContext, stemOf } from './format-reader.ts';
import { footprint } from './geotiff.ts';
import { GeoProblem, type Problem, told } from './problem.ts';
import { extentOf } from './world-file.ts';

const HEAD_BYTES = 4096;
const HEADING =
  /^\s*(ncols|nrows|xll(?:corner|center)|yll(?:corner|center)|cellsize|d[xy]|nodata_value)\s+(\S+)\s*$/i;

interface Heading {
  readonly values: ReadonlyMap<string, number>;
  /** Where the values begin. */
  readonly end: number;
}

function headingOf(text: string): Heading {
  const values = new Map<string, number>();
  let at = 0;
  while (at < text.length) {
    const lineEnd = text.indexOf('\n', at);
    const end = lineEnd === -1 ? text.length : lineEnd;
    const match = HEADING.exec(text.slice(at, end));
    if (match === null) break;
    values.set(match[1]!.toLowerCase(), Number(match[2]!.replace(',', '.')));
    at = end + 1;
  }
  return { values, end: at };
}

const latin1 = new TextDecoder('latin1');

export const gridReader: FormatReader = {
  id: 'grid',

  sniff(head, name) {
    const { values } = headingOf(latin1.decode(head.subarray(0, 400)));
    if (!values.has('ncols') || !values.has('nrows')) return 0;
    return extensionOf(name) === 'asc' ? 1 : 0.9;
  },

  async read(file: NamedSource, context: ReadContext): Promise<readonly DatasetInfo[]> {
    const text = latin1.decode(await file.source.read(0, HEAD_BYTES));
    const { values, end } = headingOf(text);
    const width = values.get('ncols') ?? 0;
    const height = values.get('nrows') ?? 0;
    if (!Number.isSafeInteger(width * height) || !Number.isInteger(width) || width <= 0 || height <= 0)
      throw new GeoProblem('corrupt', reason('picture-size', { width, height }));
    const dx = values.get('dx') ?? values.get('cellsize') ?? 0;
    const dy = values.get('dy') ?? values.get('cellsize') ?? 0;
    const x = values.get('xllcorner') ?? (values.get('xllcenter') ?? Number.NaN) - dx / 2;
    const y = values.get('yllcorner') ?? (values.get('yllcenter') ?? Number.NaN) - dy / 2;
    const isPlaced = [x, y, dx, dy].every(Number.isFinite) && dx > 0 && dy > 0;
    const affine = isPlaced ? { a: dx, b: 0, c: x, d: 0, e: -dy, f: y + dy * height } : null;
    const nativeExtent = affine === null ? null : extentOf(affine, width, height);
    const problems: Problem[] = [];
    if (nativeExtent === null)
      problems.push({
        code: 'not-geographic',
        severity: 'error',
        file: file.name,
        ...told(reason('picture-nowhere')),
      });
    // Each value is at least a digit and what parts it from the next.
    const bytes = Math.max(0, file.source.size - end);
    if (bytes + 1 < width * height * 2)
      problems.push({
        code: 'truncated',
        severity: 'error',
        file: file.name,
        ...told(reason('grid-cut', { cells: width * height, bytes })),
      });
    const prj = context.part('prj');
    const crs =
      prj === null ? null : crsOfText(new TextDecoder().decode(await prj.source.read(0, 64 << 10)), 'prj');
    const seen = text.slice(end).trim().split(/\s+/).slice(0, -1);
    return [
      situate({
        ...emptyDataset('ascii-grid', 'raster', stemOf(file.name)),
        raster: {
          width,
          height,
          bands: 1,
          sampleType: seen.every((value) => /^[+-]?\d+$/.test(value)) ? 'int32' : 'float32',
          pixel: isPlaced ? [dx, dy] : null,
          overviews: 0,
        },
        nativeExtent,
        extentFrom: nativeExtent === null ? null : 'header',
        crs,
        problems,
        shapes: () => footprint(nativeExtent),
      }),
    ];
  },
};
