/**
 * A small picture of a dataset, in its own coordinates, as PNG or SVG, without a browser. The same file gives the same bytes; a file that
 * cannot be drawn gives a placeholder, never an error.
 */
import type { DatasetInfo } from '../readers/dataset.ts';
import { Canvas } from './canvas.ts';
import { type Frame, frameOf } from './frame.ts';
import { encodePng, type Rgb } from './png.ts';
import { FINE, type Path, Sketch } from './sketch.ts';

export interface ThumbnailOptions {
  readonly format?: 'png' | 'svg';
  readonly width?: number;
  readonly height?: number;
  readonly padding?: number;
  /** More vertices than this are not drawn. */
  readonly maxVertices?: number;
  /** More shapes than this are not read. */
  readonly maxShapes?: number;
}

export interface Thumbnail {
  readonly mime: 'image/png' | 'image/svg+xml';
  readonly bytes: Uint8Array;
  /** False for a placeholder. */
  readonly drawn: boolean;
}

const PAPER: Rgb = [250, 250, 247];
const FILL: Rgb = [190, 211, 197];
const STROKE: Rgb = [44, 92, 75];
const EMPTY: Rgb = [214, 214, 208];
const PALETTE = [PAPER, FILL, STROKE, EMPTY];
const BACK = 0;
const AREA = 1;
const LINE = 2;
const NONE = 3;

const LARGEST_SIDE = 2048;

function side(value: number | undefined, otherwise: number): number {
  return value === undefined || !Number.isFinite(value)
    ? otherwise
    : Math.max(16, Math.min(LARGEST_SIDE, Math.round(value)));
}

export async function drawThumbnail(
  dataset: DatasetInfo,
  options: ThumbnailOptions = {},
): Promise<Thumbnail> {
  const width = side(options.width, 160);
  const height = side(options.height, 120);
  const padding = Math.min(options.padding ?? 4, width / 4, height / 4);
  const svg = options.format === 'svg';
  const { nativeExtent } = dataset;
  let sketch: Sketch | null = null;
  if (nativeExtent !== null) {
    const frame = frameOf(nativeExtent, width, height, padding);
    sketch = new Sketch(frame, options.maxVertices ?? 50_000);
    try {
      let shapes = 0;
      for await (const shape of dataset.shapes()) {
        sketch.add(shape);
        if (++shapes >= (options.maxShapes ?? 2_000_000)) break;
      }
    } catch {
      // What was read is drawn; damage is told with the description.
    }
    sketch.finish();
    if (sketch.paths.length > 0)
      return svg
        ? { mime: 'image/svg+xml', bytes: svgOf(sketch.paths, frame), drawn: true }
        : { mime: 'image/png', bytes: pngOf(sketch.paths, frame), drawn: true };
  }
  return placeholder(width, height, svg);
}

/** Paths of one shape, in their order. */
function* byShape(paths: readonly Path[]): Generator<Path[]> {
  let group: Path[] = [];
  for (const path of paths) {
    if (group.length > 0 && group[0]!.shape !== path.shape) {
      yield group;
      group = [];
    }
    group.push(path);
  }
  if (group.length > 0) yield group;
}

/** Side of a point, in pixels: two, as GeoDiscover draws them, but a few points alone on the paper would not be seen. */
function pointSide(paths: readonly Path[]): number {
  let points = 0;
  for (const path of paths) if (path.kind === 'point') points += path.points.length / 2;
  return points <= 60 ? 6 : points <= 600 ? 4 : 2;
}

function pngOf(paths: readonly Path[], { width, height }: Frame): Uint8Array {
  const canvas = new Canvas(width, height);
  const side = pointSide(paths);
  for (const group of byShape(paths)) {
    const { kind } = group[0]!;
    if (kind === 'polygon')
      canvas.fill(
        group.map((path) => path.points),
        FINE,
        AREA,
      );
    for (const { points } of group) {
      if (kind === 'point')
        for (let i = 0; i < points.length; i += 2)
          canvas.dot(points[i]! / FINE, points[i + 1]! / FINE, side, LINE);
      else if (points.length === 2)
        canvas.set(Math.round(points[0]! / FINE), Math.round(points[1]! / FINE), LINE);
      else
        for (let i = 2; i < points.length; i += 2)
          canvas.line(
            points[i - 2]! / FINE,
            points[i - 1]! / FINE,
            points[i]! / FINE,
            points[i + 1]! / FINE,
            LINE,
          );
    }
  }
  return encodePng(width, height, canvas.pixels, PALETTE);
}

const css = (colour: Rgb) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

function svgOf(paths: readonly Path[], { width, height }: Frame): Uint8Array {
  const parts: string[] = [];
  const side = pointSide(paths);
  const place = (points: Int16Array, i: number) => `${points[i]! / FINE} ${points[i + 1]! / FINE}`;
  for (const group of byShape(paths)) {
    const { kind } = group[0]!;
    let d = '';
    for (const { points } of group) {
      if (kind === 'point')
        for (let i = 0; i < points.length; i += 2)
          d += `M${points[i]! / FINE - side / 2} ${points[i + 1]! / FINE - side / 2}h${side}v${side}h-${side}z`;
      else {
        d += `M${place(points, 0)}`;
        for (let i = 2; i < points.length; i += 2) d += `L${place(points, i)}`;
        if (kind === 'polygon') d += 'z';
      }
    }
    const style =
      kind === 'polygon' ? '' : kind === 'line' ? ' fill="none"' : ` fill="${css(STROKE)}" stroke="none"`;
    parts.push(`<path d="${d}"${style}/>`);
  }
  const text = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="${css(PAPER)}"/><g fill="${css(FILL)}" fill-rule="evenodd" stroke="${css(STROKE)}" stroke-width="1" stroke-linejoin="round">${parts.join('')}</g></svg>\n`;
  return new TextEncoder().encode(text);
}

/** A frame with its diagonals: there is a file, and no picture of it. */
function placeholder(width: number, height: number, svg: boolean): Thumbnail {
  if (svg)
    return {
      mime: 'image/svg+xml',
      bytes: new TextEncoder().encode(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="${css(PAPER)}"/><path d="M0 0L${width} ${height}M0 ${height}L${width} 0" stroke="${css(EMPTY)}"/></svg>\n`,
      ),
      drawn: false,
    };
  const canvas = new Canvas(width, height);
  canvas.pixels.fill(BACK);
  canvas.line(0, 0, width - 1, height - 1, NONE);
  canvas.line(0, height - 1, width - 1, 0, NONE);
  return { mime: 'image/png', bytes: encodePng(width, height, canvas.pixels, PALETTE), drawn: false };
}
