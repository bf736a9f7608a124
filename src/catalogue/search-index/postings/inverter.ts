/**
 * Turns documents around: from the words of each document to the documents of each word. Occurrences are gathered as numbers in flat
 * arrays and brought into the order of their terms by counting, so a batch costs no object for a posting and no comparison for a word.
 */

import { grown } from '../../../bytes/index.ts';
import type { IndexedDocument } from '../port.ts';
import { authorWords } from '../terms/terms.ts';
import { LONGEST_TEXT, WordTable } from '../terms/word-table.ts';
import { ANCHORS, BESIDE, COARSE_TEXT, frequencyByte, lengthByte, TEXT, TITLE } from './measures.ts';
import { NEIGHBOUR_BYTES, NEIGHBOURS, UNKNOWN_NEIGHBOURS, writeNeighbours } from './neighbours.ts';
import { PostingsWriter, SKIP, type TermSink } from './postings-writer.ts';

/** Words of one field that are indexed; what stands behind them is not found. */
export const MOST_WORDS = 400_000;
/** Positions between two fields that no phrase reaches over. */
export const FIELD_GAP = 64;
/** Where the words of the address and the byline begin: behind the longest title and text. */
export const BESIDE_AT = 2 * (MOST_WORDS + FIELD_GAP);
/** Words of an address and of a byline that are indexed, each. */
const MOST_BESIDE = 400;
/** Where the words of links begin in every document: behind the longest of everything else, so that they can be told from that. */
export const ANCHORS_AT = BESIDE_AT + 2 * (MOST_BESIDE + FIELD_GAP);
/** Occurrences that are turned around at once: some 40 MB. */
export const MOST_OCCURRENCES = 3_000_000;

/** Of a text whose words were not all taken: what stands beside them is not known. */
const UNKNOWN_BASE = -0x4000_0000;

/** The occurrences of a term: `documents[from … to)`, ascending, and with each its position times four plus its field. */
export interface InvertedTerm {
  readonly term: string;
  readonly written: string;
  readonly writtenCount: number;
  readonly documents: Uint32Array;
  readonly places: Uint32Array;
  readonly from: number;
  readonly to: number;
}

export class Inverter {
  readonly #words = new WordTable();
  readonly #postings = new PostingsWriter();
  #terms: string[] = [];
  /** For each term of the table, its number in the batch, plus one. */
  #batchNumbers = new Int32Array(1 << 12);
  /** The same by name: only once the table has forgotten words in the middle of a batch, and numbers its terms anew. */
  #numbers: Map<string, number> | null = null;
  /** For each word of the table: the number of its term in the batch, plus one (0: not met yet, -1: a stop word), and how often it was met. */
  #batchWords = new Int32Array(1 << 13);
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
  #textWords: number[] = [];
  #position = 0;
  /** What each word of the texts says as a neighbour, with room for three that are not there around each text. */
  #cells = new Uint16Array(1 << 16);
  #cellCount = NEIGHBOURS;
  /** By document: the cell of a position of its text is so much behind it. */
  #cellBases: number[] = [];

