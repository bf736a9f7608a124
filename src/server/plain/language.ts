/** The language of a page: what its address says, else what the browser asks for, else what its server usually speaks. */
import { acceptedLanguage, type Language } from '../../words/index.ts';

export function chooseLanguage(
  asked: string | undefined,
  accepted: string | undefined,
  usual: Language,
): Language {
  const wished = acceptedLanguage(accepted, usual);
  return asked === undefined ? wished : acceptedLanguage(asked.slice(0, 40), wished);
}
