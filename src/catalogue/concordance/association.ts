/** How strongly two words go together, from how often they do, each by itself, and how much text there is. */

/** A table of two by two: with and without the one, with and without the other. */
export interface Contingency {
  readonly both: number;
  readonly firstOnly: number;
  readonly secondOnly: number;
  readonly neither: number;
}

/** T. Dunning, "Accurate Methods for the Statistics of Surprise and Coincidence" (1993): −2 log λ of the table. */
export function logLikelihood({ both, firstOnly, secondOnly, neither }: Contingency): number {
  const total = both + firstOnly + secondOnly + neither;
  const [first, notFirst] = [both + firstOnly, secondOnly + neither];
  const [second, notSecond] = [both + secondOnly, firstOnly + neither];
  const part = (observed: number, row: number, column: number): number =>
    observed > 0 ? observed * Math.log((observed * total) / (row * column)) : 0;
  const sum =
    part(both, first, second) +
    part(firstOnly, first, notSecond) +
    part(secondOnly, notFirst, second) +
    part(neither, notFirst, notSecond);
  return Math.max(0, 2 * sum);
}

/** P. Rychlý, "A Lexicographer-Friendly Association Score" (2008): at most 14, and the same whatever the size of the corpus. */
export function logDice(together: number, first: number, second: number): number {
  return 14 + Math.log2((2 * together) / (first + second));
}

/** How much more often than by chance, as a power of two (K. Church and P. Hanks, 1990). Rare words have the highest. */
export function mutualInformation(observed: number, expected: number): number {
  return Math.log2(observed / expected);
}
