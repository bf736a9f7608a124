/** Parts as plain text and clean HTML; Markdown is beside. Everything of the page is escaped; only what is written here is markup. */

import { escapeHtml } from '../formats/index.ts';
import type { ContentPart } from './content-parts.ts';
import type { Run } from './inline-runs.ts';

export { toMarkdown } from './markdown-form.ts';

function plain(runs: readonly Run[]): string {
  let text = '';
  for (const run of runs) text += run.text;
  return text;
}

export function toText(parts: readonly ContentPart[]): string {
  const lines: string[] = [];
  let previous: ContentPart | undefined;
  /** The list of the last item outside of other lists. */
  let list = -1;
  /** The mark of an item that begins with another part. */
  let mark = '';
  /** A new list begins. */
  let apart = false;
  for (const part of parts) {
    if (part.kind === 'image') continue;
    const depth = part.depth ?? 0;
    if (part.kind === 'item') {
      if (depth === 1) {
        apart ||= part.list !== list;
        list = part.list;
      }
      mark = `${'  '.repeat(part.depth - 1)}${part.ordered ? `${part.number}.` : '-'} `;
      if (part.runs.length === 0) continue;
    } else if (depth === 0) mark = '';
    else if (mark === '' && part.kind !== 'code') mark = '  '.repeat(depth);
    const text =
      part.kind === 'row'
        ? part.cells.map(plain).join(' | ')
        : part.kind === 'code'
          ? part.text
          : plain(part.runs);
    const together =
      previous !== undefined &&
      ((depth > 0 && (previous.depth ?? 0) > 0 && !apart) ||
        (part.kind === 'row' && previous.kind === 'row' && part.table === previous.table));
    lines.push(together || lines.length === 0 ? mark + text : `\n${mark}${text}`);
    mark = '';
    apart = false;
    previous = part;
  }
  return lines.join('\n');
}

/** The tags between two runs: elements are nested in this order, link, bold, italics, code. */
function tagsBetween(last: Run, next: Run): string {
  const atLink = next.href !== last.href;
  const atStrong = atLink || next.strong !== last.strong;
  const atEmphasis = atStrong || next.emphasis !== last.emphasis;
  const atCode = atEmphasis || next.code !== last.code;
  if (!atCode) return '';
  let tags = '';
  if (last.code === true) tags += '</code>';
  if (last.emphasis === true && atEmphasis) tags += '</em>';
  if (last.strong === true && atStrong) tags += '</strong>';
  if (last.href !== undefined && atLink) tags += '</a>';
  if (next.href !== undefined && atLink) tags += `<a href="${escapeHtml(next.href)}">`;
  if (next.strong === true && atStrong) tags += '<strong>';
  if (next.emphasis === true && atEmphasis) tags += '<em>';
  if (next.code === true) tags += '<code>';
  return tags;
}

const NOTHING: Run = { text: '' };

function htmlRuns(runs: readonly Run[]): string {
  let out = '';
  let last = NOTHING;
  for (const run of runs) {
    out += tagsBetween(last, run);
    if (run.image !== undefined) out += htmlImage(run.image);
    else if (run.break === true) out += '<br>';
    else {
      if (last.image !== undefined && /^[\p{L}\p{N}]/u.test(run.text)) out += ' ';
      out += escapeHtml(run.text);
    }
    last = run;
  }
  return out + tagsBetween(last, NOTHING);
}

function htmlImage({ src, alt }: { readonly src: string; readonly alt: string }): string {
  return `<img src="${escapeHtml(src)}" alt="${escapeHtml(alt)}">`;
}

/** What several parts in a row share. */
type Group =
  | { readonly kind: 'table'; readonly id: number }
  | { readonly kind: 'quote'; readonly id: number | undefined }
  | { readonly kind: 'figure'; readonly id: number | undefined; captioned: boolean };

const CLOSING = { table: '</table>', quote: '</blockquote>', figure: '</figure>' } as const;

class HtmlWriter {
  readonly #out: string[] = [];
  /** Open lists, innermost last; the last item of each is open. */
  readonly #lists: { readonly tag: string; readonly list: number; number: number }[] = [];
  #group: Group | null = null;

