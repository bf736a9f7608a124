/**
 * What in a text may be the name of a place, from left to right, longest names first: names of the gazetteer, and names that it lacks where the words
 * around them say what they are (`a freguesia de X`, `o rio X`, `X/RJ`). Nothing is judged here.
 */
import { fold, foldWords } from '../../../text/index.ts';
import { PLACE_KINDS } from '../pack.ts';
import type { PackedPlaces } from '../packed-places.ts';
import { goesOn, nameOf } from './name-trie.ts';
import { GAP, SHAPE, type TextWords } from './text-words.ts';
import { joinedHash, wordHash } from './word-hash.ts';
import { ROLE } from './word-roles.ts';

export interface Candidates {
  readonly count: number;
  /** First and last word of the name. */
  readonly first: Int32Array;
  readonly last: Int32Array;
  /** Number of the name, -1 when the gazetteer lacks it. */
  readonly name: Int32Array;
  /** Row of the state, district or country that is written behind it, -1 for none. */
  readonly container: Int32Array;
  /** Last word of what is written behind it, or of the name. */
  readonly through: Int32Array;
}

const LONGEST_NAME = 8;
const LONGEST_UNKNOWN = 6;
const WITHIN_NAME = GAP.space | GAP.line | GAP.hyphen | GAP.apostrophe;
const ABBREVIATED: ReadonlyMap<number, string> = new Map([
  [wordHash('s'), 'sao'],
  [wordHash('sta'), 'santa'],
  [wordHash('sto'), 'santo'],
  [wordHash('st'), 'santo'],
  [wordHash('n'), 'nossa'],
  [wordHash('sra'), 'senhora'],
  [wordHash('v'), 'vila'],
]);
const KIND = Object.fromEntries(PLACE_KINDS.map((kind, i) => [kind, i])) as Record<
  (typeof PLACE_KINDS)[number],
  number
>;

export function findCandidates(words: TextWords, places: PackedPlaces): Candidates {
  const room = words.count;
  const found = {
    count: 0,
    first: new Int32Array(room),
    last: new Int32Array(room),
    name: new Int32Array(room),
    container: new Int32Array(room),
    through: new Int32Array(room),
  };
  for (let i = 0; i < words.count && found.count < room; i++) {
    if (!mayBegin(words, i)) continue;
    const longest = longestName(words, places, i);
    let last = longest === null ? -1 : longest.last;
    let name = longest === null ? -1 : longest.name;
    let behind: Behind | null = null;
    // `Rua São Paulo`, `Porto de Santos`: the head of a longer name, though a village is called `Rua`.
    if (last === i && isHead(words.role[i]!) && goesOnBehind(words, i)) continue;
    if (words.role[i] === ROLE.stateCode) {
      const state = stateOf(words, places, i);
      if (state < 0 || !isCodeOfPlace(words, i)) continue;
      last = i;
      name = state;
    } else if (last >= 0) behind = containerBehind(words, places, last, name);
    else {
      last = unknownName(words, i);
      if (last < 0) continue;
      behind = containerBehind(words, places, last, -1);
      if (!isSaidToBePlace(words, i, last, behind) || hasKnownName(words, places, i, last)) continue;
    }
    const at = found.count++;
    found.first[at] = i;
    found.last[at] = last;
    found.name[at] = name;
    found.container[at] = behind === null ? -1 : behind.row;
    found.through[at] = behind === null ? last : behind.last;
    // `Florença, Itália` are two names; the code of a state behind a sign belongs to the name.
    i = behind?.isName === true ? last : found.through[at];
  }
  return found;
}

function mayBegin(words: TextWords, i: number): boolean {
  const role = words.role[i]!;
  if (words.isCapital(i)) return role < ROLE.em || role > ROLE.grammar;
  // `rio Tietê`, `serra da Estrela`: the head of the name may be small.
  if (role !== ROLE.physical) return false;
  const next = i + 1;
  if (next >= words.count || (words.gap[next]! & ~WITHIN_NAME) !== 0) return false;
  if (words.isCapital(next)) return true;
  const joins = words.role[next] === ROLE.de || words.role[next] === ROLE.do;
  return joins && next + 1 < words.count && words.isCapital(next + 1);
}

