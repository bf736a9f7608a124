/**
 * Turns documents around: from the words of each document to the documents of each word. Occurrences are gathered as numbers in flat
 * arrays and brought into the order of their terms by counting, so a batch costs no object for a posting and no comparison for a word.
 */
import { ANCHORS, frequencyByte, lengthByte, TEXT, TITLE } from './measures.ts';
import type { IndexedDocument } from './port.ts';
import { PostingsWriter, type SegmentWriter, SKIP } from './segment-writer.ts';
import { WordTable } from './word-table.ts';

/** Words of one field that are indexed; what stands behind them is not found. */
export const MOST_WORDS = 400_000;
/** Positions between two fields that no phrase reaches over. */
export const FIELD_GAP = 64;
/** Occurrences that are turned around at once: some 40 MB. */
export const MOST_OCCURRENCES = 3_000_000;

export class Inverter {
  readonly #words = new WordTable();
  readonly #postings = new PostingsWriter();
  #terms: string[] = [];
  /** For each term of the table, its number in the batch, plus one. */
  #batchNumbers = new Int32Array(1 << 12);
  /** The same by name: only once the table has forgotten words in the middle of a batch, and numbers its terms anew. */
  #numbers: Map<string, number> | null = null;
  /** For each word of the table that this batch has met, the number of its term in the batch, plus one; 0: not met yet. */
  #termNumbers = new Int32Array(1 << 12);
  /** How often each written form was met in this batch. */
  #formCounts = new Uint32Array(1 << 12);
  #met: number[] = [];
  /** Commonest written form of each term of the batch, and its count, among the words that the table has forgotten since. */
  #forms: string[] = [];
  #counts: number[] = [];
  /** Term of each occurrence, and its position times four plus its field. */
  #termOf = new Uint32Array(1 << 16);
  #placeOf = new Uint32Array(1 << 16);
  #occurrences = 0;
  /** Where the occurrences of each document begin. */
  #starts: number[] = [0];
  #lengths: number[] = [];
  #position = 0;

