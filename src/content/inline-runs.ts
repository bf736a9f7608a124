/** The text of a run of rows as pieces of one style each: links, bold, italics, code, and the pictures between the words. */
import { attributeId, type FlatDocument, TEXT, tagId } from '../html/index.ts';
import { ANCHOR, BOUNDARY, CELL, INLINE, ROLE, UNREAD } from '../html/text-roles.ts';
import { staysHidden } from './hidden-parts.ts';
import { isPicture, type Picture, pictureOf } from './picture-sources.ts';
import { safeAddress } from './safe-address.ts';

/** A piece of text of one style. */
export interface Run {
  /** Empty for a picture; the texts of all runs, one after the other, are the plain text. */
  readonly text: string;
  /** http(s) or mailto; relative only where the page's own address is unknown. */
  readonly href?: string;
  readonly strong?: boolean;
  readonly emphasis?: boolean;
  readonly code?: boolean;
  /** A picture in the middle of the text. */
  readonly image?: Picture;
  /** The end of a line inside a cell; its text is a blank. */
  readonly break?: boolean;
}

const STRONG = 1;
const EMPHASIS = 2;
const CODE = 4;
const STYLE = new Uint8Array(65536);
for (const [style, names] of [
  [STRONG, 'strong b'],
  [EMPHASIS, 'em i cite dfn var'],
  [CODE, 'code kbd samp tt'],
] as const)
  for (const name of names.split(' ')) STYLE[tagId(name)] = style;

/** What a reader sees apart from the words beside it, whether or not the source has white space there. */
const CONTROL = new Uint8Array(65536);
for (const name of ['button', 'select', 'option', 'label', 'input']) CONTROL[tagId(name)] = 1;

/** White space other than a single blank, which is most of it and may stay as it is. */
const UNEVEN_SPACE = /[^\S ][\s\u200b]*|\u200b[\s\u200b]*| [\s\u200b]+/g;
const BR = tagId('br');
const OPTION = tagId('option');
const SELECT = tagId('select');
const HREF = attributeId('href');
/** A shorter text is always a copy. */
const SHORTEST_SLICE = 13;
/** Styles further above do not reach the text. */
const LONGEST_PARENTS = 64;

class RunWriter {
  readonly runs: Run[] = [];
  #text = '';
  #style = 0;
  #href: string | null = null;
  /** White space was read and not written yet. */
  #space = false;
  /** Nothing was written yet, or white space last. */
  #spaced = true;

