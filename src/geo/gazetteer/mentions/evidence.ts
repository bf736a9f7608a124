/**
 * What speaks for and against each candidate, as small numbers: of its name (what bears it, how great, how often it is a person or a word), of how it is
 * written and what stands around it, and of what the rest of the text says. Each feature has at most 32 values, so that a question about it is a set of
 * bits.
 */
import { PLACE_KINDS } from '../pack.ts';
import type { PackedPlaces } from '../packed-places.ts';
import type { Candidates } from './candidates.ts';
import { type NameEvidence, nameEvidence } from './name-evidence.ts';
import { ARTICLES } from './place-articles.ts';
import { GAP, SHAPE, type TextWords } from './text-words.ts';
import { isGiven, isSurname, personOf, ROLE, roleOf } from './word-roles.ts';
import { WordSums } from './word-sums.ts';

export const FEATURES = [
  'kind',
  'size',
  'prior',
  'words in the name',
  'namesakes',
  'country',
  'word of the language',
  'person’s name',
  'length',
  'accents',
  'written',
  'before',
  'sign before',
  'two before',
  'behind',
  'sign behind',
  'two behind',
  'capitals before',
  'head of the run',
  'run has',
  'capitals behind',
  'capital behind is',
  'state behind',
  'put as a place elsewhere',
  'person elsewhere',
  'small elsewhere',
  'its country elsewhere',
  'enumerated',
  'language',
  'capitals around',
  'article',
  'kind said',
  'play around',
  'own role',
  'faith around',
  'names around',
  'block',
] as const;

const F = Object.fromEntries(FEATURES.map((name, i) => [name, i])) as Record<
  (typeof FEATURES)[number],
  number
>;
export const FEATURE_COUNT = FEATURES.length;

const COUNTRY = PLACE_KINDS.indexOf('country');
const STATE = PLACE_KINDS.indexOf('state');
const AROUND = 12;
const FAR_AROUND = 40;
const PLAIN = GAP.space | GAP.line;

const KIND_OF_WORD: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ['municipio concelho cidade prefeitura camara vila comarca prefeito prefeita', 'municipality city'],
    ['estado governo governador', 'state'],
    ['distrito', 'district parish'],
    ['freguesia', 'parish'],
    ['provincia', 'state district'],
    ['regiao', 'region state physical'],
    ['pais republica', 'country'],
  ].flatMap(([words, kinds]) => words!.split(' ').map((word) => [word, kinds!.split(' ')] as const)),
);

export class Evidence {
  /** `FEATURE_COUNT` values a candidate. */
  readonly features: Uint8Array;
  /** The likeliest row of each by its name and the words before it alone, -1 for none. */
  readonly row: Int32Array;
  /** The kinds of place that the words before a name say it is. */
  readonly kinds: (readonly string[] | null)[] = [];

  constructor(count: number) {
    this.features = new Uint8Array(count * FEATURE_COUNT);
    this.row = new Int32Array(count).fill(-1);
  }

  /** As `sign` tells them. */
  signBehind(candidate: number): number {
    return this.features[candidate * FEATURE_COUNT + F['sign behind']]!;
  }
}

/** What stands before a name, as a role; a full stop or a blank line between makes it the end of something. */
function roleBefore(words: TextWords, i: number): number {
  if (i === 0) return ROLE.edge;
  const gap = words.gap[i]!;
  if ((gap & GAP.blankLine) !== 0) return ROLE.edge;
  if ((gap & GAP.stop) !== 0) {
    const role = words.role[i - 1]!;
    // `Sr. Campos`, `Av. Brasil`, `D. Pedro`
    const abbreviated =
      role === ROLE.title || role === ROLE.street || role === ROLE.initial || role === ROLE.saint;
    return abbreviated ? role : ROLE.sentence;
  }
  return words.role[i - 1]!;
}

function roleBehind(words: TextWords, i: number): number {
  if (i >= words.count) return ROLE.edge;
  const gap = words.gap[i]!;
  if ((gap & GAP.blankLine) !== 0) return ROLE.edge;
  if ((gap & GAP.stop) !== 0) return ROLE.sentence;
  return words.role[i]!;
}

