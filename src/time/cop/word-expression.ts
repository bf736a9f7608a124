/** Words as sources of regular expressions, however their letters are accented. */

export type Letters = Readonly<Record<string, string>>;

export function wordExpression(word: string, letters: Letters): string {
  return word
    .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replace(/[a-z]/g, (letter) => letters[letter] ?? letter);
}

/** Any of the words, the longest first. */
export function choiceExpression(words: readonly string[], letters: Letters): string {
  const sources = [...words]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map((word) => wordExpression(word, letters));
  return `(?:${sources.join('|')})`;
}
