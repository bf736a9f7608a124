/**
 * The characters of a text as an array of numbers, a stretch at a time.
 *
 * A text put together from pieces, or cut out of a larger one, is a view to the engine, and each `charCodeAt` looks through it anew. Copied
 * once into a typed array, which the platform does at the speed of memory, it is read several times faster.
 */

import { unitsWriter } from '../bytes/index.ts';

/** Characters in a stretch. */
const STRETCH = 1 << 14;

const units = new Uint16Array(STRETCH);
const write = unitsWriter(units);

/**
 * Calls back with each stretch of the text in turn: the array (the same every time, valid during the call), how many of its places count,
 * and where the stretch begins in the text. Not to be used within itself.
 */
export function forEachStretch(
  text: string,
  end: number,
  read: (units: Uint16Array, count: number, offset: number) => void,
): void {
  for (let offset = 0; offset < end; offset += STRETCH) {
    const count = Math.min(STRETCH, end - offset);
    write(offset === 0 && count === text.length ? text : text.slice(offset, offset + count));
    read(units, count, offset);
  }
}
