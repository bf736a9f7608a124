/**
 * The difference of two texts, as a person reads it: paragraphs first, and inside those that were changed the words. Lines are
 * paragraphs; empty ones do not count. The rows in order give the old text without what was added, and the new one without what was
 * removed. Work is bounded whatever the texts; what that cut is said.
 */
import { forEachToken } from '../tokens.ts';
import { type CommonRun, commonRuns, Work } from './common-runs.ts';

export type PieceKind = 'same' | 'removed' | 'added';

export interface DifferencePiece {
  readonly kind: PieceKind;
  readonly text: string;
}

/** A paragraph; one that was changed has pieces of both texts. */
export type DifferenceRow =
  | DifferencePiece
  | { readonly kind: 'changed'; readonly pieces: readonly DifferencePiece[] };

export interface TextDifference {
  readonly rows: readonly DifferenceRow[];
  readonly words: Readonly<Record<PieceKind, number>>;
  readonly paragraphs: Readonly<Record<PieceKind | 'changed', number>>;
  /** The texts are longer than what was compared: only their beginnings were. */
  readonly shortened: boolean;
  /** The work ended before the smallest difference was found: what counts as replaced may have more in common. */
  readonly coarse: boolean;
}

export interface DifferenceLimits {
  /** Characters of each text. */
  readonly longest?: number;
  /** Comparisons in all. */
  readonly work?: number;
}

const LONGEST = 1_000_000;
const WORK = 20_000_000;
/** Paragraphs that have less than this of their letters in common are another paragraph, not a changed one. */
const LEAST_ALIKE = 0.4;
/** Pairs of paragraphs between two that are the same that are looked at for which is which. */
const MOST_PAIRS = 40_000;

export function textDifference(
  old: string,
  fresh: string,
  { longest = LONGEST, work = WORK }: DifferenceLimits = {},
): TextDifference {
  // Of two equally good differences one is chosen, whichever of the texts is called the old one.
  if (old > fresh) return mirrored(differenceOf(fresh, old, longest, new Work(work)));
  return differenceOf(old, fresh, longest, new Work(work));
}

function differenceOf(old: string, fresh: string, longest: number, work: Work): TextDifference {
  const names = new Map<string, number>();
  const a = paragraphsOf(old, longest);
  const b = paragraphsOf(fresh, longest);
  const words = new Words();
  const rows: DifferenceRow[] = [];
  const runs = commonRuns(numbered(a, names), numbered(b, names), work);
  let [i, j] = [0, 0];
  for (const { old: oldAt, fresh: freshAt, length } of [
    ...runs,
    { old: a.length, fresh: b.length, length: 0 },
  ]) {
    for (const row of gapRows(a.slice(i, oldAt), b.slice(j, freshAt), words, work)) rows.push(row);
    for (const text of a.slice(oldAt, oldAt + length)) rows.push({ kind: 'same', text });
    i = oldAt + length;
    j = freshAt + length;
  }
  return {
    rows,
    ...counted(rows),
    shortened: old.length > longest || fresh.length > longest,
    coarse: work.ended,
  };
}

function paragraphsOf(text: string, longest: number): string[] {
  return text
    .slice(0, longest)
    .split('\n')
    .filter((line) => line.trim() !== '');
}

function numbered(elements: readonly string[], names: Map<string, number>): Uint32Array {
  const numbers = new Uint32Array(elements.length);
  elements.forEach((element, at) => {
    let number = names.get(element);
    if (number === undefined) names.set(element, (number = names.size));
    numbers[at] = number;
  });
  return numbers;
}

/** What stands between two stretches that are the same. */
function gapRows(
  old: readonly string[],
  fresh: readonly string[],
  words: Words,
  work: Work,
): DifferenceRow[] {
  const rows: DifferenceRow[] = [];
  let [i, j] = [0, 0];
  const replaced = (toOld: number, toFresh: number) => {
    for (; i < toOld; i++) rows.push({ kind: 'removed', text: old[i]! });
    for (; j < toFresh; j++) rows.push({ kind: 'added', text: fresh[j]! });
  };
  for (const [oldAt, freshAt] of pairsOf(old, fresh, words, work)) {
    replaced(oldAt, freshAt);
    rows.push({ kind: 'changed', pieces: piecesOf(old[i++]!, fresh[j++]!, words, work) });
  }
  replaced(old.length, fresh.length);
  return rows;
}

