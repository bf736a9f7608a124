/**
 * |S| of every block, fast. The numbers are those of comparing all pairs; what is saved:
 *
 * - blocks with equal markup and equal words are one *kind*, compared once for all of them;
 * - with the word measure, what kinds share is counted through an index from words to kinds, and only those that share enough for any
 *   markup to make them similar are looked at (with SImp ≤ ε, blocks that share no word cannot be similar);
 * - a pair is given up as soon as a bound decides it: the words alone, then words and the most that the markup could add;
 * - pages already found similar are not looked at again; the markup of two kinds is compared once for each pair of forms.
 *
 * Every bound goes through the same sum as the value it stands for. Rounding never turns an order round, so bound and value agree.
 */
import type { SimilarPages } from './all-pairs.ts';
import type { Collection } from './collection.ts';
import { binaryCosine, distanceSimilarity } from './content-similarity.ts';
import type { XcexParameters } from './parameters.ts';
import { isSimilar, weighed } from './similarity.ts';
import { damerau, hamming, jaroWinkler, LevenshteinPattern } from './string-distance.ts';
import { type StyleForms, styleForms } from './style-forms.ts';
import { Names } from './style-similarity.ts';

export function countSimilarPages(collection: Collection, parameters: XcexParameters): SimilarPages {
  return new Comparison(collection, parameters).run();
}

/** A list of lists of numbers in two arrays: row i is `items` from `starts[i]` to `starts[i + 1]`. */
interface Rows {
  readonly starts: Int32Array;
  readonly items: Int32Array;
}

/** Groups 0…n-1 by a key each. */
function grouped(keys: ArrayLike<number>, groups: number): Rows {
  const starts = new Int32Array(groups + 1);
  for (let i = 0; i < keys.length; i++) starts[keys[i]! + 1]!++;
  for (let i = 0; i < groups; i++) starts[i + 1]! += starts[i]!;
  const next = starts.slice();
  const items = new Int32Array(keys.length);
  for (let i = 0; i < keys.length; i++) items[next[keys[i]!]!++] = i;
  return { starts, items };
}

/** More than floating point can err in the few steps of a bound. */
const ROUNDING = 1e-9;

/** The content similarity (0 when none is needed) below which not even equal markup makes two blocks similar. */
function leastCosine({ similarityLimit, structureImportance, contentImportance }: XcexParameters): number {
  if (contentImportance === 0) return 0;
  return Math.max(0, (similarityLimit - structureImportance) / contentImportance);
}

class Comparison {
  readonly #collection: Collection;
  readonly #parameters: XcexParameters;
  readonly #styles: StyleForms;
  /** Kind of each block, and for each kind a block that stands for it. */
  readonly #kind: Int32Array;
  readonly #sample: number[] = [];
  readonly #members: Rows;
  /** Pages of the members of each kind, each once. */
  readonly #pages: Rows;
  readonly #counts: Int32Array;
  /** A page is marked when its stamp is the kind's under analysis. */
  readonly #stamps: Int32Array;
  #stamp = 0;
  #marked = 0;
  #comparisons = 0;

  constructor(collection: Collection, parameters: XcexParameters) {
    this.#collection = collection;
    this.#parameters = parameters;
    this.#styles = styleForms(
      collection.compared.map((block) => block.style),
      parameters,
    );
    const kinds = new Names();
    this.#kind = new Int32Array(collection.count);
    collection.compared.forEach(({ content }, block) => {
      const words = parameters.contentMeasure === 'cosine' ? content.terms : content.text;
      const kind = kinds.id(`${this.#styles.form[block]}:${words.join(',')}`);
      if (kind === this.#sample.length) this.#sample.push(block);
      this.#kind[block] = kind;
    });
    this.#members = grouped(this.#kind, this.#sample.length);
    this.#pages = this.#distinctPages();
    this.#counts = new Int32Array(collection.count);
    this.#stamps = new Int32Array(collection.pageCount).fill(-1);
  }

