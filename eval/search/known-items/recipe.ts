/**
 * Questions for pages that are known: somebody who has read a page looks for it again and remembers something of it. A fixed recipe draws
 * them from the pages themselves, by a hash of the page and the seed, so that nobody chooses.
 *
 * Words are drawn from those that occur in few pages, and a question that more than ten pages answer word by word is none: it would name
 * nothing by which the page can be told from others. That is counted over the plain words of the texts, by no search.
 */
import { fnv47 } from '../../../src/bytes/index.ts';
import { fold, STOP_WORDS, words } from '../../../src/text/index.ts';
import { oldSpelling } from './old-spellings.ts';

export interface KnownPage {
  readonly url: string;
  readonly host: string;
  readonly title: string;
  readonly text: string;
}

export const KINDS = [
  'words of the title, in another order',
  'a rare phrase with words left out',
  'a name and a year',
  'another spelling of the time',
  'one wrong letter',
] as const;
type QuestionKind = (typeof KINDS)[number];

export interface KnownItem {
  readonly kind: QuestionKind;
  readonly line: string;
  readonly page: KnownPage;
}

/** A word that stands in more pages distinguishes none. */
const FEW_PAGES = 200;
/** Pages that have all words of a question; of more it is not one. */
const MOST_ANSWERS = 10;
/** Questions of one kind from one site: a large site is not the Web. */
const MOST_OF_SITE = 3;
const SHORTEST_TEXT = 400;
/** Stretches of a page that are tried before it is given up. */
const TRIES = 12;

const FOLDED_STOP_WORDS = new Set([...STOP_WORDS].map(fold));

/** Which pages have which words, title and text together. */
export class WordPages {
  readonly #pages = new Map<string, number[]>();

  constructor(pages: readonly KnownPage[]) {
    for (const [number, page] of pages.entries())
      for (const word of new Set(words(fold(`${page.title}\n${page.text}`)))) {
        const list = this.#pages.get(word);
        if (list === undefined) this.#pages.set(word, [number]);
        else list.push(number);
      }
  }

  having(word: string): number {
    return this.#pages.get(fold(word))?.length ?? 0;
  }

