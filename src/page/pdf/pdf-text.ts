/**
 * The text of a PDF, within limits: so many bytes, pages, characters and milliseconds. PDFs are programs of a kind; scripts and
 * evaluation are off, and whatever goes wrong gives an empty answer with a reason.
 */

export interface PdfText {
  readonly title: string | null;
  readonly text: string;
  readonly pages: number;
  /** Why the text is not whole, if it is not. */
  readonly problem: 'too-large' | 'too-long' | 'unreadable' | null;
}

export interface PdfLimits {
  readonly bytes: number;
  readonly pages: number;
  readonly characters: number;
  readonly milliseconds: number;
}

const PDF_LIMITS: PdfLimits = {
  bytes: 30 * 2 ** 20,
  pages: 300,
  characters: 2_000_000,
  milliseconds: 10_000,
};

export async function pdfText(bytes: Uint8Array, limits: PdfLimits = PDF_LIMITS): Promise<PdfText> {
  if (bytes.length > limits.bytes) return { title: null, text: '', pages: 0, problem: 'too-large' };
  const deadline = performance.now() + limits.milliseconds;
  // Loaded on the first PDF only: most crawls meet few.
  const { getDocumentProxy } = await import('unpdf');
  let text = '';
  let title: string | null = null;
  let pages = 0;
  try {
    // The library takes the bytes over: hand it a copy.
    const pdf = await getDocumentProxy(new Uint8Array(bytes), {
      isEvalSupported: false,
      verbosity: 0,
      stopAtErrors: false,
    });
    try {
      pages = pdf.numPages;
      const { info } = await pdf.getMetadata();
      const given = (info as { Title?: unknown }).Title;
      title = typeof given === 'string' && given.trim() ? given.trim().slice(0, 500) : null;
      for (let n = 1; n <= pages; n++) {
        if (n > limits.pages || text.length > limits.characters || performance.now() > deadline)
          return { title, text: text.slice(0, limits.characters), pages, problem: 'too-long' };
        const page = await pdf.getPage(n);
        const content = await page.getTextContent();
        for (const item of content.items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
        text += '\n\n';
        page.cleanup();
      }
    } finally {
      await pdf.destroy();
    }
    return { title, text, pages, problem: null };
  } catch {
    return { title, text, pages, problem: 'unreadable' };
  }
}
