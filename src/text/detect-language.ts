/** The language of a text by the installed model. */
import { loadDefaultModel } from './installed-model.ts';
import { LanguageDetector, type LanguageGuess, UNDETERMINED } from './language.ts';
import { packModel } from './packed-model.ts';

let detector: LanguageDetector | null | undefined;

/** The language of a text. The data is read at the first call; without it every answer is `und`. */
export function detectLanguage(text: string): LanguageGuess {
  if (detector === undefined) {
    const model = loadDefaultModel();
    detector = model === null ? null : new LanguageDetector(model);
  }
  return detector === null ? UNDETERMINED : detector.detect(text);
}

/** The installed model as bytes, for a reading elsewhere (`tarrafa/page/portable`); null when there is none. */
export function languageModelBytes(): Uint8Array | null {
  const model = loadDefaultModel();
  return model === null ? null : packModel(model);
}
