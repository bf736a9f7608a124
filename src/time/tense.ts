/** Verb tense as evidence: does the clause around an expression speak of the past or of what is to come? */
import { FUTURE_VERB, type Lexicon, PAST_VERB, PRESENT_VERB } from './lexicon.ts';
import { type Tokens, WORD } from './token.ts';

export type Tense = 'past' | 'future';

const REACH = 24;
const NOT_VERBS =
  /^(?:museu|europeu|chapéu|ateneu|plebeu|romeu|bartolomeu|show|grou|perou|lava|java|brava|oitava|escrava|palava|iam|outrem|ou)$/;

/**
 * Tense of the verb nearest to the tokens `from`…`to`, inside `first`…`last`. The endings are those that only verbs have: `-ou`, `-aram`,
 * `-ava(m)`, `-iam`, `-iu`, `-eu` are past; `-rá`, `-rão`, `-rei`, `-remos` with the accent are future.
 */
export function nearestTense(
  tokens: Tokens,
  text: string,
  lexicon: Lexicon,
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
      (before >= first ? tenseOfWord(tokens, text, lexicon, before, last) : null) ??
      (after < last ? tenseOfWord(tokens, text, lexicon, after, last) : null);
    if (found) return found;
  }
  return null;
}

/** Whether the word shows by its form, or is known, to be a verb. */
export function isVerb(tokens: Tokens, text: string, lexicon: Lexicon, token: number, last: number): boolean {
  return (
    tenseOfWord(tokens, text, lexicon, token, last) !== null ||
    (lexicon.flags[tokens.id[token]!]! & PRESENT_VERB) !== 0
  );
}

function tenseOfWord(
  tokens: Tokens,
  text: string,
  lexicon: Lexicon,
  token: number,
  last: number,
): Tense | null {
  if (tokens.kind[token] !== WORD) return null;
  const flags = lexicon.flags[tokens.id[token]!]!;
  if ((flags & FUTURE_VERB) !== 0) {
    const word = lexicon.words[tokens.id[token]!]!;
    // `vai` alone is present; before an infinitive it is the future of speech.
    if (!/^(vai|vao|vou|vamos)$/.test(word)) return 'future';
    const next = token + 1;
    if (
      next < last &&
      tokens.kind[next] === WORD &&
      /[aeio]r$/i.test(text.slice(tokens.start[next]!, tokens.end[next]!))
    )
      return 'future';
    return 'future';
  }
  if ((flags & PAST_VERB) !== 0) return 'past';
  if (tokens.id[token] !== 0 && lexicon.lo[tokens.id[token]!] !== 0) return null;
  const length = tokens.end[token]! - tokens.start[token]!;
  if (length < 4 || length > 24) return null;
  const word = text.slice(tokens.start[token]!, tokens.end[token]!).toLowerCase();
  if (/(?:[aei]rá|[aei]rão|[aei]rei|[aei]remos)$/.test(word)) return 'future';
  if (/(?:ou|aram|eram|iram|avam|ava|iam|iu|eu)$/.test(word) && !NOT_VERBS.test(word)) return 'past';
  return null;
}
