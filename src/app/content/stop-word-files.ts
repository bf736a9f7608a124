/** Stop words that somebody gives for the word vectors of the published methods. */
import { readFileSync, statSync } from 'node:fs';
import { inputError, TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';

/** No list of any language is near it. */
const LARGEST_FILE = 4 << 20;

/** `none`: no word is taken out. Else a file of JSON, `{"pt": ["a", "de"]}`. Throws TRF_INPUT_MISSING and TRF_CONFIG_INVALID. */
export function readStopWords(path: string): Readonly<Record<string, readonly string[]>> {
  if (path === 'none') return {};
  let text: string;
  try {
    if (statSync(path).size > LARGEST_FILE) throw new RangeError('too large');
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    if (cause instanceof RangeError) throw wrong(path);
    throw inputError(path, cause);
  }
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw wrong(path);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(path);
  const lists: Record<string, readonly string[]> = {};
  for (const [language, words] of Object.entries(value)) {
    if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) throw wrong(path);
    lists[language.toLowerCase().split('-')[0]!] = words.map((word) => word.toLowerCase());
  }
  return lists;
}

function wrong(path: string): TarrafaError {
  return new TarrafaError('TRF_CONFIG_INVALID', [path, reason('not-stop-words')]);
}