/** The sign between two words, one of some sixteen. */
function sign(gap: number, isEdge: boolean): number {
  if (isEdge || (gap & GAP.blankLine) !== 0) return 0;
  if (gap === 0) return 1;
  if (gap === GAP.space) return 2;
  if ((gap & GAP.stop) !== 0) return 3;
  if ((gap & GAP.open) !== 0) return 4;
  if ((gap & GAP.close) !== 0) return 5;
  if ((gap & GAP.quote) !== 0) return 6;
  if ((gap & GAP.slash) !== 0) return 7;
  if ((gap & GAP.comma) !== 0) return 8;
  if ((gap & GAP.hyphen) !== 0) return (gap & ~GAP.hyphen) === 0 ? 9 : 10;
  if ((gap & GAP.colon) !== 0) return 11;
  if ((gap & GAP.apostrophe) !== 0) return 12;
  if ((gap & GAP.other) !== 0) return 13;
  return (gap & GAP.line) !== 0 ? 14 : 2;
}

const few = (n: number): number => (n < 3 ? n : n < 5 ? 3 : 4);
const plays = (n: number): number => (n < 2 ? n : n < 4 ? 2 : n < 8 ? 3 : 4);
const lengths = (n: number): number => (n <= 6 ? n : n <= 8 ? 7 : n <= 12 ? 8 : 9);

export function readEvidence(words: TextWords, found: Candidates, places: PackedPlaces): Evidence {
  const evidence = new Evidence(found.count);
  const sums = new WordSums(words);
  const names: NameEvidence[] = [];
  const known = new Map<number, NameEvidence>();
  /** What the text says of a name, by its number: how often it is there, put as a place, a person's. */
  const counts = new Map<number, number[]>();
  for (let c = 0; c < found.count; c++) {
    const name = found.name[c]!;
    let of = known.get(name);
    if (of === undefined) {
      of = nameEvidence(places, name);
      if (name >= 0) known.set(name, of);
    }
    names.push(of);
    readAlone(words, found, places, c, of, evidence, sums);
    if (name < 0) continue;
    let count = counts.get(name);
    if (count === undefined) {
      count = [0, 0, 0, 0];
      counts.set(name, count);
    }
    count[0]!++;
    if (isPlaced(evidence.features, c)) count[1]!++;
    if (isOfPerson(evidence.features, c)) count[2]!++;
  }
  countSmall(words, found, counts);
  readLists(words, found, names, evidence.features);
  const countries = new Map<string, number>();
  /** The same by what a place lies in. */
  const above = new Map<number, number>();
  const vote = (row: number, by: number): void => {
    for (let steps = 0, at = row; at >= 0 && steps < 3; at = places.parent[at]!, steps++)
      if (places.kind[at] !== COUNTRY) above.set(at, (above.get(at) ?? 0) + by);
  };
  const votes = (c: number): boolean =>
    evidence.row[c]! >= 0 && isPlaced(evidence.features, c) && !isOfPerson(evidence.features, c);
  for (let c = 0; c < found.count; c++) {
    const row = evidence.row[c]!;
    if (row >= 0 && places.kind[row] === STATE && names[c]!.prior >= KNOWN_PRIOR) vote(row, 1);
    else if (votes(c)) vote(places.parent[row]!, 1);
    if (!votes(c)) continue;
    const country = places.country(row);
    if (country !== '') countries.set(country, (countries.get(country) ?? 0) + 1);
  }
  for (let c = 0; c < found.count; c++) {
    const at = c * FEATURE_COUNT;
    const { features } = evidence;
    const count = counts.get(found.name[c]!);
    const placed = isPlaced(features, c) ? 1 : 0;
    if (count !== undefined) {
      features[at + F['put as a place elsewhere']] = few(count[1]! - placed) * 5 + few(count[0]! - 1);
      features[at + F['person elsewhere']] =
        few(count[2]! - (isOfPerson(features, c) ? 1 : 0)) + (count[2]! * 2 > count[0]! ? 5 : 0);
      features[at + F['small elsewhere']] = few(count[3]!) + (count[3]! > count[0]! ? 5 : 0);
    }
    const row = evidence.row[c]!;
    const country = row < 0 ? '' : places.country(row);
    const others = (countries.get(country) ?? 0) - placed;
    const ownState = row >= 0 && places.kind[row] === STATE;
    const beside = row < 0 || ownState ? 0 : (above.get(places.parent[row]!) ?? 0) - (votes(c) ? 1 : 0);
    features[at + F['its country elsewhere']] =
      row < 0
        ? 6
        : country === ''
          ? 7
          : (others <= 0 ? (countries.size > 0 ? 1 : 0) : few(others) + 1) +
            (beside > 0 ? (beside > 1 ? 16 : 8) : 0);
  }
  return evidence;
}

