/**
 * What a plain text search would answer: BM25 over all words that are known of a file (its name, anchors, the words around its links, the
 * page, the values of its places), without knowing what a place, a class or an area is.
 */
import type { GeoIndex } from '../../src/geo/query/index.ts';
import { isStopWord } from '../../src/geo/vocabulary/index.ts';
import { byLength, foldWords, inverseFrequency, saturated } from '../../src/text/index.ts';

export class TextSearch {
  readonly #documents: {
    readonly url: string;
    readonly counts: Map<string, number>;
    readonly length: number;
  }[] = [];
  readonly #having = new Map<string, number>();
  readonly #usual: number;

  constructor(index: GeoIndex) {
    for (const { file } of index.files('indexed')) {
      const said = file.anchors.map(
        ({ page, text, before, after }) =>
          `${text} ${before.join(' ')} ${after.join(' ')} ${index.context(page)}`,
      );
      const values = file.places.map(({ value }) => value).join(' ');
      const words = foldWords(`${file.name} ${said.join(' ')} ${values}`).split(' ');
      const counts = new Map<string, number>();
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
      for (const word of counts.keys()) this.#having.set(word, (this.#having.get(word) ?? 0) + 1);
      this.#documents.push({ url: file.url, counts, length: words.length });
    }
    this.#usual =
      this.#documents.reduce((sum, { length }) => sum + length, 0) / Math.max(1, this.#documents.length);
  }

  search(query: string): string[] {
    const words = foldWords(query)
      .split(' ')
      .filter((word) => !isStopWord(word));
    return this.#documents
      .map(({ url, counts, length }) => {
        let score = 0;
        for (const word of words) {
          const frequency = counts.get(word);
          if (frequency === undefined) continue;
          const rarity = inverseFrequency(this.#documents.length, this.#having.get(word)!);
          score += rarity * saturated(byLength(frequency, length, this.#usual));
        }
        return { url, score };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || (a.url < b.url ? -1 : 1))
      .map(({ url }) => url);
  }
}
