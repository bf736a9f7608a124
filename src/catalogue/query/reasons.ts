/** Why a document was found, told in words that stand in it: a score alone convinces nobody. */
import { words as wordsOf } from '../../text/index.ts';
import type { CataloguePlace, Period, PlaceMark, TimeSegment } from '../ports/index.ts';
import type { Clause, Query, Reasons, ScoreParts, WordPlace } from '../ports/question.ts';
import { termOf } from '../search-index/terms/terms.ts';
import { placeWeights } from './place-weights.ts';

const MOST_WORDS = 12;
const MOST_FORMS = 5;

/** What of a question reasons are given for; made once for all hits of an answer. */
export interface ReasonContext {
  readonly words: readonly { readonly word: string; readonly term: string; readonly author: boolean }[];
  readonly periods: readonly Period[];
  /** How well each place of the collection answers the place asked for; null when none was. */
  readonly places: ReadonlyMap<string, number> | null;
}

export interface ReasonSource {
  readonly title: string;
  readonly address: string;
  readonly byline: string;
  /** The words that its text has, by their terms. */
  readonly forms: ReadonlyMap<string, ReadonlySet<string>>;
  readonly segments: readonly TimeSegment[];
  /** Periods of what has no segments. */
  readonly periods: readonly Period[];
  readonly places: readonly PlaceMark[];
}

export function reasonContext(query: Query, places: ReadonlyMap<string, CataloguePlace>): ReasonContext {
  const words = new Map<string, { word: string; term: string; author: boolean }>();
  const walk = (clause: Clause): void => {
    if (clause.kind === 'and' || clause.kind === 'or') clause.clauses.forEach(walk);
    else if (clause.kind !== 'not')
      for (const word of wordsOf(clause.text)) {
        const term = termOf(word);
        const author = clause.field === 'author';
        if (term !== '' && words.size < MOST_WORDS) words.set(`${term} ${author}`, { word, term, author });
      }
  };
  if (query.clause !== null) walk(query.clause);
  const where = query.chips.flatMap((chip) => (chip.kind === 'where' && !chip.negated ? [chip] : []));
  const weights = new Map<string, number>();
  for (const chip of where)
    for (const [key, weight] of placeWeights(chip, places))
      if (weight > (weights.get(key) ?? 0)) weights.set(key, weight);
  return {
    words: [...words.values()],
    periods: query.chips.flatMap((chip) => (chip.kind === 'when' && !chip.negated ? [chip.period] : [])),
    places: where.length === 0 ? null : weights,
  };
}

export function reasonsOf(
  context: ReasonContext,
  source: ReasonSource,
  parts: ScoreParts,
  places: ReadonlyMap<string, CataloguePlace>,
): Reasons {
  const title = formsIn(source.title);
  const address = formsIn(source.address);
  const byline = formsIn(source.byline);
  const words = context.words.flatMap(({ word, term, author }) => {
    const stands: WordPlace[] = [];
    const forms = new Set<string>();
    const look = (place: WordPlace, found: ReadonlyMap<string, ReadonlySet<string>>): void => {
      const here = found.get(term);
      if (here === undefined) return;
      stands.push(place);
      for (const form of here) if (forms.size < MOST_FORMS) forms.add(form);
    };
    if (author) look('author', byline);
    else {
      look('title', title);
      look('text', source.forms);
      look('address', address);
      // What stands nowhere in the document was said by links.
      if (stands.length === 0 && parts.anchors > 0) stands.push('anchors');
    }
    return stands.length === 0 ? [] : [{ word, stem: term, forms: [...forms], in: stands }];
  });
  return {
    words,
    period: answeringPeriod(context.periods, source),
    place: answeringPlace(context.places, source.places, places),
  };
}

function formsIn(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const word of wordsOf(text)) {
    const term = termOf(word);
    if (term === '') continue;
    const known = found.get(term);
    if (known === undefined) found.set(term, new Set([word.toLowerCase()]));
    else known.add(word.toLowerCase());
  }
  return found;
}

/** Of the periods that the document speaks of and that were asked for the narrowest: it says most. */
function answeringPeriod(asked: readonly Period[], { segments, periods }: ReasonSource): Period | null {
  let best: Period | null = null;
  for (const period of [...periods, ...segments.flatMap((segment) => segment.periods)]) {
    if (!asked.some(({ from, to }) => period.from <= to && period.to >= from)) continue;
    if (best === null || period.to - period.from < best.to - best.from)
      best = { from: period.from, to: period.to };
  }
  return best;
}

function answeringPlace(
  weights: ReadonlyMap<string, number> | null,
  marks: readonly PlaceMark[],
  places: ReadonlyMap<string, CataloguePlace>,
): CataloguePlace | null {
  if (weights === null) return null;
  let best: string | null = null;
  for (const { place } of marks)
    if ((weights.get(place) ?? -1) > (best === null ? -1 : weights.get(best)!)) best = place;
  return best === null ? null : (places.get(best) ?? null);
}
