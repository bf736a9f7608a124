/**
 * Snowball's Portuguese stemmer, written for bulk: an index meets a new word in every other sentence and cannot live from remembering.
 * The algorithm is described at https://snowballstem.org/algorithms/portuguese/stemmer.html; its regions keep their names here. A test
 * compares it with the stemmer that Snowball's own compiler makes.
 */

/** What to do with a suffix of the first step. */
const DELETE = 1;
const LOG = 2;
const U = 3;
const ENTE = 4;
const AMENTE = 5;
const MENTE = 6;
const IDADE = 7;
const IVA = 8;
const IRA = 9;

function suffixes(groups: readonly (readonly [string, number])[]): ReadonlyMap<string, number> {
  return new Map(
    groups.flatMap(([list, action]) => list.split(' ').map((suffix) => [suffix, action] as const)),
  );
}

const STANDARD = suffixes([
  [
    'eza ezas ico ica icos icas ismo ismos ável ível ista istas oso osa osos osas amento amentos imento imentos adora ador aça~o adoras adores aço~es ante antes ância',
    DELETE,
  ],
  ['logia logias', LOG],
  ['uça~o uço~es', U],
  ['ência ências', ENTE],
  ['amente', AMENTE],
  ['mente', MENTE],
  ['idade idades', IDADE],
  ['iva ivo ivas ivos', IVA],
  ['ira iras', IRA],
]);
const LONGEST_STANDARD = 7;

const VERB = suffixes([
  [
    'ada ida ia aria eria iria ara era ira ava asse esse isse aste este iste ei arei erei irei am iam ariam eriam iriam aram eram iram avam em arem erem irem assem essem issem ' +
      'ado ido ando endo indo ara~o era~o ira~o ar er ir as adas idas ias arias erias irias aras eras iras avas es ardes erdes irdes ares eres ires asses esses isses astes estes istes is ais eis areis ereis ireis ' +
      'áreis éreis íreis ásseis ésseis ísseis áveis íeis aríeis eríeis iríeis ados idos amos áramos éramos íramos ávamos íamos aríamos eríamos iríamos emos aremos eremos iremos ássemos êssemos íssemos imos armos ermos irmos ámos ' +
      'arás erás irás eu iu ou ará erá irá',
    DELETE,
  ],
]);
const LONGEST_VERB = 7;

const VOWELS = 'aeiouáéíóúâêô';
const VOWEL = new Uint8Array(256);
for (const vowel of VOWELS) VOWEL[vowel.charCodeAt(0)] = 1;

function isVowel(word: string, at: number): boolean {
  const code = word.charCodeAt(at);
  return code < 256 && VOWEL[code] === 1;
}

/** Behind the next vowel (or the next letter that is none) from `at` on; -1 when there is none. */
function past(word: string, at: number, vowel: boolean): number {
  for (let i = at; i < word.length; i++) if (isVowel(word, i) === vowel) return i + 1;
  return -1;
}

function regionV(word: string): number {
  const { length } = word;
  if (length < 2) return length;
  const second = isVowel(word, 1);
  let at: number;
  if (isVowel(word, 0)) at = past(word, 2, !second);
  else if (second) at = length > 2 ? 3 : -1;
  else at = past(word, 2, true);
  return at < 0 ? length : at;
}

/** The region behind the first letter that is no vowel and follows one, from `at` on. */
function regionAfter(word: string, at: number): number {
  const vowel = past(word, at, true);
  const other = vowel < 0 ? -1 : past(word, vowel, false);
  return other < 0 ? word.length : other;
}

/** The stem of a word in lower case. */
export function portugueseStem(given: string): string {
  let word = given;
  const nasal = word.includes('ã') || word.includes('õ');
  if (nasal) word = word.replaceAll('ã', 'a~').replaceAll('õ', 'o~');
  const rv = regionV(word);
  const r1 = regionAfter(word, 0);
  const r2 = r1 === word.length ? r1 : regionAfter(word, r1);
  let changed = standard(word, rv, r1, r2);
  changed ??= verb(word, rv);
  if (changed !== null) {
    word = changed;
    if (word.endsWith('ci') && rv <= word.length - 1) word = word.slice(0, -1);
  } else word = residual(word, rv);
  word = lastForm(word, rv);
  return nasal ? word.replaceAll('a~', 'ã').replaceAll('o~', 'õ') : word;
}

/** Null: nothing to do. */
function standard(word: string, rv: number, r1: number, r2: number): string | null {
  let action = 0;
  let cut = 0;
  for (let size = Math.min(LONGEST_STANDARD, word.length); size >= 3 && action === 0; size--) {
    cut = word.length - size;
    action = STANDARD.get(word.slice(cut)) ?? 0;
  }
  if (action === 0) return null;
  const rest = word.slice(0, cut);
  const ending = (suffix: string): boolean => rest.endsWith(suffix) && cut - suffix.length >= r2;
  if (action === AMENTE) {
    if (cut < r1) return null;
    if (rest.endsWith('iv')) {
      if (!ending('iv')) return rest;
      const shorter = rest.slice(0, -2);
      return shorter.endsWith('at') && cut - 4 >= r2 ? shorter.slice(0, -2) : shorter;
    }
    return ending('ic') || ending('ad') || ending('os') ? rest.slice(0, -2) : rest;
  }
  if (action === IRA) return cut >= rv && rest.endsWith('e') ? `${rest}ir` : null;
  if (cut < r2) return null;
  switch (action) {
    case LOG:
      return `${rest}log`;
    case U:
      return `${rest}u`;
    case ENTE:
      return `${rest}ente`;
    case MENTE:
      return ending('ante') || ending('avel') || ending('ível') ? rest.slice(0, -4) : rest;
    case IDADE:
      if (ending('abil')) return rest.slice(0, -4);
      return ending('ic') || ending('iv') ? rest.slice(0, -2) : rest;
    case IVA:
      return ending('at') ? rest.slice(0, -2) : rest;
    default:
      return rest;
  }
}

function verb(word: string, rv: number): string | null {
  for (let size = Math.min(LONGEST_VERB, word.length - rv); size >= 2; size--) {
    const cut = word.length - size;
    if (VERB.has(word.slice(cut))) return word.slice(0, cut);
  }
  return null;
}

function residual(word: string, rv: number): string {
  const end = word.length;
  if (word.endsWith('os')) return rv <= end - 2 ? word.slice(0, -2) : word;
  return end > 0 && 'aioáíó'.includes(word[end - 1]!) && rv <= end - 1 ? word.slice(0, -1) : word;
}

function lastForm(word: string, rv: number): string {
  const end = word.length;
  if (end === 0) return word;
  const last = word[end - 1]!;
  if (last === 'ç') return `${word.slice(0, -1)}c`;
  if ((last !== 'e' && last !== 'é' && last !== 'ê') || rv > end - 1) return word;
  const shorter = word.slice(0, -1);
  return (shorter.endsWith('gu') || shorter.endsWith('ci')) && rv <= shorter.length - 1
    ? shorter.slice(0, -1)
    : shorter;
}
