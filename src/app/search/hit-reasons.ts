/** Why a hit answers: the words of the line and where they stand, its period, its places, and the parts of its score. Plain data. */
import {
  type Clause,
  type Period,
  printPeriod,
  type Query,
  type ScoreParts,
  type SearchHit,
} from '../../catalogue/index.ts';
import { fold, STOP_WORDS, stem, words } from '../../text/index.ts';

export interface HitReasons {
  /** The words asked for, and where they were seen: nowhere is in the text elsewhere, in what links call the page, or not at all. */
  readonly words: readonly { readonly word: string; readonly where: readonly ('title' | 'text')[] }[];
  /** The periods asked for, and how much of the text speaks of each, 0 to 1. */
  readonly periods: readonly { readonly period: string; readonly share: number }[];
  /** The places asked for, and those of the hit that answer. */
  readonly places: readonly { readonly asked: string; readonly named: readonly string[] }[];
  readonly score: number;
  readonly parts: ScoreParts;
}

/** The words that a hit must or may have, as they were written. */
function wordsOf(clause: Clause | null): string[] {
  switch (clause?.kind) {
    case 'word':
    case 'phrase':
      return words(clause.text);
    case 'and':
    case 'or':
      return clause.clauses.flatMap(wordsOf);
    default:
      return [];
  }
}

const stemsIn = (text: string): Set<string> => new Set(words(text).map((word) => stem(fold(word))));

function shareOf({ from, to }: Period, hit: SearchHit): number {
  let share = 0;
  for (const period of hit.periods) if (period.from <= to && period.to >= from) share += period.share;
  return Math.min(1, share);
}

export function hitReasons(hit: SearchHit, { clause, chips }: Query): HitReasons {
  const title = stemsIn(hit.title);
  const text = stemsIn(
    hit.snippets
      .flatMap((snippet) => snippet.matches.map(([from, to]) => snippet.text.slice(from, to)))
      .join(' '),
  );
  const asked = [...new Set(wordsOf(clause))].filter((word) => !STOP_WORDS.has(fold(word)));
  return {
    words: asked.map((word) => {
      const root = stem(fold(word));
      const where = [
        ...(title.has(root) ? (['title'] as const) : []),
        ...(text.has(root) ? (['text'] as const) : []),
      ];
      return { word, where };
    }),
    periods: chips.flatMap((chip) =>
      chip.kind === 'when' && !chip.negated
        ? [{ period: printPeriod(chip.period), share: shareOf(chip.period, hit) }]
        : [],
    ),
    places: chips.flatMap((chip) => {
      if (chip.kind !== 'where' || chip.negated) return [];
      const { place } = chip;
      const named = hit.places.filter(
        ({ key, within }) => place !== null && (key === place.key || within.includes(place.key)),
      );
      return [{ asked: place?.name ?? chip.text, named: named.map(({ name }) => name) }];
    }),
    score: hit.score,
    parts: hit.parts,
  };
}