/** Said to be a place by the words around, whatever its name: behind `em`, with its state, behind what a place is called. */
function isPlaced(features: Uint8Array, c: number): boolean {
  const at = c * FEATURE_COUNT;
  const before = features[at + F.before];
  if (features[at + F['state behind']] !== 0) return true;
  if (features[at + F['capitals behind']] !== 0) return false;
  if (before === ROLE.em) return true;
  return (before === ROLE.de || before === ROLE.do) && features[at + F['two before']] === ROLE.admin;
}

function isOfPerson(features: Uint8Array, c: number): boolean {
  const at = c * FEATURE_COUNT;
  if ((features[at + F['run has']]! & 3) !== 0) return true;
  const join = features[at + F['capitals behind']]! >> 2;
  const behind = features[at + F['capital behind is']];
  return (join === 1 || join === 2) && (behind === ROLE.given || behind === ROLE.surname);
}

function readAlone(
  words: TextWords,
  found: Candidates,
  places: PackedPlaces,
  c: number,
  of: NameEvidence,
  evidence: Evidence,
  sums: WordSums,
): void {
  const { features } = evidence;
  const at = c * FEATURE_COUNT;
  const first = found.first[c]!;
  const last = found.last[c]!;
  const before = roleBefore(words, first);
  const behind = roleBehind(words, last + 1);
  const two = isJoining(before) ? roleBefore(words, first - 1) : 0;
  const wordOfKind =
    two === ROLE.admin || two === ROLE.title
      ? words.text.slice(words.start[first - 2], words.end[first - 2]).toLowerCase()
      : before === ROLE.admin
        ? words.text.slice(words.start[first - 1], words.end[first - 1]).toLowerCase()
        : '';
  const kinds = KIND_OF_WORD.get(wordOfKind.normalize('NFD').replace(/\p{M}/gu, '')) ?? null;
  const row = bestRow(places, found, c, of, kinds);
  evidence.row[c] = row;
  evidence.kinds.push(kinds);
  const kind = row < 0 ? -1 : places.kind[row]!;
  const capitals = words.shape[last] === SHAPE.capitals;
  features[at + F.kind] = kind + 1;
  features[at + F.size] = of.size;
  features[at + F.prior] = of.prior;
  features[at + F['words in the name']] = Math.min(4, last - first + 1);
  features[at + F.namesakes] = few(of.bearers);
  features[at + F.country] = of.country;
  features[at + F['word of the language']] = of.wordness;
  features[at + F['person’s name']] =
    personOf(words.entry[first]!) * 4 + (last > first ? personOf(words.entry[last]!) : 0);
  features[at + F.length] = lengths(words.end[last]! - words.start[first]!);
  features[at + F.accents] = row < 0 ? 4 : accents(words, places, row, first, last, capitals);
  features[at + F.before] = before;
  features[at + F['sign before']] = sign(words.gap[first]!, first === 0);
  features[at + F['two before']] = two;
  features[at + F.behind] = behind;
  features[at + F['sign behind']] = sign(
    last + 1 < words.count ? words.gap[last + 1]! : 0,
    last + 1 >= words.count,
  );
  features[at + F['two behind']] = isJoining(behind) || behind === ROLE.and ? roleBehind(words, last + 2) : 0;
  readRunBefore(words, first, c > 0 ? found.last[c - 1]! : -1, features, at);
  readRunBehind(words, last, features, at);
  const container = found.container[c]!;
  const nextRole = last + 1 < words.count ? words.role[last + 1]! : ROLE.edge;
  features[at + F['state behind']] =
    container >= 0
      ? found.through[c]! - last === 1 && nextRole === ROLE.stateCode
        ? 1 + Math.min(1, words.gap[last + 1]! & GAP.hyphen)
        : 3
      : nextRole === ROLE.stateCode && behind !== ROLE.sentence && behind !== ROLE.edge
        ? 4
        : 0;
  const near = sums.within(first, last, AROUND);
  features[at + F.language] = few(near.portuguese) * 3 + Math.min(2, near.foreign);
  features[at + F['capitals around']] =
    near.words === 0 ? 6 : Math.min(5, Math.floor((near.capitals * 6) / near.words));
  features[at + F['own role']] = roleOf(words.entry[first]!);
  const far = sums.within(first, last, FAR_AROUND);
  features[at + F['play around']] = plays(far.play);
  features[at + F['faith around']] = plays(far.faith);
  features[at + F['names around']] = few(near.persons);
  features[at + F.block] = blockOf(words, first, last);
  const around = features[at + F['capitals around']]!;
  const shape = words.shape[first]!;
  features[at + F.written] =
    shape === SHAPE.lower
      ? 0
      : shape === SHAPE.title
        ? 1
        : shape === SHAPE.capitals
          ? around >= 4
            ? 2
            : 3
          : 4;
  features[at + F.article] = articleFit(before, row < 0 ? null : ARTICLES.takes(places, row, of.folded));
  features[at + F['kind said']] =
    kinds === null ? 0 : kind >= 0 && kinds.includes(PLACE_KINDS[kind]!) ? 1 : 2;
}

