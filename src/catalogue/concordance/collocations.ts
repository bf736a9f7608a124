/** Words that stand near others more often than by chance. */
import { fold, forEachToken } from '../../text/index.ts';
import type { Collocate, Collocations, CollocationsAsked, ReadingOptions } from '../ports/index.ts';
import type { Query } from '../ports/question.ts';
import { termOf } from '../search-index/index.ts';
import { clampedLimit } from '../store/cursor.ts';
import { logDice, logLikelihood, mutualInformation } from './association.ts';
import type { Matched } from './pattern.ts';
import { Reading, totalOf } from './reading.ts';
import { drawnNumbers, draws } from './sampling.ts';
import type { ConcordanceSource } from './source.ts';

const WINDOW = 5;
const MOST_WINDOW = 20;
const LEAST = 3;
const COLLOCATES = 50;
const MOST_COLLOCATES = 1_000;
/** Different words near that are weighed: those met most. */
const MOST_WEIGHED = 3_000;
const SEED = 1;
/** Pages that the frequencies of stop words are told from: the index has none of them. */
const STOP_WORDS_FROM = 1_000;

/** A word near, while it is counted. Stop words stand under themselves, all others under their stems. */
interface Near {
  left: number;
  right: number;
  readonly forms: Map<string, number>;
  readonly term: string;
}

export async function collocations(
  source: ConcordanceSource,
  query: Query,
  asked: CollocationsAsked,
  options: ReadingOptions,
): Promise<Collocations> {
  const reading = await Reading.of(source, query, asked, options);
  const totals = await source.wordTotals(query, false);
  const window = clampedLimit(asked.window, WINDOW, MOST_WINDOW);
  const least = Math.max(1, Math.floor(asked.least ?? LEAST));
  const near = new Map<string, Near>();
  const pages = reading.found.pages.length;
  const most = options.mostRead ?? Number.POSITIVE_INFINITY;
  const places = pages <= most ? reading.all() : drawnNumbers(most, pages, draws(SEED));
  const sum = { words: 0, hits: 0, pages: 0 };
  for await (const page of reading.pages(places, Math.min(pages, most))) {
    if (page.matched.hits.length === 0) continue;
    sum.pages++;
    sum.hits += page.matched.hits.length;
    sum.words += windows(page.matched, reading.words, window, asked.stopWords === true, near);
  }
  const whole = pages <= most;
  const total = whole ? totalOf(sum.hits, sum.pages, totals) : await reading.total(totals);
  const weighed = [...near.entries()]
    .filter(([, { left, right }]) => left + right >= least)
    .sort(([, a], [, b]) => b.left + b.right - a.left - a.right)
    .slice(0, MOST_WEIGHED);
  const frequencies = await frequenciesOf(source, query, weighed, totals.words);
  const share = sum.hits > 0 ? total.hits / sum.hits : 1;
  const collocates = weighed.map(([key, { left, right, forms }]): Collocate => {
    const together = left + right;
    const { frequency: counted, estimated } = frequencies.get(key)!;
    // A word is not rarer than it was seen to be.
    const frequency = Math.max(counted, together);
    const words = Math.max(totals.words, sum.words + frequency - together);
    return {
      word: commonest(forms),
      together,
      left,
      right,
      frequency,
      estimated,
      logLikelihood: logLikelihood({
        both: together,
        firstOnly: sum.words - together,
        secondOnly: frequency - together,
        neither: words - sum.words - frequency + together,
      }),
      logDice: logDice(together * share, total.hits, frequency),
      mutualInformation: mutualInformation(together, (sum.words * frequency) / words),
    };
  });
  const order = asked.order ?? 'logLikelihood';
  // What stands near less often than by chance is no collocation.
  return {
    ...total,
    hitsRead: sum.hits,
    collocates: collocates
      .filter(({ mutualInformation: more }) => more > 0)
      .sort((a, b) => b[order] - a[order] || b.together - a.together || (a.word < b.word ? -1 : 1))
      .slice(0, clampedLimit(asked.limit, COLLOCATES, MOST_COLLOCATES)),
  };
}

