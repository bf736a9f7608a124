/** The languages in which Tarrafa speaks to people, and how one is told from what a person, a system or a browser says. */

export const LANGUAGES = ['pt-BR', 'pt-PT', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What is spoken to somebody who has asked for nothing else. */
export const USUAL_LANGUAGE: Language = 'pt-BR';

/** Each in its own words, for those who look for theirs. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  'pt-BR': 'Português (Brasil)',
  'pt-PT': 'Português (Portugal)',
  en: 'English',
};

/** `pt_PT.UTF-8` → `pt-PT`, `pt` → `pt-BR`, `en-GB` → `en`; null for a language that is not spoken here. */
export function recogniseLanguage(tag: string | null | undefined): Language | null {
  if (!tag) return null;
  const folded = tag.trim().replace('_', '-').toLowerCase();
  if (/^pt-pt(?![a-z])/.test(folded)) return 'pt-PT';
  if (/^pt(?![a-z])/.test(folded)) return 'pt-BR';
  return /^en(?![a-z])/.test(folded) ? 'en' : null;
}

const MOST_RANGES = 20;

/** The best of an Accept-Language header that we speak (RFC 9110 §12.5.4). */
export function acceptedLanguage(header: string | undefined, otherwise: Language): Language {
  if (header === undefined) return otherwise;
  let best: Language | null = null;
  let bestWeight = 0;
  for (const range of header.slice(0, 500).split(',', MOST_RANGES)) {
    const [name = '', ...parameters] = range.split(';');
    const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.trim().slice(2));
    // Of equal weights the first counts.
    if (!(weight > bestWeight)) continue;
    const language = recogniseLanguage(name);
    if (language === null) continue;
    best = language;
    bestWeight = weight;
  }
  return best ?? otherwise;
}