  /** Occurrences taken so far. */
  get occurrences(): number {
    return this.#occurrences;
  }
  /** Length bytes of the fields of each document taken. */
  get lengths(): Uint8Array {
    return Uint8Array.from(this.#lengths);
  }

  /** Words of the text of each document taken, stop words counted. */
  get words(): Uint32Array {
    return Uint32Array.from(this.#textWords);
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
    this.#textWords = [];
    this.#cellCount = NEIGHBOURS;
    this.#cellBases = [];
  }

  take(document: IndexedDocument): void {
    this.#position = 0;
    const from = this.#occurrences;
    this.#field(document.title, TITLE);
    this.#lengths.push(lengthByte(this.#occurrences - from));
    const text = this.#occurrences;
    this.#position += FIELD_GAP;
    const begins = this.#position;
    this.#cellBases.push(this.#cellCount - begins);
    const whole = this.#field(document.text, TEXT);
    if (!whole || document.text.length > LONGEST_TEXT)
      this.#cellBases[this.#cellBases.length - 1] = UNKNOWN_BASE;
    this.#endCells();
    this.#lengths.push(lengthByte(this.#occurrences - text));
    this.#textWords.push(this.#position - begins);
    // Beside the text: no phrase reaches over from it, and they do not make it longer.
    this.#position = BESIDE_AT;
    this.#field(document.address, BESIDE, MOST_BESIDE);
    this.#position += FIELD_GAP;
    this.#field(authorWords(document.byline), BESIDE, MOST_BESIDE);
    this.takeAnchors(document.anchors);
  }

  /** Ends a document with what links say of it; alone, when the rest of it is indexed already. */
  takeAnchors(anchors: string): void {
    const from = this.#occurrences;
    this.#position = ANCHORS_AT;
    this.#field(anchors, ANCHORS);
    this.#lengths.push(lengthByte(this.#occurrences - from));
    this.#starts.push(this.#occurrences);
  }

  /** Whether all words of the text were taken. */
  #field(text: string, field: number, most = MOST_WORDS): boolean {
    const words = this.#words;
    let position = this.#position;
    let left = most;
    let whole = true;
    words.read(text);
    for (let count = words.next(); count > 0; count = words.next()) {
      if (count > left) whole = false;
      if (left === 0) break;
      const taken = Math.min(count, left);
      left -= taken;
      this.#takeWords(taken, position, field);
      position += taken;
      if (words.full) {
        this.#forget();
        words.clear();
        this.#numbers ??= new Map(this.#terms.map((term, number) => [term, number]));
      }
    }
    this.#position = position;
    return whole;
  }

  #endCells(): void {
    const end = this.#cellCount + NEIGHBOURS;
    if (end > this.#cells.length) this.#cells = grown(this.#cells, end * 2);
    this.#cells.fill(0, this.#cellCount, end);
    this.#cellCount = end;
  }

  /** Takes the words that the table has just found. */
  #takeWords(count: number, position: number, field: number): void {
    const { found } = this.#words;
    if (field === TEXT) this.#takeCells(count);
    let at = this.#occurrences;
    while (at + count > this.#termOf.length) this.#grow();
    const termOf = this.#termOf;
    const placeOf = this.#placeOf;
    let met = this.#batchWords;
    for (let i = 0; i < count; i++) {
      const word = found[i]!;
      let number = word * 2 < met.length ? met[word * 2]! : 0;
      if (number === 0) {
        number = this.#meet(word);
        met = this.#batchWords;
      }
      if (number < 0) continue;
      termOf[at] = number - 1;
      placeOf[at] = (position + i) * 4 + field;
      met[word * 2 + 1]!++;
      at++;
    }
    this.#occurrences = at;
  }

  #takeCells(count: number): void {
    const { found, cells } = this.#words;
    let at = this.#cellCount;
    if (at + count > this.#cells.length) this.#cells = grown(this.#cells, (at + count) * 2);
    const own = this.#cells;
    for (let i = 0; i < count; i++) own[at++] = cells[found[i]!]!;
    this.#cellCount = at;
  }

  /** Gives a word that the batch meets first the number of its term, plus one; -1 for a stop word. */
  #meet(word: number): number {
    const room = (Math.max(word, this.#words.forms[word]!) + 1) * 2;
    if (room > this.#batchWords.length) this.#batchWords = grown(this.#batchWords, room * 2);
    this.#met.push(word);
    const term = this.#words.terms[word]!;
    if (term === '') {
      this.#batchWords[word * 2] = -1;
      return -1;
    }
    const inTable = this.#words.termNumbers[word]!;
    if (inTable >= this.#batchNumbers.length) this.#batchNumbers = grown(this.#batchNumbers, inTable * 2);
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
    this.#batchWords[word * 2] = number + 1;
    return number + 1;
  }

  /** Settles the written forms of the words met, and lets go of their numbers. */
  #forget(): void {
    const words = this.#batchWords;
    for (const word of this.#met) {
      const form = this.#words.forms[word]!;
      if (form === word) continue;
      words[form * 2 + 1]! += words[word * 2 + 1]!;
      words[word * 2 + 1] = 0;
    }
    for (const word of this.#met) {
      const number = words[word * 2]! - 1;
      words[word * 2] = 0;
      this.#batchNumbers[this.#words.termNumbers[word]!] = 0;
      if (number < 0) continue;
      const form = this.#words.forms[word]!;
      const count = words[form * 2 + 1]!;
      if (count === 0) continue;
      words[form * 2 + 1] = 0;
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
    this.#termOf = grown(this.#termOf);
    this.#placeOf = grown(this.#placeOf);
  }

  /** Writes all that was taken since `begin`. */
  write(writer: TermSink): void {
    this.forEachTerm(({ term, written, writtenCount, documents, places, from, to }) => {
      this.#encode(documents, places, from, to);
      writer.add(term, this.#postings, written, writtenCount);
    });
  }

  /** Calls back with the occurrences of each term that was taken since `begin`, in the order of the terms. */
  forEachTerm(found: (term: InvertedTerm) => void): void {
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
    for (const t of inOrder(terms))
      found({
        term: terms[t]!,
        written: this.#forms[t]!,
        writtenCount: this.#counts[t]!,
        documents,
        places,
        from: ends[t]!,
        to: ends[t + 1]!,
      });
  }

  #encode(documents: Uint32Array, places: Uint32Array, from: number, to: number): void {
    const postings = this.#postings;
    postings.reset();
    const { positions, neighbours } = postings;
    neighbours.reserve((to - from) * (NEIGHBOUR_BYTES + 1));
    let runStart = 0;
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
      let firstInText = i;
      for (; i < to && documents[i] === document; i++) {
        const place = places[i]!;
        const field = place & 3;
        if (field === TEXT) text++;
        else if (field === TITLE) {
          title++;
          firstInText = i + 1;
        } else if (field === ANCHORS) anchors++;
        const position = place >>> 2;
        positions.varint(position - before - 1);
        before = position;
      }
      const size = positions.length - sizeAt - 1;
      if (size < 128) positions.bytes[sizeAt] = size;
      else widen(positions, sizeAt, size);
      postings.frequencies.byte(frequencyByte(title, text, anchors));
      if (text > 0) {
        if (text >= COARSE_TEXT) neighbours.varint(text);
        const base = this.#cellBases[document]!;
        if (base === UNKNOWN_BASE) neighbours.fill(UNKNOWN_NEIGHBOURS & 255, text * NEIGHBOUR_BYTES);
        else writeNeighbours(neighbours, this.#cells, base, places, firstInText, text);
      }
      if (postings.count % SKIP === 0) {
        postings.positionRun(SKIP, positions.length - runStart);
        runStart = positions.length;
      }
    }
    if (postings.count % SKIP !== 0) postings.positionRun(postings.count % SKIP, positions.length - runStart);
  }
}

/**
 * The places of these terms, all different, in the order of their code units. Their first four units and their place make one number each,
 * which are sorted without a comparison in our words; only those that begin alike are then compared.
 */
function inOrder(terms: readonly string[]): Uint32Array {
  const { length } = terms;
  const keys = new BigUint64Array(length);
  const halves = new Uint32Array(keys.buffer);
  const [low, high] = LITTLE_ENDIAN ? [0, 1] : [1, 0];
  for (let t = 0; t < length; t++) {
    const term = terms[t]!;
    let begin = 0;
    let beyond = false;
    for (let i = 0; i < 4; i++) {
      // Behind a unit that does not fit, nothing is known of the order.
      const unit: number = i < term.length && !beyond ? term.charCodeAt(i) + 1 : 0;
      beyond ||= unit >= 255;
      begin = (begin << 8) | Math.min(unit, 255);
    }
    halves[t * 2 + high] = begin;
    halves[t * 2 + low] = t;
  }
  keys.sort();
  const order = new Uint32Array(length);
  for (let from = 0, to: number; from < length; from = to) {
    const begin = halves[from * 2 + high];
    for (to = from; to < length && halves[to * 2 + high] === begin; to++) order[to] = halves[to * 2 + low]!;
    if (to - from > 1) order.subarray(from, to).sort((a, b) => (terms[a]! < terms[b]! ? -1 : 1));
  }
  return order;
}

const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

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
