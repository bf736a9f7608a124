/** One key for the ways in which a Brazilian or Portuguese place name is written: Mogi and Moji, Paraty and Parati, d'Água and Dágua. */
const STEPS: readonly (readonly [RegExp, string])[] = [
  [/ /g, ''],
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/y/g, 'i'],
  [/w/g, 'v'],
  [/k/g, 'c'],
  [/qu/g, 'c'],
  [/g(?=[ei])/g, 'j'],
  [/z/g, 's'],
  [/([a-z])\1/g, '$1'],
];

/** Takes a folded name. */
export function spellingKey(folded: string): string {
  let key = folded;
  for (const [from, to] of STEPS) key = key.replace(from, to);
  return key;
}

/** Whether two texts differ by at most one letter put in, left out or changed. */
export function oneLetterApart(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  const least = Math.min(a.length, b.length);
  while (start < least && a[start] === b[start]) start++;
  let end = 0;
  while (end < least - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return Math.max(a.length, b.length) - start - end <= 1;
}
