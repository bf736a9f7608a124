/**
 * Places named in running Portuguese text. A name counts when it is written with capitals and stands by itself: in `Maria Campinas`
 * the town is part of a person's name, in `Universidade de Lisboa` it is not. Namesakes are told apart by the state written behind
 * the name, then by the states that the rest of the text speaks of, then by what is likeliest.
 */
import { fold, forEachToken } from '../../text/index.ts';
import type { Gazetteer, Place } from './gazetteer.ts';
import type { PlaceKind } from './pack.ts';

export interface PlaceMention {
  readonly place: Place;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** 1: told by its state or the only one of its name; less: chosen among namesakes, or a word that means other things too. */
  readonly confidence: number;
}

export interface PlacesInTextOptions {
  /** Also towns outside the Portuguese-speaking countries; most of their names are somebody's surname. Default false. */
  readonly foreignTowns?: boolean;
  readonly limit?: number;
}

const LONGEST_NAME = 8;
const LONGEST_TEXT = 2_000_000;
const JOINING = new Set('de do da dos das e d del la el di du des of the'.split(' '));
/** Words that say that a place's name follows, and what kind of place. */
const KIND_WORDS: ReadonlyMap<string, readonly PlaceKind[]> = new Map(
  (
    [
      ['municipio concelho cidade prefeitura camara vila', ['municipality', 'city']],
      ['estado governo', ['state']],
      ['distrito', ['district', 'parish']],
      ['freguesia', ['parish']],
      ['provincia', ['state', 'district']],
      ['regiao', ['region', 'state']],
      ['pais republica', ['country']],
    ] as const
  ).flatMap(([words, kinds]) => words.split(' ').map((word) => [word, kinds] as const)),
);
/** Words before a person: what follows is no place. */
const TITLES = new Set(
  'sr sra dr dra dom dona prof professor professora padre frei santo santa rua avenida av praca travessa alameda rodovia escola hospital time clube'.split(
    ' ',
  ),
);
/** Places that are words or names of persons first: they need a preposition of place, or their state. */
const ORDINARY = new Set(
  'vitoria natal salvador centro central sul norte nordeste sudeste leste oeste porto feira bonito alegria esperanca liberdade progresso uniao ordem independencia republica brasileiro paz amparo socorro conceicao gloria gloriosa lagoa rio barra ponte palmeira palmeiras cruz pinheiro silva pereira oliveira santos costa lima moreira nunes martins ferreira machado viana cabral pedro antonio jose joao maria paulo luis santana anas aurora bela bom boa nova novo velha vila campo campos serra monte mata pilar carmo rosario remedios trindade abril maio junho junta governador presidente prefeito senador deputado doutor general marechal capitao coronel major sao dom agua prata ouro ouros cedro branca branco grande verde alto alta baixo meio casa castro rocha reis sousa souza teixeira torres vale vargem varzea'.split(
    ' ',
  ),
);
const PLACE_PREPOSITIONS = new Set('em no na nos nas para ate entre desde de do da sobre'.split(' '));

const SMALL_WORDS = new Set([
  ...PLACE_PREPOSITIONS,
  ...JOINING,
  ...'o a os as um uma este esta esse essa que como quando onde se'.split(' '),
]);

interface Word {
  readonly start: number;
  readonly end: number;
  readonly folded: string;
  readonly capital: boolean;
}

interface Candidate {
  readonly first: number;
  readonly last: number;
  readonly rows: readonly number[];
  readonly start: number;
  readonly end: number;
  readonly container: number;
  readonly kinds: readonly PlaceKind[] | null;
  readonly doubtful: boolean;
}