  /** Occurrences taken so far. */
  get occurrences(): number {
    return this.#occurrences;
  }
  /** Length bytes of the fields of each document taken. */
  get lengths(): Uint8Array {
    return Uint8Array.from(this.#lengths);
  }

  begin(): void {
    this.#forget();
    this.#terms = [];
    this.#numbers = null;
    this.#forms = [];
    this.#counts = [];
    this.#occurrences = 0;
    this.#starts = [0];
    this.#lengths = [];
  }

  take(document: IndexedDocument): void {
    this.#position = 0;
    this.#field(document.title, TITLE);
    this.#position += FIELD_GAP;
    this.#field(document.text, TEXT);
    this.#position += FIELD_GAP;
    this.#field(document.anchors, ANCHORS);
    this.#starts.push(this.#occurrences);
  }

  #field(text: string, field: number): void {
    const from = this.#occurrences;
    const last = this.#position + MOST_WORDS;
    let position = this.#position;
    this.#words.read(text, (word) => {
      let number = word < this.#termNumbers.length ? this.#termNumbers[word]! : 0;
      if (number === 0) number = this.#meet(word);
      if (number > 0) {
        const at = this.#occurrences;
        if (at === this.#termOf.length) this.#grow();
        this.#termOf[at] = number - 1;
        this.#placeOf[at] = position * 4 + field;
        this.#occurrences = at + 1;
        this.#formCounts[this.#words.forms[word]!]!++;
      }
      position++;
      if (this.#words.full) {
        this.#forget();
        this.#words.clear();
        this.#numbers ??= new Map(this.#terms.map((term, number) => [term, number]));
      }
      return position < last;
    });
    this.#position = position;
    this.#lengths.push(lengthByte(this.#occurrences - from));
  }

  /** Gives a word that the batch meets first the number of its term, plus one; -1 for a stop word. */
  #meet(word: number): number {
    const room = Math.max(word, this.#words.forms[word]!) + 1;
    if (room > this.#termNumbers.length) {
      const numbers = new Int32Array(room * 2);
      numbers.set(this.#termNumbers);
      this.#termNumbers = numbers;
      const counts = new Uint32Array(room * 2);
      counts.set(this.#formCounts);
      this.#formCounts = counts;
    }
    this.#met.push(word);
    const term = this.#words.terms[word]!;
    if (term === '') {
      this.#termNumbers[word] = -1;
      return -1;
    }
    const inTable = this.#words.termNumbers[word]!;
    if (inTable >= this.#batchNumbers.length) {
      const larger = new Int32Array(inTable * 2);
      larger.set(this.#batchNumbers);
      this.#batchNumbers = larger;
    }
    let number = this.#batchNumbers[inTable]! - 1;
    if (number < 0 && this.#numbers !== null) number = this.#numbers.get(term) ?? -1;
    if (number < 0) {
      number = this.#terms.length;
      this.#terms.push(term);
      this.#numbers?.set(term, number);
      this.#forms.push('');
      this.#counts.push(0);
    }
    this.#batchNumbers[inTable] = number + 1;
    this.#termNumbers[word] = number + 1;
    return number + 1;
  }

  /** Settles the written forms of the words met, and lets go of their numbers. */
  #forget(): void {
    for (const word of this.#met) {
      const number = this.#termNumbers[word]! - 1;
      this.#termNumbers[word] = 0;
      this.#batchNumbers[this.#words.termNumbers[word]!] = 0;
      if (number < 0) continue;
      const form = this.#words.forms[word]!;
      const count = this.#formCounts[form]!;
      if (count === 0) continue;
      this.#formCounts[form] = 0;
      const written = this.#words.written[form]!;
      const best = this.#counts[number]!;
      if (count > best || (count === best && written < this.#forms[number]!)) {
        this.#forms[number] = written;
        this.#counts[number] = count;
      }
    }
    this.#met = [];
  }

  #grow(): void {
    const terms = new Uint32Array(this.#termOf.length * 2);
    terms.set(this.#termOf);
    this.#termOf = terms;
    const places = new Uint32Array(terms.length);
    places.set(this.#placeOf);
    this.#placeOf = places;
  }

  /** Writes all that was taken since `begin`. */
  write(writer: SegmentWriter): void {
    const terms = this.#terms;
    const total = this.#occurrences;
    this.#forget();
    const ends = new Uint32Array(terms.length + 1);
    for (let i = 0; i < total; i++) ends[this.#termOf[i]! + 1]!++;
    for (let t = 0; t < terms.length; t++) ends[t + 1]! += ends[t]!;
    const documents = new Uint32Array(total);
    const places = new Uint32Array(total);
    const fill = ends.slice(0, terms.length);
    for (let d = 0; d + 1 < this.#starts.length; d++)
      for (let i = this.#starts[d]!; i < this.#starts[d + 1]!; i++) {
        const at = fill[this.#termOf[i]!]!++;
        documents[at] = d;
        places[at] = this.#placeOf[i]!;
      }
    const order = terms.map((_, t) => t);
    order.sort((a, b) => (terms[a]! < terms[b]! ? -1 : 1));
    for (const t of order) {
      this.#encode(documents, places, ends[t]!, ends[t + 1]!);
      writer.add(terms[t]!, this.#postings, this.#forms[t]!, this.#counts[t]!);
    }
  }

  #encode(documents: Uint32Array, places: Uint32Array, from: number, to: number): void {
    const postings = this.#postings;
    postings.reset();
    const { positions } = postings;
    let blockStart = 0;
    let i = from;
    while (i < to) {
      const document = documents[i]!;
      postings.documents.varint(document - postings.last - 1);
      postings.last = document;
      postings.count++;
      const sizeAt = positions.length;
      positions.byte(0);
      let title = 0;
      let text = 0;
      let anchors = 0;
      let before = -1;
      for (; i < to && documents[i] === document; i++) {
        const place = places[i]!;
        const field = place & 3;
        if (field === TEXT) text++;
        else if (field === TITLE) title++;
        else anchors++;
        const position = place >>> 2;
        positions.varint(position - before - 1);
        before = position;
      }
      const size = positions.length - sizeAt - 1;
      if (size < 128) positions.bytes[sizeAt] = size;
      else widen(positions, sizeAt, size);
      postings.frequencies.byte(frequencyByte(title, text, anchors));
      if (postings.count % SKIP === 0) {
        postings.positionBlock(SKIP, positions.length - blockStart);
        blockStart = positions.length;
      }
    }
    if (postings.count % SKIP !== 0)
      postings.positionBlock(postings.count % SKIP, positions.length - blockStart);
  }
}

/** Makes room for a size that needs more than the one byte left for it. */
function widen(
  out: { bytes: Buffer; length: number; reserve(more: number): void },
  at: number,
  size: number,
): void {
  let width = 1;
  for (let rest = size; rest > 127; rest = Math.floor(rest / 128)) width++;
  out.reserve(width);
  out.bytes.copyWithin(at + width, at + 1, out.length);
  out.length += width - 1;
  let rest = size;
  for (let i = 0; i < width; i++) {
    out.bytes[at + i] = i + 1 < width ? (rest % 128) | 128 : rest;
    rest = Math.floor(rest / 128);
  }
}
