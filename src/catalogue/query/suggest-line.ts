/**
 * What a line may become, while it is typed. The last word, or the value of the last prefix, is completed; what stands before it is left
 * as it is. Places that the collection speaks of come before other places of the gazetteer.
 */
import type { Gazetteer } from '../../geo/index.ts';
import { fold, foldWords } from '../../text/index.ts';
import { civilDay } from '../../time/index.ts';
import type { CataloguePlace, Day } from '../ports/index.ts';
import type { Suggestion } from '../ports/question.ts';
import { didYouMean } from './did-you-mean.ts';
import { LONGEST_LINE } from './line-tokens.ts';
import { nearNames } from './near-names.ts';
import { parseLine } from './parse-line.ts';
import { cataloguePlace, placeLabel } from './place-identity.ts';

export interface SuggestionSources {
  /** Words of the collection by prefix, commonest first. */
  words(prefix: string, limit: number): readonly { readonly word: string; readonly documents: number }[];
  /** Places that the collection speaks of, most spoken of first. */
  readonly places: Iterable<CataloguePlace>;
  sites(prefix: string, limit: number): readonly string[];
  /** Titles that begin with, or have, these words. */
  titles(prefix: string, limit: number): readonly string[];
  readonly gazetteer: Gazetteer | null;
  /** In how many documents a word stands. */
  frequency?(word: string): number;
  readonly today?: Day;
}

const DEFAULT_LIMIT = 8;
const MOST = 20;
/** Places of the collection that are looked through at each key. */
const MOST_PLACES = 20_000;

