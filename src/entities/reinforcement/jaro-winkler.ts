/** Jaro and Jaro-Winkler similarity of two strings, by code point; 1 for two empty strings, 0 for one. */

/** Longer strings are compared by their beginning: the cost is quadratic, and labels and paths are short. */
const LONGEST = 512;

export function jaro(first: string, second: string): number {
  if (first === second) return 1;
  const a = Array.from(first.slice(0, LONGEST));
  const b = Array.from(second.slice(0, LONGEST));
  if (a.length === 0 || b.length === 0) return 0;
  const window = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const taken = new Uint8Array(b.length);
  const matchedA: string[] = [];
  for (let i = 0; i < a.length; i++) {
    const high = Math.min(b.length - 1, i + window);
    for (let j = Math.max(0, i - window); j <= high; j++) {
      if (taken[j] === 1 || a[i] !== b[j]) continue;
      taken[j] = 1;
      matchedA.push(a[i]!);
      break;
    }
  }
  const matches = matchedA.length;
  if (matches === 0) return 0;
  let swapped = 0;
  let at = 0;
  for (let j = 0; j < b.length; j++) if (taken[j] === 1 && matchedA[at++] !== b[j]) swapped++;
  return (matches / a.length + matches / b.length + (matches - swapped / 2) / matches) / 3;
}

/** With the usual bonus for a common beginning: p = 0.1, at most four characters. */
export function jaroWinkler(first: string, second: string): number {
  const similarity = jaro(first, second);
  const a = Array.from(first.slice(0, 8));
  const b = Array.from(second.slice(0, 8));
  let prefix = 0;
  while (prefix < 4 && prefix < a.length && prefix < b.length && a[prefix] === b[prefix]) prefix++;
  return similarity + prefix * 0.1 * (1 - similarity);
}
