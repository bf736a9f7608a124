/**
 * Passages that show why a document was found. A text is read once; the passage with the most of the words asked for wins, words that
 * stand near each other count more than words far apart, and a passage whose segment speaks of the period asked for is preferred, because
 * it is the one that matched.
 */
import { firstLetters, forEachToken, words as wordsOf } from '../../text/index.ts';
import type { Period, TimeSegment } from '../ports/index.ts';
import type { Clause, Query, Snippet } from '../ports/question.ts';
import { otherwiseJoined, termOf } from '../search-index/terms/terms.ts';

/** Characters of a passage, about. */
const LENGTH = 240;
/** A sentence may begin this much before the passage would. */
const SENTENCE_SLACK = 90;
const DEFAULT_COUNT = 2;
/** Texts are read to here: what stands behind is shown for no passage. */
const LONGEST_TEXT = 1_000_000;
const MOST_MATCHES = 5000;
/** Ways of writing a word that are told. */
const MOST_FORMS = 5;
/** A passage in the right period counts as if it had this many words more. */
const IN_PERIOD = 1.5;
/** Words of implied chips (`em Porto Alegre`) are shown, and count less than those that had to be there. */
const PREFERRED = 0.6;
/** A word of a phrase that stands alone was not asked for: it is not marked, and counts next to nothing. */
const SCATTERED = 0.05;

export interface SnippetSource {
  readonly text: string;
  readonly segments: readonly TimeSegment[];
}

/** What is looked for: the terms with how much each counts, and phrases as terms at distances. */
interface Wanted {
  readonly terms: ReadonlyMap<string, { readonly index: number; readonly worth: number }>;
  readonly phrases: readonly {
    readonly terms: readonly string[];
    readonly gaps: readonly number[];
    readonly worth: number;
  }[];
  readonly periods: readonly Period[];
}

const read = new WeakMap<Query, Wanted>();

/** At most `count` passages, the best first. Offsets are UTF-16 and never inside a character. */
export function makeSnippets(source: SnippetSource, query: Query, count: number = DEFAULT_COUNT): Snippet[] {
  return passagesIn(source, query, count).snippets;
}

