/**
 * The n-gram data of the `eld` language detector, read into typed arrays.
 *
 * The package itself keeps its 60 languages in JavaScript objects: 58 MB of resident memory for the smallest data set and 390 MB for the
 * largest, in every thread, and some 65 µs a call. Its data files are plain text, though, and the method (byte n-grams of words, scores
 * added up) is short; read by a scanner into one hash table, the same data takes a fiftieth of the memory and a call a fraction of the
 * time. The tests hold the results against the package's own.
 */
import { FNV_SEED, fnvStep, grown, mix32 } from '../bytes/index.ts';

export interface NgramModel {
  readonly languages: readonly string[];
  /** What stands for a byte from 0x80 on in the keys of the data (JavaScript strings hold no raw bytes). */
  readonly byteCodes: Uint16Array;
  /** Open addressing: fingerprint of the n-gram, 0 for an empty place. */
  readonly keys: Uint32Array;
  /** Where its list begins in `scores`; the list ends where its length says. */
  readonly lists: Uint32Array;
  /** Lists: number of entries, then language and score by turns. */
  readonly scores: Uint8Array;
}

/** Added to every score of the data, which stores them less this. */
export const BASE_SCORE = 53;

/** Never 0, which is an empty place. */
export function hashEnd(hash: number): number {
  const h = mix32(hash) >>> 0;
  return h === 0 ? 1 : h;
}

/** The strings of a JavaScript array of quoted strings. */
function quotedStrings(source: string): string[] {
  const out: string[] = [];
  for (const match of source.matchAll(/'((?:[^'\\]|\\.)*)'/gs)) out.push(match[1]!.replace(/\\(.)/gs, '$1'));
  return out;
}

/** Reads one n-gram after the other from `{'abcd':{1:20,5:7},efgh:{0:3}, …}`. */
function readNgrams(
  source: string,
  from: number,
): { keys: Uint32Array; lists: Uint32Array; scores: Uint8Array } | null {
  let hashes = new Uint32Array(1 << 15);
  let starts = new Uint32Array(1 << 15);
  let scores = new Uint8Array(1 << 18);
  let count = 0;
  let size = 0;
  let i = from;
  const { length } = source;
  for (;;) {
    let c = source.charCodeAt(i);
    if (c === 0x7d) break; // the end of all
    if (c === 0x2c) c = source.charCodeAt(++i);
    let hash = FNV_SEED;
    if (c === 0x27 || c === 0x22) {
      const quote = c;
      for (i++; i < length; i++) {
        c = source.charCodeAt(i);
        if (c === quote) break;
        if (c === 0x5c) c = source.charCodeAt(++i);
        hash = fnvStep(hash, c);
      }
      i++;
    } else {
      for (; i < length; i++) {
        c = source.charCodeAt(i);
        if (c === 0x3a) break;
        hash = fnvStep(hash, c);
      }
    }
    if (source.charCodeAt(i) !== 0x3a || source.charCodeAt(i + 1) !== 0x7b) return null;
    i += 2;
    if (count === hashes.length) {
      hashes = grown(hashes);
      starts = grown(starts);
    }
    if (size + 256 > scores.length) scores = grown(scores);
    hashes[count] = hashEnd(hash);
    starts[count++] = size;
    const head = size++;
    let entries = 0;
    for (;;) {
      let language = 0;
      let score = 0;
      for (c = source.charCodeAt(i); c >= 0x30 && c <= 0x39; c = source.charCodeAt(++i))
        language = language * 10 + c - 0x30;
      if (c !== 0x3a) return null;
      for (c = source.charCodeAt(++i); c >= 0x30 && c <= 0x39; c = source.charCodeAt(++i))
        score = score * 10 + c - 0x30;
      if (language > 255 || score > 255 || entries > 120) return null;
      scores[size++] = language;
      scores[size++] = score;
      entries++;
      i++;
      if (c === 0x7d) break;
      if (c !== 0x2c) return null;
    }
    scores[head] = entries;
    if (i >= length) return null;
  }
  let places = 1 << 10;
  while (places < count * 1.5) places *= 2;
  const keys = new Uint32Array(places);
  const lists = new Uint32Array(places);
  for (let k = 0; k < count; k++) {
    let place = hashes[k]! & (places - 1);
    while (keys[place] !== 0) place = (place + 1) & (places - 1);
    keys[place] = hashes[k]!;
    lists[place] = starts[k]!;
  }
  return { keys, lists, scores: scores.slice(0, size) };
}

/** The model in the two data files of the package, as text; null when they are written in another way. */
export function readNgramModel(ngrams: string, dictionary: string): NgramModel | null {
  const languagesAt = ngrams.indexOf('languages:{');
  const ngramsAt = ngrams.indexOf('ngrams:{', languagesAt);
  if (languagesAt === -1 || ngramsAt === -1) return null;
  const languages = quotedStrings(ngrams.slice(languagesAt, ngrams.indexOf('}', languagesAt)));
  const table = readNgrams(ngrams, ngramsAt + 'ngrams:{'.length);
  const characters = quotedStrings(dictionary.split('dictionary = ')[1] ?? '');
  if (table === null || characters.length !== 256 || languages.length === 0) return null;
  return { languages, byteCodes: Uint16Array.from(characters, (c) => c.charCodeAt(0)), ...table };
}
