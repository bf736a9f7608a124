/** What the address of a concordance asks for, and how the server is asked. */
import type { MessageKey } from '../../../src/words/browser.ts';

/** How words are matched: the name in the address, what the server is asked, and what a person reads. */
export const MATCHES = [
  { name: '', match: 'stem', fold: false, label: 'matchStem' },
  { name: 'forma', match: 'exact', fold: true, label: 'matchFolded' },
  { name: 'exata', match: 'exact', fold: false, label: 'matchExact' },
] as const satisfies readonly { name: string; match: string; fold: boolean; label: MessageKey }[];

export const ORDERS = [
  { name: '', sort: '', label: 'orderPages' },
  { name: 'esquerda', sort: 'left', label: 'orderLeft' },
  { name: 'direita', sort: 'right', label: 'orderRight' },
  { name: 'palavra', sort: 'key', label: 'orderKey' },
  { name: 'ano', sort: 'year', label: 'orderYear' },
  { name: 'site', sort: 'site', label: 'orderSite' },
] as const satisfies readonly { name: string; sort: string; label: MessageKey }[];

export const MEASURES = [
  { name: '', order: 'logLikelihood', label: 'measureLikelihood' },
  { name: 'logdice', order: 'logDice', label: 'measureDice' },
  { name: 'mi', order: 'mutualInformation', label: 'measureInformation' },
  { name: 'freq', order: 'together', label: 'measureTogether' },
] as const satisfies readonly { name: string; order: string; label: MessageKey }[];

/** The one of that name, or the first. */
export function named<T extends { readonly name: string }>(
  choices: readonly T[],
  name: string | undefined,
): T {
  return choices.find((choice) => choice.name === (name ?? '')) ?? choices[0]!;
}

export interface Asked {
  readonly words: string;
  readonly q: string;
  readonly match: string;
  readonly fold: string;
}

/** Null: nothing is asked for yet. */
export function askedOf(params: Readonly<Record<string, string>>): Asked | null {
  const words = (params.palavras ?? '').trim();
  if (words === '') return null;
  const { match, fold } = named(MATCHES, params.modo);
  return { words, q: params.q ?? '', match, fold: String(fold) };
}

/** Where a line leads: the passage is in the address of the page. */
export const passageParam = (line: { readonly start: number; readonly end: number }): string =>
  `${line.start}-${line.end}`;

/** The passage that the address of a page names; null when it names none. */
export function readPassage(
  text: string | undefined,
): { readonly start: number; readonly end: number } | null {
  const read = /^(\d{1,9})-(\d{1,9})$/.exec(text ?? '');
  if (read === null) return null;
  const [start, end] = [Number(read[1]), Number(read[2])];
  return end > start ? { start, end } : null;
}