  push(piece: string, style: number, href: string | null): void {
    const text = piece.replace(UNEVEN_SPACE, ' ');
    if (text === '' || text === ' ') {
      if (text !== '') this.#space = true;
      return;
    }
    const lead = (this.#space || text.startsWith(' ')) && !this.#spaced;
    this.#space = text.endsWith(' ');
    this.#spaced = false;
    const words = text.trim();
    if (style === this.#style && href === this.#href) {
      this.#text += lead ? ` ${words}` : words;
      return;
    }
    if (!lead) {
      this.#start(words, style, href);
      return;
    }
    // White space between two styles has what both have: `a **b** c`.
    const common = style & this.#style;
    const link = href === this.#href ? href : null;
    if (common === this.#style && link === this.#href) {
      this.#text += ' ';
      this.#start(words, style, href);
    } else if (common === style && link === href) this.#start(` ${words}`, style, href);
    else {
      this.#start(' ', common, link);
      this.#start(words, style, href);
    }
  }

  space(): void {
    this.#space = true;
  }

  image(image: Picture): void {
    if (this.#space && !this.#spaced) this.#blank();
    this.#start('', 0, null);
    this.#space = false;
    this.runs.push({ text: '', image });
  }

  /** The end of a line, if another one follows. */
  lineEnd(): void {
    if (this.#text === '' && this.runs.length === 0) return;
    this.#start('', 0, null);
    if (this.runs[this.runs.length - 1]?.break !== true)
      this.runs.push({ text: this.#spaced ? '' : ' ', break: true });
    this.#spaced = true;
    this.#space = false;
  }

  finish(): Run[] {
    this.#start('', 0, null);
    if (this.runs[this.runs.length - 1]?.break === true) this.runs.pop();
    return this.runs;
  }

  #blank(): void {
    if (this.#style === 0 && this.#href === null) this.#text += ' ';
    else this.#start(' ', 0, null);
    this.#spaced = true;
  }

  #start(text: string, style: number, href: string | null): void {
    if (this.#text !== '') {
      const run: { text: string; href?: string; strong?: boolean; emphasis?: boolean; code?: boolean } = {
        // A copy: a piece of the source would keep the whole page.
        text: this.#text.length < SHORTEST_SLICE ? this.#text : ` ${this.#text}`.slice(1),
      };
      if (this.#href !== null) run.href = this.#href;
      if ((this.#style & STRONG) !== 0) run.strong = true;
      if ((this.#style & EMPHASIS) !== 0) run.emphasis = true;
      if ((this.#style & CODE) !== 0) run.code = true;
      this.runs.push(run);
    }
    this.#text = text;
    this.#style = style;
    this.#href = href;
  }
}

export interface RunOptions {
  /** Line ends are kept, as in cells of a table. */
  readonly lines?: boolean;
}

/** The runs of the rows from `from` up to `to`, with the styles that are open where they begin. */
export function readRuns(
  doc: FlatDocument,
  from: number,
  to: number,
  base: string | undefined,
  options: RunOptions = {},
): Run[] {
  const { tag, end, parent } = doc;
  const lines = options.lines === true;
  const writer = new RunWriter();
  let linkEnd = 0;
  let href: string | null = null;
  let strongEnd = 0;
  let emphasisEnd = 0;
  let codeEnd = 0;
  let controlEnd = 0;
  /** Ends of the open block-level elements, innermost last. */
  const ends: number[] = [];
  for (let at = parent[from]!, i = 0; at > 0 && i < LONGEST_PARENTS; at = parent[at]!, i++) {
    const kind = tag[at]!;
    const style = STYLE[kind]!;
    if (style !== 0) {
      if (style === STRONG) strongEnd = end[at]!;
      else if (style === EMPHASIS) emphasisEnd = end[at]!;
      else codeEnd = end[at]!;
    } else if (ROLE[kind] === ANCHOR && href === null) {
      href = addressOf(doc, at, base);
      linkEnd = end[at]!;
    }
  }
  for (let row = from; row < to; ) {
    if (controlEnd !== 0 && row >= controlEnd) {
      writer.space();
      controlEnd = 0;
    }
    while (ends.length > 0 && row >= ends[ends.length - 1]!) {
      ends.pop();
      if (lines) writer.lineEnd();
      else writer.space();
    }
    const kind = tag[row]!;
    if (kind === TEXT) {
      writer.push(
        doc.text(row),
        (row < strongEnd ? STRONG : 0) | (row < emphasisEnd ? EMPHASIS : 0) | (row < codeEnd ? CODE : 0),
        row < linkEnd ? href : null,
      );
      row++;
      continue;
    }
    const role = ROLE[kind]!;
    if (kind === OPTION || kind === SELECT) {
      writer.space();
      row = end[row]!;
      continue;
    }
    if (role === UNREAD || staysHidden(doc, row)) {
      row = end[row]!;
      continue;
    }
    if (role === INLINE) {
      const style = STYLE[kind]!;
      if (style !== 0) {
        if (style === STRONG) strongEnd = Math.max(strongEnd, end[row]!);
        else if (style === EMPHASIS) emphasisEnd = Math.max(emphasisEnd, end[row]!);
        else codeEnd = Math.max(codeEnd, end[row]!);
      } else if (CONTROL[kind] === 1) {
        writer.space();
        controlEnd = Math.max(controlEnd, end[row]!);
      } else if (isPicture(doc, row)) {
        const picture = pictureOf(doc, row, base);
        if (picture !== null) writer.image(picture);
      }
    } else if (role === ANCHOR) {
      const found = addressOf(doc, row, base);
      if (found !== null || row >= linkEnd) {
        href = found;
        linkEnd = end[row]!;
      }
    } else {
      const splits = role >= BOUNDARY && role <= CELL;
      if (lines && (splits || kind === BR)) writer.lineEnd();
      else writer.space();
      if (splits && end[row]! > row + 1) ends.push(end[row]!);
    }
    row++;
  }
  return writer.finish();
}

function addressOf(doc: FlatDocument, row: number, base: string | undefined): string | null {
  const written = doc.value(row, HREF);
  return written === null ? null : safeAddress(written, base);
}
