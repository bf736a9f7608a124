/** What lines of progress say beside what is being done. */
import { inLanguages } from './in-languages.ts';

export const PROGRESS_WORDS = inLanguages(
  { perSecond: '{amount}/s', left: 'faltam {time}' },
  {},
  { perSecond: '{amount}/s', left: '{time} left' },
);
