/**
 * Places in the plain words of a line. People type without capitals and without accents, so capitals are evidence but not a condition;
 * the preposition before a name is the better evidence. A name that is also a word, a surname or a saint's day needs more of it, and what
 * is not clearly a place stays what it is: words.
 */
import { type Gazetteer, ORDINARY_NAMES, TOLD_BY_ACCENT, WITH_ARTICLE } from '../../geo/gazetteer/index.ts';
import { fold, forEachToken } from '../../text/index.ts';
import { nearNames, WELL_KNOWN } from './near-names.ts';
import { bearers } from './place-identity.ts';

/** A place found in plain words; offsets in the text that was given. */
export interface SpokenPlace {
  /** With the preposition that introduces it. */
  readonly start: number;
  readonly end: number;
  readonly coreStart: number;
  /** Rows that may be meant, the likeliest first. */
  readonly rows: readonly number[];
}

/** Words that nearly are the name of a place. */
export interface NearPlace {
  readonly start: number;
  readonly end: number;
  readonly rows: readonly number[];
}

export interface PlacesInLine {
  readonly places: readonly SpokenPlace[];
  readonly near: readonly NearPlace[];
}

interface Word {
  readonly start: number;
  readonly end: number;
  readonly folded: string;
  /** In lower case, with its accents. */
  readonly lower: string;
  readonly capital: boolean;
}

/** A stretch of the text that is spoken for already (a period): no name runs over it. */
export interface Taken {
  readonly start: number;
  readonly end: number;
}

const LONGEST_NAME = 7;
const MOST_WORDS = 120;
const MOST_NEAR = 3;
/** Tried for a misspelt name; each costs some tens of microseconds. */
const MOST_TRIES = 60;

const IN = new Set(['em', 'in']);
const IN_THE = new Set(['no', 'na', 'nos', 'nas']);
const OF = new Set(['de', 'do', 'da', 'dos', 'das', 'of', 'from']);
/** `cidade de X`, `prefeitura de X`: what comes is a place of that kind, whatever else the word means. */
const KINDS_OF_PLACE = new Set(
  'cidade cidades municipio municipios prefeitura prefeito prefeita concelho freguesia distrito estado governo governador vila regiao provincia city town state'.split(
    ' ',
  ),
);
/** What is named after a place and is not in it, or is one name with it. */
const NAMED_AFTER = new Set(
  'guerra guerras batalha batalhas tratado paz acordo protocolo convencao universidade faculdade banco rei rainha principe princesa barao baronesa visconde conde condessa duque marques marquesa dom d rua avenida av praca travessa alameda rodovia estrada ponte escola colegio hospital clube time castanha queijo pao vinho feijao santo santa sao nossa senhora bolsa copa gp grande festa serra baia golfo ilha monte'.split(
    ' ',
  ),
);
const STREETS = new Set(
  'rua avenida av praca travessa alameda rodovia br sr sra dr dra dom dona professor professora padre'.split(
    ' ',
  ),
);
const JOINING = new Set([
  'de',
  'do',
  'da',
  'dos',
  'das',
  'e',
  'd',
  'del',
  'la',
  'el',
  'of',
  'the',
  'o',
  'a',
  'i',
]);
/** A town of the world that everybody knows. */
const KNOWN_TOWN = 23;

/** Reads the places of a text. Never throws. */
export function placesInLine(text: string, gazetteer: Gazetteer, taken: readonly Taken[]): PlacesInLine {
  const words = wordsOf(text);
  const mixed = words.some((w) => w.capital) && words.some((w) => !w.capital);
  const places: SpokenPlace[] = [];
  const near: NearPlace[] = [];
  let tries = 0;
  for (let i = 0; i < words.length; i++) {
    if (isTaken(words[i]!, taken)) continue;
    const found = placeAt(text, words, i, gazetteer, taken, mixed);
    if (found !== null) {
      places.push(found.place);
      i = found.last;
      continue;
    }
    if (near.length < MOST_NEAR && tries < MOST_TRIES) {
      const guess = nearAt(text, words, i, gazetteer, taken);
      tries += guess.tries;
      if (guess.place !== null) {
        near.push(guess.place);
        i = guess.last;
      }
    }
  }
  return { places, near };
}

function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  forEachToken(text, (start, end) => {
    if (words.length >= MOST_WORDS) return;
    const written = text.slice(start, end);
    const lower = written.toLowerCase();
    words.push({ start, end, folded: fold(written), lower, capital: written[0] !== lower[0] });
  });
  return words;
}

function isTaken(word: Word, taken: readonly Taken[]): boolean {
  return taken.some((t) => word.start < t.end && t.start < word.end);
}

/** Whether a name may run from one word over to the next. */
function joined(text: string, a: Word, b: Word): boolean {
  const gap = text.slice(a.end, b.start);
  return gap === ' ' || gap === '-' || gap === "'" || gap === '’' || /^\s{1,3}$/.test(gap);
}