/** Whether a name may run from the word before over to this one. */
function runsOn(words: TextWords, i: number): boolean {
  const gap = words.gap[i]!;
  if ((gap & ~WITHIN_NAME) === 0) return gap !== 0 && (gap & GAP.blankLine) === 0;
  return (gap & ~(GAP.space | GAP.stop)) === 0 && ABBREVIATED.has(words.hash[i - 1]!);
}

function codeOf(words: TextWords, i: number): number {
  if (words.shape[i] === SHAPE.lower || words.end[i]! - words.start[i]! > 3) return words.hash[i]!;
  const whole = ABBREVIATED.get(words.hash[i]!);
  if (whole === undefined || i + 1 >= words.count) return words.hash[i]!;
  return (words.gap[i + 1]! & GAP.stop) !== 0 || words.shape[i] === SHAPE.initial
    ? wordHash(whole)
    : words.hash[i]!;
}

function longestName(
  words: TextWords,
  places: PackedPlaces,
  from: number,
): { readonly last: number; readonly name: number } | null {
  let code = 0;
  let last = -1;
  let name = -1;
  let second = -1;
  let secondName = -1;
  for (let k = from; k < words.count && k < from + LONGEST_NAME; k++) {
    if (k > from && !runsOn(words, k)) break;
    code = joinedHash(code, codeOf(words, k)) | 0;
    const node = places.trie.node(code);
    if (node === 0) break;
    const number = nameOf(node);
    const role = words.role[k]!;
    if (
      number >= 0 &&
      (words.isCapital(k) || role === ROLE.side || words.shape[k] === SHAPE.number) &&
      k >= from
    ) {
      second = last;
      secondName = name;
      last = k;
      name = number;
    }
    if (!goesOn(node)) break;
  }
  if (last >= 0 && (words.isCapital(from) || last > from) && isSame(words, places, from, last, name))
    return { last, name };
  if (second >= 0 && words.isCapital(from) && isSame(words, places, from, second, secondName))
    return { last: second, name: secondName };
  return null;
}

function isSame(words: TextWords, places: PackedPlaces, from: number, last: number, name: number): boolean {
  let written = '';
  for (let k = from; k <= last; k++) {
    const own = words.text.slice(words.start[k], words.end[k]);
    const whole = codeOf(words, k) === words.hash[k] ? fold(own) : ABBREVIATED.get(words.hash[k]!)!;
    written = k === from ? whole : `${written} ${whole}`;
  }
  return places.table.isName(name, written);
}

interface Behind {
  readonly row: number;
  readonly last: number;
  /** It is a name that stands for itself as well, and no code. */
  readonly isName: boolean;
}

/** The state, district or country behind a name: `, RN`, `(RN)`, `/RN`, `- Rio Grande do Norte`, if the name is there. */
function containerBehind(words: TextWords, places: PackedPlaces, last: number, name: number): Behind | null {
  const next = last + 1;
  if (next >= words.count) return null;
  const gap = words.gap[next]!;
  const plain = GAP.space | GAP.comma | GAP.slash | GAP.hyphen | GAP.open;
  if ((gap & ~plain) !== 0) return null;
  if (words.role[next] === ROLE.stateCode) {
    // Glued, or with a sign between; a blank alone is not enough: `Porto SC`.
    if (gap === GAP.space) return null;
    const state = places.byCode('state', 'BR', words.text.slice(words.start[next], words.end[next]));
    if (state === undefined || (name >= 0 && !someIn(places, name, state))) return null;
    return { row: state, last: next, isName: (gap & GAP.comma) !== 0 };
  }
  if ((gap & ~GAP.space) === 0 || name < 0 || !words.isCapital(next) || words.isSmall(next)) return null;
  const above = longestName(words, places, next);
  if (above === null) return null;
  const { table, kind } = places;
  for (let at = table.firstBearer(above.name); at < table.endOfBearers(above.name); at++) {
    const row = table.bearerAt(at);
    const of = kind[row]!;
    if ((of === KIND.state || of === KIND.district || of === KIND.country) && someIn(places, name, row))
      return { row, last: above.last, isName: true };
  }
  return null;
}

