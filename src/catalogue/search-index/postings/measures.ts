/**
 * The small numbers that a document is weighed by, each in a byte or less: how often a term stands in each field, and how long each field
 * is. Ranking saturates both, so the coarse steps at the upper end change no order that matters, and a posting needs one byte.
 */

/** Fields in the order of every array here. */
export const TITLE = 0;
export const TEXT = 1;
export const ANCHORS = 2;
/** Beside the text, in the address and the byline: no field of the frequencies, which say how often a term stands in the text itself. */
export const BESIDE = 3;

const TEXT_STEPS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 32, 48, 64];
/** From here on the code of a text's frequency stands for several numbers. */
export const COARSE_TEXT = 8;
const TITLE_STEPS = [0, 1, 2, 3];
const ANCHOR_STEPS = [0, 1, 4, 16];

function codeOf(steps: readonly number[], frequency: number): number {
  let code = 0;
  while (code + 1 < steps.length && steps[code + 1]! <= frequency) code++;
  return code;
}

/** One byte of a term's frequencies: text in the low four bits, title in the next two, anchors in the last two. */
export function frequencyByte(title: number, text: number, anchors: number): number {
  return codeOf(TEXT_STEPS, text) | (codeOf(TITLE_STEPS, title) << 4) | (codeOf(ANCHOR_STEPS, anchors) << 6);
}

/** The code of the text's frequency that a byte is worth: a term that stands beside the text alone has none, and is worth one in it. */
export function textCode(byte: number): number {
  return byte === 0 ? 1 : byte & 15;
}

/** How often a term stands in the text, if its byte says exactly that; otherwise -1. */
export function exactTextFrequency(byte: number): number {
  const code = byte & 15;
  return code < COARSE_TEXT ? code : -1;
}

export function textFrequency(byte: number): number {
  return TEXT_STEPS[byte & 15]!;
}
export function titleFrequency(byte: number): number {
  return TITLE_STEPS[(byte >> 4) & 3]!;
}
export function anchorFrequency(byte: number): number {
  return ANCHOR_STEPS[byte >> 6]!;
}

/** Length of a field (terms, without stop words) as a byte: exact up to 16, then twelve steps to a doubling. */
export function lengthByte(length: number): number {
  if (length < 16) return length;
  return Math.min(255, Math.floor(16 + 12 * Math.log2(length / 16) + 1e-9));
}

/** What a length byte stands for. */
export const LENGTHS: Float64Array = Float64Array.from({ length: 256 }, (_, code) =>
  code < 16 ? code : Math.round(16 * 2 ** ((code - 16) / 12)),
);

/** A part of a whole, 0 … 1, in 16 bits. */
export function shareCode(share: number): number {
  return share > 0 ? Math.min(65_535, Math.round(share * 65_535)) : 0;
}
export function shareOf(code: number): number {
  return code / 65_535;
}

const MIN_DAY = -2_147_483_000;
const MAX_DAY = 2_147_483_000;

/** A day number that fits 32 bits; NaN stays. */
export function dayCode(day: number): number {
  return Math.trunc(Math.min(MAX_DAY, Math.max(MIN_DAY, day)));
}

/** The year of a day (0 is 1970-01-01), in the proleptic Gregorian calendar, held inside 16 bits. */
export function yearOf(day: number): number {
  // Days from 1 March of year 0, in eras of 400 years: the leap day is then the last of its year.
  const z = day + 719_468;
  const era = Math.floor(z / 146_097);
  const inEra = z - era * 146_097;
  const yearInEra = Math.floor(
    (inEra - Math.floor(inEra / 1460) + Math.floor(inEra / 36_524) - Math.floor(inEra / 146_096)) / 365,
  );
  const dayOfYear = inEra - (365 * yearInEra + Math.floor(yearInEra / 4) - Math.floor(yearInEra / 100));
  const year = yearInEra + era * 400 + (dayOfYear >= 306 ? 1 : 0);
  return Math.max(-32_767, Math.min(32_767, year));
}

/** A year that is none. */
export const NO_YEAR = -32_768;
/** A day that is none. */
export const NO_DAY = -2_147_483_648;
