/**
 * From the line that a person types to what the index is asked, and from a page to the passage that is shown.
 *
 * ```ts
 * const query = parseLine('enchentes em Porto Alegre em 1941', { gazetteer, today });
 * query.chips.map((chip) => chip.kind); // ['where', 'when'], both implied
 * index.search(indexRequest(query, { limit: 10 }, places));
 * ```
 */

export { correctedLines } from './corrections.ts';
export { didYouMean, type SpellingSources } from './did-you-mean.ts';
export { indexRequest, type RequestOptions } from './index-request.ts';
export { type LineContext, parseLine } from './parse-line.ts';
export { FIRST_DAY, LAST_DAY, readPeriod } from './periods.ts';
export { cataloguePlace, placeKey, placeLabel } from './place-identity.ts';
export { placeWeights } from './place-weights.ts';
export { printPeriod } from './print-period.ts';
export { type PrintOptions, printQuery } from './print-query.ts';
export { RANK_WEIGHTS } from './ranking.ts';
export { type ReasonContext, type ReasonSource, reasonContext, reasonsOf } from './reasons.ts';
export { apartWay, bothChipsWay, chipWays, type Way, wordWays } from './relaxations.ts';
export { makeSnippets, type Passages, passagesIn, type SnippetSource, wordsAskedFor } from './snippets.ts';
export { type SuggestionSources, suggestLine } from './suggest-line.ts';
export { isDoubtful } from './sure-dates.ts';
