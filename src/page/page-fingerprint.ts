/** The fingerprint by which pages that are nearly the same are known: of all that a reader sees of the page, template and all. */
import { printSimhash, simhash64 } from '../text/simhash.ts';

/** Of the text of a page, in characters: what is read of it for its fingerprint and its language. */
export const TEXT_READ = 60_000;
/** Less text than this says nothing about being a copy. */
const LEAST_CHARS = 200;

/** 16 hexadecimal digits; null when there is too little text to compare. */
export function pageFingerprint(text: string): string | null {
  return text.length < LEAST_CHARS ? null : printSimhash(simhash64(text.slice(0, TEXT_READ)));
}