const LONGEST_LOOK = 20;

/** How long the block is that a name stands in, as far as it can be seen from there, and how it is written: `Brasil` alone, a heading in capitals, a sentence. */
function blockOf(words: TextWords, first: number, last: number): number {
  let from = first;
  while (from > 0 && first - from < LONGEST_LOOK && (words.gap[from]! & GAP.blankLine) === 0) from--;
  let to = last;
  while (to + 1 < words.count && to - last < LONGEST_LOOK && (words.gap[to + 1]! & GAP.blankLine) === 0) to++;
  let small = 0;
  let capitals = 0;
  for (let k = from; k <= to; k++) {
    if (k >= first && k <= last) continue;
    if (words.shape[k] === SHAPE.capitals) capitals++;
    else if (words.shape[k] === SHAPE.lower && (words.role[k]! < ROLE.em || words.role[k]! > ROLE.grammar))
      small++;
  }
  const others = to - from - (last - first);
  const size = others === 0 ? 0 : others < 3 ? 1 : others < 8 ? 2 : others < LONGEST_LOOK ? 3 : 4;
  return size * 4 + (small > 0 ? (capitals > small ? 1 : 0) : capitals * 2 > others ? 2 : 3);
}

const isJoining = (role: number): boolean =>
  role === ROLE.de || role === ROLE.do || role === ROLE.article || role === ROLE.a || role === ROLE.no;

/** By the name alone, then by what is written behind it or said before it. */
function bestRow(
  { table, parent, kind }: PackedPlaces,
  found: Candidates,
  c: number,
  of: NameEvidence,
  kinds: readonly string[] | null,
): number {
  const container = found.container[c]!;
  if (found.name[c]! < 0 || (container < 0 && kinds === null)) return of.row;
  let best = of.row;
  let most = -1;
  const end = table.endOfBearers(found.name[c]!);
  for (let at = table.firstBearer(found.name[c]!); at < end; at++) {
    const row = table.bearerAt(at);
    let score = row === of.row ? 1 : 0;
    if (kinds?.includes(PLACE_KINDS[kind[row]!]!)) score += 2;
    if (container >= 0)
      for (let above = parent[row]!, steps = 0; above >= 0 && steps < 6; above = parent[above]!, steps++)
        if (above === container) score += 4;
    if (score > most) {
      most = score;
      best = row;
    }
  }
  return best;
}

/** 0: as the table has it; 1: without its accents; 2: with others; 3: in capitals, without. */
function accents(
  words: TextWords,
  places: PackedPlaces,
  row: number,
  first: number,
  last: number,
  capitals: boolean,
): number {
  const official = places.names.text(row).toLowerCase();
  const written = words.text.slice(words.start[first], words.end[last]).toLowerCase();
  if (official.includes(written) || written.includes(official)) return 0;
  const plain = (text: string): boolean => {
    for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
    return true;
  };
  if (!plain(written)) return 2;
  return plain(official) ? 0 : capitals ? 3 : 1;
}

