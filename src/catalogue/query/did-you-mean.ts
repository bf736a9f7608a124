/** The line with its misspelt place names mended. It is offered to a person; nothing is searched that was not asked for. */
import { fold, words } from '../../text/index.ts';
import type { Query } from '../ports/question.ts';
import { placeLabel } from './place-identity.ts';

export interface SpellingSources {
  /** In how many documents a word stands; 0 when in none. */
  frequency(word: string): number;
}

/**
 * Null when nothing is to be mended. One plain word is mended only when it stands in no document: `em casa` is not a slip for a town. Of
 * several words that are nearly a name some are right already, which is evidence enough.
 */
export function didYouMean(query: Query, sources: SpellingSources | null = null): string | null {
  let line = query.line;
  let mended = false;
  const misspelt = [...query.unknownPlaces].sort((a, b) => b.start - a.start);
  for (const { start, end, text, meant, implied } of misspelt) {
    const [place] = meant;
    if (place === undefined) continue;
    const right = new Set(words(fold(place.name)));
    const wrong = words(text).filter((word) => !right.has(fold(word)));
    const alone = words(text).length === 1;
    if (implied && alone && sources !== null && wrong.some((word) => sources.frequency(word) > 0)) continue;
    const quoted = /["“”«»]/.test(query.line[start - 1] ?? '');
    // With its state where the person gave one; behind a prefix a name of several words gets quotes.
    const meantName = text.includes(',') ? placeLabel(place) : place.name;
    const name = implied || quoted || !/\s/.test(meantName) ? meantName : `"${meantName}"`;
    line = line.slice(0, start) + name + line.slice(end);
    mended = true;
  }
  return mended && line !== query.line ? line : null;
}
