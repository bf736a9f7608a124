/** Small pieces of HTML and XML that every template needs. */

export function esc(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

export function link(href: string, text: string, attributes = ''): string {
  return `<a href="${esc(href)}"${attributes === '' ? '' : ` ${attributes}`}>${esc(text)}</a>`;
}

export function items(entries: readonly string[], tag: 'ul' | 'ol' = 'ul', attributes = ''): string {
  const open = attributes === '' ? tag : `${tag} ${attributes}`;
  return `<${open}>\n${entries.map((e) => `<li>${e}</li>`).join('\n')}\n</${tag}>`;
}

export function paragraphs(texts: readonly string[], tag = 'p'): string {
  const name = tag.split(' ', 1)[0];
  return texts.map((t) => `<${tag}>${esc(t)}</${name}>`).join('\n');
}

/** A JSON-LD element; `<` is written so that no text can close the script. */
export function jsonLd(value: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(value).replace(/</g, '\\u003c')}</script>`;
}