/** What stands before a name in the same run of capitals: `Universidade de Lisboa`, `Maria Campinas`. */
function readRunBefore(
  words: TextWords,
  first: number,
  candidateBefore: number,
  features: Uint8Array,
  at: number,
): void {
  let join = 0;
  let capitals = 0;
  let head = 0;
  let has = 0;
  let at1 = first;
  for (let steps = 0; at1 > 0 && steps < 8; steps++) {
    const gap = words.gap[at1]!;
    const role = words.role[at1 - 1]!;
    const plain =
      gap !== 0 && (gap & ~(PLAIN | GAP.hyphen | GAP.apostrophe)) === 0 && (gap & GAP.blankLine) === 0;
    const abbreviated =
      (gap & ~(GAP.space | GAP.stop)) === 0 &&
      (role === ROLE.title || role === ROLE.initial || role === ROLE.street || role === ROLE.saint);
    if (!plain && !abbreviated) break;
    // `Porto Alegre e Canoas` are two names, and no longer one.
    if (join === 4 && (steps > 1 || candidateBefore === at1 - 1)) break;
    // Every sentence begins with a capital: `Dados de Bom Jesus` is no name.
    if (join === 2 && role === ROLE.capital && roleBefore(words, at1 - 1) >= ROLE.edge) break;
    const capital = words.isCapital(at1 - 1) && !(role >= ROLE.em && role <= ROLE.grammar);
    if (
      capital ||
      role === ROLE.title ||
      (role === ROLE.street && steps < 2) ||
      (role === ROLE.organisation && steps < 2)
    ) {
      if (steps === 0) join = (gap & GAP.hyphen) !== 0 ? 3 : 1;
      if (capital) capitals++;
      head = role;
      const entry = words.entry[at1 - 1]!;
      if (isGiven(entry) || (isSurname(entry) && join === 1 && steps === 0)) has |= 1;
      if (role === ROLE.title) has |= 2;
      if (role === ROLE.organisation || role === ROLE.company) has |= 4;
      if (role === ROLE.street) has |= 8;
      if (!capital) break;
    } else if (
      (role === ROLE.de || role === ROLE.do || role === ROLE.and) &&
      words.shape[at1 - 1] === SHAPE.lower
    ) {
      if (steps === 0) join = role === ROLE.and ? 4 : 2;
      else if (role === ROLE.and) break;
    } else break;
    at1--;
  }
  features[at + F['capitals before']] = capitals === 0 ? 0 : join * 4 + Math.min(3, capitals);
  features[at + F['head of the run']] = head;
  features[at + F['run has']] = has;
}

/** What follows it in the same run: `Porto Alegrense`, `Castro Alves`, `São Paulo Futebol Clube`. */
function readRunBehind(words: TextWords, last: number, features: Uint8Array, at: number): void {
  let join = 0;
  let capitals = 0;
  let role = 0;
  for (let k = last + 1; k < words.count && k <= last + 4; k++) {
    const gap = words.gap[k]!;
    if (gap === 0 || (gap & ~(PLAIN | GAP.hyphen | GAP.apostrophe)) !== 0 || (gap & GAP.blankLine) !== 0)
      break;
    const own = words.role[k]!;
    if (words.isCapital(k) && !(own >= ROLE.em && own <= ROLE.grammar)) {
      if (k === last + 1) join = (gap & GAP.hyphen) !== 0 ? 3 : (gap & GAP.line) !== 0 ? 0 : 1;
      if (capitals === 0) role = own;
      capitals++;
    } else if ((own === ROLE.de || own === ROLE.do || own === ROLE.and) && capitals === 0 && k === last + 1)
      join = own === ROLE.and ? 4 : 2;
    else break;
  }
  features[at + F['capitals behind']] = capitals === 0 ? 0 : join * 4 + Math.min(3, capitals);
  features[at + F['capital behind is']] = role;
}

