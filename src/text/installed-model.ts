/**
 * The language models that are installed with the `eld` package, read from its data files; that which is in use also stands beside the built program, as it
 * is in memory (`scripts/bundle.mjs`).
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type NgramModel, readNgramModel } from './ngram-model.ts';
import { unpackModel } from './packed-model.ts';

/** Size of the data set: how it does on short texts grows with it, and so does its memory. */
export type ModelSize = 'extrasmall' | 'small' | 'medium' | 'large';

/** The data set in use: between the smallest and this one accuracy on whole pages no longer moves, and it is read in 30 ms. */
const DEFAULT_MODEL: ModelSize = 'medium';

/** The folder of the package, found as Node finds it; its export map does not name the data files. */
function packageFolder(): string | null {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', 'eld', 'src');
    if (existsSync(candidate)) return candidate;
    if (folder === dirname(folder)) return null;
  }
}

/** Reads the data set; null when the package is not there or writes its data in another way. */
export function loadNgramModel(size: ModelSize): NgramModel | null {
  try {
    const folder = packageFolder();
    if (folder === null) return null;
    const text = (...path: string[]) => readFileSync(join(folder, ...path), 'utf8');
    return readNgramModel(text('ngrams', `${size}.js`), text('dictionary.js'));
  } catch {
    // A missing or unreadable file: the caller does without.
    return null;
  }
}

/** The model in use. */
export function loadDefaultModel(): NgramModel | null {
  return builtModel() ?? loadNgramModel(DEFAULT_MODEL);
}

function builtModel(): NgramModel | null {
  try {
    return unpackModel(readFileSync(new URL('../../data/language.bin', import.meta.url)));
  } catch {
    return null;
  }
}
