/** What a reading needs of where it runs: the same answers everywhere, each by what is fastest there. */
import type { DecodedHtml } from '../html/portable.ts';
import type { LanguageGuess } from '../text/language.ts';
import type { PdfText } from './pdf/pdf-text.ts';

export interface ReadingMeans {
  decode(bytes: Uint8Array, contentType: string | null): DecodedHtml;
  guessLanguage(text: string): LanguageGuess;
  readPdf(bytes: Uint8Array): Promise<PdfText>;
}
