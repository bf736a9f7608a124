/**
 * The XML form of a collection: `colCHAVE` holds `DOC` elements with date, number and paragraphs. Written so that any XML parser reads
 * it; read so that what careless programs wrote still comes out, without entities of its own and without ever holding more than one
 * document.
 *
 * With `links`, the address of a document (`URL`) and its links (`A`) are written too; the published form has neither, and without them
 * the tables of links are empty.
 */
import { TextDecoder } from 'node:util';
import { escapeXml } from '../../formats/index.ts';
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

const LONGEST_TAG = 1 << 14;
const LONGEST_TEXT = 16 << 20;
const MOST_PARAGRAPHS = 1_000_000;
const MOST_LINKS = 100_000;

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

function unescapeText(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
      if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd';
      return String.fromCodePoint(code);
    },
  );
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

  text(raw: string): void {
    if (this.#field !== null) this.#buffer = (this.#buffer + raw).slice(0, 8192);
    else if (this.#inText || this.#inParagraph) {
      this.#size += raw.length;
      if (this.#size > LONGEST_TEXT) return;
      this.#buffer += unescapeText(raw);
    }
  }

  /** `name` in capitals, with a slash before it when the element ends. */
  tag(name: string, attributes: string): void {
    switch (name) {
      case 'DATE':
      case 'URL':
        this.#endParagraph();
        this.#field = name === 'DATE' ? 'date' : 'url';
        this.#buffer = '';
        break;
      case '/DATE':
      case '/URL':
        if (this.#field !== null) this[this.#field] = unescapeText(this.#buffer).trim();
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
        const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(attributes);
        const url = href === null ? '' : unescapeText(href[1] ?? href[2] ?? href[3] ?? '').trim();
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
  let buffer = '';
  let draft: Draft | null = null;
  const done: CollectionDocument[] = [];

  /** Takes what is whole from the buffer; `last` when nothing follows. */
  const scan = (last: boolean): void => {
    const missing = new Set<string>();
    let at = 0;
    while (at < buffer.length) {
      const open = buffer.indexOf('<', at);
      if (open < 0) {
        // An entity may be cut by the end of the piece.
        const cut = last ? -1 : buffer.lastIndexOf('&');
        const to = cut >= at && buffer.length - cut < 12 ? cut : buffer.length;
        draft?.text(buffer.slice(at, to));
        at = to;
        break;
      }
      if (open > at) {
        draft?.text(buffer.slice(at, open));
        at = open;
      }
      if (!last && buffer.length - open < 9) break;
      const end = markupEnd(buffer, open, missing);
      if (end === -1) {
        if (!last && buffer.length - open < LONGEST_TAG) break;
        draft?.text('<');
        at = open + 1;
        continue;
      }
      if (end === open) {
        draft?.text('<');
        at = open + 1;
        continue;
      }
      const markup = buffer.slice(open, end);
      at = end;
      if (markup.startsWith('<![CDATA[')) draft?.text(markup.slice(9, -3).replace(/&/g, '&amp;'));
      else if (markup[1] !== '!' && markup[1] !== '?') {
        const tag = /^<(\/?)([A-Za-z][\w.-]{0,63})([\s\S]*?)>$/.exec(markup);
        if (tag === null) continue;
        const name = tag[1]! + tag[2]!.toUpperCase();
        if (name === 'DOC') {
          if (draft !== null) done.push(draft.finish());
          draft = new Draft();
        } else if (name === '/DOC') {
          if (draft !== null) done.push(draft.finish());
          draft = null;
        } else draft?.tag(name, tag[3]!);
      }
    }
    buffer = buffer.slice(at);
  };

  for await (const chunk of source) {
    if (decoder === null) {
      const head = Buffer.from(chunk.buffer, chunk.byteOffset, Math.min(chunk.length, 200)).toString(
        'latin1',
      );
      decoder = decoderFor(
        /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1] ?? 'utf-8',
      );
    }
    // A chunk may be a whole file: take it in pieces so that the scan never copies much.
    for (let from = 0; from < chunk.length; from += 1 << 16) {
      buffer += decoder.decode(chunk.subarray(from, from + (1 << 16)), { stream: true });
      scan(false);
      yield* done.splice(0);
    }
  }
  if (decoder !== null) buffer += decoder.decode();
  scan(true);
  if (draft !== null) done.push((draft as Draft).finish());
  yield* done.splice(0);
}

function decoderFor(name: string): TextDecoder {
  try {
    return new TextDecoder(name);
  } catch {
    return new TextDecoder('utf-8');
  }
}

/**
 * Offset after the markup that begins at `open`; `open` when it is no markup, -1 when its end is not in the text. `missing` remembers the
 * ends that the text does not have, so that a thousand beginnings without an end are one search.
 */
function markupEnd(text: string, open: number, missing: Set<string>): number {
  const next = text.charCodeAt(open + 1);
  const find = (what: string, from: number): number => {
    if (missing.has(what)) return -1;
    const at = text.indexOf(what, from);
    if (at < 0) missing.add(what);
    return at < 0 ? -1 : at + what.length;
  };
  if (next === 0x21) {
    if (text.startsWith('<!--', open)) return find('-->', open + 4);
    if (text.startsWith('<![CDATA[', open)) return find(']]>', open + 9);
    // The internal subset of a document type goes to its closing bracket.
    if (/^<!DOCTYPE[^>[]{0,400}\[/i.test(text.slice(open, open + 420))) return find(']>', open);
    return find('>', open);
  }
  if (next === 0x3f) return find('?>', open);
  const letter = next === 0x2f ? text.charCodeAt(open + 2) : next;
  const isLetter = (letter >= 0x41 && letter <= 0x5a) || (letter >= 0x61 && letter <= 0x7a);
  if (!isLetter) return open;
  const limit = Math.min(text.length, open + LONGEST_TAG);
  for (let i = open + 2; i < limit; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x3e) return i + 1;
    // Another tag begins before this one ends: the first was a sign in the text.
    if (code === 0x3c) return open;
  }
  return limit < text.length ? open : -1;
}
