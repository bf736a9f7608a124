/** A page or a PDF, read. Apart from `page.ts`, because the reader of PDFs is large and is loaded for the first of them. */
import { Page, type PageSource, readPage } from './page.ts';
import { pdfText } from './pdf-text.ts';

export async function readDocument(source: PageSource): Promise<Page> {
  const page = readPage(source);
  return page.media === 'pdf' ? new Page(source, 'pdf', await pdfText(source.bytes)) : page;
}
