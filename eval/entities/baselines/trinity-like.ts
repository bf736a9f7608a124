/**
 * A Trinity-like baseline (after Sleiman and Corchuelo 2014, from its description in docs/methods.md, "ORION": the prototype of its authors was used in
 * the published comparison, this is not it). A page is a sequence of tokens, tags as they are written and
 * the texts between them (words would be cut off values that share one, as `kg`: whole texts are what the gold has, and kinder to it). The longest sequence that all
 * texts of a node share, no longer than `max` tokens, splits each of them into what stands before its first occurrence, between occurrences and
 * after the last; these are split in turn. What shares nothing more is a column.
 */
import { decodeHTML } from 'entities';

const TRINITY = { min: 1, maxShare: 0.05 } as const;

/** A piece of a page: tokens from `start` up to `end`. */
interface Fragment {
  readonly page: number;
  readonly start: number;
  readonly end: number;
}

/** Texts of one column by page. */
export type TrinityColumn = readonly (readonly string[])[];

const SILENT = /<!--[\s\S]*?-->|<(script|style|noscript)\b[\s\S]*?<\/\1\s*>/gi;
const TOKEN = /<[^>]*>|[^<]+|</g;
/** Nodes of one tree: a page that is no page of the kind could make it grow without end. */
const MOST_NODES = 20_000;
const BASE = 1_000_003;

const squeezed = (token: string): string => token.replace(/(?:\s|&nbsp;)+/g, ' ').trim();

class Pages {
  readonly words: string[] = [];
  readonly isTag: boolean[] = [];
  readonly tokens: readonly Int32Array[];
  readonly #ids = new Map<string, number>();

  constructor(pages: readonly string[]) {
    this.tokens = pages.map((html) =>
      Int32Array.from(
        (html.replace(SILENT, ' ').match(TOKEN) ?? []).map(squeezed).filter((token) => token !== ''),
        (token) => this.#id(token),
      ),
    );
  }

  #id(token: string): number {
    let id = this.#ids.get(token);
    if (id === undefined) {
      id = this.words.length;
      this.#ids.set(token, id);
      this.words.push(token);
      this.isTag.push(token.length > 1 && token.startsWith('<'));
    }
    return id;
  }

  text({ page, start, end }: Fragment): string {
    const words: string[] = [];
    for (let i = start; i < end; i++) {
      const token = this.tokens[page]![i]!;
      if (!this.isTag[token]) words.push(this.words[token]!);
    }
    return decodeHTML(words.join(' '));
  }
}

/** Hash of every run of `size` tokens of a fragment, one after the other. */
function forEachRun(
  tokens: Int32Array,
  { start, end }: Fragment,
  size: number,
  visit: (hash: number, at: number) => void,
): void {
  if (end - start < size) return;
  let power = 1;
  for (let i = 1; i < size; i++) power = Math.imul(power, BASE);
  let hash = 0;
  for (let i = start; i < end; i++) {
    if (i - start >= size) hash = (hash - Math.imul(tokens[i - size]! + 1, power)) | 0;
    hash = (Math.imul(hash, BASE) + tokens[i]! + 1) | 0;
    if (i - start >= size - 1) visit(hash, i - size + 1);
  }
}

/** Where in the shortest text the first run of `size` tokens begins that all texts have; -1 when there is none. */
function sharedRun(pages: Pages, texts: readonly Fragment[], shortest: Fragment, size: number): number {
  let left = new Map<number, number>();
  forEachRun(pages.tokens[shortest.page]!, shortest, size, (hash, at) => {
    if (!left.has(hash)) left.set(hash, at);
  });
  for (const text of texts) {
    if (left.size === 0) return -1;
    if (text === shortest) continue;
    const here = new Map<number, number>();
    forEachRun(pages.tokens[text.page]!, text, size, (hash) => {
      const at = left.get(hash);
      if (at !== undefined) here.set(hash, at);
    });
    left = here;
  }
  let first = -1;
  for (const at of left.values()) if (first < 0 || at < first) first = at;
  return first;
}

/** The pieces of a text around all occurrences of a pattern, none of which overlap. */
function split(
  tokens: Int32Array,
  text: Fragment,
  pattern: Int32Array,
): { prefix: Fragment; separators: Fragment[]; suffix: Fragment } | null {
  const { page } = text;
  const found: number[] = [];
  for (let at = text.start; at + pattern.length <= text.end; ) {
    let k = 0;
    while (k < pattern.length && tokens[at + k] === pattern[k]) k++;
    if (k === pattern.length) {
      found.push(at);
      at += pattern.length;
    } else at++;
  }
  if (found.length === 0) return null;
  return {
    prefix: { page, start: text.start, end: found[0]! },
    separators: found.slice(1).map((end, i) => ({ page, start: found[i]! + pattern.length, end })),
    suffix: { page, start: found.at(-1)! + pattern.length, end: text.end },
  };
}

/** The columns of a site's pages. */
export function trinityColumns(html: readonly string[]): TrinityColumn[] {
  const pages = new Pages(html);
  const smallest = Math.min(...pages.tokens.map(({ length }) => length));
  const columns: TrinityColumn[] = [];
  const most = Math.max(TRINITY.min, Math.floor(TRINITY.maxShare * smallest));
  const open: { texts: Fragment[]; size: number }[] = [
    { texts: pages.tokens.map(({ length }, page) => ({ page, start: 0, end: length })), size: most },
  ];
  for (let nodes = 0; open.length > 0; nodes++) {
    const { texts, size } = open.pop()!;
    const longest = nodes < MOST_NODES ? longestShared(pages, texts, size) : null;
    const parts =
      longest === null ? [null] : texts.map((text) => split(pages.tokens[text.page]!, text, longest));
    // A hash that two runs share by chance is no pattern.
    if (longest === null || parts.includes(null)) {
      const column: string[][] = html.map(() => []);
      for (const text of texts) {
        const value = pages.text(text);
        if (value !== '') column[text.page]!.push(value);
      }
      if (column.some((values) => values.length > 0)) columns.push(column);
      continue;
    }
    const three = parts as NonNullable<(typeof parts)[number]>[];
    for (const child of [
      three.map(({ prefix }) => prefix),
      three.flatMap(({ separators }) => separators),
      three.map(({ suffix }) => suffix),
    ])
      if (child.some(({ start, end }) => end > start)) open.push({ texts: child, size: longest.length });
  }
  return columns;
}

/** A shared run of `size` tokens means one of fewer: the longest is found by halving. */
function longestShared(pages: Pages, texts: readonly Fragment[], size: number): Int32Array | null {
  const shortest = texts.reduce((a, b) => (b.end - b.start < a.end - a.start ? b : a));
  // What all texts say alike throughout is no column, but a single text says nothing about what is shared.
  if (texts.length < 2 || shortest.end === shortest.start) return null;
  let low = TRINITY.min;
  let high = Math.min(size, shortest.end - shortest.start);
  let at = -1;
  let length = 0;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = sharedRun(pages, texts, shortest, middle);
    if (found < 0) high = middle - 1;
    else {
      at = found;
      length = middle;
      low = middle + 1;
    }
  }
  return at < 0 ? null : pages.tokens[shortest.page]!.slice(at, at + length);
}
