/**
 * The XML form of a collection: `colCHAVE` holds `DOC` elements with date, number and paragraphs. Written so that any XML parser reads
 * it; read so that what careless programs wrote still comes out, without entities of its own and without ever holding more than one
 * document.
 *
 * With `links`, the address of a document (`URL`) and its links (`A`) are written too; the published form has neither, and without them
 * the tables of links are empty.
 */
import { TextDecoder } from 'node:util';
import {
  declaredXmlCharset,
  escapeXml,
  unescapeXml,
  XML_CDATA,
  XML_CLOSE,
  XML_END,
  XML_OPEN,
  XmlScanner,
} from '../../formats/index.ts';
import { civilDay, type LinkRef, type TextBlock } from '../../time/index.ts';
import { type CollectionDocument, paragraphBlocks, parseDay } from './collection-document.ts';

/** Text of an element; its line breaks go anyway. */
const escapeText = (text: string): string => escapeXml(text.replaceAll('\r', '\n'));

const escapeAttribute = (text: string): string => escapeXml(text.replace(/[\t\r\n]/g, ' '));

const oneLine = (text: string): string => (/[\r\n]/.test(text) ? text.replace(/\s*[\r\n]+\s*/g, ' ') : text);

function paragraph(block: TextBlock, links: boolean): string {
  const mine = links
    ? block.links.filter((link) => link.start >= 0 && link.end >= link.start && link.end <= block.text.length)
    : [];
  let out = '';
  let at = 0;
  for (const link of [...mine].sort((a, b) => a.start - b.start)) {
    if (link.start < at) continue;
    out += `${escapeText(block.text.slice(at, link.start))}<A HREF="${escapeAttribute(link.url)}">${escapeText(block.text.slice(link.start, link.end))}</A>`;
    at = link.end;
  }
  return `    <P> ${oneLine(out + escapeText(block.text.slice(at)))}</P>\n`;
}

/** `AAAAMMDD`. */
function compactDay(days: number): string {
  const { year, month, day } = civilDay(days);
  return `${String(year).padStart(4, '0')}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`;
}

/** Writes a collection piece by piece; numbers count from 1. */
export class ChaveWriter {
  readonly #write: (text: string) => void;
  readonly #links: boolean;
  #count = 0;

  constructor(write: (text: string) => void, options: { readonly links?: boolean } = {}) {
    this.#write = write;
    this.#links = options.links === true;
    write('<colCHAVE>\n');
  }

  get count(): number {
    return this.#count;
  }

  add(document: CollectionDocument): void {
    const n = ++this.#count;
    const date = document.created === null ? '' : `  <DATE>${compactDay(document.created)}</DATE>\n`;
    const url = this.#links && document.url !== null ? `  <URL>${escapeText(document.url)}</URL>\n` : '';
    this.#write(`<DOC>\n${date}  <DOCID>${n}</DOCID>\n  <DOCNO>${n}</DOCNO>\n${url}  <TEXT>\n`);
    for (const block of document.blocks) this.#write(paragraph(block, this.#links));
    this.#write('  </TEXT>\n</DOC>\n');
  }

  end(): void {
    this.#write('</colCHAVE>\n');
  }
}

const LONGEST_TEXT = 16 << 20;
const MOST_PARAGRAPHS = 1_000_000;
const MOST_LINKS = 100_000;

/** References of XML, and the one name of HTML that careless programs write everywhere. */
function unescapeText(text: string): string {
  return unescapeXml(text.replaceAll('&nbsp;', '\u00a0'));
}

/** A document while its elements go by. */
class Draft {
  readonly paragraphs: string[] = [];
  readonly links: LinkRef[][] = [];
  date = '';
  url = '';
  #field: 'date' | 'url' | null = null;
  #inText = false;
  #inParagraph = false;
  #buffer = '';
  #size = 0;
  #open: LinkRef[] = [];
  #linkCount = 0;
  #anchor: { url: string; start: number } | null = null;

