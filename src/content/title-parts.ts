/** What pages of a site may have in common in their titles: the whole, the first and the last part, each as a number. */
import { fnv32 } from '../bytes/index.ts';
import { foldWords } from '../text/index.ts';
import { partsOf } from './site-name.ts';

export interface TitleParts {
  readonly whole: string;
  /** Empty in a title of one part. */
  readonly first: string;
  readonly last: string;
}

export function titleParts(title: string): TitleParts {
  const parts = partsOf(title)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return {
    whole: title,
    first: parts.length > 1 ? parts[0]! : '',
    last: parts.length > 1 ? parts.at(-1)! : '',
  };
}

/** Of whole, first and last; 0 where there is none. */
export function titleKeys(title: string): Uint32Array {
  const { whole, first, last } = titleParts(title);
  return Uint32Array.from([whole, first, last], textKey);
}

/** By its letters and digits; 0 where there are none. */
export function textKey(text: string): number {
  const folded = foldWords(text);
  return folded === '' ? 0 : fnv32(folded) >>> 0;
}