/** The places a text names, in order. Never throws; takes time in proportion to the text. */
export function placesInText(
  gazetteer: Gazetteer,
  text: string,
  options: PlacesInTextOptions = {},
): PlaceMention[] {
  const source = text.length > LONGEST_TEXT ? text.slice(0, LONGEST_TEXT) : text;
  const words = wordsOf(source);
  const candidates: Candidate[] = [];
  const limit = options.limit ?? 10_000;
  const wanted = (id: number): boolean =>
    options.foreignTowns === true || gazetteer.kindOf(id) !== 'city' || isHome(gazetteer.countryOf(id));
  for (let i = 0; i < words.length && candidates.length < limit; i++) {
    if (!words[i]!.capital) continue;
    // The run of capitals that starts here, small joining words inside it.
    let runEnd = i;
    for (let k = i + 1; k < words.length && k < i + 24; k++) {
      if (!adjacent(source, words[k - 1]!, words[k]!)) break;
      if (words[k]!.capital) runEnd = k;
      else if (!JOINING.has(words[k]!.folded)) break;
    }
    let consumed = -1;
    for (let from = i; from <= runEnd; from++) {
      if (!words[from]!.capital) continue;
      const found = longest(gazetteer, words, from, runEnd, wanted);
      if (found === null) continue;
      const { last, rows } = found;
      // What stands before it in the run must say what kind of place it is, and nothing may stand behind it.
      const kinds = from > i || i > 0 ? kindBefore(words, from) : null;
      const aloneBefore = from === i || kinds !== null || joinedBefore(words, from, i);
      const behind = containerAfter(gazetteer, source, words, last);
      // `Minas Gerais, Bahia` are two states; `Campinas, Brasil` is one place.
      const container =
        behind.row >= 0 && rows.some((id) => id !== behind.row && gazetteer.isPartOf(id, behind.row))
          ? behind
          : { row: -1, last };
      // `Angola e Moçambique` are two names, unless the gazetteer has them as one.
      const enumerated = last < runEnd && words[last + 1]!.folded === 'e';
      if (last < runEnd && container.row < 0 && !enumerated) continue;
      if (!aloneBefore) continue;
      if (beforePerson(words, from)) continue;
      const single = last === from;
      const ordinary = single && ORDINARY.has(words[from]!.folded);
      const placed =
        from > 0 &&
        adjacent(source, words[from - 1]!, words[from]!) &&
        (PLACE_PREPOSITIONS.has(words[from - 1]!.folded) ||
          // Behind a place and `e` stands another.
          (words[from - 1]!.folded === 'e' && candidates.at(-1)?.last === from - 2));
      if (ordinary && !placed && container.row < 0 && kinds === null) continue;
      candidates.push({
        first: from,
        last,
        rows,
        start: words[from]!.start,
        end: words[last]!.end,
        container: container.row,
        kinds,
        doubtful: ordinary || (single && words[from]!.folded.length < 4),
      });
      consumed = Math.max(last, container.last);
      break;
    }
    i = consumed < 0 ? runEnd : consumed;
  }
  return settled(gazetteer, source, candidates);
}

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  forEachToken(text, (start, end) => {
    const first = text.charAt(start);
    const folded = fold(text.slice(start, end));
    // A small word is no name, though a sentence begins with it.
    const capital = first !== first.toLowerCase() && !SMALL_WORDS.has(folded);
    words.push({ start, end, folded, capital });
  });
  return words;
}

/** Whether nothing but a blank, a hyphen or an apostrophe is between two words. */
function adjacent(text: string, a: Word, b: Word): boolean {
  const gap = b.start - a.end;
  if (gap > 2) return false;
  for (let i = a.end; i < b.start; i++) {
    const c = text.charAt(i);
    if (c !== ' ' && c !== '-' && c !== "'" && c !== '’' && c !== '\u00a0' && c !== '\n') return false;
  }
  return true;
}

function longest(
  gazetteer: Gazetteer,
  words: readonly Word[],
  from: number,
  runEnd: number,
  wanted: (id: number) => boolean,
): { readonly last: number; readonly rows: readonly number[] } | null {
  let name = '';
  let best: { last: number; rows: readonly number[] } | null = null;
  for (let k = from; k <= runEnd && k < from + LONGEST_NAME; k++) {
    name = name === '' ? words[k]!.folded : `${name} ${words[k]!.folded}`;
    if (!words[k]!.capital || name.length < 3) continue;
    const rows = gazetteer.rowsOfFolded(name);
    if (rows.length === 0) continue;
    const fit = rows.filter(wanted);
    if (fit.length > 0) best = { last: k, rows: fit };
  }
  return best;
}

function kindBefore(words: readonly Word[], from: number): readonly PlaceKind[] | null {
  let at = from - 1;
  if (at >= 0 && JOINING.has(words[at]!.folded)) at--;
  // `Vila Aurora` is a name of its own; `vila de Aurora` says what Aurora is.
  else if (at >= 0 && words[at]!.capital) return null;
  return at < 0 ? null : (KIND_WORDS.get(words[at]!.folded) ?? null);
}