  text(text: string): void {
    if (this.#field !== null) this.#buffer = (this.#buffer + text).slice(0, 8192);
    else if (this.#inText || this.#inParagraph) {
      this.#size += text.length;
      if (this.#size <= LONGEST_TEXT) this.#buffer += text;
    }
  }

  /** `name` in capitals, with a slash before it when the element ends. */
  tag(name: string, href: string): void {
    switch (name) {
      case 'DATE':
      case 'URL':
        this.#endParagraph();
        this.#field = name === 'DATE' ? 'date' : 'url';
        this.#buffer = '';
        break;
      case '/DATE':
      case '/URL':
        if (this.#field !== null) this[this.#field] = this.#buffer.trim();
        this.#field = null;
        this.#buffer = '';
        break;
      case 'TEXT':
        this.#endField();
        this.#inText = true;
        break;
      case '/TEXT':
        this.#endParagraph();
        this.#inText = false;
        break;
      case 'P':
        this.#endField();
        this.#endParagraph();
        this.#inParagraph = true;
        break;
      case '/P':
        this.#endParagraph();
        break;
      case 'A': {
        const url = unescapeText(href).trim();
        this.#anchor = url === '' ? null : { url, start: this.#buffer.length };
        break;
      }
      case '/A':
        if (this.#anchor !== null && this.#linkCount < MOST_LINKS) {
          this.#linkCount++;
          const { url, start } = this.#anchor;
          const end = this.#buffer.length;
          this.#open.push({
            rawHref: url,
            url,
            blockIndex: this.paragraphs.length,
            start,
            end,
            anchorText: this.#buffer.slice(start, end),
            boilerplate: false,
          });
        }
        this.#anchor = null;
        break;
    }
  }

  #endField(): void {
    if (this.#field === null) return;
    this.#field = null;
    this.#buffer = '';
  }

  #endParagraph(): void {
    const text = this.#buffer;
    this.#buffer = '';
    const links = this.#open;
    this.#open = [];
    this.#anchor = null;
    if (!this.#inParagraph) {
      // Collections without P have their text right in TEXT: a line is a paragraph.
      if (this.#inText)
        for (const line of text.split('\n')) if (line.trim() !== '') this.#push(line.trim(), []);
      return;
    }
    this.#inParagraph = false;
    // The form has one blank after the tag; links begin by so much earlier.
    const lead = text.startsWith(' ') ? 1 : 0;
    const body = text.slice(lead).replace(/[\r\n]+/g, (ends) => ' '.repeat(ends.length));
    this.#push(
      body,
      links.map((link) => ({
        ...link,
        start: Math.max(0, link.start - lead),
        end: Math.max(0, link.end - lead),
      })),
    );
  }

  #push(text: string, links: LinkRef[]): void {
    if (this.paragraphs.length >= MOST_PARAGRAPHS) return;
    this.paragraphs.push(text);
    this.links.push(links);
  }

  finish(): CollectionDocument {
    this.#endField();
    if (this.#inText || this.#inParagraph) this.#endParagraph();
    const blocks = paragraphBlocks(this.paragraphs).map((block, i) => ({ ...block, links: this.links[i]! }));
    return { url: this.url === '' ? null : this.url, blocks, created: parseDay(this.date), harvested: null };
  }
}

/**
 * Reads the XML form, document by document. What is not the form's is passed over: unknown elements (their text stays), comments,
 * declarations, a document type (its entities are never expanded). A `<` that begins no tag is text.
 */
export async function* readChaveXml(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<CollectionDocument, void, undefined> {
  let decoder: TextDecoder | null = null;
  let draft: Draft | null = null;
  const scanner = new XmlScanner('', false);
  const done: CollectionDocument[] = [];
  const tag = (name: string): void => {
    if (name === 'DOC' || name === '/DOC') {
      if (draft !== null) done.push(draft.finish());
      draft = name === 'DOC' ? new Draft() : null;
    } else draft?.tag(name, name === 'A' ? hrefOf(scanner) : '');
  };
  const scan = (): void => {
    for (let kind = scanner.next(); kind !== XML_END; kind = scanner.next()) {
      if (kind === XML_OPEN) {
        const name = scanner.name.toUpperCase();
        tag(name);
        if (scanner.empty) tag(`/${name}`);
      } else if (kind === XML_CLOSE) tag(`/${scanner.name.toUpperCase()}`);
      else if (draft !== null) {
        const text = scanner.source.slice(scanner.from, scanner.to);
        draft.text(kind === XML_CDATA ? text : unescapeText(text));
      }
    }
  };

  for await (const chunk of source) {
    decoder ??= decoderFor(declaredXmlCharset(chunk) ?? 'utf-8');
    // A chunk may be a whole file: documents are given out as it goes by.
    for (let from = 0; from < chunk.length; from += 1 << 16) {
      scanner.feed(decoder.decode(chunk.subarray(from, from + (1 << 16)), { stream: true }));
      scan();
      yield* done.splice(0);
    }
  }
  scanner.feed(decoder?.decode() ?? '', true);
  scan();
  if (draft !== null) done.push((draft as Draft).finish());
  yield* done.splice(0);
}

function hrefOf({ source, marks }: XmlScanner): string {
  for (let i = 0; i < marks.length; i += 4)
    if (marks[i + 2]! >= 0 && source.slice(marks[i]!, marks[i + 1]!).toLowerCase() === 'href')
      return source.slice(marks[i + 2]!, marks[i + 3]!);
  return '';
}

function decoderFor(name: string): TextDecoder {
  try {
    return new TextDecoder(name);
  } catch {
    return new TextDecoder('utf-8');
  }
}
