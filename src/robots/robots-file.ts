/**
 * A robots.txt file, read as Google's open parser reads it (RFC 9309 and what years of other people's files have taught): any line
 * ending, a whole or partial byte order mark, frequent misspellings, a missing colon, lines cut at 16,663 bytes. Any bytes are a
 * robots.txt file; most say nothing.
 */
import { escapePattern } from './pattern.ts';

export interface RobotsRule {
  readonly type: 'allow' | 'disallow';
  /** With escapes in normal form; never empty. */
  readonly pattern: string;
  readonly line: number;
}

export interface RobotsGroup {
  /** Product tokens in lower case; `*` for everyone. */
  readonly agents: readonly string[];
  readonly rules: readonly RobotsRule[];
}

/** Plain data: it can be written as JSON and read back. */
export interface RobotsFile {
  readonly groups: readonly RobotsGroup[];
  /** Seconds, by product token in lower case or `*`. Pairs, so that no name in the file is special. */
  readonly crawlDelays: readonly (readonly [agent: string, seconds: number])[];
  /** As written, in order, each once. */
  readonly sitemaps: readonly string[];
}

export const EMPTY_FILE: RobotsFile = { groups: [], crawlDelays: [], sitemaps: [] };

/** Eight times the longest URL of old browsers, less the byte that ended the line in the original. */
const MAX_LINE = 2083 * 8 - 1;

const BOM = [0xef, 0xbb, 0xbf];

type Key = 'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'crawl-delay' | null;

/** Keys are recognised by how they begin ("Disallowed: /x" forbids too). The misspellings are Google's list. */
const KEYS: readonly (readonly [string, Key])[] = [
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
  ['crawl-delay', 'crawl-delay'],
  ['crawldelay', 'crawl-delay'],
  ['crawl delay', 'crawl-delay'],
];

function keyOf(text: string): Key {
  const lower = text.slice(0, 11).toLowerCase();
  for (const [beginning, key] of KEYS) if (lower.startsWith(beginning)) return key;
  return null;
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

function trim(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isSpace(text.charCodeAt(from))) from++;
  while (to > from && isSpace(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}

function blankFrom(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 32 || code === 9) return i;
  }
  return -1;
}

/** Where the key ends and the value begins, or -1. */
function separator(line: string): number {
  const colon = line.indexOf(':');
  if (colon >= 0) return colon;
  // "disallow /x": a blank stands for the forgotten colon if there are exactly two words.
  const blank = blankFrom(line, 0);
  if (blank < 0) return -1;
  let value = blank;
  while (value < line.length && (line.charCodeAt(value) === 32 || line.charCodeAt(value) === 9)) value++;
  return blankFrom(line, value) < 0 ? blank : -1;
}

/** `*`, also when other words follow it; otherwise the letters, hyphens and underscores at the beginning ("RedeBot/1.2" is "redebot"). */
function agentOf(value: string): string {
  if (value.charCodeAt(0) === 42 && (value.length === 1 || isSpace(value.charCodeAt(1)))) return '*';
  return /^[a-zA-Z_-]*/.exec(value)![0].toLowerCase();
}

/** Seconds; a decimal comma is taken too. Null for what is not a number or negative. */
function delayOf(value: string): number | null {
  const found = /^\+?(\d{1,9}(?:[.,]\d{1,9})?|[.,]\d{1,9})/.exec(value);
  return found ? Number(found[1]!.replace(',', '.')) : null;
}

class Builder {
  readonly groups: RobotsGroup[] = [];
  readonly delays = new Map<string, number>();
  readonly sitemaps = new Set<string>();
  #agents: string[] = [];
  #rules: RobotsRule[] = [];
  /** Whether a rule has been met since the last user-agent line, so that the next one begins a new group. */
  #ruled = false;

  line(text: string, number: number): void {
    const comment = text.indexOf('#');
    const line = trim(comment < 0 ? text : text.slice(0, comment));
    if (line === '') return;
    const at = separator(line);
    if (at < 0) return;
    const name = trim(line.slice(0, at));
    if (name === '') return;
    const value = trim(line.slice(at + 1));
    const key = keyOf(name);
    // Only Allow and Disallow end the list of a group's agents: a Sitemap or an unknown line between two agents does not.
    switch (key) {
      case 'user-agent':
        if (this.#ruled) this.#close();
        this.#agents.push(agentOf(value));
        break;
      case 'allow':
      case 'disallow': {
        if (this.#agents.length === 0) break;
        this.#ruled = true;
        const pattern = escapePattern(value);
        if (pattern !== '') this.#rules.push({ type: key, pattern, line: number });
        break;
      }
      case 'sitemap':
        // The only value that is text to a reader and not bytes to compare.
        if (value !== '') this.sitemaps.add(Buffer.from(value, 'latin1').toString('utf8'));
        break;
      case 'crawl-delay': {
        // For the agents named so far: in the usual file each has its own delay directly under its name, with no rule between them.
        const seconds = delayOf(value);
        if (seconds !== null)
          for (const agent of this.#agents)
            this.delays.set(agent, Math.max(seconds, this.delays.get(agent) ?? 0));
        break;
      }
    }
  }

  #close(): void {
    if (this.#agents.length > 0) this.groups.push({ agents: [...new Set(this.#agents)], rules: this.#rules });
    this.#agents = [];
    this.#rules = [];
    this.#ruled = false;
  }

  file(): RobotsFile {
    this.#close();
    return { groups: this.groups, crawlDelays: [...this.delays], sitemaps: [...this.sitemaps] };
  }
}

/**
 * Reads a robots.txt file. Never throws; takes time linear in the length.
 *
 * @example
 * const file = parseRobots('User-agent: *\nDisallow: /priv');
 * rulesFor(file, 'Tarrafa').allows('https://example.org/priv/x'); // false
 */
export function parseRobots(body: Uint8Array | string): RobotsFile {
  const bytes =
    typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // One character per byte: rules are compared byte by byte, and no encoding error can lose a line.
  const text = bytes.toString('latin1');
  let start = 0;
  while (start < 3 && bytes[start] === BOM[start]) start++;
  const builder = new Builder();
  let number = 0;
  let afterReturn = false;
  for (let i = start; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 10;
    if (code !== 10 && code !== 13) continue;
    // The \n of \r\n ends no line of its own.
    if (!(i === start && afterReturn && code === 10 && i < text.length)) {
      let line = text.slice(start, Math.min(i, start + MAX_LINE));
      const nul = line.indexOf('\0');
      if (nul >= 0) line = line.slice(0, nul);
      builder.line(line, ++number);
    }
    afterReturn = code === 13;
    start = i + 1;
  }
  return builder.file();
}