/** Counts the words around the hits of a text; a word between two hits counts once, on the side of the nearer. Answers how many there are. */
function windows(
  { text, offsets, hits }: Matched,
  words: number,
  window: number,
  stopWords: boolean,
  near: Map<string, Near>,
): number {
  const total = offsets.length >> 1;
  let seen = 0;
  let next = 0;
  for (let h = 0; h < hits.length; h++) {
    const hit = hits[h]!;
    const behind = hit + words;
    const until = Math.min(total, behind + window);
    for (let at = Math.max(next, hit - window, 0); at < until; at++) {
      next = at + 1;
      if (at >= hit && at < behind) continue;
      const following = hits[h + 1];
      // The words of the next hit, and what is nearer to it, are its own.
      if (following !== undefined && at >= behind && following - at <= at - behind + 1) {
        next = at;
        break;
      }
      seen++;
      count(text.slice(offsets[at * 2]!, offsets[at * 2 + 1]!), at < hit, stopWords, near);
    }
  }
  return seen;
}

function count(word: string, left: boolean, stopWords: boolean, near: Map<string, Near>): void {
  const term = termOf(word);
  if (term === '' && !stopWords) return;
  const key = keyOf(word, term);
  let known = near.get(key);
  if (known === undefined) {
    known = { left: 0, right: 0, forms: new Map(), term };
    near.set(key, known);
  }
  if (left) known.left++;
  else known.right++;
  const form = word.toLowerCase();
  known.forms.set(form, (known.forms.get(form) ?? 0) + 1);
}

/** No stem begins with a blank. */
const keyOf = (word: string, term: string): string => (term === '' ? ` ${fold(word)}` : term);

function commonest(forms: ReadonlyMap<string, number>): string {
  let best = '';
  let most = 0;
  for (const [form, times] of forms)
    if (times > most || (times === most && form < best)) [best, most] = [form, times];
  return best;
}

interface Frequency {
  readonly frequency: number;
  readonly estimated: boolean;
}

async function frequenciesOf(
  source: ConcordanceSource,
  query: Query,
  weighed: readonly (readonly [string, Near])[],
  words: number,
): Promise<ReadonlyMap<string, Frequency>> {
  const found = new Map<string, Frequency>();
  const indexed = weighed.filter(([, { term }]) => term !== '');
  const counts = await source.termCounts(
    query,
    indexed.map(([, { term }]) => term),
  );
  for (const [i, [key]] of indexed.entries()) found.set(key, { frequency: counts[i]!, estimated: false });
  const others = weighed.filter(([, { term }]) => term === '');
  if (others.length > 0) {
    const stopWords = await stopWordCounts(source, query, words);
    for (const [key] of others) found.set(key, stopWords(key));
  }
  return found;
}

/** How often stop words stand in the texts of pages: counted in some, and reckoned for all. */
async function stopWordCounts(
  source: ConcordanceSource,
  query: Query,
  words: number,
): Promise<(key: string) => Frequency> {
  const { pages } = await source.occurrences(query, [null], {});
  const places = drawnNumbers(STOP_WORDS_FROM, pages.length, draws(SEED));
  const counts = new Map<string, number>();
  let read = 0;
  for (const { text } of await source.textsOf(places.map((place) => pages[place]!)))
    forEachToken(text, (start, end) => {
      read++;
      const word = text.slice(start, end);
      if (termOf(word) !== '') return;
      const key = keyOf(word, '');
      counts.set(key, (counts.get(key) ?? 0) + 1);
    });
  const whole = places.length === pages.length;
  const scale = whole || read === 0 ? 1 : words / read;
  return (key) => ({ frequency: Math.round((counts.get(key) ?? 0) * scale), estimated: !whole });
}