/** Whether both ends of a stretch stand at the ends of words as the line has them: `Porto` of `Porto-Alegrense` does not. */
function standsFree(text: string, start: number, end: number): boolean {
  return (
    !/[\p{L}\p{N}]['’.@/_-]*$/u.test(text.slice(0, start).slice(-3)) &&
    !/^['’@/_-]*[\p{L}\p{N}]/u.test(text.slice(end, end + 3))
  );
}

function placeAt(
  text: string,
  words: readonly Word[],
  i: number,
  gazetteer: Gazetteer,
  taken: readonly Taken[],
  mixed: boolean,
): { readonly place: SpokenPlace; readonly last: number } | null {
  const first = words[i]!;
  if (JOINING.has(first.folded) && !first.capital) return null;
  let folded = '';
  let best: { last: number; rows: number[]; end: number } | null = null;
  for (let k = i; k < words.length && k < i + LONGEST_NAME; k++) {
    if (isTaken(words[k]!, taken) || (k > i && !joined(text, words[k - 1]!, words[k]!))) break;
    folded = folded === '' ? words[k]!.folded : `${folded} ${words[k]!.folded}`;
    const rows = bearers(gazetteer, folded).filter(
      (id) =>
        isHeard(gazetteer, id) && (gazetteer.kindOf(id) !== 'physical' || k > i || (mixed && first.capital)),
    );
    if (rows.length > 0) best = { last: k, rows, end: words[k]!.end };
  }
  if (best === null) return null;
  const container = containerAfter(text, words, best.last, gazetteer);
  if (container !== null) {
    const inside = best.rows.filter((id) => gazetteer.isPartOf(id, container.id) && id !== container.id);
    if (inside.length > 0) best = { last: container.last, rows: inside, end: container.end };
    else if (container.bracketed) return null;
  }
  const told = best.last > i && container?.last === best.last;
  const before = words[i - 1];
  const linked = before !== undefined && joined(text, before, first) && !isTaken(before, taken);
  const nameEnd = told ? best.last - (container?.words ?? 0) : best.last;
  if (!standsFree(text, first.start, best.end)) return null;
  if (!evident({ words, i, last: nameEnd, rows: best.rows, gazetteer, told, linked, mixed, text }))
    return null;
  // The name is only a part of a longer one: `em São Paulo Fashion Week`.
  const next = words[best.last + 1];
  const shouted = text === text.toUpperCase();
  if (!shouted && !told && next?.capital && joined(text, words[best.last]!, next) && !isTaken(next, taken))
    return null;
  const introduced = linked && (IN.has(before.folded) || IN_THE.has(before.folded) || OF.has(before.folded));
  return {
    place: {
      start: introduced ? before.start : first.start,
      end: best.end,
      coreStart: first.start,
      rows: best.rows,
    },
    last: best.last,
  };
}

/**
 * Places that plain words may mean at all: no parish, and no unknown town of another country; and no river or island by a word alone that has no
 * capital (`em volta`).
 */
function isHeard(gazetteer: Gazetteer, id: number): boolean {
  const kind = gazetteer.kindOf(id);
  if (kind === 'parish') return false;
  const weight = gazetteer.weight(id);
  if (kind === 'city') return weight >= KNOWN_TOWN && gazetteer.countryOf(id) !== 'PT';
  if (kind === 'state') return weight >= 41;
  return true;
}

interface Evidence {
  readonly text: string;
  readonly words: readonly Word[];
  readonly i: number;
  /** Last word of the name itself. */
  readonly last: number;
  readonly rows: readonly number[];
  readonly gazetteer: Gazetteer;
  /** Its state or country is written behind it. */
  readonly told: boolean;
  readonly linked: boolean;
  /** Capitals mean something in this line. */
  readonly mixed: boolean;
}

function evident({ text, words, i, last, rows, gazetteer, told, linked, mixed }: Evidence): boolean {
  const first = words[i]!;
  const before = linked ? words[i - 1]! : null;
  const single = last === i;
  const weight = gazetteer.weight(rows[0]!);
  const kind = gazetteer.kindOf(rows[0]!);
  const known = weight >= WELL_KNOWN || kind === 'region';
  if (first.folded.length < 3 && single) return false;
  if (before !== null && STREETS.has(before.folded)) return false;
  const capital = first.capital;
  const ordinary = single && isOrdinary(first);
  const saint = !single && (first.folded === 'sao' || first.folded === 'santo' || first.folded === 'santa');
  if (before === null || !(IN.has(before.folded) || IN_THE.has(before.folded) || OF.has(before.folded))) {
    // No preposition: only what everybody knows, or with its state; and in a line with capitals not inside a longer name.
    if (told) return !ordinary || capital;
    if (ordinary || !known || (saint && !known)) return false;
    if (before === null) return true;
    return !(mixed && before.capital && !(i === 1 && words[0] === before)) && !NAMED_AFTER.has(before.folded);
  }
  const above = words[i - 2];
  const head = above !== undefined && /^\s+$/.test(text.slice(above.end, before.start)) ? above : null;
  if (head !== null && STREETS.has(head.folded)) return false;
  if (IN.has(before.folded)) {
    if (told || !ordinary) return kind !== 'city' || capital;
    return capital && mixed;
  }
  if (IN_THE.has(before.folded)) {
    if (told) return true;
    if (ordinary) return capital && mixed && WITH_ARTICLE.has(first.folded);
    if (known) return kind !== 'city' || capital;
    return capital && mixed;
  }
  // `de`: part of so many names that only well-known places count, or what is said to be a town or a state.
  if (head !== null && KINDS_OF_PLACE.has(head.folded)) return !ordinary || (capital && mixed);
  if (told) return true;
  if (ordinary || !known || kind === 'city') return false;
  if (head === null) return true;
  if (NAMED_AFTER.has(head.folded)) return false;
  return !(mixed && head.capital && i > 2);
}

function isOrdinary(word: Word): boolean {
  if (!ORDINARY_NAMES.has(word.folded)) return false;
  return !(TOLD_BY_ACCENT.has(word.folded) && word.lower !== word.folded);
}

/** The state or country behind a name: `, RN`, `(RN)`, `/RN`, ` RN`, `, Rio Grande do Norte`. */
function containerAfter(
  text: string,
  words: readonly Word[],
  last: number,
  gazetteer: Gazetteer,
): {
  readonly id: number;
  readonly last: number;
  readonly end: number;
  readonly words: number;
  readonly bracketed: boolean;
} | null {
  const next = words[last + 1];
  if (next === undefined) return null;
  const gap = text.slice(words[last]!.end, next.start);
  const written = text.slice(next.start, next.end);
  const bracketed = /^\s?\($/.test(gap);
  if (/^[A-Z]{2}$/.test(written) && (/^\s?[,(/–-]?\s?$/.test(gap) || gap === ' - ' || gap === ' – ')) {
    const state = gazetteer.byCode('state', 'BR', written);
    if (state === null) return null;
    const end = bracketed && text[next.end] === ')' ? next.end + 1 : next.end;
    return { id: state.id, last: last + 1, end, words: 1, bracketed };
  }
  if (!/^\s?,\s?$/.test(gap)) return null;
  let folded = '';
  let best: { id: number; last: number; end: number; words: number; bracketed: boolean } | null = null;
  for (let k = last + 1; k < words.length && k < last + 6; k++) {
    if (k > last + 1 && !joined(text, words[k - 1]!, words[k]!)) break;
    folded = folded === '' ? words[k]!.folded : `${folded} ${words[k]!.folded}`;
    const id = bearers(gazetteer, folded).find((row) =>
      ['state', 'district', 'country'].includes(gazetteer.kindOf(row)),
    );
    if (id !== undefined) best = { id, last: k, end: words[k]!.end, words: k - last, bracketed: false };
  }
  return best;
}

/**
 * A name with a slip: behind `em` any words that nearly are a place's name, behind `de` a single word that nearly is a well-known one,
 * elsewhere only two words or more. Offered, never acted upon.
 */
function nearAt(
  text: string,
  words: readonly Word[],
  i: number,
  gazetteer: Gazetteer,
  taken: readonly Taken[],
): { readonly place: NearPlace | null; readonly last: number; readonly tries: number } {
  const first = words[i]!;
  let tries = 0;
  const none = { place: null, last: i, tries };
  if (JOINING.has(first.folded) || first.folded.length < 2 || /^\d/.test(first.folded)) return none;
  const before = words[i - 1];
  const behind = before !== undefined && joined(text, before, first) ? before.folded : '';
  const placed = IN.has(behind) || IN_THE.has(behind);
  const owned = OF.has(behind);
  let folded = '';
  const tryouts: { last: number; folded: string }[] = [];
  for (let k = i; k < words.length && k < i + LONGEST_NAME; k++) {
    if (isTaken(words[k]!, taken) || (k > i && !joined(text, words[k - 1]!, words[k]!))) break;
    folded = folded === '' ? words[k]!.folded : `${folded} ${words[k]!.folded}`;
    if (JOINING.has(words[k]!.folded) || IN.has(words[k]!.folded)) continue;
    if (k > i || ((placed || owned) && folded.length >= 4)) tryouts.push({ last: k, folded });
  }
  // The longest first: `Porto Alegri` rather than a slip of `Porto`.
  for (const { last, folded: name } of tryouts.reverse()) {
    tries++;
    const rows = nearNames(gazetteer)
      .near(name)
      .filter(({ id, distance }) =>
        last === i
          ? distance <= 1 && (placed || gazetteer.weight(id) >= WELL_KNOWN)
          : placed || last > i + 1 || distance <= 1.4,
      )
      .map(({ id }) => id);
    if (rows.length > 0) return { place: { start: first.start, end: words[last]!.end, rows }, last, tries };
  }
  return { place: null, last: i, tries };
}
