/**
 * A language model as bytes, for where there are no files to read it from: made once under Node, carried to a browser as it is.
 *
 * The mark, then as numbers of four bytes, low byte first: how long the names of the languages are, how many places the table has, how
 * many bytes of scores; then the names as UTF-8 JSON, the 256 codes of bytes (two bytes each), keys, lists (four each) and scores.
 */
import type { NgramModel } from './ngram-model.ts';

const MARK = 'tarrafa-ngrams 1';
const HEAD = MARK.length + 12;
const BYTE_CODES = 256;

export function packModel({ languages, byteCodes, keys, lists, scores }: NgramModel): Uint8Array {
  const names = new TextEncoder().encode(JSON.stringify(languages));
  const size = HEAD + names.length + 2 * BYTE_CODES + 8 * keys.length + scores.length;
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(MARK));
  view.setUint32(MARK.length, names.length, true);
  view.setUint32(MARK.length + 4, keys.length, true);
  view.setUint32(MARK.length + 8, scores.length, true);
  bytes.set(names, HEAD);
  let at = HEAD + names.length;
  for (let i = 0; i < BYTE_CODES; i++, at += 2) view.setUint16(at, byteCodes[i]!, true);
  for (const column of [keys, lists])
    for (let i = 0; i < column.length; i++, at += 4) view.setUint32(at, column[i]!, true);
  bytes.set(scores, at);
  return bytes;
}

/** Null for what `packModel` did not write. */
export function unpackModel(bytes: Uint8Array): NgramModel | null {
  if (bytes.length < HEAD || new TextDecoder().decode(bytes.subarray(0, MARK.length)) !== MARK) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names = view.getUint32(MARK.length, true);
  const places = view.getUint32(MARK.length + 4, true);
  const size = view.getUint32(MARK.length + 8, true);
  if (bytes.length !== HEAD + names + 2 * BYTE_CODES + 8 * places + size) return null;
  const languages = JSON.parse(new TextDecoder().decode(bytes.subarray(HEAD, HEAD + names))) as string[];
  let at = HEAD + names;
  const byteCodes = new Uint16Array(BYTE_CODES);
  for (let i = 0; i < BYTE_CODES; i++, at += 2) byteCodes[i] = view.getUint16(at, true);
  // Made anew from the bytes: a slice of what Node reads is no copy.
  const column = (from: number): Uint32Array =>
    numbers(new Uint8Array(bytes.subarray(from, from + 4 * places)));
  return {
    languages,
    byteCodes,
    keys: column(at),
    lists: column(at + 4 * places),
    scores: new Uint8Array(bytes.subarray(at + 8 * places)),
  };
}

/** Where this machine writes numbers as they stand there, the bytes are the numbers. */
function numbers({ buffer }: Uint8Array): Uint32Array {
  const column = new Uint32Array(buffer);
  if (new Uint8Array(Uint32Array.of(1).buffer)[0] === 1) return column;
  const view = new DataView(buffer);
  return column.map((_, i) => view.getUint32(4 * i, true));
}
