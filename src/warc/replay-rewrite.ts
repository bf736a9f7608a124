/**
 * Rewrites the addresses of an archived page so that it can be browsed from the archive. One pass over the tags, everything else left
 * as it is. It need not be perfect: what it misses is kept off the network by the content security policy of the replay.
 */
import { escapeHtmlAscii, unescapeValue } from '../formats/index.ts';
import type { RunningScripts } from './replay-scripts.ts';

export interface RewriteContext {
  /** The absolute address that one on the page stands for, as it was asked for when it was collected; null for none of the Web. */
  readonly resolve: (written: string) => string | null;
  /** Path of an absolute address within the replay. */
  readonly replayPath: (url: string) => string;
  /** Put after the body's start tag. */
  readonly banner: string;
  /** When its scripts are to run: who makes them fit. */
  readonly scripts?: RunningScripts | undefined;
}

const URL_ATTRIBUTES = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'poster',
  'data',
  'background',
  'xlink:href',
  'longdesc',
]);
const SET_ATTRIBUTES = new Set(['srcset', 'imagesrcset']);
/** Left out: they would stop a rewritten file from loading, or tell somebody of a click. */
const DROPPED_ATTRIBUTES = new Set(['integrity', 'crossorigin', 'ping', 'nonce', 'srcdoc']);
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes']);

/** The replay's address for one of the page's; null when it is to stay as it is. */
function replayed(raw: string, context: RewriteContext): string | null {
  const value = raw.trim();
  if (value === '' || value.startsWith('#')) return null;
  if (/^(data|about|blob|mailto|tel|sms|cid):/i.test(value)) return null;
  if (/^[\s\x00-\x1f]*(java|vb)\s*script\s*:/i.test(value))
    return context.scripts !== undefined && /^javascript:/i.test(value) ? null : '#';
  const at = value.indexOf('#');
  const url = context.resolve(at < 0 ? value : value.slice(0, at));
  return url === null ? '#' : context.replayPath(url) + (at < 0 ? '' : value.slice(at));
}

/** `url(…)` and `@import "…"` of a style sheet. */
export function rewriteCss(css: string, context: RewriteContext): string {
  const one = (quoted: string): string | null => {
    const quote = quoted[0] === '"' || quoted[0] === "'" ? quoted[0] : '';
    const inner = quote === '' ? quoted : quoted.slice(1, -1);
    const path = replayed(inner, context);
    return path === null ? null : `"${path.replace(/["\\\n]/g, (c) => encodeURIComponent(c))}"`;
  };
  return css
    .replace(/url\(\s*("[^"]{0,4000}"|'[^']{0,4000}'|[^\s"'()]{1,4000})\s*\)/gi, (all, quoted: string) => {
      const path = one(quoted);
      return path === null ? all : `url(${path})`;
    })
    .replace(/@import\s+("[^"]{1,4000}"|'[^']{1,4000}')/gi, (all, quoted: string) => {
      const path = one(quoted);
      return path === null ? all : `@import ${path}`;
    });
}

