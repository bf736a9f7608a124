/** Which names a drawn map has room for: in their order, each where no earlier one stands. */
import type { Projection } from '../projection.ts';
import type { PlaceName } from './boundaries.ts';

export interface PlacedName {
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

const MOST = 40;
/** Of one letter, and of a line, in pixels: generous, so that nothing touches. */
const LETTER = 6.2;
const LINE = 15;

export function placedNames(
  names: Iterable<PlaceName>,
  projection: Projection,
  { zoom, width, height }: { readonly zoom: number; readonly width: number; readonly height: number },
): PlacedName[] {
  const placed: (PlacedName & { readonly half: number })[] = [];
  for (const { name, lon, lat, from } of names) {
    if (placed.length >= MOST) break;
    if (zoom < from) continue;
    const [x, y, half] = [projection.x(lon), projection.y(lat), (name.length * LETTER) / 2];
    // A name that is cut off by the edge is none.
    if (x - half < 2 || x + half > width - 2 || y < LINE || y > height - 4) continue;
    if (placed.some((one) => Math.abs(one.x - x) < one.half + half && Math.abs(one.y - y) < LINE)) continue;
    placed.push({ name, x, y, half });
  }
  return placed.map(({ name, x, y }) => ({ name, x, y }));
}

/** The zoom, as maps of tiles count it, of a drawing of so many pixels that shows so many degrees. */
export function zoomOf(degrees: number, width: number): number {
  return Math.log2((360 * width) / (512 * Math.max(degrees, 1e-6)));
}
