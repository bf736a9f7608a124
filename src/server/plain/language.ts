/** The language of a page: what its address says, else what the browser asks for, else Brazilian Portuguese. */
import { acceptedLanguage, type Language, USUAL_LANGUAGE } from '../../words/index.ts';

export function chooseLanguage(asked: string | undefined, accepted: string | undefined): Language {
  const usual = acceptedLanguage(accepted, USUAL_LANGUAGE);
  return asked === undefined ? usual : acceptedLanguage(asked.slice(0, 40), usual);
}