/** The number of the name of the state of a code; -1 for no code of a state. */
function stateOf(words: TextWords, places: PackedPlaces, i: number): number {
  const state = places.byCode('state', 'BR', words.text.slice(words.start[i], words.end[i]));
  return state === undefined ? -1 : places.table.number(foldWords(places.names.text(state)));
}

/** `em SP`, `no RS`, `(SP)`, `Andrelândia, MG`: anywhere else two capitals are something else. */
function isCodeOfPlace(words: TextWords, i: number): boolean {
  if (i === 0) return false;
  const gap = words.gap[i]!;
  if (gap === GAP.space) {
    const role = words.role[i - 1]!;
    return role >= ROLE.em && role <= ROLE.do;
  }
  if ((gap & (GAP.stop | GAP.blankLine | GAP.slash)) !== 0) return false;
  if ((gap & GAP.colon) !== 0) return true;
  return (gap & (GAP.comma | GAP.open)) !== 0 && words.shape[i - 1] === SHAPE.title;
}

/** Whether one of who bear this name lies in a place. */
function someIn({ table, parent }: PackedPlaces, name: number, container: number): boolean {
  for (let at = table.firstBearer(name); at < table.endOfBearers(name); at++)
    for (let row = parent[table.bearerAt(at)]!, steps = 0; row >= 0 && steps < 6; row = parent[row]!, steps++)
      if (row === container) return true;
  return false;
}

/** The last word of a run of capitals that begins here, small joining words inside it; -1 when it is no name. */
function unknownName(words: TextWords, from: number): number {
  let last = words.isCapital(from) ? from : -1;
  for (let k = from + 1; k < words.count && k < from + LONGEST_UNKNOWN; k++) {
    if (!runsOn(words, k) || words.gap[k] === (GAP.space | GAP.hyphen)) break;
    if (words.isCapital(k) && !words.isSmall(k)) last = k;
    else if (words.role[k] !== ROLE.de && words.role[k] !== ROLE.do) break;
  }
  return last;
}

/** `Moradores de Canoas, RS`: the name is the known one. */
function hasKnownName(words: TextWords, places: PackedPlaces, first: number, last: number): boolean {
  if (words.role[first] === ROLE.physical) return false;
  for (let k = first + 1; k <= last; k++)
    if (words.isCapital(k) && longestName(words, places, k) !== null) return true;
  return false;
}

const isHead = (role: number): boolean =>
  role === ROLE.title ||
  role === ROLE.admin ||
  role === ROLE.street ||
  role === ROLE.organisation ||
  role === ROLE.company;

function goesOnBehind(words: TextWords, i: number): boolean {
  let next = i + 1;
  if (next >= words.count || !runsOn(words, next)) return false;
  if (words.role[next] === ROLE.de || words.role[next] === ROLE.do) {
    next++;
    if (next >= words.count || !runsOn(words, next)) return false;
  }
  return words.isCapital(next) && !words.isSmall(next);
}

/** A name that no table has: the words before it or its own head say what it is, or its state is behind it. */
function isSaidToBePlace(words: TextWords, first: number, last: number, behind: Behind | null): boolean {
  if (words.role[first] === ROLE.physical) return last > first && words.shape[last] !== SHAPE.number;
  if (words.shape[first] !== SHAPE.title || isHead(words.role[first]!)) return false;
  if (behind !== null) return true;
  let before = first - 1;
  if (before < 0 || !runsOn(words, first)) return false;
  if (words.role[before] === ROLE.de || words.role[before] === ROLE.do) {
    if (before === 0 || !runsOn(words, before)) return false;
    before--;
    return words.role[before] === ROLE.admin || words.role[before] === ROLE.physical;
  }
  // `em X`: by its place in the sentence, if no word of it is known.
  if (words.role[before] === ROLE.em) return words.role[first] === ROLE.capital;
  return words.role[before] === ROLE.physical && words.shape[before] === SHAPE.lower;
}