function rewriteSet(value: string, context: RewriteContext): string {
  // A comma separates candidates when white space follows it or the address before it had a descriptor.
  return value
    .split(/,(?=\s)|(?<=\s\d{1,6}(?:\.\d{1,6})?[wx]),/)
    .map((candidate) => {
      const text = candidate.trim();
      const space = text.search(/\s/);
      const url = space < 0 ? text : text.slice(0, space);
      const path = replayed(url, context);
      return path === null ? text : path.replace(/,/g, '%2C') + (space < 0 ? '' : text.slice(space));
    })
    .join(', ');
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

interface Attribute {
  readonly name: string;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Attributes of the tag whose name ends at `at`, and the offset after its `>`. */
function attributes(html: string, at: number): { readonly list: Attribute[]; readonly end: number } {
  const list: Attribute[] = [];
  const n = html.length;
  let p = at;
  while (p < n) {
    while (p < n && (isSpace(html.charCodeAt(p)) || html[p] === '/')) p++;
    if (p >= n) break;
    if (html[p] === '>') return { list, end: p + 1 };
    const start = p;
    if (html[p] === '=') p++;
    while (p < n && !isSpace(html.charCodeAt(p)) && html[p] !== '=' && html[p] !== '>' && html[p] !== '/')
      p++;
    const name = html.slice(start, p).toLowerCase();
    let q = p;
    while (q < n && isSpace(html.charCodeAt(q))) q++;
    let value = '';
    if (html[q] === '=') {
      q++;
      while (q < n && isSpace(html.charCodeAt(q))) q++;
      const quote = html[q];
      if (quote === '"' || quote === "'") {
        const close = html.indexOf(quote, q + 1);
        const stop = close < 0 ? n : close;
        value = html.slice(q + 1, stop);
        p = Math.min(stop + 1, n);
      } else {
        const from = q;
        while (q < n && !isSpace(html.charCodeAt(q)) && html[q] !== '>') q++;
        value = html.slice(from, q);
        p = q;
      }
    }
    list.push({ name, value, start, end: p });
  }
  return { list, end: n };
}

/** Offset of the end tag of a raw-text element; -1 when it is never closed. */
function endTag(html: string, name: string, from: number): number {
  for (let p = html.indexOf('</', from); p >= 0; p = html.indexOf('</', p + 2)) {
    if (html.slice(p + 2, p + 2 + name.length).toLowerCase() === name) return p;
  }
  return -1;
}

/** What the standard reads in the value of an attribute: references undone, and no null character. */
function readValue(written: string): string {
  return unescapeValue(written.replaceAll('\0', '\ufffd'));
}

/**
 * The page with its addresses rewritten and the banner set in, part by part: of a page of nothing but links there are a million, and none is
 * kept here.
 */
export function* rewriteHtml(html: string, context: RewriteContext): Generator<string, void, undefined> {
  const n = html.length;
  const { scripts } = context;
  let bannered = context.banner === '';
  let begun = scripts === undefined;
  let copied = 0;
  let p = 0;
  /** Raw-text elements that are known not to be closed any more. */
  const unclosed = new Set<string>();
  for (;;) {
    const open = html.indexOf('<', p);
    if (open < 0) break;
    const next = html.charCodeAt(open + 1);
    if (html.startsWith('<!--', open)) {
      const close = html.indexOf('-->', open + 4);
      p = close < 0 ? n : close + 3;
      continue;
    }
    const letter = (next | 32) >= 97 && (next | 32) <= 122;
    if (!letter) {
      p = open + 1;
      continue;
    }
    let nameEnd = open + 1;
    while (
      nameEnd < n &&
      !isSpace(html.charCodeAt(nameEnd)) &&
      html[nameEnd] !== '>' &&
      html[nameEnd] !== '/'
    )
      nameEnd++;
    const name = html.slice(open + 1, Math.min(nameEnd, open + 40)).toLowerCase();
    const { list, end } = attributes(html, nameEnd);
    if (!begun && name !== 'html' && name !== 'head') {
      yield html.slice(copied, open);
      yield scripts!.first;
      copied = open;
      begun = true;
    }
    const equiv =
      name === 'meta'
        ? (list
            .find((a) => a.name === 'http-equiv')
            ?.value.trim()
            .toLowerCase() ?? '')
        : '';
    for (const { name: attribute, value, start, end: stop } of list) {
      let fresh: string | null = null;
      if (DROPPED_ATTRIBUTES.has(attribute) || (scripts === undefined && attribute.startsWith('on')))
        fresh = '';
      else if (name === 'base') fresh = attribute === 'href' ? '' : null;
      else if (equiv !== '' && attribute === 'content') fresh = metaContent(equiv, value, context);
      else if (value === '') continue;
      else {
        const text = readValue(value);
        let path: string | null = null;
        if (URL_ATTRIBUTES.has(attribute)) path = replayed(text, context);
        else if (SET_ATTRIBUTES.has(attribute)) path = rewriteSet(text, context);
        else if (attribute === 'style' && /url\(/i.test(text)) path = rewriteCss(text, context);
        if (path !== null) fresh = `${attribute}="${escapeHtmlAscii(path)}"`;
      }
      if (fresh === null) continue;
      yield html.slice(copied, start);
      yield fresh;
      copied = stop;
    }
    p = end;
    if (name === 'body' && !bannered) {
      yield html.slice(copied, end);
      yield context.banner;
      copied = end;
      bannered = true;
    }
    if (!RAW_TEXT.has(name) || unclosed.has(name)) continue;
    const close = endTag(html, name, end);
    if (close < 0) {
      unclosed.add(name);
      continue;
    }
    if (name === 'style') {
      yield html.slice(copied, end);
      yield rewriteCss(html.slice(end, close), context);
      copied = close;
    }
    if (name === 'script' && scripts !== undefined && !list.some((a) => a.name === 'src')) {
      const made = scripts.inline(scriptType(list), html.slice(end, close));
      if (made !== null) {
        yield html.slice(copied, end);
        yield made;
        copied = close;
      }
    }
    p = close;
  }
  yield html.slice(copied);
  if (!bannered) yield context.banner;
}

/** As a browser knows it; `language` is how old pages say it. */
function scriptType(list: readonly Attribute[]): string {
  const value = (name: string) => list.find((a) => a.name === name)?.value ?? '';
  const language = value('language');
  return value('type') || (language === '' ? '' : `text/${language}`);
}

function metaContent(equiv: string, value: string, context: RewriteContext): string | null {
  if (equiv.startsWith('content-security-policy')) return '';
  if (equiv !== 'refresh') return null;
  const text = readValue(value);
  const m = /^\s*(\d{0,6}(?:\.\d{0,3})?)\s*[;,]\s*(?:url\s*=\s*)?["']?([^"']{1,4000})/i.exec(text);
  if (m === null) return null;
  const path = replayed(m[2]!, context);
  return path === null ? null : `content="${escapeHtmlAscii(`${m[1]};url=${path}`)}"`;
}
