/** From the text of a label to the name of a column: `  Data de nascimento: ` → `Data de nascimento`. */

const LONGEST = 60;

/** Words that join parts of a sentence: between two texts in a row they name neither. */
const JOINS = /^(?:e|ou|o|a|os|as|um|uma|que|and|or|the|an|is)$/i;
/** So many words that end in a full stop are a sentence. */
const SENTENCE = /^(?:\S+ ){3,}\S*[.!?…]$/u;

/** Null when the text is no name: too long, without a letter, a sentence, or a word that only joins others. */
export function cleanLabel(text: string): string | null {
  const clean = text
    .normalize('NFC')
    .replace(/[\s\u00a0\u200b]+/g, ' ')
    .replace(/^[\s·•▪►»>*|–—-]+/u, '')
    .replace(/[\s:：;,.|=»>*–—-]+$/u, (end) => (/^\.$/.test(end) ? end : ''))
    .trim();
  if (clean.length === 0 || clean.length > LONGEST || !/\p{L}/u.test(clean)) return null;
  if (JOINS.test(clean) || SENTENCE.test(clean)) return null;
  // Shouting is style, not part of the name.
  if (clean.length > 4 && clean === clean.toUpperCase() && clean !== clean.toLowerCase()) {
    const lower = clean.toLowerCase();
    return lower.charAt(0).toUpperCase() + lower.slice(1);
  }
  return clean;
}