  #distinctPages(): Rows {
    const { starts, items } = this.#members;
    const pageStarts = new Int32Array(starts.length);
    const pages = new Int32Array(items.length);
    let length = 0;
    for (let kind = 0; kind + 1 < starts.length; kind++) {
      let last = -1;
      for (let i = starts[kind]!; i < starts[kind + 1]!; i++) {
        const page = this.#collection.page[items[i]!]!;
        if (page !== last) pages[length++] = page;
        last = page;
      }
      pageStarts[kind + 1] = length;
    }
    return { starts: pageStarts, items: pages };
  }

  run(): SimilarPages {
    if (this.#parameters.contentMeasure === 'cosine') this.#byWords();
    else this.#byTexts();
    return { counts: this.#counts, comparisons: this.#comparisons };
  }

  #begin(kind: number): void {
    this.#stamp = kind;
    this.#marked = 0;
  }

  /** Whether every page of a kind is already known to hold a similar block. */
  #isSettled(kind: number): boolean {
    const { starts, items } = this.#pages;
    for (let i = starts[kind]!; i < starts[kind + 1]!; i++)
      if (this.#stamps[items[i]!] !== this.#stamp) return false;
    return true;
  }

  #mark(kind: number): void {
    const { starts, items } = this.#pages;
    for (let i = starts[kind]!; i < starts[kind + 1]!; i++) {
      if (this.#stamps[items[i]!] === this.#stamp) continue;
      this.#stamps[items[i]!] = this.#stamp;
      this.#marked++;
    }
  }

  #isCompared(kind: number): boolean {
    const { starts, items } = this.#members;
    for (let i = starts[kind]!; i < starts[kind + 1]!; i++)
      if (this.#collection.exactCopy[items[i]!] === 0) return true;
    return false;
  }

  #byWords(): void {
    const parameters = this.#parameters;
    const { compared } = this.#collection;
    const terms = this.#sample.map((block) => compared[block]!.content.terms);
    const kinds = terms.length;
    const sizes = Float64Array.from(terms, (list) => list.length);
    const { starts, items } = this.#postings(terms);
    const shared = new Int32Array(kinds);
    // Only when markup alone can make blocks similar do kinds without a common word have to be met.
    const fewest = isSimilar(weighed(1, 0, parameters), parameters) ? 0 : 1;
    const leastSquare = fewest === 0 ? 0 : leastCosine(parameters) ** 2 * (1 - ROUNDING);
    for (let kind = 0; kind < kinds; kind++) {
      if (!this.#isCompared(kind)) continue;
      this.#begin(kind);
      shared.fill(0);
      for (const term of terms[kind]!) {
        const end = starts[term + 1]!;
        for (let i = starts[term]!; i < end; i++) shared[items[i]!]!++;
      }
      const size = sizes[kind]!;
      const bound = leastSquare * size;
      for (let other = 0; other < kinds; other++) {
        const common = shared[other]!;
        // The cosine, squared and multiplied out: most kinds fall here.
        if (common < fewest || common * common < bound * sizes[other]!) continue;
        if (other === kind || this.#isSettled(other)) continue;
        if (this.#areSimilar(kind, other, binaryCosine(common, size, sizes[other]!))) this.#mark(other);
      }
      this.#give(kind, this.#areSimilar(kind, kind, binaryCosine(size, size, size)));
    }
  }

  #postings(terms: readonly Uint32Array[]): Rows {
    const starts = new Int32Array(this.#collection.vocabularySize + 1);
    let length = 0;
    for (const list of terms) {
      for (const term of list) starts[term + 1]!++;
      length += list.length;
    }
    for (let i = 1; i < starts.length; i++) starts[i]! += starts[i - 1]!;
    const next = starts.slice();
    const items = new Int32Array(length);
    terms.forEach((list, kind) => {
      for (const term of list) items[next[term]!++] = kind;
    });
    return { starts, items };
  }

  /** Whether two kinds are similar, their content similarity known. */
  #areSimilar(kind: number, other: number, csim: number): boolean {
    const parameters = this.#parameters;
    if (isSimilar(weighed(0, csim, parameters), parameters)) return true;
    if (!isSimilar(weighed(1, csim, parameters), parameters)) return false;
    const a = this.#styles.form[this.#sample[kind]!]!;
    const b = this.#styles.form[this.#sample[other]!]!;
    if (!isSimilar(weighed(this.#styles.bound(a, b), csim, parameters), parameters)) return false;
    this.#comparisons++;
    return isSimilar(weighed(this.#styles.similarity(a, b), csim, parameters), parameters);
  }

  #byTexts(): void {
    const parameters = this.#parameters;
    const texts = this.#sample.map((block) => this.#collection.compared[block]!.content.text);
    const lengths = Float64Array.from(texts, (text) => text.length);
    const byEdits = parameters.contentMeasure === 'levenshtein' || parameters.contentMeasure === 'damerau';
    const byPlaces = parameters.contentMeasure === 'hamming';
    // No distance is less than the difference of the lengths, and no markup is more alike than equal.
    const least = byEdits || byPlaces ? leastCosine(parameters) * (1 - ROUNDING) : 0;
    for (let kind = 0; kind < texts.length; kind++) {
      if (!this.#isCompared(kind)) continue;
      this.#begin(kind);
      const text = texts[kind]!;
      const length = lengths[kind]!;
      const pattern = byEdits ? new LevenshteinPattern(text) : null;
      for (let other = 0; other < texts.length; other++) {
        const longer = Math.max(length, lengths[other]!);
        if (Math.min(length, lengths[other]!) < least * longer || other === kind || this.#isSettled(other))
          continue;
        let distance = 0;
        if (byPlaces) {
          // As cheap as looking the markup up, so it comes before.
          const most = longer - least * longer;
          distance = hamming(text, texts[other]!, most);
          if (distance > most) continue;
        }
        if (this.#haveSimilarTexts(kind, other, distance, pattern)) this.#mark(other);
      }
      this.#give(kind, this.#haveSimilarTexts(kind, kind, 0, pattern));
    }
  }

  #haveSimilarTexts(
    kind: number,
    other: number,
    hammingDistance: number,
    pattern: LevenshteinPattern | null,
  ): boolean {
    const parameters = this.#parameters;
    const { compared } = this.#collection;
    const { form } = this.#styles;
    const a = compared[this.#sample[kind]!]!.content.text;
    const b = compared[this.#sample[other]!]!.content.text;
    this.#comparisons++;
    const ssim = this.#styles.similarity(form[this.#sample[kind]!]!, form[this.#sample[other]!]!);
    if (isSimilar(weighed(ssim, 0, parameters), parameters)) return true;
    if (!isSimilar(weighed(ssim, 1, parameters), parameters)) return false;
    const similarAt = (distance: number) =>
      isSimilar(weighed(ssim, distanceSimilarity(distance, a.length, b.length), parameters), parameters);
    switch (parameters.contentMeasure) {
      case 'hamming':
        return similarAt(hammingDistance);
      case 'levenshtein':
        return similarAt(pattern!.distance(b));
      case 'damerau': {
        // A swap saves at most one of two steps: the distance lies between half of Levenshtein's and Levenshtein's.
        const plain = pattern!.distance(b);
        if (similarAt(plain)) return true;
        return similarAt(Math.ceil(plain / 2)) && similarAt(damerau(a, b));
      }
      default:
        return isSimilar(weighed(ssim, jaroWinkler(a, b), parameters), parameters);
    }
  }

  /** Writes |S| of the members of a kind: the marked pages, and those of its twins when twins are similar. */
  #give(kind: number, twinsAreSimilar: boolean): void {
    const { page, exactCopy } = this.#collection;
    const { compareOwnPage } = this.#parameters;
    const pages = this.#pages;
    let unmarked = 0;
    for (let i = pages.starts[kind]!; i < pages.starts[kind + 1]!; i++)
      if (this.#stamps[pages.items[i]!] !== this.#stamp) unmarked++;
    const { starts, items } = this.#members;
    const to = starts[kind + 1]!;
    for (let i = starts[kind]!; i < to; i++) {
      const block = items[i]!;
      if (exactCopy[block] === 1) continue;
      const own = page[block]!;
      const ownMarked = this.#stamps[own] === this.#stamp;
      let count = this.#marked;
      if (twinsAreSimilar) {
        count += unmarked;
        // Members stand in the order of pages: a twin on the same page is a neighbour.
        const twin =
          (i > starts[kind]! && page[items[i - 1]!] === own) || (i + 1 < to && page[items[i + 1]!] === own);
        if (!ownMarked && !(twin && compareOwnPage)) count--;
      }
      if (ownMarked && !compareOwnPage) count--;
      this.#counts[block] = count;
    }
  }
}
