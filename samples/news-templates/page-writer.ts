/**
 * Writes a page and, beside it, what each piece of text is. Leaves are written in document order, so the truth is in document order.
 */
export type BlockKind = 'content' | 'noise' | 'metadata';

export interface TruthBlock {
  readonly kind: BlockKind;
  /** White space collapsed. */
  readonly text: string;
}

export class PageWriter {
  readonly truth: TruthBlock[] = [];
  #html = '';

  /** Markup without text of its own. */
  raw(html: string): this {
    this.#html += html;
    return this;
  }

  /** One element that holds one piece of text (with inline markup, no blocks). */
  leaf(kind: BlockKind, tag: string, html: string, attributes = ''): this {
    this.#html += `<${tag}${attributes === '' ? '' : ` ${attributes}`}>${html}</${tag}>`;
    const text = plain(html);
    if (text !== '') this.truth.push({ kind, text });
    return this;
  }

  content(tag: string, html: string, attributes = ''): this {
    return this.leaf('content', tag, html, attributes);
  }

  noise(tag: string, html: string, attributes = ''): this {
    return this.leaf('noise', tag, html, attributes);
  }

  metadata(tag: string, html: string, attributes = ''): this {
    return this.leaf('metadata', tag, html, attributes);
  }

  /** Something inside an element. */
  inside(tag: string, attributes: string, write: () => void): this {
    this.#html += `<${tag}${attributes === '' ? '' : ` ${attributes}`}>`;
    write();
    this.#html += `</${tag}>`;
    return this;
  }

  get html(): string {
    return this.#html;
  }
}

/** The text of inline markup. */
function plain(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
}
