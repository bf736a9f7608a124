/**
 * Running text of any size with the word frequencies of real Portuguese: a walk over a real text that goes on with the next word most of
 * the time and jumps to a word elsewhere otherwise, so that words, and pairs of words, are as frequent as they are there. Words that a
 * longer text would have and this one does not are drawn from a tail by Zipf's law, as often as Good and Turing expect of them.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Random } from '../../samples/language/random.ts';
import { story } from '../../samples/language/story.ts';
import { foundIn } from '../measure.ts';

/** How often the walk goes on with the next word. */
const GO_ON = 0.7;
/** How often a jump goes to a word that the document has had: real texts stay with their matter. */
const AGAIN = 0.25;
/** Words that the tail may hold. */
const TAIL = 4_000_000;

/** Small and fast: millions of documents are made. */
export class Dice {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0 || 1;
    for (let i = 0; i < 4; i++) this.next();
  }
  /** 0 … 1. */
  next(): number {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x >>> 0;
    return this.#state / 4_294_967_296;
  }
  int(below: number): number {
    return Math.floor(this.next() * below);
  }
  normal(): number {
    return Math.sqrt(-2 * Math.log(this.next() + 1e-12)) * Math.cos(2 * Math.PI * this.next());
  }
}

export interface TextFacts {
  readonly source: string;
  readonly words: number;
  readonly distinct: number;
  /** Exponent and shift of Zipf and Mandelbrot, fitted to the ranks. */
  readonly exponent: number;
  readonly shift: number;
  /** Share of running words that are not in the source. */
  readonly unseen: number;
}

export class RunningText {
  readonly #tokens: string[];
  readonly facts: TextFacts;
  readonly #start: number;

  constructor(texts: readonly string[], source: string) {
    this.#tokens = texts.flatMap((text) => text.split(/\s+/).filter((token) => token !== ''));
    const counts = new Map<string, number>();
    for (const token of this.#tokens) {
      const word = token.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
      if (word !== '') counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    const ranked = [...counts.values()].sort((a, b) => b - a);
    const total = ranked.reduce((sum, count) => sum + count, 0);
    const unseen = Math.max(0.005, ranked.filter((count) => count === 1).length / total);
    const { exponent, shift } = fit(ranked);
    this.#start = ranked.length;
    this.facts = { source, words: total, distinct: ranked.length, exponent, shift, unseen };
  }

  /** About so many bytes of text. */
  make(dice: Dice, bytes: number): string {
    const tokens = this.#tokens;
    const had: number[] = [];
    let out = '';
    let at = dice.int(tokens.length);
    // Most letters are one byte; accents make up for what rounding loses.
    while (out.length < bytes * 0.97) {
      if (dice.next() < this.facts.unseen) out += `${this.#tailWord(dice)} `;
      else {
        if (dice.next() < GO_ON && at + 1 < tokens.length) at++;
        else
          at = had.length > 8 && dice.next() < AGAIN ? had[dice.int(had.length)]! : dice.int(tokens.length);
        had.push(at);
        out += `${tokens[at]!} `;
      }
    }
    return out.trimEnd();
  }

  /** A word by its rank behind those of the source, spelt by that rank. */
  #tailWord(dice: Dice): string {
    const a = Math.max(1.02, this.facts.exponent);
    const low = (this.#start + this.facts.shift) ** (1 - a);
    const high = (this.#start + this.facts.shift + TAIL) ** (1 - a);
    const rank = Math.floor((low + dice.next() * (high - low)) ** (1 / (1 - a)) - this.facts.shift);
    return spelt(Math.max(0, rank - this.#start));
  }
}

const ONSETS = ['b', 'c', 'd', 'f', 'g', 'l', 'm', 'n', 'p', 'r', 's', 't', 'v', 'br', 'tr', 'ch'];
const VOWELS = ['a', 'e', 'i', 'o', 'u', 'ão', 'á', 'ei'];

function spelt(rank: number): string {
  let left = rank + 128;
  let word = '';
  while (left > 0) {
    word += ONSETS[left & 15]! + VOWELS[(left >> 4) & 7]!;
    left = Math.floor(left / 128);
  }
  return word;
}

/** Exponent and shift by least squares on logarithms, at ranks spread evenly on that scale. */
function fit(ranked: readonly number[]): { exponent: number; shift: number } {
  let best = { exponent: 1.05, shift: 2.7, error: Number.POSITIVE_INFINITY };
  const ranks: number[] = [];
  for (let rank = 1; rank < ranked.length; rank = Math.ceil(rank * 1.15) + 1)
    if (ranked[rank - 1]! > 1) ranks.push(rank);
  for (let shift = 0; shift <= 20; shift += 0.5) {
    const xs = ranks.map((rank) => Math.log(rank + shift));
    const ys = ranks.map((rank) => Math.log(ranked[rank - 1]!));
    const mx = xs.reduce((sum, x) => sum + x, 0) / xs.length;
    const my = ys.reduce((sum, y) => sum + y, 0) / ys.length;
    let xy = 0;
    let xx = 0;
    for (let i = 0; i < xs.length; i++) {
      xy += (xs[i]! - mx) * (ys[i]! - my);
      xx += (xs[i]! - mx) ** 2;
    }
    const slope = xy / xx;
    const error = xs.reduce((sum, x, i) => sum + (ys[i]! - my - slope * (x - mx)) ** 2, 0);
    if (error < best.error) best = { exponent: -slope, shift, error };
  }
  return best;
}

/** Texts of `*.jsonl.gz` files (`{text}` a line) under a folder. */
function textsOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const texts: string[] = [];
  const visit = (path: string, depth: number): void => {
    if (statSync(path).isDirectory()) {
      if (depth < 3) for (const name of readdirSync(path).sort()) visit(join(path, name), depth + 1);
    } else if (path.endsWith('.timex.jsonl.gz'))
      for (const line of gunzipSync(readFileSync(path)).toString('utf8').split('\n'))
        if (line.trim() !== '') texts.push((JSON.parse(line) as { text: string }).text);
  };
  visit(folder, 0);
  return texts;
}

/** Real texts when there are any, else the news of the sample web. */
export function runningText(data: string | undefined): RunningText {
  const real = foundIn(data, data === undefined ? [] : textsOf(data), 'texts to search');
  if (real.length > 0) return new RunningText(real, `${real.length} real texts of --data`);
  const random = new Random(7, 'search');
  const texts = Array.from({ length: 600 }, (_, i) => {
    const { headline, summary, paragraphs } = story(
      random,
      i % 3 === 0 ? 'pt' : 'br',
      new Date(Date.UTC(2000 + (i % 25), i % 12, 1 + (i % 28), 12)),
    );
    return [headline, summary, ...paragraphs].join(' ');
  });
  return new RunningText(texts, '600 news stories of the sample web');
}
