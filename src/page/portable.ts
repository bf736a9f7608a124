/**
 * The same reading of a page where there is no Node: in a browser, or in anything that has `TextDecoder` and `URL`. Pure; nothing here asks
 * for files, threads or Node. The language model is handed in as bytes, which `languageModelBytes()` of `tarrafa/page` gives.
 *
 * ```ts
 * const model = new Uint8Array(await (await fetch('/language.model')).arrayBuffer());
 * const { readPage } = pageReader(model);
 * console.log(readPage({ url, contentType: 'text/html', bytes }).facts);
 * ```
 */
import { decodeHtmlBy, PORTABLE_BYTE_TEXT } from '../html/portable.ts';
import { LanguageDetector, UNDETERMINED } from '../text/language.ts';
import { unpackModel } from '../text/packed-model.ts';
import type { ReadingMeans } from './means.ts';
import { type Page, type PageSource, readDocumentBy, readPageBy } from './page.ts';
import { pdfText } from './pdf/pdf-text.ts';

export type { Item, StructuredData, StructuredPair, Syntax } from '../html/portable.ts';
export type { Expected, Media } from './media.ts';
export type { Page, PageSource } from './page.ts';
export type { PageFacts } from './page-facts.ts';

export interface PageReader {
  /** Of a PDF only its kind. */
  readPage(source: PageSource): Page;
  /** A page or a PDF, with its text. */
  readDocument(source: PageSource): Promise<Page>;
}

/** Without a model, or with bytes that are none, the language of a page is what the page declares. */
export function pageReader(model: Uint8Array | null): PageReader {
  const read = model === null ? null : unpackModel(model);
  const detector = read === null ? null : new LanguageDetector(read);
  const means: ReadingMeans = {
    decode: (bytes, contentType) => decodeHtmlBy(PORTABLE_BYTE_TEXT, bytes, contentType),
    readPdf: (bytes) => pdfText(bytes),
    guessLanguage: (text) => detector?.detect(text) ?? UNDETERMINED,
  };
  return {
    readPage: (source) => readPageBy(means, source),
    readDocument: (source) => readDocumentBy(means, source),
  };
}
