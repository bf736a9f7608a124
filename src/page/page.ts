/**
 * One page, read once. From its bytes (content coding undone) to what it says by itself: kind, charset, tree, title, language, fingerprint,
 * links, structured data. Everything is worked out when it is asked for, and only once; nothing of it depends on the site or on what a crawl wants. Whoever
 * reads a page reads it through here, so that a crawl and its archive cannot disagree.
 *
 * ```ts
 * const page = readPage({ url, contentType: 'text/html', bytes });
 * console.log(page.title, page.language, page.links.count);
 * ```
 *
 * Nothing here throws, whatever the page.
 */
import {
  baseHref,
  canonical,
  type FlatDocument,
  type Links,
  language,
  links,
  looksScriptOnly,
  type Meta,
  metas,
  parseHtml,
  type StructuredData,
  structuredData,
  title,
  visibleText,
} from '../html/portable.ts';
import { type QueryEncoder, queryEncoder } from '../url/query-charset.ts';
import { baseAddress } from './base-address.ts';
import type { ReadingMeans } from './means.ts';
import { type Expected, type Media, mediaOf } from './media.ts';
import type { PageFacts } from './page-facts.ts';
import { pageFingerprint, TEXT_READ } from './page-fingerprint.ts';
import { pageLanguage } from './page-language.ts';
import type { PdfText } from './pdf/pdf-text.ts';
import { looksNotFound } from './soft-not-found.ts';

export interface PageSource {
  readonly url: string;
  /** As its server said; null when nobody did. */
  readonly contentType: string | null;
  /** Content coding undone. */
  readonly bytes: Uint8Array;
  /** What the page was called where it was found. */
  readonly expected?: Expected | null;
}

const NOTHING_STATED: StructuredData = { items: [], pairs: [] };
const LONGEST_TITLE = 500;
/** A title that is only the first line of a text. */
const LONGEST_LINE = 300;

export class Page {
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly media: Media;
  readonly #means: ReadingMeans;
  readonly #contentType: string | null;
  readonly #pdf: PdfText | null;
  #decoded: { readonly text: string; readonly charset: string } | null = null;
  #document: FlatDocument | null = null;
  #text: string | null = null;
  #title: string | null = null;
  #links: Links | null = null;
  #metas: readonly Meta[] | null = null;
  #structuredData: StructuredData | null = null;
  #encode: QueryEncoder | null = null;
  #language: string | null | undefined;
  #simhash: string | null | undefined;

  constructor(means: ReadingMeans, source: PageSource, media: Media, pdf: PdfText | null = null) {
    this.#means = means;
    this.url = source.url;
    this.bytes = source.bytes;
    this.media = media;
    this.#contentType = source.contentType;
    this.#pdf = pdf;
  }

  /** What the bytes say as they are written: markup, a feed, plain text; '' for what is no text. */
  get source(): string {
    return this.#isText ? this.#decode().text : '';
  }

  /** Name as the WHATWG encoding standard gives it, lower case; null for what is no text. */
  get charset(): string | null {
    return this.#isText ? this.#decode().charset : null;
  }

  /** The one parse; null for what is no HTML. */
  get document(): FlatDocument | null {
    if (this.media === 'html') this.#document ??= parseHtml(this.#decode().text);
    return this.#document;
  }

