/** World files: six lines that place a picture, beside the picture. */
import type { Box } from './dataset.ts';
import { Extent } from './dataset.ts';

/** x = a·column + b·row + c; y = d·column + e·row + f, of the corner of the pixel. */
export interface Affine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** Null for what is no world file. Decimal commas are accepted. */
export function parseWorldFile(text: string): Affine | null {
  const numbers = text
    .trim()
    .split(/\s+/)
    .slice(0, 6)
    .map((line) => Number(line.replace(',', '.')));
  if (numbers.length < 6 || !numbers.every(Number.isFinite)) return null;
  const [a, d, b, e, x, y] = numbers as [number, number, number, number, number, number];
  if (a * e - b * d === 0) return null;
  // The file gives the centre of the first pixel.
  return { a, b, d, e, c: x - a / 2 - b / 2, f: y - d / 2 - e / 2 };
}

export function extentOf(affine: Affine, width: number, height: number): Box | null {
  const extent = new Extent();
  for (const [column, row] of [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ] as const)
    extent.add(affine.a * column + affine.b * row + affine.c, affine.d * column + affine.e * row + affine.f);
  return extent.box();
}

/** The extensions under which the world file of a picture may lie: first and last letter and `w`, the whole and `w`, `wld`. */
export function worldFileExtensions(extension: string): string[] {
  const letters = extension.length >= 3 ? [`${extension[0]}${extension[extension.length - 1]}w`] : [];
  return [...letters, `${extension}w`, 'wld'];
}
