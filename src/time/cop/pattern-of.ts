/** Mined sequences as patterns: in the annotator's own form, and as a regular expression for other programs. */
import type { Pattern } from '../pattern.ts';
import type { Markers } from './markers.ts';
import type { Meaning, Mining } from './mining.ts';
import { choiceExpression, wordExpression } from './word-expression.ts';

/** Alternatives at each position. */
export type Sequence = readonly (readonly string[])[];

/** Forms that one pattern may have: a tag that is written in several ways multiplies them. */
const MOST_FORMS = 32;

/** Words that introduce an expression are only looked at: the annotator puts them into the extent itself. */
function introduces(token: string, markers: Markers): boolean {
  const kind = markers.grammatical.get(token);
  return kind === 'preposition' || kind === 'article';
}

function formsOf(sequence: Sequence, meaning: Meaning, markers: Markers, mining: Mining): string[] {
  const usual: Readonly<Record<string, readonly string[]>> = mining.fragments;
  let lead = 0;
  // `às 14:30` and `aos sábados` keep their preposition in the meaning; a unit with `todos os` is not introduced by it.
  while (lead < sequence.length - 1 && sequence[lead]!.every((token) => introduces(token, markers))) lead++;
  let forms = [''];
  sequence.forEach((alternatives, i) => {
    if (i === lead && lead > 0) forms = forms.map((form) => `${form} <`);
    const fragments: string[] = [];
    const words: string[] = [];
    for (const token of alternatives) {
      const special = meaning.slots?.[token] ?? usual[token];
      if (special) fragments.push(...special);
      else words.push(token);
    }
    if (words.length > 0) {
      const kind = markers.lexical.get(words[0]!);
      const slot = kind === 'unit' || kind === 'week' ? 'U:' : '';
      fragments.push(slot + (words.length === 1 ? words[0]! : `(${words.join('|')})`));
    }
    forms = forms.flatMap((form) => fragments.map((fragment) => `${form} ${fragment}`)).slice(0, MOST_FORMS);
  });
  return forms.map((form) => form.trim());
}

/** One pattern for each meaning that the alternatives have: `no ano passado` counts from today, `no ano seguinte` from the text. */
export function patternsOf(
  id: string,
  sequence: Sequence,
  markers: Markers,
  mining: Mining,
): { readonly meaning: Meaning; readonly pattern: Pattern }[] {
  const at = sequence.findIndex((alternatives) => alternatives.length > 1);
  const groups = new Map<string, { meaning: Meaning; words: string[] }>();
  for (const word of at < 0 ? [''] : sequence[at]!) {
    const meaning = mining.meaningOf(
      sequence.map((alternatives, i) => (i === at ? word : alternatives[0]!)),
      markers,
    );
    const key = JSON.stringify(meaning);
    const group = groups.get(key);
    if (group) group.words.push(word);
    else groups.set(key, { meaning, words: [word] });
  }
  return [...groups.values()].map(({ meaning, words }, k) => ({
    meaning,
    pattern: {
      id: groups.size === 1 ? id : `${id}.${k + 1}`,
      make: meaning.make,
      as: meaning.as,
      forms: formsOf(
        sequence.map((alternatives, i) => (i === at ? words : alternatives)),
        meaning,
        markers,
        mining,
      ),
      ...(meaning.with ? { with: meaning.with } : {}),
    },
  }));
}

const BLANK = '\\s{1,8}';

/** Source of a regular expression, for the flags `iu`. Every repetition is bounded. */
export function expressionOf(sequence: Sequence, { expressions, letters }: Mining): string {
  const written: Readonly<Record<string, string>> = expressions;
  const parts = sequence.map((alternatives) => {
    const tags = alternatives.filter((token) => written[token] !== undefined).map((token) => written[token]!);
    const words = alternatives.filter((token) => written[token] === undefined);
    const all = [
      ...tags,
      ...(words.length === 1
        ? [wordExpression(words[0]!, letters)]
        : words.length > 1
          ? [choiceExpression(words, letters)]
          : []),
    ];
    return all.length === 1 ? all[0]! : `(?:${all.join('|')})`;
  });
  return `(?<![\\p{L}\\p{N}])${parts.join(BLANK)}(?![\\p{L}\\p{N}])`;
}
