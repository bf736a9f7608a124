/** Draws that are the same for the same seed. */
import { mix32 } from '../../bytes/index.ts';

/** Numbers from 0 up to and without 1, by a seed. */
export function draws(seed: number): () => number {
  let state = mix32((seed | 0) ^ 0x9e37_79b9);
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    return (mix32(state) >>> 0) / 0x1_0000_0000;
  };
}

/** `size` different numbers below `of`, ascending. */
export function drawnNumbers(size: number, of: number, draw: () => number): number[] {
  if (size >= of) return Array.from({ length: of }, (_, i) => i);
  // R. Floyd's: each number is drawn once, whatever the size.
  const drawn = new Set<number>();
  for (let i = of - size; i < of; i++) {
    const number = Math.floor(draw() * (i + 1));
    drawn.add(drawn.has(number) ? i : number);
  }
  return [...drawn].sort((a, b) => a - b);
}

/** The same numbers in an order that says nothing. */
export function shuffled(numbers: readonly number[], draw: () => number): number[] {
  const mixed = [...numbers];
  for (let i = mixed.length - 1; i > 0; i--) {
    const other = Math.floor(draw() * (i + 1));
    [mixed[i], mixed[other]] = [mixed[other]!, mixed[i]!];
  }
  return mixed;
}
