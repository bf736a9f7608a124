/** Verb tense as evidence: does the clause around an expression speak of the past or of what is to come? */
import { FUTURE_VERB, type Lexicon, PAST_VERB, PRESENT_VERB } from './lexicon.ts';
import { type Tokens, WORD } from './token.ts';

export type Tense = 'past' | 'future';

/** Forms of verbs that show their tense; those that do not are in the lexicon. Matched on words as written, in small letters. */
export interface TenseForms {
  readonly past: RegExp;
  readonly future: RegExp;
  /** Words of the form of the past that are no verbs. */
  readonly notPast: ReadonlySet<string>;
  /** A shorter word shows nothing by its form. */
  readonly shortest: number;
}

/** Words looked at on either side. */
const REACH = 24;
const LONGEST = 24;

/** Tense of the verb nearest to the tokens `from`…`to`, inside `first`…`last`. */
export function nearestTense(
  tokens: Tokens,
  text: string,
  lexicon: Lexicon,
  forms: TenseForms,
  first: number,
  last: number,
  from: number,
  to: number,
): Tense | null {
  for (let distance = 1; distance <= REACH; distance++) {
    const before = from - distance;
    const after = to - 1 + distance;
    if (before < first && after >= last) return null;
    const found =
      (before >= first ? tenseOfWord(tokens, text, lexicon, forms, before) : null) ??
      (after < last ? tenseOfWord(tokens, text, lexicon, forms, after) : null);
    if (found) return found;
  }
  return null;
}

/** Whether the word shows by its form, or is known, to be a verb. */
export function isVerb(
  tokens: Tokens,
  text: string,
  lexicon: Lexicon,
  forms: TenseForms,
  token: number,
): boolean {
  return (
    tenseOfWord(tokens, text, lexicon, forms, token) !== null ||
    (lexicon.flags[tokens.id[token]!]! & PRESENT_VERB) !== 0
  );
}

function tenseOfWord(
  tokens: Tokens,
  text: string,
  lexicon: Lexicon,
  forms: TenseForms,
  token: number,
): Tense | null {
  if (tokens.kind[token] !== WORD) return null;
  const id = tokens.id[token]!;
  const flags = lexicon.flags[id]!;
  if ((flags & FUTURE_VERB) !== 0) return 'future';
  if ((flags & PAST_VERB) !== 0) return 'past';
  if (id !== 0 && lexicon.lo[id] !== 0) return null;
  const length = tokens.end[token]! - tokens.start[token]!;
  if (length < forms.shortest || length > LONGEST) return null;
  const word = text.slice(tokens.start[token]!, tokens.end[token]!).toLowerCase();
  if (forms.future.test(word)) return 'future';
  if (forms.past.test(word) && !forms.notPast.has(word)) return 'past';
  return null;
}
