/**
 * The line with misspelt words put right. A word is taken for misspelt when no document has it, or hardly one while a word that differs in one
 * letter is common; what it may stand for are words of the index, never another form of itself. What is in quotes, and what has a digit, was meant as it stands.
 */
import { fold } from '../../text/index.ts';
import type { Clause, Query } from '../ports/question.ts';
import type { NearWord } from '../search-index/port.ts';
import { areInflections } from './inflections.ts';

interface NearWords {
  /** In how many documents a word stands; 0 when in none. */
  frequency(word: string): number;
  near(word: string, limit: number): readonly NearWord[];
}

/** Words of one line that are looked at, and what each may stand for. */
const MOST_WORDS = 12;
const MOST_MENDED = 3;
const MOST_MEANT = 6;
const MOST_LINES = 12;
const SHORTEST = 4;
/** A word in so few documents may be a slip, when one beside it is so many times as frequent. */
const RARE = 2;
const TIMES = 50;

/** Lines that may have been meant, the likeliest first; `absent`: only words that no document has are mended. */
export function correctedLines(query: Query, words: NearWords, absent: boolean): string[] {
  const slips: { readonly start: number; readonly end: number; readonly meant: readonly string[] }[] = [];
  for (const { text, start } of plainWords(query).slice(0, MOST_WORDS)) {
    if (slips.length === MOST_MENDED) break;
    const having = words.frequency(text);
    if (having > (absent ? 0 : RARE)) continue;
    const meant = words
      .near(text, MOST_MEANT)
      .filter(({ documents, distance }) => having === 0 || (distance <= 1 && documents >= having * TIMES))
      .filter(({ word }) => !areInflections(text, word));
    if (meant.length === 0) continue;
    slips.push({ start, end: start + text.length, meant: meant.map(({ word }) => asTyped(text, word)) });
  }
  let lines: { readonly line: string; readonly rank: number }[] = [{ line: query.line, rank: 0 }];
  // From behind, so that what stands before keeps its place.
  for (const { start, end, meant } of slips.sort((a, b) => b.start - a.start))
    lines = lines
      .flatMap(({ line, rank }) =>
        meant.map((word, i) => ({ line: line.slice(0, start) + word + line.slice(end), rank: rank + i })),
      )
      .sort((a, b) => a.rank - b.rank)
      .slice(0, MOST_LINES);
  return slips.length === 0 ? [] : lines.map(({ line }) => line);
}

/** The words that must be there and stand in the line as they are, with their places. */
function plainWords(query: Query): { readonly text: string; readonly start: number }[] {
  const found: { text: string; start: number }[] = [];
  const walk = (clause: Clause): void => {
    if (clause.kind === 'and' || clause.kind === 'or') clause.clauses.forEach(walk);
    else if (clause.kind === 'word' && clause.field === undefined && isWord(clause.text)) {
      // A word that stands twice has two places.
      const taken = found.flatMap(({ text, start }) => (text === clause.text ? [start] : []));
      const start = placeOf(query.line, clause.text, taken);
      if (start >= 0) found.push({ text: clause.text, start });
    }
  };
  if (query.clause !== null) walk(query.clause);
  return found;
}

const isWord = (text: string): boolean => text.length >= SHORTEST && /^[\p{L}\p{M}]+$/u.test(text);

/** Where a word stands in the line as a whole word outside quotes, and not where it was found already; -1 when nowhere. */
function placeOf(line: string, word: string, taken: readonly number[]): number {
  for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
    if (taken.includes(at)) continue;
    const before = line.slice(0, at);
    const whole =
      !/[\p{L}\p{N}\p{M}]$/u.test(before) && !/^[\p{L}\p{N}\p{M}]/u.test(line.slice(at + word.length));
    if (whole && (before.match(/["“”«»]/g) ?? []).length % 2 === 0) return at;
  }
  return -1;
}

/** With the capitals of what was typed. */
function asTyped(typed: string, word: string): string {
  if (typed.length > 1 && typed === typed.toUpperCase() && fold(typed) !== typed) return word.toUpperCase();
  return /^\p{Lu}/u.test(typed) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
