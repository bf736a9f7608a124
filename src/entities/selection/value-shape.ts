/** What a value looks like, without reading it: its type, length, words, digits. The same in every language. */
import { typeOf, type ValueType } from '../reinforcement/value-type.ts';

export interface ValueShape {
  readonly type: ValueType;
  readonly length: number;
  readonly words: number;
  readonly hasDigits: boolean;
  readonly hasLetters: boolean;
}

const cache = new Map<string, ValueShape>();

export function shapeOf(value: string): ValueShape {
  const known = cache.get(value);
  if (known !== undefined) return known;
  const shape: ValueShape = {
    type: typeOf(value),
    length: value.length,
    words: value.split(' ').length,
    hasDigits: /\p{N}/u.test(value),
    hasLetters: /\p{L}/u.test(value),
  };
  // Frequent values come again for every rule that gives them; the table is emptied rather than left to grow.
  if (cache.size >= 50_000) cache.clear();
  if (value.length <= 200) cache.set(value, shape);
  return shape;
}

/** How alike two values look, 0 to 1. */
export function shapeLikeness(a: ValueShape, b: ValueShape): number {
  let likeness = Math.exp(-0.5 * Math.abs(Math.log((a.length + 3) / (b.length + 3))));
  if (a.type !== b.type) likeness *= 0.5;
  if (a.hasDigits !== b.hasDigits) likeness *= 0.7;
  if (a.hasLetters !== b.hasLetters) likeness *= 0.6;
  return likeness;
}
