/**
 * Parts as Markdown (CommonMark, with the tables of GFM). What the page says is escaped where it would be read as markup, and only
 * there; emphasis that Markdown cannot express where it stands (`a**"b"**c`) gives its punctuation to the text outside, or is written
 * as an element.
 */
import type { ContentPart } from './content-parts.ts';
import type { Run } from './inline-runs.ts';

const PUNCTUATION = /^[\p{P}\p{S}]$/u;

/** White space, or the beginning or the end of the text. */
function isBlank(character: string): boolean {
  return character === '' || /^\s$/.test(character);
}

function isPunctuation(character: string): boolean {
  return PUNCTUATION.test(character);
}

function firstOf(text: string): string {
  return text === '' ? '' : String.fromCodePoint(text.codePointAt(0)!);
}

function lastOf(text: string): string {
  const low = text.charCodeAt(text.length - 1);
  const pair = low >= 0xdc00 && low <= 0xdfff && text.length > 1;
  return text.slice(pair ? -2 : -1);
}

function escapeText(text: string, cell: boolean): string {
  if (!/[\\`*[\]<~_&|]/.test(text)) return text;
  const escaped = text
    .replace(/[\\`*[\]<~]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/&(?=#?[a-zA-Z0-9]{1,32};)/g, '\\&');
  return cell ? escaped.replaceAll('|', '\\|') : escaped;
}

/** What begins a heading, a quotation, a list or a line, at the beginning of a block. */
function escapeStart(text: string): string {
  if (!/^[\d+=>#-]/.test(text)) return text;
  return text
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2')
    .replace(/^(?:[-+=](?=[-+=\s]|$)|>|#{1,6}(?=\s|$))/, '\\$&');
}

/** A link target: blanks and brackets would end it. */
function markdownAddress(address: string): string {
  return address
    .replace(/[\s()<>|\\`]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`)
    .replace(/&(?=#?[a-zA-Z0-9]{1,32};)/g, '&amp;');
}

function longestTicks(text: string): number {
  let longest = 0;
  for (let i = 0; i < text.length; i++) {
    const from = i;
    while (text.charCodeAt(i) === 96) i++;
    longest = Math.max(longest, i - from);
  }
  return longest;
}

function codeSpan(text: string, cell: boolean): string {
  const fence = '`'.repeat(longestTicks(text) + 1);
  const edge = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  const written = cell ? text.replaceAll('|', '\\|') : text;
  return `${fence}${edge}${written}${edge}${fence}`;
}

/** Levels of inline markup, outermost first. */
const LINK = 0;
const STRONG = 1;
const EMPHASIS = 2;
const LEAF = 3;

function has(run: Run, level: number): boolean {
  if (run.image !== undefined || run.break === true) return false;
  return level === LINK
    ? run.href !== undefined
    : level === STRONG
      ? run.strong === true
      : run.emphasis === true;
}

/** The first character that a run will be written with, below the markup of `level`. */
function firstWritten(run: Run, level: number): string {
  if (run.image !== undefined) return '!';
  if (run.break === true) return '<';
  if (/^\s/.test(run.text)) return ' ';
  if (level <= LINK && run.href !== undefined) return '[';
  if ((level <= STRONG && run.strong === true) || (level <= EMPHASIS && run.emphasis === true)) return '*';
  return run.code === true ? '`' : firstOf(run.text);
}

/** Whether the text of a run stands bare below the markup of `level`. */
function isBare(run: Run, level: number): boolean {
  if (run.code === true || run.image !== undefined || run.break === true) return false;
  return !(level <= STRONG && run.strong === true) && !(level <= EMPHASIS && run.emphasis === true);
}

/** How many characters of punctuation, escapes included, the text begins with. */
function leadingPunctuation(text: string): number {
  let at = 0;
  while (at < text.length) {
    const next = text[at] === '\\' && at + 1 < text.length ? at + 1 : at;
    const character = firstOf(text.slice(next, next + 2));
    if (!isPunctuation(character) && !isBlank(character)) break;
    at = next + character.length;
  }
  return at;
}

/** Where the punctuation that ends the text begins. */
function trailingPunctuation(text: string): number {
  let at = text.length;
  while (at > 0) {
    const character = lastOf(text.slice(Math.max(0, at - 2), at));
    if (!isPunctuation(character) && !isBlank(character)) break;
    at -= character.length;
    let slashes = 0;
    while (at - slashes > 0 && text[at - slashes - 1] === '\\') slashes++;
    if (slashes % 2 === 1) at--;
  }
  return at;
}

class InlineWriter {
  readonly #runs: readonly Run[];
  readonly #cell: boolean;

  constructor(runs: readonly Run[], cell: boolean) {
    this.#runs = runs;
    this.#cell = cell;
  }

  /** The runs from `from` up to `to`, between the characters `before` and `after`. */
  write(from: number, to: number, level: number, before: string, after: string): string {
    if (level === LEAF) return this.#leaves(from, to);
    const runs = this.#runs;
    if (from + 1 === to && !has(runs[from]!, level)) return this.write(from, to, level + 1, before, after);
    // Pieces, not one text that grows: its last character is looked at again and again.
    const out: string[] = [];
    for (let at = from; at < to; ) {
      const styled = has(runs[at]!, level);
      const href = runs[at]!.href;
      let past = at + 1;
      while (
        past < to &&
        has(runs[past]!, level) === styled &&
        (level !== LINK || !styled || runs[past]!.href === href)
      )
        past++;
      const previous = out.length === 0 ? before : lastOf(out[out.length - 1]!);
      const next = past < to ? firstWritten(runs[past]!, level) : after;
      let piece: string;
      if (!styled) piece = this.write(at, past, level + 1, previous, next);
      else if (level === LINK) {
        const inner = this.write(at, past, level + 1, '[', ']');
        const text = inner.trim();
        if (text === '') piece = inner;
        else {
          const lead = inner.slice(0, inner.indexOf(text[0]!));
          // An exclamation before a link would make a picture of it.
          if (lead === '' && previous === '!') out.push(`${out.pop()!.slice(0, -1)}\\!`);
          piece = `${lead}[${text}](${markdownAddress(href!)})${inner.slice(lead.length + text.length)}`;
        }
      } else piece = this.#emphasis(at, past, level, previous, next);
      if (piece !== '') out.push(piece);
      at = past;
    }
    return out.join('');
  }

  #emphasis(from: number, to: number, level: number, before: string, after: string): string {
    const runs = this.#runs;
    const whole = this.write(from, to, level + 1, '*', '*');
    let inner = whole.trim();
    if (inner === '') return whole;
    let lead = whole.slice(0, whole.indexOf(inner[0]!));
    let tail = whole.slice(lead.length + inner.length);
    const before1 = (): string => (lead === '' ? before : lastOf(lead));
    const after1 = (): string => (tail === '' ? after : firstOf(tail));
    const opens = (): boolean =>
      !isPunctuation(firstOf(inner)) || isBlank(before1()) || isPunctuation(before1());
    const closes = (): boolean =>
      !isPunctuation(lastOf(inner)) || isBlank(after1()) || isPunctuation(after1());
    if (!opens() || !closes()) {
      // What stands in the way goes outside, on both sides, so that quotation marks stay a pair.
      if (isBare(runs[from]!, level + 1)) {
        const own = escapeText(runs[from]!.text.trimStart(), this.#cell).length;
        const count = Math.min(own, leadingPunctuation(inner));
        lead += inner.slice(0, count);
        inner = inner.slice(count);
      }
      if (isBare(runs[to - 1]!, level + 1)) {
        const own = escapeText(runs[to - 1]!.text.trimEnd(), this.#cell).length;
        const at = Math.max(inner.length - own, trailingPunctuation(inner));
        tail = inner.slice(at) + tail;
        inner = inner.slice(0, at);
      }
    }
    if (inner === '') return lead + tail;
    const [element, width] = level === STRONG ? (['strong', 2] as const) : (['em', 1] as const);
    const apart = (character: string): boolean => isBlank(character) || isPunctuation(character);
    // A mark beside the same mark would be read as one; an underscore means nothing inside a word.
    const fits = (candidate: string): boolean =>
      before1() !== candidate &&
      after1() !== candidate &&
      !inner.startsWith(candidate) &&
      !inner.endsWith(candidate) &&
      (candidate === '*' || (apart(before1()) && apart(after1())));
    const mark = ['*', '_'].find(fits);
    if (mark === undefined || !opens() || !closes()) return `${lead}<${element}>${inner}</${element}>${tail}`;
    const delimiter = mark.repeat(width);
    return lead + delimiter + inner + delimiter + tail;
  }

  #leaves(from: number, to: number): string {
    let out = '';
    for (let i = from; i < to; i++) {
      const run = this.#runs[i]!;
      if (run.image !== undefined) {
        out += `![${escapeText(run.image.alt, this.#cell)}](${markdownAddress(run.image.src)})`;
        const next = this.#runs[i + 1];
        if (next !== undefined && /^[\p{L}\p{N}]/u.test(next.text)) out += ' ';
      } else if (run.break === true) out += this.#cell ? '<br>' : ' ';
      else if (run.code === true) {
        let text = run.text;
        for (; i + 1 < to && this.#runs[i + 1]!.code === true; i++) text += this.#runs[i + 1]!.text;
        const words = text.trim();
        if (words === '') out += text;
        else {
          const lead = text.slice(0, text.indexOf(words[0]!));
          out += lead + codeSpan(words, this.#cell) + text.slice(lead.length + words.length);
        }
      } else out += escapeText(run.text, this.#cell);
    }
    return out;
  }
}

/** Runs on one line; `start` where they begin a block. */
function inline(runs: readonly Run[], start = true, cell = false): string {
  if (runs.length === 0) return '';
  let out = new InlineWriter(runs, cell).write(0, runs.length, LINK, '', '');
  if (/[\r\n]/.test(out)) out = out.replace(/[\r\n]+/g, ' ');
  const first = runs[0]!;
  return start && first.href === undefined && isBare(first, STRONG) ? escapeStart(out) : out;
}

interface OpenItem {
  readonly list: number;
  readonly mark: string;
  /** Where the text of the item begins. */
  readonly indent: number;
}

class MarkdownWriter {
  readonly #lines: string[] = [];
  readonly #open: OpenItem[] = [];
  /** The mark of the last list of each depth, as long as nothing else came: a neighbour has to look different. */
  readonly #neighbours: ({ list: number; mark: string } | undefined)[] = [];
  /** The marks of items that wait for their first part. */
  #pending = '';
  #previous: ContentPart | undefined;

  write(parts: readonly ContentPart[]): string {
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]!;
      if (part.kind === 'item') this.#item(part);
      else {
        this.#close(part.depth ?? 0);
        this.#part(part, parts, i);
      }
      this.#previous = part;
    }
    this.#flush();
    return this.#lines.join('\n').replace(/^\n+/, '');
  }

  #close(depth: number): void {
    if (this.#pending !== '' && depth < this.#open.length) this.#flush();
    if (this.#open.length > depth) this.#open.length = depth;
    if (this.#neighbours.length > depth) this.#neighbours.length = depth;
  }

  #flush(): void {
    if (this.#pending !== '') this.#lines.push(this.#pending.trimEnd());
    this.#pending = '';
  }

  #item(part: ContentPart & { kind: 'item' }): void {
    const depth = Math.max(1, Math.min(part.depth, this.#open.length + 1));
    if (this.#pending !== '' && depth <= this.#open.length) this.#flush();
    this.#open.length = Math.min(this.#open.length, depth - 1);
    this.#neighbours.length = Math.min(this.#neighbours.length, depth);
    const neighbour = this.#neighbours[depth - 1];
    let sign = part.ordered ? '.' : '-';
    if (neighbour !== undefined) {
      if (neighbour.list === part.list) sign = neighbour.mark;
      else if (neighbour.mark === sign) sign = part.ordered ? ')' : '*';
    }
    const indent = this.#open[depth - 2]?.indent ?? 0;
    const mark = part.ordered ? `${part.number}${sign} ` : `${sign} `;
    const fresh = neighbour?.list !== part.list;
    this.#neighbours[depth - 1] = { list: part.list, mark: sign };
    if (this.#pending === '') {
      // Items of one list and of lists inside it stand together.
      const together = this.#previous?.kind === 'item' && (!fresh || depth > 1);
      if (!together) this.#lines.push('');
      this.#pending = ' '.repeat(indent);
    }
    this.#open.push({ list: part.list, mark, indent: indent + mark.length });
    this.#pending += mark;
    if (part.runs.length > 0) {
      this.#lines.push(this.#pending + inline(part.runs));
      this.#pending = '';
    }
  }

  /** A block of lines, after an empty one; the first line goes behind the mark of an item that waits for it. */
  #block(lines: readonly string[], separator = ''): void {
    const indent = ' '.repeat(this.#open[this.#open.length - 1]?.indent ?? 0);
    let first = indent;
    if (this.#pending !== '') {
      first = this.#pending;
      this.#pending = '';
    } else if (separator !== '-') this.#lines.push(separator === '' ? '' : indent + separator);
    lines.forEach((line, i) => {
      this.#lines.push(line === '' ? '' : (i === 0 ? first : indent) + line);
    });
  }

  #part(part: Exclude<ContentPart, { kind: 'item' }>, parts: readonly ContentPart[], i: number): void {
    const previous = this.#previous;
    switch (part.kind) {
      case 'heading':
        this.#block([
          `${'#'.repeat(part.level)} ${inline(part.runs, false).replace(/(^|\s)(#+)$/, '$1\\$2')}`,
        ]);
        break;
      case 'row': {
        const first = previous?.kind !== 'row' || previous.table !== part.table;
        if (!first) {
          this.#block([tableRow(part.cells, this.#columns)], '-');
          break;
        }
        this.#columns = 0;
        for (let at = i; at < parts.length; at++) {
          const row = parts[at]!;
          if (row.kind !== 'row' || row.table !== part.table) break;
          this.#columns = Math.max(this.#columns, row.cells.length);
        }
        const rule = `|${' --- |'.repeat(this.#columns)}`;
        const row = tableRow(part.cells, this.#columns);
        this.#block(part.header ? [row, rule] : [tableRow([], this.#columns), rule, row]);
        break;
      }
      case 'code': {
        const fence = '`'.repeat(Math.max(3, longestTicks(part.text) + 1));
        this.#block([fence + (part.language ?? ''), ...part.text.split('\n'), fence]);
        break;
      }
      case 'quote': {
        const goesOn = previous?.kind === 'quote' && previous.quote === part.quote;
        this.#block([`> ${inline(part.runs)}`], goesOn ? '>' : '');
        break;
      }
      case 'caption':
        this.#block([inline(part.runs.map((run) => ({ ...run, emphasis: true })))]);
        break;
      case 'term':
        this.#block([inline(part.runs.map((run) => ({ ...run, strong: true })))]);
        break;
      case 'image':
        this.#block([`![${escapeText(part.alt, false)}](${markdownAddress(part.src)})`]);
        break;
      default:
        this.#block([inline(part.runs)]);
    }
  }

  #columns = 0;
}

function tableRow(cells: readonly (readonly Run[])[], columns: number): string {
  let row = '|';
  for (let i = 0; i < columns; i++) row += ` ${inline(cells[i] ?? [], false, true).trim()} |`;
  return row;
}

export function toMarkdown(parts: readonly ContentPart[]): string {
  return new MarkdownWriter().write(parts);
}
