/** What a page says about itself: title, metas, base, canonical address, language, refresh. */
import {
  CHARSET,
  CONTENT,
  HREF,
  HTTP_EQUIV,
  ITEMPROP,
  LANG,
  NAME,
  PROPERTY,
  XML_LANG,
} from './attribute-names.ts';
import type { FlatDocument } from './flat-document.ts';
import { relOf } from './links.ts';
import { BASE, HTML, LINK, META } from './tags.ts';
import { titleRow } from './text-blocks.ts';

export interface Meta {
  /** `name`, `property`, `itemprop` or `http-equiv`, lower case, with Portuguese names in their English form. */
  readonly name: string;
  readonly content: string;
}

/** Names that Portuguese pages write for the usual ones. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['descricao', 'description'],
  ['descrição', 'description'],
  ['palavras-chave', 'keywords'],
  ['palavras chave', 'keywords'],
  ['palavraschave', 'keywords'],
]);

/** A copy that does not keep the source alive: these strings live longer than the page. */
function own(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1);
}

function collapsed(text: string): string {
  return own(text.replace(/[\s\u00a0]+/g, ' ').trim());
}

/** The text of `title`, white space collapsed; '' when there is none. */
export function title(doc: FlatDocument): string {
  const row = titleRow(doc);
  return row < 0 ? '' : collapsed(doc.textContent(row).normalize('NFC'));
}

/** Every `meta` with a name and a content, in order. */
export function metas(doc: FlatDocument): Meta[] {
  const result: Meta[] = [];
  for (let node = 1; node < doc.count; node++) {
    if (doc.tag[node] !== META) continue;
    const content = doc.value(node, CONTENT);
    if (content === null) continue;
    const written =
      doc.value(node, NAME) ??
      doc.value(node, PROPERTY) ??
      doc.value(node, ITEMPROP) ??
      doc.value(node, HTTP_EQUIV);
    if (written === null || written.trim() === '') continue;
    const name = written.trim().normalize('NFC').toLowerCase();
    result.push({ name: own(ALIASES.get(name) ?? name), content: own(content.trim()) });
  }
  return result;
}

/** The content of the first `meta` with this name (lower case), or null. */
export function meta(doc: FlatDocument, name: string): string | null {
  return metas(doc).find((candidate) => candidate.name === name)?.content ?? null;
}

/** The `href` of the first `base` that has one, or null: what addresses are resolved against, itself against the page's. */
export function baseHref(doc: FlatDocument): string | null {
  for (let node = 1; node < doc.count; node++) {
    if (doc.tag[node] !== BASE) continue;
    const href = doc.value(node, HREF);
    if (href !== null) return own(href.trim());
  }
  return null;
}

/** The `href` of `link rel=canonical`, as written, or null. */
export function canonical(doc: FlatDocument): string | null {
  for (let node = 1; node < doc.count; node++) {
    if (doc.tag[node] !== LINK || !relOf(doc, node).includes('canonical')) continue;
    const href = doc.value(node, HREF)?.trim();
    if (href) return own(href);
  }
  return null;
}

/**
 * The language the page declares, as a lower-case tag (`pt-br`): `lang` of `html`, `xml:lang`, `content-language`, then
 * `og:locale`; null when it declares none.
 */
export function language(doc: FlatDocument): string | null {
  const html = doc.find(HTML);
  const declared = [
    html < 0 ? null : doc.value(html, LANG),
    html < 0 ? null : doc.value(html, XML_LANG),
    meta(doc, 'content-language'),
    meta(doc, 'og:locale'),
  ];
  for (const value of declared) {
    const tag = value?.split(',')[0]?.trim().replaceAll('_', '-').toLowerCase();
    if (tag && /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/.test(tag)) return own(tag);
  }
  return null;
}

export interface Refresh {
  readonly seconds: number;
  /** As written; null when the page only reloads itself. */
  readonly href: string | null;
}

const REFRESH = /^\s*(\d*)(?:\.[\d.]*)?\s*(?:[;,\s]\s*(?:url\s*=\s*)?(.*))?$/is;

/** Where `meta http-equiv=refresh` sends, or null. */
export function refresh(doc: FlatDocument): Refresh | null {
  for (let node = 1; node < doc.count; node++) {
    if (doc.tag[node] !== META || doc.value(node, HTTP_EQUIV)?.trim().toLowerCase() !== 'refresh') continue;
    const found = parseRefresh(doc.value(node, CONTENT) ?? '');
    if (found !== null) return found;
  }
  return null;
}

/** What a `Refresh`, as a `meta` or as a header, says; null when it says nothing. */
export function parseRefresh(text: string): Refresh | null {
  const match = REFRESH.exec(text.slice(0, 4096));
  if (match === null) return null;
  let href = match[2]?.trim() ?? '';
  const quote = href[0];
  if (quote === '"' || quote === "'") {
    const end = href.indexOf(quote, 1);
    href = end < 0 ? href.slice(1) : href.slice(1, end);
  }
  return { seconds: Number(match[1] || 0), href: href === '' ? null : own(href) };
}

/** The charset that a `meta` declares, as written, or null. */
export function declaredCharset(doc: FlatDocument): string | null {
  for (let node = 1; node < doc.count; node++) {
    if (doc.tag[node] !== META) continue;
    const charset = doc.value(node, CHARSET);
    if (charset !== null && charset.trim() !== '') return charset.trim();
    if (doc.value(node, HTTP_EQUIV)?.trim().toLowerCase() !== 'content-type') continue;
    const match = /charset\s*=\s*["']?\s*([^\s"';]+)/i.exec(doc.value(node, CONTENT) ?? '');
    if (match !== null) return match[1]!;
  }
  return null;
}