  write(parts: readonly ContentPart[]): string {
    for (let i = 0; i < parts.length; i++) {
      const part = parts[i]!;
      const group = this.#group;
      const depth = part.depth ?? 0;
      if (group !== null && (part.kind === 'item' || depth !== this.#lists.length || !goesOn(group, part)))
        this.#closeGroup();
      if (part.kind === 'item') this.#item(part);
      else {
        this.#closeLists(depth);
        this.#part(part, parts[i + 1]);
      }
    }
    this.#closeGroup();
    this.#closeLists(0);
    return this.#out.join('\n');
  }

  #closeGroup(): void {
    if (this.#group !== null) this.#out.push(CLOSING[this.#group.kind]);
    this.#group = null;
  }

  #closeLists(depth: number): void {
    while (this.#lists.length > depth) {
      this.#closeItem();
      this.#out.push(`</${this.#lists.pop()!.tag}>`);
    }
  }

  /** On the line of its text, if that is all it has. */
  #closeItem(): void {
    const last = this.#out.length - 1;
    if (this.#out[last]!.startsWith('<li')) this.#out[last] += '</li>';
    else this.#out.push('</li>');
  }

  #item(part: ContentPart & { kind: 'item' }): void {
    const depth = Math.max(1, Math.min(part.depth, this.#lists.length + 1));
    this.#closeLists(depth);
    let open = this.#lists[depth - 1];
    let attributes = '';
    if (open?.list === part.list) {
      this.#closeItem();
      if (part.ordered && part.number !== open.number + 1) attributes = ` value="${part.number}"`;
    } else {
      this.#closeLists(depth - 1);
      const tag = part.ordered ? 'ol' : 'ul';
      this.#out.push(part.ordered && part.number !== 1 ? `<ol start="${part.number}">` : `<${tag}>`);
      open = { tag, list: part.list, number: 0 };
      this.#lists.push(open);
    }
    open.number = part.number;
    this.#out.push(`<li${attributes}>${htmlRuns(part.runs)}`);
  }

  #part(part: Exclude<ContentPart, { kind: 'item' }>, next: ContentPart | undefined): void {
    const out = this.#out;
    const group = this.#group;
    switch (part.kind) {
      case 'heading':
        out.push(`<h${part.level}>${htmlRuns(part.runs)}</h${part.level}>`);
        break;
      case 'row': {
        if (group === null) this.#openGroup('<table>', { kind: 'table', id: part.table });
        const tag = part.header ? 'th' : 'td';
        let row = '<tr>';
        for (const cell of part.cells) row += `<${tag}>${htmlRuns(cell)}</${tag}>`;
        out.push(`${row}</tr>`);
        break;
      }
      case 'code':
        out.push(`<pre><code>${escapeHtml(part.text)}</code></pre>`);
        break;
      case 'quote':
        if (group === null) this.#openGroup('<blockquote>', { kind: 'quote', id: part.quote });
        out.push(`<p>${htmlRuns(part.runs)}</p>`);
        break;
      case 'caption':
        this.#caption(part, next);
        break;
      case 'term':
        out.push(`<p><strong>${htmlRuns(part.runs.map(({ strong: _, ...run }) => run))}</strong></p>`);
        break;
      case 'image':
        if (group === null)
          this.#openGroup('<figure>', { kind: 'figure', id: part.figure, captioned: false });
        out.push(htmlImage(part));
        break;
      default:
        out.push(`<p>${htmlRuns(part.runs)}</p>`);
    }
  }

  #openGroup(tag: string, group: Group): void {
    this.#out.push(tag);
    this.#group = group;
  }

  #caption(part: ContentPart & { kind: 'caption' }, next: ContentPart | undefined): void {
    const text = htmlRuns(part.runs);
    if (this.#group === null) {
      if (part.table !== undefined && next?.kind === 'row' && next.table === part.table) {
        this.#openGroup('<table>', { kind: 'table', id: part.table });
        this.#out.push(`<caption>${text}</caption>`);
        return;
      }
      if (part.figure === undefined || next?.kind !== 'image' || next.figure !== part.figure) {
        this.#out.push(`<p><small>${text}</small></p>`);
        return;
      }
      this.#openGroup('<figure>', { kind: 'figure', id: part.figure, captioned: true });
    }
    if (this.#group?.kind === 'figure') this.#group.captioned = true;
    this.#out.push(`<figcaption>${text}</figcaption>`);
  }
}

function goesOn(group: Group, part: ContentPart): boolean {
  switch (group.kind) {
    case 'table':
      return part.kind === 'row' && part.table === group.id;
    case 'quote':
      return part.kind === 'quote' && part.quote === group.id;
    default:
      if (part.kind === 'image') return group.id !== undefined && part.figure === group.id;
      return (
        part.kind === 'caption' &&
        !group.captioned &&
        part.table === undefined &&
        (part.figure === undefined || part.figure === group.id)
      );
  }
}

export function toHtml(parts: readonly ContentPart[]): string {
  return new HtmlWriter().write(parts);
}
