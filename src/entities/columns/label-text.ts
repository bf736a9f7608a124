/** From the text of a label to the name of a column: `  Data de nascimento: ` → `Data de nascimento`. */

const LONGEST = 60;

/** Null when the text is no name: too long, or without a letter. */
export function cleanLabel(text: string): string | null {
  const clean = text
    .normalize('NFC')
    .replace(/[\s\u00a0\u200b]+/g, ' ')
    .replace(/^[\s·•▪►»>*|–—-]+/u, '')
    .replace(/[\s:：;,.|=»>*–—-]+$/u, (end) => (/^\.$/.test(end) ? end : ''))
    .trim();
  if (clean.length === 0 || clean.length > LONGEST || !/\p{L}/u.test(clean)) return null;
  // Shouting is style, not part of the name.
  if (clean.length > 4 && clean === clean.toUpperCase() && clean !== clean.toLowerCase()) {
    const lower = clean.toLowerCase();
    return lower.charAt(0).toUpperCase() + lower.slice(1);
  }
  return clean;
}
