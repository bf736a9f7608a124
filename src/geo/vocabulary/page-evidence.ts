/**
 * What the words of a whole page prove. As published (`compat`) one word anywhere does. On the Web of today nearly every long page has a
 * `cidade`, a `mapa` or an `imagem` somewhere, so that the modern profile asks where words stand and how thickly. A word that no other field
 * uses proves it anywhere; two others, where they are a good part of all words; one, where the page says it of itself (title,
 * description, keywords) or beside a link, and not in passing.
 */
import { type GeoEvidence, type GeoVocabulary, USUAL } from './vocabulary.ts';

export interface PageWords {
  /** What the page says of itself: title, description, keywords. */
  readonly lead: string;
  readonly body: string;
}

export interface PageEvidence extends GeoEvidence {
  /** Whether the page is about such things, with or without anything to fetch; one word of its title is not enough for that. */
  readonly isAbout: boolean;
  /** Whether words around a link speak for what it leads to. */
  readonly nearCounts: boolean;
}

/** One word in so many: of real pages that publish geographic files one in twenty, of others fewer than one in forty. */
const THICK = 1 / 30;
const IN_PASSING = 1 / 50;
/** Of a word that no other field uses. */
const STRONG = 3;
/** What is left of words that prove nothing by themselves: a telling path may complete it. */
const UNPROVEN = 0.5;

export function evidenceOfPage(vocabulary: GeoVocabulary, { lead, body }: PageWords): PageEvidence {
  const both = vocabulary.evidence(`${lead} . ${body}`);
  if (vocabulary.profile === 'compat')
    return { ...both, isAbout: both.score >= vocabulary.threshold, nearCounts: false };
  const weights = weightsOf(vocabulary, both.words);
  const isMore = both.share >= IN_PASSING;
  const isAbout =
    weights.some((weight) => weight >= STRONG) ||
    (both.share >= THICK && weights.filter((weight) => weight >= USUAL).length >= 2);
  const proves = isAbout || (isMore && vocabulary.evidence(lead).score >= vocabulary.threshold);
  return {
    ...both,
    score: proves ? both.score : Math.min(both.score, UNPROVEN),
    isAbout,
    nearCounts: isMore,
  };
}

function weightsOf({ terms }: GeoVocabulary, words: readonly string[]): number[] {
  const met = new Set(words);
  return terms.filter(({ term }) => met.has(term)).map(({ weight }) => weight);
}
