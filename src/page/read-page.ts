/** A page read under Node, with the installed language model. */
import { decodeHtml } from '../html/index.ts';
import { detectLanguage } from '../text/index.ts';
import type { ReadingMeans } from './means.ts';
import type { Media } from './media.ts';
import { Page, type PageSource, readDocumentBy, readPageBy } from './page.ts';
import { pdfTextInProcess } from './pdf/pdf-process.ts';

const NODE_MEANS: ReadingMeans = {
  decode: decodeHtml,
  guessLanguage: detectLanguage,
  readPdf: (bytes) => pdfTextInProcess(bytes),
};

/** Of a PDF only its kind: its text takes a reader of its own (`readDocument`). */
export function readPage(source: PageSource): Page {
  return readPageBy(NODE_MEANS, source);
}

/** A page or a PDF, read. */
export function readDocument(source: PageSource): Promise<Page> {
  return readDocumentBy(NODE_MEANS, source);
}

/** What somebody gives to be read as this kind of thing, whatever a server would call it. */
export function readAs(media: Media, source: PageSource): Page {
  return new Page(NODE_MEANS, source, media);
}
