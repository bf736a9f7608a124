/**
 * English stems after Porter (https://snowballstem.org/algorithms/porter/stemmer.html, whose regions keep their names here). A test
 * compares them with the stemmer that Snowball's own compiler makes.
 */

/** Suffixes of the second and third step, and what takes their place behind R1. */
const SECOND = replacements(
  'tional:tion enci:ence anci:ance abli:able entli:ent eli:e izer:ize ization:ize ational:ate ation:ate ator:ate alli:al alism:al aliti:al ' +
    'fulness:ful ousli:ous ousness:ous iveness:ive iviti:ive biliti:ble',
);
const THIRD = replacements('alize:al icate:ic iciti:ic ical:ic ative: ful: ness:');
/** Suffixes that the fourth step takes off behind R2; `ion` only after `s` or `t`. */
const FOURTH = replacements(
  'al: ance: ence: er: ic: able: ible: ant: ement: ment: ent: ou: ism: ate: iti: ous: ive: ize: ion:',
);
const LONGEST_SUFFIX = 7;

function replacements(list: string): ReadonlyMap<string, string> {
  return new Map(list.split(' ').map((pair) => pair.split(':') as [string, string]));
}

/** A `Y` in capitals is a `y` that stands for a consonant. */
function isVowel(letter: string | undefined): boolean {
  return letter !== undefined && 'aeiouy'.includes(letter);
}

/** Behind the first letter that is no vowel and follows one, from `at` on. */
function regionAfter(word: string, at: number): number {
  let i = at;
  while (i < word.length && !isVowel(word[i])) i++;
  while (i < word.length && isVowel(word[i])) i++;
  return Math.min(i + 1, word.length);
}

function hasVowel(word: string): boolean {
  return /[aeiouy]/.test(word);
}

/** Ends like `hop` and `fil`: consonant, vowel, consonant, the last none of `w`, `x`, `Y`. */
function endsShort(word: string): boolean {
  const end = word.length;
  const last = word[end - 1];
  return (
    end >= 3 && !isVowel(last) && !'wxY'.includes(last!) && isVowel(word[end - 2]) && !isVowel(word[end - 3])
  );
}

/** The stem of a word in lower case. */
export function porterStem(given: string): string {
  let word = given.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y');
  const r1 = regionAfter(word, 0);
  const r2 = regionAfter(word, r1);
  word = plural(word);
  word = pastOrGerund(word, r1);
  if (/[yY]$/.test(word) && hasVowel(word.slice(0, -1))) word = `${word.slice(0, -1)}i`;
  word = replaced(word, SECOND, r1);
  word = replaced(word, THIRD, r1);
  word = replaced(word, FOURTH, r2);
  word = tidied(word, r1, r2);
  return word.replaceAll('Y', 'y');
}

function plural(word: string): string {
  if (word.endsWith('sses') || word.endsWith('ies')) return word.slice(0, -2);
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function pastOrGerund(word: string, r1: number): string {
  if (word.endsWith('eed')) return word.length - 3 >= r1 ? word.slice(0, -1) : word;
  const rest = word.endsWith('ed') ? word.slice(0, -2) : word.endsWith('ing') ? word.slice(0, -3) : word;
  if (rest === word || !hasVowel(rest)) return word;
  if (/(?:at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/([bdfgmnprt])\1$/.test(rest)) return rest.slice(0, -1);
  return rest.length === r1 && endsShort(rest) ? `${rest}e` : rest;
}

/** The longest suffix of a step decides, also when it stands before the region and stays. */
function replaced(word: string, step: ReadonlyMap<string, string>, region: number): string {
  for (let size = Math.min(LONGEST_SUFFIX, word.length); size >= 2; size--) {
    const cut = word.length - size;
    const suffix = word.slice(cut);
    const by = step.get(suffix);
    if (by === undefined) continue;
    const rest = word.slice(0, cut);
    return cut < region || (suffix === 'ion' && !/[st]$/.test(rest)) ? word : rest + by;
  }
  return word;
}

function tidied(given: string, r1: number, r2: number): string {
  let word = given;
  if (word.endsWith('e')) {
    const rest = word.slice(0, -1);
    if (rest.length >= r2 || (rest.length >= r1 && !endsShort(rest))) word = rest;
  }
  return word.endsWith('ll') && word.length > r2 ? word.slice(0, -1) : word;
}
