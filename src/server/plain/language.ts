/** The language of a page: what its address says, else what the browser asks for, else Brazilian Portuguese. */
import { LANGUAGES, type Language, languageOf } from '../language.ts';

export const PAGE_LANGUAGES = LANGUAGES;
export type PageLanguage = Language;

export function chooseLanguage(asked: string | undefined, accepted: string | undefined): PageLanguage {
  const usual = languageOf(accepted, 'pt-BR');
  return asked === undefined ? usual : languageOf(asked.slice(0, 40).replace('_', '-'), usual);
}