/** How often each name of one word stands in small letters: such a name is a word here. */
function countSmall(words: TextWords, found: Candidates, counts: ReadonlyMap<number, number[]>): void {
  const seen = new Uint8Array(1 << 13);
  const byCode = new Map<number, number[]>();
  for (let c = 0; c < found.count; c++) {
    if (found.first[c] !== found.last[c]) continue;
    const code = words.hash[found.first[c]!]!;
    const count = counts.get(found.name[c]!);
    if (count === undefined || byCode.has(code)) continue;
    byCode.set(code, count);
    seen[(code >>> 3) & 0x1fff]! |= 1 << (code & 7);
  }
  if (byCode.size === 0) return;
  for (let i = 0; i < words.count; i++) {
    const code = words.hash[i]!;
    if ((seen[(code >>> 3) & 0x1fff]! & (1 << (code & 7))) === 0 || words.shape[i] !== SHAPE.lower) continue;
    const count = byCode.get(code);
    if (count !== undefined) count[3]!++;
  }
}

/**
 * Candidates one behind another, with a comma, a slash or `e` between: how long the list is, and how many of the others in it are well known or said to be
 * places.
 */
function readLists(
  words: TextWords,
  found: Candidates,
  names: readonly NameEvidence[],
  features: Uint8Array,
): void {
  for (let from = 0; from < found.count; ) {
    let to = from + 1;
    while (to < found.count && areBeside(words, found, to - 1, to)) to++;
    const size = to - from;
    let known = 0;
    const isKnown = (c: number): number => (names[c]!.prior >= KNOWN_PRIOR || isPlaced(features, c) ? 1 : 0);
    for (let c = from; c < to; c++) known += isKnown(c);
    for (let c = from; c < to; c++) {
      const others = known - isKnown(c);
      const share =
        size === 1 || others === 0 ? 0 : others * 3 < size - 1 ? 1 : others * 3 < 2 * (size - 1) ? 2 : 3;
      features[c * FEATURE_COUNT + F.enumerated] = Math.min(size, 5) * 4 - 4 + share;
    }
    from = to;
  }
}

/** Whether nothing but the sign of a list, its numbers and words of grammar is between two candidates, or each begins a block of which it is all. */
function areBeside(words: TextWords, found: Candidates, a: number, b: number): boolean {
  const from = found.through[a]! + 1;
  const to = found.first[b]!;
  if (to < from || to - from > 3) return false;
  const sign = words.gap[from]!;
  if ((words.gap[to]! & GAP.blankLine) !== 0) {
    const first = found.first[a]!;
    if (first > 0 && (words.gap[first]! & GAP.blankLine) === 0) return false;
    for (let k = from; k < to; k++)
      if (words.shape[k] !== SHAPE.number || (words.gap[k]! & GAP.blankLine) !== 0) return false;
    return true;
  }
  if ((sign & (GAP.stop | GAP.blankLine)) !== 0) return false;
  for (let k = from; k < to; k++) {
    const role = words.role[k]!;
    const isNumber =
      words.shape[k] === SHAPE.number ||
      words.shape[k] === SHAPE.capitals ||
      words.shape[k] === SHAPE.initial;
    const isSmall =
      role === ROLE.and || role === ROLE.article || role === ROLE.a || (role >= ROLE.em && role <= ROLE.do);
    if (!isNumber && !isSmall) return false;
    if ((words.gap[k + 1]! & (GAP.stop | GAP.blankLine)) !== 0) return false;
  }
  return (
    (sign & (GAP.comma | GAP.slash | GAP.colon)) !== 0 ||
    (to === from && (sign & (GAP.hyphen | GAP.other)) !== 0) ||
    (to > from && words.role[from] === ROLE.and)
  );
}

const KNOWN_PRIOR = 10;

/** How the preposition suits a name that takes an article or none: `no Brasil`, `em Portugal`; `na Saúde` is no town. */
function articleFit(before: number, takes: boolean | null): number {
  if (takes === null) return 0;
  const with1 = takes ? 1 : 0;
  if (before === ROLE.em) return 1 + with1;
  if (before === ROLE.no || before === ROLE.do || before === ROLE.by) return 3 + with1;
  if (before === ROLE.de) return 5 + with1;
  if (before === ROLE.article || before === ROLE.a) return 7 + with1;
  return 9 + with1;
}