export interface Passages {
  readonly snippets: Snippet[];
  /** The words that were found anywhere in the text, as it writes them, by their terms. */
  readonly forms: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Every word of a text that was asked for, as passages mark them. In order; at most some thousands. */
export function wordsAskedFor(
  text: string,
  query: Query,
): { readonly start: number; readonly end: number }[] {
  const hits = hitsIn(text.slice(0, LONGEST_TEXT), wantedOf(query), new Map());
  return hits.starts.flatMap((start, i) =>
    hits.worth[i]! > SCATTERED ? [{ start, end: hits.ends[i]! }] : [],
  );
}

const NO_PASSAGES: Passages = { snippets: [], forms: new Map() };

export function passagesIn(source: SnippetSource, query: Query, count: number = DEFAULT_COUNT): Passages {
  if (count <= 0 || source.text === '') return NO_PASSAGES;
  const text = source.text.length > LONGEST_TEXT ? source.text.slice(0, LONGEST_TEXT) : source.text;
  const wanted = wantedOf(query);
  const inside = source.segments.filter((segment) => overlapsAny(segment.periods, wanted.periods));
  const forms = new Map<string, Set<string>>();
  const hits = hitsIn(text, wanted, forms);
  // Where the words stand in the period they are shown there, and nowhere else.
  const met = inside.length > 0 && hits.anyIn(inside);
  const snippets: Snippet[] = [];
  const used: { start: number; end: number }[] = [];
  while (snippets.length < count) {
    const best = bestWindow(hits, inside, wanted, used, met);
    if (best === null) break;
    const range = passage(text, best.start, best.end, used);
    used.push(range);
    snippets.push(snippetOf(text, range, hits, source.segments));
    if (hits.size === 0) break;
  }
  if (snippets.length === 0) {
    // Nothing of the words: the part that speaks of the period, or the beginning.
    const [first] = inside;
    const at = first === undefined ? firstWord(text, 0) : firstWord(text, first.start);
    snippets.push(snippetOf(text, passage(text, at, at, []), hits, source.segments));
  }
  return { snippets, forms };
}

function wantedOf(query: Query): Wanted {
  let wanted = read.get(query);
  if (wanted === undefined) {
    wanted = wantedBy(query);
    read.set(query, wanted);
  }
  return wanted;
}

function wantedBy(query: Query): Wanted {
  const terms = new Map<string, { index: number; worth: number }>();
  const phrases: { terms: string[]; gaps: number[]; worth: number }[] = [];
  const addText = (text: string, worth: number): void => {
    const parts = wordsOf(text);
    const phrase: { terms: string[]; gaps: number[]; worth: number } = { terms: [], gaps: [], worth };
    let last = -1;
    const several = parts.filter((part) => termOf(part) !== '').length > 1;
    parts.forEach((part, position) => {
      const term = termOf(part);
      if (term === '') return;
      const known = terms.get(term);
      const own = several ? SCATTERED : worth;
      if (known === undefined) terms.set(term, { index: terms.size, worth: own });
      else if (known.worth < own) terms.set(term, { index: known.index, worth: own });
      phrase.terms.push(term);
      phrase.gaps.push(last < 0 ? 0 : position - last);
      last = position;
    });
    if (phrase.terms.length > 1) phrases.push(phrase);
  };
  const stack: Clause[] = query.clause === null ? [] : [query.clause];
  for (let steps = 0; stack.length > 0 && steps < 1000; steps++) {
    const clause = stack.shift()!;
    if (clause.kind === 'word' || clause.kind === 'phrase') {
      if (clause.field === 'author') continue;
      addText(clause.text, 1);
      const other = clause.field === undefined ? otherwiseJoined(clause.text) : null;
      if (other !== null) addText(other, 1);
    } else if (clause.kind !== 'not') stack.push(...clause.clauses);
  }
  for (const chip of query.chips) {
    if (chip.negated) continue;
    if (chip.implied) addText(chip.instead, PREFERRED);
    else if (chip.kind === 'where' && chip.place !== null) addText(chip.place.name, PREFERRED);
  }
  const periods = query.chips.flatMap((chip) => (chip.kind === 'when' && !chip.negated ? [chip.period] : []));
  return { terms, phrases, periods };
}

function overlapsAny(periods: readonly Period[], wanted: readonly Period[]): boolean {
  return periods.some((p) => wanted.some((w) => p.from <= w.to && p.to >= w.from));
}

/** The words of the text that are asked for. */
class Hits {
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** Index of the term. */
  readonly terms: number[] = [];
  readonly worth: number[] = [];
  get size(): number {
    return this.starts.length;
  }
  /** Whether one that had to be there stands in one of these parts. */
  anyIn(segments: readonly TimeSegment[]): boolean {
    return segments.some(({ start, end }) =>
      this.starts.some((at, i) => this.worth[i]! > PREFERRED && at >= start && at < end),
    );
  }
}

/** Letters without accents, small and capital, that words of these terms may begin with. */
function lettersOf(terms: Iterable<string>): Uint8Array {
  const letters = new Uint8Array(128);
  for (const term of terms) {
    const first = term.charCodeAt(0);
    if (!(first < 128)) continue;
    for (const letter of firstLetters(term.charAt(0))) {
      letters[letter.charCodeAt(0)] = 1;
      letters[letter.toUpperCase().charCodeAt(0)] = 1;
    }
  }
  return letters;
}

function hitsIn(text: string, wanted: Wanted, forms: Map<string, Set<string>>): Hits {
  const hits = new Hits();
  if (wanted.terms.size === 0) return hits;
  const positions: number[] = [];
  const names: string[] = [];
  let position = 0;
  const letters = lettersOf(wanted.terms.keys());
  forEachToken(text, (start, end) => {
    const at = position++;
    if (hits.starts.length >= MOST_MATCHES) return;
    // A stem begins as its word does: most words are passed over by their first letter.
    const first = text.charCodeAt(start);
    if (first < 128 && letters[first] === 0) return;
    const word = text.slice(start, end);
    const term = termOf(word);
    if (term === '') return;
    const asked = wanted.terms.get(term);
    if (asked === undefined) return;
    const known = forms.get(term);
    if (known === undefined) forms.set(term, new Set([word.toLowerCase()]));
    else if (known.size < MOST_FORMS) known.add(word.toLowerCase());
    hits.starts.push(start);
    hits.ends.push(end);
    hits.terms.push(asked.index);
    hits.worth.push(asked.worth);
    positions.push(at);
    names.push(term);
  });
  for (const phrase of wanted.phrases) {
    for (let i = 0; i + phrase.terms.length <= names.length; i++) {
      let fits = true;
      for (let k = 0; k < phrase.terms.length && fits; k++)
        fits =
          names[i + k] === phrase.terms[k] &&
          (k === 0 || positions[i + k]! - positions[i + k - 1]! === phrase.gaps[k]!);
      // The whole phrase is worth more than its words scattered.
      if (fits) for (let k = 0; k < phrase.terms.length; k++) hits.worth[i + k] = phrase.worth * 1.5;
    }
  }
  return hits;
}

/** The window of about a passage's length with the most of what is asked for, outside the passages that are shown already. */
function bestWindow(
  hits: Hits,
  inside: readonly TimeSegment[],
  wanted: Wanted,
  used: readonly { readonly start: number; readonly end: number }[],
  onlyInside: boolean,
): { readonly start: number; readonly end: number } | null {
  const { starts, ends, terms, worth } = hits;
  /** Of the window so far: how often each term stands in it. */
  const seen = new Int32Array(wanted.terms.size);
  const best = new Float64Array(wanted.terms.size);
  let found: { start: number; end: number } | null = null;
  let bestScore = 0;
  let segment = 0;
  for (let i = 0; i < starts.length; i++) {
    const from = starts[i]!;
    if (worth[i]! <= SCATTERED) continue;
    if (used.some((range) => from < range.end && range.start < ends[i]!)) continue;
    seen.fill(0);
    best.fill(0);
    let score = 0;
    let last = i;
    for (let k = i; k < starts.length && ends[k]! - from <= LENGTH - 20; k++) {
      if (used.some((range) => starts[k]! < range.end && range.start < ends[k]!)) break;
      const term = terms[k]!;
      // The first of a term counts whole, further ones a little.
      if (worth[k]! > best[term]!) {
        score += worth[k]! - best[term]!;
        best[term] = worth[k]!;
        last = k;
      }
      if (seen[term]! > 0) score += 0.1 / seen[term]!;
      seen[term] = seen[term]! + 1;
    }
    while (segment < inside.length && inside[segment]!.end <= from) segment++;
    const here = inside[segment];
    const isInside = here !== undefined && here.start <= from;
    if (onlyInside && !isInside) continue;
    if (isInside) score += IN_PERIOD;
    // Of equals the earlier, and the tighter.
    score -= (ends[last]! - from) / 10_000;
    if (score > bestScore + 1e-9) {
      bestScore = score;
      found = { start: from, end: ends[last]! };
    }
  }
  return found;
}

/** Grows a stretch to a passage at the bounds of sentences, or else of words. */
function passage(
  text: string,
  from: number,
  to: number,
  used: readonly { readonly start: number; readonly end: number }[],
): { readonly start: number; readonly end: number } {
  // What is shown already is not shown again.
  let floor = 0;
  let ceiling = text.length;
  for (const range of used) {
    if (range.end <= from) floor = Math.max(floor, range.end);
    if (range.start >= to) ceiling = Math.min(ceiling, range.start);
  }
  const room = Math.max(0, LENGTH - (to - from));
  let start = Math.max(0, from - Math.floor(room / 3));
  // The beginning of the sentence, when it is not far.
  const sentence = sentenceStart(text, from, Math.max(0, from - Math.min(room, SENTENCE_SLACK + room / 3)));
  if (sentence >= 0) start = sentence;
  else start = wordStart(text, start, from);
  start = Math.max(start, floor);
  let end = Math.min(ceiling, Math.max(to, start + LENGTH));
  if (end < ceiling) {
    const stop = sentenceEnd(text, Math.max(to, end - 60), end + 20);
    end = Math.min(ceiling, stop >= 0 ? stop : wordEndBefore(text, end, to));
  }
  while (start < from && /\s/.test(text[start]!)) start++;
  while (end > to && end > start && /\s/.test(text[end - 1]!)) end--;
  return { start, end };
}

const ENDS_SENTENCE = /[.!?…\n]/;

function sentenceStart(text: string, from: number, least: number): number {
  if (from === 0) return 0;
  for (let i = from - 1; i >= least; i--) {
    const char = text[i]!;
    if (char === '\n') return i + 1;
    if (ENDS_SENTENCE.test(char) && /\s/.test(text[i + 1] ?? ' ')) return i + 1;
    if (i === 0) return 0;
  }
  return -1;
}

function sentenceEnd(text: string, from: number, most: number): number {
  for (let i = from; i < Math.min(text.length, most); i++) {
    const char = text[i]!;
    if (char === '\n') return i;
    if (ENDS_SENTENCE.test(char) && (i + 1 >= text.length || /\s/.test(text[i + 1]!))) return i + 1;
  }
  return -1;
}

/** The first bound of a word at or behind `at`, not beyond `most`. */
function wordStart(text: string, at: number, most: number): number {
  if (at === 0) return 0;
  for (let i = at; i < most; i++) if (/\s/.test(text[i]!)) return i + 1;
  return most;
}

function wordEndBefore(text: string, at: number, least: number): number {
  for (let i = at; i > Math.max(least, at - 60); i--) if (/\s/.test(text[i]!)) return i;
  // A text without blanks: anywhere but inside a character.
  const code = text.charCodeAt(at);
  return Math.max(least, code >= 0xdc00 && code <= 0xdfff ? at - 1 : at);
}

function firstWord(text: string, at: number): number {
  let i = Math.min(Math.max(0, at), Math.max(0, text.length - 1));
  while (i < text.length - 1 && /\s/.test(text[i]!)) i++;
  const code = text.charCodeAt(i);
  return code >= 0xdc00 && code <= 0xdfff && i > 0 ? i - 1 : i;
}

function snippetOf(
  text: string,
  range: { readonly start: number; readonly end: number },
  hits: Hits,
  segments: readonly TimeSegment[],
): Snippet {
  const { start, end } = range;
  const matches: (readonly [number, number])[] = [];
  let anchor = -1;
  for (let i = 0; i < hits.size; i++) {
    if (hits.starts[i]! < start) continue;
    if (hits.ends[i]! > end) break;
    if (hits.worth[i]! <= SCATTERED) continue;
    if (anchor < 0) anchor = hits.starts[i]!;
    matches.push([hits.starts[i]! - start, hits.ends[i]! - start]);
  }
  const at = anchor < 0 ? start : anchor;
  const segment = segments.find((s) => s.start <= at && at < s.end);
  return { text: text.slice(start, end), matches, at: start, periods: segment?.periods ?? [] };
}
