/** The language of an answer: what the reader's browser asks for, else that of the server. */
export const LANGUAGES = ['pt-BR', 'pt-PT', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const MOST_RANGES = 20;

/** The best of an Accept-Language header that we speak (RFC 9110 §12.5.4). */
export function languageOf(header: string | undefined, otherwise: Language): Language {
  if (header === undefined) return otherwise;
  let best: Language | null = null;
  let bestWeight = 0;
  for (const range of header.slice(0, 500).split(',', MOST_RANGES)) {
    const [name = '', ...parameters] = range.split(';');
    const tag = name.trim().toLowerCase();
    const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
    const weight = quality === undefined ? 1 : Number(quality.trim().slice(2));
    // Of equal weights the first counts.
    if (!(weight > bestWeight)) continue;
    const language =
      tag === 'pt-pt' ? 'pt-PT' : /^pt(-|$)/.test(tag) ? 'pt-BR' : /^en(-|$)/.test(tag) ? 'en' : null;
    if (language === null) continue;
    best = language;
    bestWeight = weight;
  }
  return best ?? otherwise;
}