  havingAll(list: readonly string[]): number {
    const sets = list.map((word) => this.#pages.get(fold(word)) ?? []).sort((a, b) => a.length - b.length);
    const [least, ...others] = sets;
    if (least === undefined) return 0;
    const rest = others.map((pages) => new Set(pages));
    return least.filter((page) => rest.every((pages) => pages.has(page))).length;
  }
}

/** Draws that are the same for the same name. */
class Draw {
  readonly #name: string;
  #count = 0;
  constructor(name: string) {
    this.#name = name;
  }
  below(most: number): number {
    return fnv47(`${this.#name} ${this.#count++}`) % Math.max(1, most);
  }
  shuffled<T>(list: readonly T[]): T[] {
    const out = [...list];
    for (let i = out.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [out[i], out[j]] = [out[j]!, out[i]!];
    }
    return out;
  }
}

/** At most `most` questions of each kind. */
export function knownItems(
  pages: readonly KnownPage[],
  known: WordPages,
  most: number,
  seed: number,
): KnownItem[] {
  const items: KnownItem[] = [];
  for (const kind of KINDS) {
    const order = pages
      .filter((page) => page.text.length >= SHORTEST_TEXT)
      .map((page) => ({ page, key: fnv47(`${seed} ${kind} ${page.url}`) }))
      .sort((a, b) => a.key - b.key || (a.page.url < b.page.url ? -1 : 1));
    const ofSite = new Map<string, number>();
    let count = 0;
    for (const { page } of order) {
      if (count === most) break;
      const before = ofSite.get(page.host) ?? 0;
      if (before === MOST_OF_SITE) continue;
      const line = questionOf(kind, page, known, new Draw(`${seed} ${kind} ${page.url}`));
      if (line === null) continue;
      items.push({ kind, line, page });
      ofSite.set(page.host, before + 1);
      count++;
    }
  }
  return items;
}

function questionOf(kind: QuestionKind, page: KnownPage, known: WordPages, draw: Draw): string | null {
  switch (kind) {
    case 'words of the title, in another order':
      return titleWords(page, known, draw)?.join(' ') ?? null;
    case 'a rare phrase with words left out':
      return phraseWords(page, known, draw)?.join(' ') ?? null;
    case 'a name and a year':
      return nameAndYear(page, known, draw);
    case 'another spelling of the time':
      return respelt(page, known, draw);
    case 'one wrong letter':
      return misspelt(page, known, draw);
  }
}

function isTelling(word: string): boolean {
  return /^[\p{L}\p{M}]{4,}$/u.test(word) && !FOLDED_STOP_WORDS.has(fold(word));
}

/** Of these words those that few pages have, at least two of them; null when they do not tell the page from others. */
function distinguishing(list: readonly string[], known: WordPages, most: number): string[] | null {
  const seen = new Set<string>();
  const rare = list.filter((word) => {
    const folded = fold(word);
    if (seen.has(folded) || !isTelling(word)) return false;
    seen.add(folded);
    return known.having(word) <= FEW_PAGES;
  });
  const chosen = rare.slice(0, most);
  return chosen.length >= 2 && known.havingAll(chosen) <= MOST_ANSWERS ? chosen : null;
}

function titleWords(page: KnownPage, known: WordPages, draw: Draw): string[] | null {
  const chosen = distinguishing(words(page.title), known, 5);
  if (chosen === null) return null;
  const turned = draw.shuffled(chosen);
  return turned.every((word, i) => word === chosen[i]) ? [...turned].reverse() : turned;
}

/** A stretch of running text: as many words, from anywhere in the page. */
function stretch(page: KnownPage, draw: Draw, size: number): string[] {
  const all = words(page.text);
  const at = draw.below(all.length - size);
  return all.slice(at, at + size);
}

function phraseWords(page: KnownPage, known: WordPages, draw: Draw, size = 14): string[] | null {
  for (let tried = 0; tried < TRIES; tried++) {
    // Every third word is forgotten.
    const kept = stretch(page, draw, size).filter((_, i) => i % 3 !== 1);
    const chosen = distinguishing(kept, known, 4);
    if (chosen !== null && chosen.length >= 3) return chosen;
  }
  return null;
}

const NAME = /\p{Lu}\p{Ll}{2,}(?:\s+(?:(?:de|da|do|dos|das)\s+)?\p{Lu}\p{Ll}{2,}){1,3}/gu;
const YEAR = /(?<![\d.,/-])(1[5-9]\d\d|20[0-2]\d)(?![\d.,/-]?\d)/;
/** How far behind the name the year may stand. */
const NEAR = 160;

/** A person, a place or whatever else has a name of several capitals, with a year that stands behind it. */
function nameAndYear(page: KnownPage, known: WordPages, draw: Draw): string | null {
  const found: string[] = [];
  for (const match of page.text.matchAll(NAME)) {
    const behind = page.text.slice(match.index + match[0].length, match.index + match[0].length + NEAR);
    const year = YEAR.exec(behind)?.[0];
    if (year === undefined) continue;
    const name = match[0].replace(/\s+/g, ' ');
    const parts = words(name).filter((word) => !FOLDED_STOP_WORDS.has(fold(word)));
    if (parts.length < 2 || parts.every((part) => known.having(part) > FEW_PAGES)) continue;
    if (known.havingAll([...parts, year]) > MOST_ANSWERS) continue;
    found.push(`${name} ${year}`);
    if (found.length === TRIES) break;
  }
  return found.length === 0 ? null : found[draw.below(found.length)]!;
}

/** Words near each other of which one has two spellings: the other one is asked for. */
function respelt(page: KnownPage, known: WordPages, draw: Draw): string | null {
  const all = words(page.text);
  const places = all.flatMap((word, i) => (oldSpelling(word) === null ? [] : [i]));
  if (places.length === 0) return null;
  for (let tried = 0; tried < TRIES; tried++) {
    const at = places[draw.below(places.length)]!;
    const word = all[at]!;
    const around = [...all.slice(Math.max(0, at - 10), at), ...all.slice(at + 1, at + 11)].filter(
      (other) => oldSpelling(other) === null,
    );
    const beside = distinguishing(around, known, 3);
    if (beside === null || known.havingAll([word, ...beside]) > MOST_ANSWERS) continue;
    return [oldSpelling(word)!, ...beside].join(' ');
  }
  return null;
}

/** A slip in one word of a title or a phrase; one that makes another word of the collection would be another question. */
function misspelt(page: KnownPage, known: WordPages, draw: Draw): string | null {
  const chosen =
    (draw.below(2) === 0 ? titleWords(page, known, draw) : null) ?? phraseWords(page, known, draw);
  if (chosen === null) return null;
  const long = chosen.flatMap((word, i) => (word.length >= 6 ? [i] : []));
  if (long.length === 0) return null;
  const at = long[draw.below(long.length)]!;
  for (let tried = 0; tried < TRIES; tried++) {
    const wrong = slip(chosen[at]!, draw);
    if (known.having(wrong) === 0) return chosen.map((word, i) => (i === at ? wrong : word)).join(' ');
  }
  return null;
}

/** One letter left out, put in, changed or exchanged with the next; never the first, which people hardly miss. */
function slip(word: string, draw: Draw): string {
  const letters = [...word];
  const at = 1 + draw.below(letters.length - 2);
  const other = 'abcdefghijlmnopqrstuvxz'[draw.below(23)]!;
  switch (draw.below(4)) {
    case 0:
      letters.splice(at, 1);
      break;
    case 1:
      letters.splice(at, 0, other);
      break;
    case 2:
      letters[at] = other;
      break;
    default:
      [letters[at], letters[at + 1]] = [letters[at + 1]!, letters[at]!];
  }
  return letters.join('');
}