const PREFIX_AT_END = /(?:^|[\s(|-])([\p{L}]{2,12}):(["“]?)([^"”:]{0,80})$/u;
const KINDS: readonly (readonly [word: string, others: readonly string[]])[] = [
  ['página', ['page']],
  ['entidade', ['entity']],
  ['geo', ['arquivo', 'ficheiro', 'geo-file']],
  ['serviço', ['service']],
];
const PREFIX_NAMES = ['quando:', 'onde:', 'site:', 'tipo:', 'publicado:', 'idioma:', 'datas:todas'];
/** A place is expected behind these. */
const BEFORE_PLACE = /(?:^|\s)(?:em|no|na|nos|nas|in)\s+$/iu;
const BEFORE_PERIOD = /(?:^|\s)(?:em|nos|dos|de|no|in|desde|até)\s+$/iu;

/** At most `limit` lines, the likeliest first. Never throws. */
export function suggestLine(
  text: string,
  limit: number = DEFAULT_LIMIT,
  sources: SuggestionSources,
): Suggestion[] {
  const most = Math.max(0, Math.min(MOST, Math.trunc(limit)));
  if (text.length > LONGEST_LINE || text.trim() === '') return [];
  const out = new SuggestionList(text, most);
  const prefixed = PREFIX_AT_END.exec(text);
  const name = prefixed === null ? null : prefixName(prefixed[1]!);
  if (prefixed !== null && name !== null) {
    completeValue(out, text, prefixed[3]!, prefixed[2] !== '', name, sources);
    return out.list;
  }
  // Inside quotes nothing is guessed at.
  if ((text.match(/["“”]/g)?.length ?? 0) % 2 === 1) return [];
  mendPlaces(out, text, sources);
  const names = placeCompletions(text, sources, most);
  for (const { start, place } of names)
    out.add(text.slice(0, start) + place.name, placeLabel(place), 'place');
  periodCompletions(out, text, sources.today);
  const last = /[\p{L}\p{N}\p{M}]+$/u.exec(text)?.[0] ?? '';
  const before = text.slice(0, text.length - last.length);
  if (last.length >= 2) {
    const folded = fold(last);
    for (const { word } of sources.words(folded, most))
      if (fold(word) !== folded) out.add(before + word, word, 'word');
    for (const prefix of PREFIX_NAMES)
      if (prefix.startsWith(folded) && /(?:^|\s)-?$/.test(before)) out.add(before + prefix, prefix, 'word');
  }
  if (text.trim().length >= 3 && !text.includes(':'))
    for (const title of sources.titles(text.trim(), 3))
      out.add(`"${title.replaceAll(/["“”„«»]/g, ' ').trim()}"`, title, 'title');
  return out.list;
}

class SuggestionList {
  readonly list: Suggestion[] = [];
  readonly #known = new Set<string>();
  readonly #limit: number;

  constructor(text: string, limit: number) {
    this.#limit = limit;
    this.#known.add(fold(text.trim()));
  }

  add(line: string, text: string, kind: Suggestion['kind']): void {
    if (this.list.length >= this.#limit || line.length > LONGEST_LINE) return;
    const key = fold(line.trim());
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.list.push({ line, text, kind });
  }
}

type ValueOf = 'where' | 'when' | 'site' | 'kind' | 'language';

function prefixName(written: string): ValueOf | null {
  switch (fold(written)) {
    case 'onde':
    case 'where':
    case 'lugar':
    case 'place':
      return 'where';
    case 'quando':
    case 'when':
    case 'publicado':
    case 'published':
      return 'when';
    case 'site':
      return 'site';
    case 'tipo':
    case 'kind':
      return 'kind';
    case 'idioma':
    case 'lang':
      return 'language';
    default:
      return null;
  }
}

function completeValue(
  out: SuggestionList,
  text: string,
  value: string,
  quoted: boolean,
  name: ValueOf,
  sources: SuggestionSources,
): void {
  const before = text.slice(0, text.length - value.length - (quoted ? 1 : 0));
  const written = value.trim();
  if (name === 'where') {
    for (const place of placesStarting(written, sources, MOST))
      out.add(`${before}"${placeLabel(place)}"`, placeLabel(place), 'place');
    if (sources.gazetteer !== null)
      for (const { id } of nearNames(sources.gazetteer).near(written)) {
        const place = cataloguePlace(sources.gazetteer.place(id));
        out.add(`${before}"${placeLabel(place)}"`, placeLabel(place), 'place');
      }
  } else if (name === 'site') {
    for (const site of sources.sites(fold(written), MOST)) out.add(before + site, site, 'site');
  } else if (name === 'kind') {
    for (const [word, others] of KINDS)
      if ([word, ...others].some((w) => fold(w).startsWith(fold(written))))
        out.add(before + word, word, 'word');
  } else if (name === 'when')
    for (const period of periodsStarting(written, sources.today))
      out.add(before + (period.includes(' ') ? `"${period}"` : period), period, 'period');
  else
    for (const code of ['pt', 'en', 'es'])
      if (code.startsWith(fold(written))) out.add(before + code, code, 'word');
}

/** The places that the collection knows, then those that a reader may know. */
function placesStarting(written: string, sources: SuggestionSources, limit: number): CataloguePlace[] {
  const prefix = foldWords(written);
  if (prefix === '') return [];
  const found: CataloguePlace[] = [];
  const keys = new Set<string>();
  let looked = 0;
  for (const place of sources.places) {
    if (++looked > MOST_PLACES || found.length >= limit) break;
    if (!foldWords(place.name).startsWith(prefix) || keys.has(place.key)) continue;
    keys.add(place.key);
    found.push(place);
  }
  if (sources.gazetteer !== null && prefix.length >= 2)
    for (const id of nearNames(sources.gazetteer).startingWith(written, limit)) {
      const place = cataloguePlace(sources.gazetteer.place(id));
      if (found.length < limit && !keys.has(place.key)) found.push(place);
    }
  return found;
}

/** `enchentes em Por`: behind `em` a place is completed, from its first letters; elsewhere a name of which a whole word stands. */
function placeCompletions(
  text: string,
  sources: SuggestionSources,
  limit: number,
): { readonly start: number; readonly place: CataloguePlace }[] {
  const words = [...text.matchAll(/[\p{L}\p{M}]+/gu)].slice(-5);
  for (const word of words) {
    const start = word.index;
    const typed = text.slice(start);
    if (!/^[\p{L}\p{M}\s'-]+$/u.test(typed) || /^(?:em|no|na|nos|nas|in)\s/iu.test(typed)) continue;
    const introduced = BEFORE_PLACE.test(text.slice(0, start));
    if (!introduced && (!/\s\S/.test(typed) || foldWords(typed).length < 5)) continue;
    if (foldWords(typed).length < 2) continue;
    const places = placesStarting(typed, sources, Math.min(limit, 5));
    if (places.length > 0) return places.map((place) => ({ start, place }));
  }
  return [];
}

function mendPlaces(out: SuggestionList, text: string, sources: SuggestionSources): void {
  if (sources.gazetteer === null || /\s$/.test(text) === false) {
    // The last word may not be finished: it is mended only once a longer name cannot come of it.
    const last = /[\p{L}\p{M}]+$/u.exec(text)?.[0] ?? '';
    if (last.length < 4) return;
  }
  const query = parseLine(text, { gazetteer: sources.gazetteer, today: sources.today ?? 0 });
  const { frequency } = sources;
  const mended = didYouMean(
    query,
    frequency === undefined ? null : { frequency: (word) => frequency.call(sources, word) },
  );
  const [first] = query.unknownPlaces;
  if (mended !== null && first?.meant[0] !== undefined) out.add(mended, placeLabel(first.meant[0]), 'place');
}

/** `nos anos 3` → `nos anos 30`; `em 194` → `1940` …; `século` → the centuries. */
function periodCompletions(out: SuggestionList, text: string, today: Day | undefined): void {
  const decade = /(?:^|\s)(anos\s+\d?)$/iu.exec(text);
  if (decade !== null) {
    const typed = decade[1]!;
    for (const period of periodsStarting(typed.toLowerCase(), today))
      out.add(text.slice(0, text.length - typed.length) + period, period, 'period');
    return;
  }
  const century = /(?:^|\s)(s[ée]culo(?:\s+[ivx]*)?)$/iu.exec(text);
  if (century !== null) {
    const typed = century[1]!;
    for (const period of periodsStarting(typed.toLowerCase(), today))
      out.add(text.slice(0, text.length - typed.length) + period, period, 'period');
    return;
  }
  const year = /(\d{3})$/.exec(text);
  if (year !== null && BEFORE_PERIOD.test(text.slice(0, -3))) {
    const decadeStart = Number(year[1]) * 10;
    if (decadeStart >= 1000 && decadeStart <= 2100) {
      for (const digit of [0, 1, 5]) out.add(`${text}${digit}`, `${year[1]}${digit}`, 'period');
    }
  }
}

const CENTURIES = ['XXI', 'XX', 'XIX', 'XVIII', 'XVII', 'XVI'];

function periodsStarting(written: string, today: Day | undefined): string[] {
  const typed = fold(written);
  const out: string[] = [];
  if (typed === '' || 'anos'.startsWith(typed.split(' ')[0]!)) {
    const digit = /^anos\s+(\d)$/.exec(typed)?.[1];
    for (const tens of [20, 30, 40, 50, 60, 70, 80, 90])
      if (digit === undefined || String(tens).startsWith(digit)) out.push(`anos ${tens}`);
  }
  if (typed === '' || 'seculo'.startsWith(typed.split(' ')[0]!)) {
    const numeral = /^seculo\s+([ivx]+)$/.exec(typed)?.[1]?.toUpperCase() ?? '';
    for (const century of CENTURIES) if (century.startsWith(numeral)) out.push(`século ${century}`);
  }
  if (/^\d{1,3}$/.test(typed)) {
    const latest = today === undefined ? 2100 : civilDay(today).year + 1;
    const step = typed.length === 3 ? 1 : 10;
    const first = Number(typed.padEnd(4, '0'));
    const last = Math.min(latest, Number(typed.padEnd(4, '9')));
    for (let year = Math.max(1000, first); year <= last && out.length < MOST; year += step) {
      if (typed.length === 1 && year % 50 !== 0) continue;
      out.push(String(year));
    }
  }
  const open = /^(\d{4})\.{0,2}$/.exec(typed);
  if (open !== null) out.push(`${open[1]}..${Number(open[1]) + 10}`, `${open[1]}..`, `..${open[1]}`);
  return out;
}
