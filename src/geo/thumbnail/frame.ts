/** From the coordinates of a file to the pixels of its picture. */
import type { Box } from '../readers/dataset.ts';

export interface Frame {
  readonly width: number;
  readonly height: number;
  /** Pixels for each unit of the coordinates. */
  readonly scale: number;
  x(x: number): number;
  y(y: number): number;
}

/** A box without width or height is widened by a hundredth of the other side, or by half a thousandth of a degree. */
function widened(low: number, high: number, other: number): readonly [number, number] {
  if (high > low) return [low, high];
  const by = other > 0 ? other * 0.01 : 0.0005;
  return [low - by, high + by];
}

export function frameOf(box: Box, width: number, height: number, padding: number): Frame {
  const [xmin, xmax] = widened(box[0], box[2], box[3] - box[1]);
  const [ymin, ymax] = widened(box[1], box[3], box[2] - box[0]);
  const scale = Math.min((width - 2 * padding) / (xmax - xmin), (height - 2 * padding) / (ymax - ymin));
  const left = (width - (xmax - xmin) * scale) / 2;
  const top = (height - (ymax - ymin) * scale) / 2;
  return {
    width,
    height,
    scale,
    x: (x) => left + (x - xmin) * scale,
    y: (y) => top + (ymax - y) * scale,
  };
}