/** Which paragraph became which: those that are alike, in their order, so that as much as possible is. */
function pairsOf(
  old: readonly string[],
  fresh: readonly string[],
  words: Words,
  work: Work,
): (readonly [old: number, fresh: number])[] {
  if (old.length === 0 || fresh.length === 0) return [];
  if (old.length * fresh.length > MOST_PAIRS) {
    work.giveUp();
    return [];
  }
  const bags = [old, fresh].map((texts) => texts.map((text) => words.bag(text))) as [Bag[], Bag[]];
  const wide = fresh.length + 1;
  /** The most that the paragraphs from here on have in common. */
  const best = new Float64Array((old.length + 1) * wide);
  const alike = new Float64Array(old.length * fresh.length);
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = fresh.length - 1; j >= 0; j--) {
      const [a, b] = [bags[0][i]!, bags[1][j]!];
      const share = work.spend(a.words.length + b.words.length + 1) ? words.likeness(a, b) : 0;
      alike[i * fresh.length + j] = share;
      best[i * wide + j] = Math.max(
        best[(i + 1) * wide + j]!,
        best[i * wide + j + 1]!,
        share < LEAST_ALIKE ? 0 : share + best[(i + 1) * wide + j + 1]!,
      );
    }
  const pairs: [number, number][] = [];
  for (let [i, j] = [0, 0]; i < old.length && j < fresh.length; ) {
    const share = alike[i * fresh.length + j]!;
    const here = best[i * wide + j]!;
    if (share >= LEAST_ALIKE && share + best[(i + 1) * wide + j + 1]! === here) pairs.push([i++, j++]);
    else if (best[(i + 1) * wide + j] === here) i++;
    else j++;
  }
  return pairs;
}

/** The words of a paragraph, in the order of their numbers, each as often as it stands there. */
interface Bag {
  readonly words: Uint32Array;
  readonly letters: number;
}

class Words {
  readonly #names = new Map<string, number>();
  readonly #lengths: number[] = [];

  bag(text: string): Bag {
    const found: string[] = [];
    forEachToken(text, (start, end) => {
      found.push(text.slice(start, end));
    });
    const numbers = this.numbers(found);
    let letters = 0;
    for (const word of numbers) letters += this.#lengths[word]!;
    return { words: numbers.sort(), letters };
  }