  /** What a reader sees, up to a length that is enough to know it by. */
  get text(): string {
    this.#text ??=
      this.document !== null
        ? visibleText(this.document, TEXT_READ)
        : this.media === 'text'
          ? this.source.slice(0, TEXT_READ)
          : (this.#pdf?.text.slice(0, TEXT_READ) ?? '');
    return this.#text;
  }

  /** As the page states it; of a PDF that states none, its first line; '' when there is none. */
  get title(): string {
    this.#title ??=
      this.document !== null
        ? title(this.document).slice(0, LONGEST_TITLE)
        : this.#pdf === null
          ? ''
          : (this.#pdf.title ?? firstLine(this.#pdf.text)).replace(/\s+/g, ' ').trim();
    return this.#title;
  }

  /** ISO 639-1; null when nothing says. */
  get language(): string | null {
    if (this.#language === undefined)
      this.#language = pageLanguage(
        { text: this.text, title: this.title, declared: () => this.#declared },
        this.#means.guessLanguage,
      );
    return this.#language;
  }

  /** The language with the country that the page declares, where it declares this language: `pt-BR`. */
  get languageTag(): string | null {
    const declared = this.#declared;
    if (declared === null || declared.split('-', 1)[0] !== this.language) return this.language;
    try {
      return Intl.getCanonicalLocales(declared)[0] ?? this.language;
    } catch {
      return this.language;
    }
  }

  /** 16 hexadecimal digits; null when there is too little text to compare. */
  get simhash(): string | null {
    if (this.#simhash === undefined) this.#simhash = pageFingerprint(this.text);
    return this.#simhash;
  }

  /** What its links are resolved against. */
  get base(): string {
    return this.document === null ? this.url : baseAddress(baseHref(this.document), this.url);
  }

  /** Every address that the page names, as written; null for what is no HTML. */
  get links(): Links | null {
    if (this.document !== null) this.#links ??= links(this.document);
    return this.#links;
  }

  /** The address of a link, as a browser would send it. */
  address(links: Links, link: number): string {
    return this.sent(links.href(link));
  }

  /** An address that the page writes, its query in the charset of the page. */
  sent(written: string): string {
    this.#encode ??= queryEncoder(this.#decode().charset) ?? ((address) => address);
    return this.#encode(written);
  }

  get metas(): readonly Meta[] {
    this.#metas ??= this.document === null ? [] : metas(this.document);
    return this.#metas;
  }

  /** What the page says of its things for machines (JSON-LD, microdata, RDFa, Open Graph); nothing for what is no HTML. */
  get structuredData(): StructuredData {
    this.#structuredData ??= this.document === null ? NOTHING_STATED : structuredData(this.document);
    return this.#structuredData;
  }

  /** The address that the page gives as its own, as written. */
  get canonical(): string | null {
    return this.document === null ? null : canonical(this.document);
  }

  /** Whether it is empty without its scripts. */
  get scriptOnly(): boolean {
    return this.document !== null && looksScriptOnly(this.document, this.text);
  }

  /** An error page served as a page. */
  get softNotFound(): boolean {
    return this.document !== null && looksNotFound(this.title, this.text);
  }

  /** Why a PDF could not be read to its end; null for everything else. */
  get pdfProblem(): PdfText['problem'] {
    return this.#pdf?.problem ?? null;
  }

  /** All the text of a PDF, within the limits of its reader; '' for everything else. */
  get pdfText(): string {
    return this.#pdf?.text ?? '';
  }

  /** What is known of the page alone, as plain data. */
  get facts(): PageFacts {
    return {
      media: this.media,
      charset: this.charset,
      title: this.title === '' ? null : this.title,
      language: this.language,
      simhash: this.simhash,
      textLength: this.text.length,
      scriptOnly: this.scriptOnly,
      softNotFound: this.softNotFound,
    };
  }

  get #declared(): string | null {
    return this.document === null ? null : language(this.document);
  }

  get #isText(): boolean {
    return this.media !== 'pdf' && this.media !== 'other';
  }

  #decode(): { readonly text: string; readonly charset: string } {
    this.#decoded ??= this.#means.decode(this.bytes, this.#contentType);
    return this.#decoded;
  }
}

/** Of a PDF only its kind: its text takes a reader of its own (`readDocumentBy`). */
export function readPageBy(means: ReadingMeans, source: PageSource): Page {
  return new Page(means, source, mediaOf(source.contentType, source.bytes, source.expected));
}

/** A page or a PDF. The reader of PDFs is large and is loaded for the first of them. */
export async function readDocumentBy(means: ReadingMeans, source: PageSource): Promise<Page> {
  const page = readPageBy(means, source);
  return page.media === 'pdf' ? new Page(means, source, 'pdf', await means.readPdf(source.bytes)) : page;
}

/** The first paragraph of a text, as one line. */
function firstLine(text: string): string {
  const paragraph =
    text
      .slice(0, 4 * LONGEST_LINE)
      .trimStart()
      .split(/\n[^\S\n]*\n/, 1)[0] ?? '';
  return paragraph.slice(0, LONGEST_LINE);
}
