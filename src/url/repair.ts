/**
 * Slips of the hand that turn up in links everywhere, and what was meant. Each is a named rule; a link that fits none is left
 * as it is. None of this runs for a link that was clean.
 */
import { hasKnownSuffix } from './host.ts';

export interface Repair {
  readonly name: string;
  readonly description: string;
  apply(link: string, hasBase: boolean): string;
}

/** What closes what. `'` and the backtick may end an address, so they are taken off the end only when one was taken off the head. */
const OPENED_BY: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '>': '<',
  '”': '“',
  '’': '‘',
  '»': '«',
};
/** Each closing mark costs a look through the link; nobody means more than a few. */
const MOST_CLOSING = 8;
const OPENING: ReadonlySet<string> = new Set(Object.values(OPENED_BY));

/** Takes quotes and brackets, escaped or not, off both ends: `\"http://a.br\"`, `<http://a.br>`, `http://a.br"`. */
function unwrap(link: string): string {
  if (link.startsWith('<%') || link.startsWith('<?')) return link;
  let from = 0;
  let to = link.length;
  while (from < to) {
    const at = link[from] === '\\' ? from + 1 : from;
    if (at >= to || !OPENING.has(link[at]!)) break;
    from = at + 1;
  }
  for (let taken = 0; to > from && taken < MOST_CLOSING; taken++) {
    const opener = OPENED_BY[link[to - 1]!];
    if (opener === undefined) break;
    // Opened inside, it belongs to the address.
    if (from === 0 && (opener === "'" || opener === '`' || link.lastIndexOf(opener, to - 2) !== -1)) break;
    to--;
    if (link[to - 1] === '\\') to--;
  }
  return from === 0 && to === link.length ? link : trimLink(link.slice(from, Math.max(from, to)));
}

/** `http` misspelt (`htpp`, `hhttp`, `ttp` …) or its `://` mistyped (`http//`, `http;//`, `http:://`, `://`). The right form becomes itself. */
const MISTYPED_SCHEME =
  /^(?:https?(?:[;,.][/\\]{1,3}|[/\\]{2}:?|[/\\]:[/\\]{1,3}|::+[/\\]*|: +[/\\]+|%3a[/\\]{1,3}|:(?:%2f){2}|:[/\\]{2,4}(?= ))|:[/\\]{2,3}|(?:h?ttp|htpp?|httpp|htttp|hhttp|hhtp|thttp|hptt|htto|hpp)s?:?[/\\]{2,3}|(?:htpp?s|httpps|httsp|httpss|htttps):?[/\\]{2,3}) */i;

/** A whole address percent-encoded, as a forwarding script left it. */
const ENCODED_WHOLE = /^https?%3a(?:%2f){2}/i;

function decodeWhole(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}

export const REPAIRS: readonly Repair[] = [
  {
    name: 'json-escaped',
    description: 'slashes escaped as in a script: http:\\/\\/a.br\\/x',
    apply: (link) => (link.includes('\\/') ? link.replace(/\\+\//g, '/') : link),
  },
  {
    name: 'wrapped',
    description: 'quotes or angle brackets around the address',
    apply: unwrap,
  },
  {
    name: 'encoded-whole',
    description: 'the whole address percent-encoded: http%3A%2F%2Fa.br',
    apply: (link) => (ENCODED_WHOLE.test(link) ? trimLink(decodeWhole(link)) : link),
  },
  {
    name: 'mistyped-scheme',
    description: 'htpp://, http//, http;//, ttp://, :// …',
    apply(link) {
      const match = MISTYPED_SCHEME.exec(link);
      if (match === null) return link;
      const secure = match[0].toLowerCase().includes('s');
      return `${secure ? 'https' : 'http'}://${link.slice(match[0].length)}`;
    },
  },
  {
    name: 'missing-scheme',
    description: 'www.a.br/x in a page, a.br or a.br:8080 where there is no page to resolve against',
    apply(link, hasBase) {
      if (hasBase && !/^www\d?\./i.test(link)) return link;
      const host = /^[^/?#\\\s@:]+(?=(?::\d{1,5})?(?:[/?#\\]|$))/.exec(link)?.[0].toLowerCase();
      if (host === undefined) return link;
      return hasKnownSuffix(host) || (!hasBase && host === 'localhost') ? `http://${link}` : link;
    },
  },
];

/** `&amp;` and `&#38;` that were escaped twice; before the fragment is cut, because `&#38;` holds a `#`. */
const ESCAPED_AMPERSAND = /&(?:amp;|#0{0,5}38;|#x0{0,5}26;)+/gi;

/** The same, as far as it can show up after percent-decoding. */
export function mendAmpersands(text: string): string {
  return text.includes('&') && /&amp;/i.test(text) ? text.replace(/&(?:amp;)+/gi, '&') : text;
}

/** White space of any kind, and marks without width, off both ends. */
export function trimLink(link: string): string {
  const trimmed = link.trim();
  let from = 0;
  let to = trimmed.length;
  while (from < to && isInvisible(trimmed.charCodeAt(from))) from++;
  while (to > from && isInvisible(trimmed.charCodeAt(to - 1))) to--;
  return from === 0 && to === trimmed.length ? trimmed : trimmed.slice(from, to);
}

function isInvisible(c: number): boolean {
  return (
    c <= 0x20 ||
    c === 0x7f ||
    c === 0xa0 ||
    c === 0xfeff ||
    (c >= 0x200b && c <= 0x200f) ||
    (c >= 0x2028 && c <= 0x202e) ||
    c === 0x2060
  );
}

/** Runs every repair, in order. */
export function repairLink(link: string, hasBase: boolean): string {
  let mended = link;
  for (const repair of REPAIRS) mended = repair.apply(mended, hasBase);
  return mended.includes('&') ? mended.replace(ESCAPED_AMPERSAND, '&') : mended;
}