  numbers(elements: readonly string[]): Uint32Array {
    const numbers = numbered(elements, this.#names);
    elements.forEach((element, at) => {
      this.#lengths[numbers[at]!] = element.length;
    });
    return numbers;
  }

  length(word: number): number {
    return this.#lengths[word]!;
  }

  likeness(a: Bag, b: Bag): number {
    const letters = a.letters + b.letters;
    if (letters === 0) return 0;
    let common = 0;
    for (let [i, j] = [0, 0]; i < a.words.length && j < b.words.length; ) {
      const [x, y] = [a.words[i]!, b.words[j]!];
      if (x === y) common += this.length(x);
      if (x <= y) i++;
      if (y <= x) j++;
    }
    return (2 * common) / letters;
  }
}

/** Words, and each character between them by itself. */
function tokensOf(text: string): string[] {
  const found: string[] = [];
  let at = 0;
  const between = (end: number) => {
    for (const character of text.slice(at, end)) found.push(character);
  };
  forEachToken(text, (start, end) => {
    between(start);
    found.push(text.slice(start, end));
    at = end;
  });
  between(text.length);
  return found;
}

function piecesOf(old: string, fresh: string, words: Words, work: Work): DifferencePiece[] {
  const a = tokensOf(old);
  const b = tokensOf(fresh);
  const runs = withoutScraps(commonRuns(words.numbers(a), words.numbers(b), work), a, b);
  const pieces: DifferencePiece[] = [];
  const put = (kind: PieceKind, tokens: readonly string[]) => {
    if (tokens.length > 0) pieces.push({ kind, text: tokens.join('') });
  };
  let [i, j] = [0, 0];
  for (const { old: oldAt, fresh: freshAt, length } of [
    ...runs,
    { old: a.length, fresh: b.length, length: 0 },
  ]) {
    put('removed', a.slice(i, oldAt));
    put('added', b.slice(j, freshAt));
    put('same', a.slice(oldAt, oldAt + length));
    i = oldAt + length;
    j = freshAt + length;
  }
  return pieces;
}

const WORD = /[\p{L}\p{N}]/u;

/**
 * Without what only looks as if it had stayed: a comma, or a `de`, that two sentences happen to share is no reason to show them
 * interleaved.
 */
function withoutScraps(runs: readonly CommonRun[], a: readonly string[], b: readonly string[]): CommonRun[] {
  const lengthOf = (tokens: readonly string[], from: number, to: number): number => {
    let length = 0;
    for (let at = from; at < to; at++) length += tokens[at]!.length;
    return length;
  };
  const kept: { readonly run: CommonRun; readonly letters: number; edit: number }[] = [];
  /** Characters that were removed or added, whichever is more, since the run before. */
  const editBefore = (run: CommonRun): number => {
    const last = kept.at(-1)?.run;
    const [i, j] = last === undefined ? [0, 0] : [last.old + last.length, last.fresh + last.length];
    return Math.max(lengthOf(a, i, run.old), lengthOf(b, j, run.fresh));
  };
  const isScrap = ({ run, letters, edit }: (typeof kept)[number], after: number): boolean => {
    if (edit === 0 || after === 0) return false;
    const tokens = a.slice(run.old, run.old + run.length);
    return (letters <= edit && letters <= after) || !tokens.some((token) => WORD.test(token));
  };
  for (const run of runs) {
    let edit = editBefore(run);
    while (kept.length > 0 && isScrap(kept.at(-1)!, edit)) {
      kept.pop();
      edit = editBefore(run);
    }
    kept.push({ run, letters: lengthOf(a, run.old, run.old + run.length), edit });
  }
  const end: CommonRun = { old: a.length, fresh: b.length, length: 0 };
  while (kept.length > 0 && isScrap(kept.at(-1)!, editBefore(end))) kept.pop();
  return kept.map(({ run }) => run);
}

function counted(rows: readonly DifferenceRow[]): Pick<TextDifference, 'words' | 'paragraphs'> {
  const words = { same: 0, removed: 0, added: 0 };
  const paragraphs = { same: 0, removed: 0, added: 0, changed: 0 };
  for (const row of rows) {
    paragraphs[row.kind]++;
    for (const { kind, text } of row.kind === 'changed' ? row.pieces : [row])
      forEachToken(text, () => {
        words[kind]++;
      });
  }
  return { words, paragraphs };
}

const MIRROR = { same: 'same', removed: 'added', added: 'removed' } as const;

/** The same with the texts in each other's place: what is removed stands before what is added. */
function mirrored({ rows, words, paragraphs, ...rest }: TextDifference): TextDifference {
  return {
    ...rest,
    rows: inOrder(
      rows.map((row) =>
        row.kind === 'changed'
          ? { ...row, pieces: inOrder(row.pieces.map(mirroredPiece)) }
          : mirroredPiece(row),
      ),
    ),
    words: { ...words, removed: words.added, added: words.removed },
    paragraphs: { ...paragraphs, removed: paragraphs.added, added: paragraphs.removed },
  };
}

const mirroredPiece = ({ kind, text }: DifferencePiece): DifferencePiece => ({ kind: MIRROR[kind], text });

function inOrder<T extends { readonly kind: PieceKind | 'changed' }>(all: readonly T[]): T[] {
  const ordered: T[] = [];
  const added: T[] = [];
  const putAdded = () => {
    for (const one of added) ordered.push(one);
    added.length = 0;
  };
  for (const one of all) {
    if (one.kind === 'added') {
      added.push(one);
      continue;
    }
    if (one.kind !== 'removed') putAdded();
    ordered.push(one);
  }
  putAdded();
  return ordered;
}