/** `Universidade de Lisboa`, `Porto de Santos`: a preposition parts the place from what is named after it. */
function joinedBefore(words: readonly Word[], from: number, runStart: number): boolean {
  const word = words[from - 1];
  return from > runStart && word !== undefined && !word.capital && PLACE_PREPOSITIONS.has(word.folded);
}

function beforePerson(words: readonly Word[], from: number): boolean {
  const before = words[from - 1];
  if (before === undefined) return false;
  if (TITLES.has(before.folded)) return true;
  // `Rua de São Paulo`
  return JOINING.has(before.folded) && from > 1 && TITLES.has(words[from - 2]!.folded);
}

const CONTAINER_GAP = /^\s?(?:,|\(|\/|-|–|—|\s-\s|\s–\s|\s\()\s?$/;

/** The state or country written behind a name: `, RN`, `(RN)`, `/RN`, `- Rio Grande do Norte`. */
function containerAfter(
  gazetteer: Gazetteer,
  text: string,
  words: readonly Word[],
  last: number,
): { readonly row: number; readonly last: number } {
  const none = { row: -1, last };
  const next = words[last + 1];
  if (next === undefined || !next.capital) return none;
  if (next.start - words[last]!.end > 4 || !CONTAINER_GAP.test(text.slice(words[last]!.end, next.start)))
    return none;
  const written = text.slice(next.start, next.end);
  if (/^[A-Z]{2}$/.test(written)) {
    const state = gazetteer.byCode('state', 'BR', written);
    return state === null ? none : { row: state.id, last: last + 1 };
  }
  let name = '';
  let best = none;
  for (let k = last + 1; k < words.length && k < last + 6; k++) {
    if (k > last + 1 && !adjacent(text, words[k - 1]!, words[k]!)) break;
    name = name === '' ? words[k]!.folded : `${name} ${words[k]!.folded}`;
    if (!words[k]!.capital) continue;
    const row = gazetteer
      .rowsOfFolded(name)
      .filter((id) => ['state', 'district', 'country'].includes(gazetteer.kindOf(id)))
      .sort((a, b) => gazetteer.weight(b) - gazetteer.weight(a))[0];
    if (row !== undefined) best = { row, last: k };
  }
  return best;
}

/** Chooses among namesakes, now that the whole text has been seen. */
function settled(gazetteer: Gazetteer, text: string, candidates: readonly Candidate[]): PlaceMention[] {
  // How often each state and country is spoken of by what is certain.
  const votes = new Map<number, number>();
  const vote = (id: number): void => {
    for (let at = id, steps = 0; at >= 0 && steps < 4; at = gazetteer.parentOf(at), steps++)
      votes.set(at, (votes.get(at) ?? 0) + 1);
  };
  for (const candidate of candidates) {
    if (candidate.container >= 0) vote(candidate.container);
    else if (candidate.rows.length === 1 && !candidate.doubtful) vote(candidate.rows[0]!);
  }
  const mentions: PlaceMention[] = [];
  for (const { rows, container, kinds, doubtful, start, end } of candidates) {
    let fit = rows;
    let told = rows.length === 1;
    if (container >= 0) {
      const inside = rows.filter((id) => id !== container && gazetteer.isPartOf(id, container));
      // `Campinas, Brasil` is a place of Brazil; a name that is not there stays what it is, in doubt.
      if (inside.length > 0) {
        fit = inside;
        told = true;
      }
    }
    if (kinds !== null) {
      const ofKind = fit.filter((id) => kinds.includes(gazetteer.kindOf(id)));
      if (ofKind.length > 0) fit = ofKind;
    }
    let best = -1;
    let bestScore = Number.NEGATIVE_INFINITY;
    for (const id of fit) {
      const parent = gazetteer.parentOf(id);
      // Where the rest of the text is counts for more than the usual meaning, but a country outweighs any hamlet.
      const score = gazetteer.weight(id) + 12 * Math.min(2, parent < 0 ? 0 : (votes.get(parent) ?? 0));
      if (score > bestScore) {
        bestScore = score;
        best = id;
      }
    }
    if (best < 0) continue;
    const sure = told ? 1 : fit.length === 1 ? 0.9 : 0.6;
    mentions.push({
      place: gazetteer.place(best),
      text: text.slice(start, end),
      start,
      end,
      confidence: doubtful && container < 0 ? sure * 0.6 : sure,
    });
  }
  return mentions;
}

function isHome(country: string): boolean {
  return ['BR', 'PT', 'AO', 'MZ', 'CV', 'GW', 'ST', 'TL'].includes(country);
}
