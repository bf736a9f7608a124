/** A file of patterns that `tarrafa time mine --json` wrote, taken into a language. */
import { readFile, stat } from 'node:fs/promises';
import { TarrafaError } from '../../errors.ts';
import { localeWith, newsOf } from '../../time/cop/index.ts';
import type { Locale, Pattern } from '../../time/index.ts';
import { reason, systemFailure } from '../../words/why.ts';

/** Of the largest collections the miner writes some hundreds of kilobytes. */
const LARGEST = 16 << 20;

/** Those of the file that the language does not read yet. Throws TRF_INPUT_MISSING and TRF_TIME_PATTERNS. */
export async function patternsOfFile(path: string, locale: Locale): Promise<Pattern[]> {
  let text: string;
  try {
    if ((await stat(path)).size > LARGEST)
      throw new TarrafaError('TRF_TIME_PATTERNS', [
        path,
        reason('file-too-large', { megabytes: LARGEST >> 20 }),
      ]);
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if (cause instanceof TarrafaError) throw cause;
    throw new TarrafaError('TRF_INPUT_MISSING', [path, systemFailure(cause)], { cause });
  }
  const patterns = newsOf(text, path, locale);
  // What does not compile is told now, also to whoever only keeps the patterns.
  localeWith(patterns, locale, path);
  return patterns;
}

export async function localeWithFile(path: string, locale: Locale): Promise<Locale> {
  return localeWith(await patternsOfFile(path, locale), locale, path);
}
