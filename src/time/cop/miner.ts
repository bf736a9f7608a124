/**
 * The Co-Occurrence Processor: finds, in a corpus, which words keep company with the words of time, and makes patterns of them. Run
 * offline, once for each corpus (docs/methods.md, Temporal crawl (Pereira 2013)); what it gives is to be looked at by a person before the annotator takes it.
 */
import type { Locale } from '../locale.ts';
import type { Pattern } from '../pattern.ts';
import type { RefClass, TimexSubtype, TimexType } from '../timex.ts';
import { type Candidate, CandidateTable } from './candidate-table.ts';
import { BESIDE, KEY, MarkedTokens, NEGATIVE, STOP } from './marked-tokens.ts';
import { type GrammaticalKind, type MarkerData, Markers } from './markers.ts';
import type { Mining } from './mining.ts';
import { expressionOf, patternsOf } from './pattern-of.ts';

export interface CopOptions {
  readonly markers?: MarkerData;
  /** Words before and after a lexical marker, 1 to 5. */
  readonly window?: number;
  /** Tokens before and after the run of markers in which a negative word cancels it. */
  readonly negativeBefore?: number;
  readonly negativeAfter?: number;
  readonly minFrequency?: number;
  /** Share of all occurrences that the patterns given must cover; the rarest beyond it are left out. */
  readonly coverage?: number;
  /** Candidates held at most. */
  readonly tableLimit?: number;
  /** Wordings kept with each pattern. */
  readonly examples?: number;
}

export const COP_DEFAULTS = {
  window: 2,
  negativeBefore: 2,
  negativeAfter: 0,
  minFrequency: 2,
  coverage: 0.99,
  tableLimit: 200_000,
  examples: 5,
} as const satisfies Required<Omit<CopOptions, 'markers'>>;

export interface MinedPattern {
  readonly id: string;
  /** As a person reads it: `No ano (passado|seguinte)`, `Em tag_MONTH`. */
  readonly text: string;
  /** Folded words and tags; several where any of them may stand. */
  readonly tokens: readonly (readonly string[])[];
  readonly frequency: number;
  readonly type: TimexType;
  readonly subtype?: TimexSubtype;
  readonly refClass: RefClass;
  /** Source of a regular expression, for the flags `iu`. */
  readonly regex: string;
  /** In the annotator's form; more than one when alternatives differ in meaning. */
  readonly patterns: readonly Pattern[];
  /** Wordings of the corpus. */
  readonly examples: readonly string[];
}

export interface CopResult {
  readonly patterns: readonly MinedPattern[];
  readonly sentences: number;
  readonly tokens: number;
  /** Occurrences of lexical markers, and how many of them a negative word cancelled. */
  readonly occurrences: number;
  readonly cancelled: number;
  /** Different candidates held at the end, and those dropped to stay within the limit. */
  readonly candidates: number;
  readonly dropped: number;
  /** A frequency may be too low by at most this. */
  readonly errorBound: number;
  /** Share of the occurrences of sound candidates that the patterns cover. */
  readonly covered: number;
}

/** A text is read in pieces of at most this many characters. */
const PIECE = 1 << 18;

interface Row {
  /** Alternatives at each position, the most frequent first. */
  tokens: readonly (readonly string[])[];
  count: number;
  surface: readonly string[];
  examples: readonly string[];
}

export class Miner {
  readonly #options: Required<Omit<CopOptions, 'markers'>>;
  readonly #mining: Mining;
  readonly #markers: Markers;
  readonly #tokens: MarkedTokens;
  readonly #table: CandidateTable;
  #sentences = 0;
  #words = 0;
  #occurrences = 0;
  #cancelled = 0;

  constructor(locale: Locale, mining: Mining, options: CopOptions = {}) {
    const { markers = mining.markers, ...rest } = options;
    const chosen = { ...COP_DEFAULTS, ...rest };
    this.#options = { ...chosen, window: Math.min(5, Math.max(1, Math.floor(chosen.window))) };
    this.#mining = mining;
    this.#markers = new Markers(markers);
    this.#tokens = new MarkedTokens(locale, this.#markers, mining.words);
    this.#table = new CandidateTable(this.#options.tableLimit, this.#options.examples);
  }

  /** Reads a text of the corpus. */
  add(text: string): void {
    for (let from = 0; from < text.length; ) {
      let to = Math.min(text.length, from + PIECE);
      if (to < text.length) {
        // At the end of a line, else of a word.
        const line = text.lastIndexOf('\n', to);
        const blank = line > from ? line : text.lastIndexOf(' ', to);
        if (blank > from) to = blank;
      }
      this.#tokens.eachSentence(text.slice(from, to), () => this.#sentence());
      from = to;
    }
  }

  #sentence(): void {
    const { kind, count } = this.#tokens;
    this.#sentences++;
    this.#words += count;
    for (let i = 0; i < count; ) {
      if (kind[i] !== KEY && kind[i] !== BESIDE) {
        i++;
        continue;
      }
      let end = i;
      let keys = 0;
      while (end < count && (kind[end] === KEY || kind[end] === BESIDE)) {
        if (kind[end] === KEY) keys++;
        end++;
      }
      if (keys > 0) {
        this.#occurrences += keys;
        if (this.#negated(i, end)) this.#cancelled += keys;
        else this.#run(i, end);
      }
      i = end;
    }
  }

  /** A negative word near the run: `rua 1º de Maio`, `Av. 25 de Abril`. */
  #negated(from: number, to: number): boolean {
    const { kind, key, count } = this.#tokens;
    for (let k = from - 1, left = this.#options.negativeBefore; k >= 0 && left > 0; k--) {
      if (kind[k] === NEGATIVE) return true;
      if (kind[k] === STOP && k > 0 && kind[k - 1] === NEGATIVE) continue;
      if (key[k] === '') return false;
      left--;
    }
    for (let k = to, left = this.#options.negativeAfter; k < count && left > 0; k++, left--) {
      if (kind[k] === NEGATIVE) return true;
      if (key[k] === '') return false;
    }
    return false;
  }

  #run(from: number, to: number): void {
    const { window } = this.#options;
    const { kind } = this.#tokens;
    for (let i = from; i < to; i++) {
      if (kind[i] !== KEY) continue;
      for (let first = Math.max(from, i - window); first <= i; first++) {
        for (let last = i; last < Math.min(to, i + window + 1); last++) {
          if (this.#counted(first, last, i)) continue;
          if (this.#sound(first, last)) this.#count(first, last);
        }
      }
    }
  }

  /** Whether an earlier marker of the span has already counted it. */
  #counted(first: number, last: number, key: number): boolean {
    const { window } = this.#options;
    for (let k = Math.max(first, last - window); k < key; k++)
      if (this.#tokens.kind[k] === KEY && k - first <= window) return true;
    return false;
  }

  #sound(first: number, last: number): boolean {
    const { key, kind } = this.#tokens;
    const start = key[first]!;
    const end = key[last]!;
    const { openers, neverLast, placing, unitArticles } = this.#mining.words;
    const kindOf = (token: string): GrammaticalKind | undefined => this.#markers.grammatical.get(token);
    if (kind[first] !== KEY) {
      const opens = kindOf(start);
      if (opens === 'modifier' || opens === 'relative') return false;
      if (opens === 'adverb' && !openers.has(start)) return false;
    }
    if (kind[last] !== KEY) {
      const closes = kindOf(end);
      if (
        closes === 'preposition' ||
        closes === 'article' ||
        closes === 'lead' ||
        closes === 'determiner' ||
        closes === 'quantifier' ||
        neverLast.has(end) ||
        end === 'tag_ORD'
      )
        return false;
      // A number closes nothing but `ano de 33`; `em maio 12` is cut from something longer.
      if (end === 'tag_NUM') return false;
    }
    // `em maio do ano`, `12 de outubro do mesmo`: cut before the word that places it.
    if (placing.has(end)) return false;
    if (last - first > 1 && unitArticles.has(key[last - 1]!) && this.#isUnit(end)) return false;
    // A number of four figures alone need not be a year.
    if (first === last && start === 'tag_YEAR') return false;
    return this.#placed(first, last);
  }

  /** `dia`, `no ano`, `das horas` are nouns: a unit is an expression only with something that counts or places it, `vezes` only with a unit. */
  #placed(first: number, last: number): boolean {
    const { key, kind } = this.#tokens;
    let placed = false;
    let unit = false;
    let times = false;
    for (let k = first; k <= last; k++) {
      const token = key[k]!;
      if (kind[k] === KEY) {
        const lexical = this.#markers.lexical.get(token);
        if (lexical === 'times') times = true;
        else if (this.#isUnit(token)) unit = true;
        else placed = true;
      } else {
        const beside = this.#markers.grammatical.get(token);
        if (beside !== 'preposition' && beside !== 'article') placed = true;
      }
    }
    return placed && (unit || !times);
  }

  #isUnit(token: string): boolean {
    return token === 'tag_WEEK' || this.#markers.lexical.get(token) === 'unit';
  }

  #count(first: number, last: number): void {
    const tokens = this.#tokens;
    this.#table.add(tokens.key.slice(first, last + 1), () => ({
      tokens: Array.from({ length: last - first + 1 }, (_, k) =>
        tokens.surface(tokens.start[first + k]!, tokens.end[first + k]!),
      ),
      text: tokens.surface(tokens.start[first]!, tokens.end[last]!),
    }));
  }

  /** What has been found so far. The miner may go on afterwards. */
  result(): CopResult {
    const { minFrequency, coverage } = this.#options;
    const order = (a: Row, b: Row): number =>
      b.count - a.count || b.tokens.length - a.tokens.length || (keyOf(a) < keyOf(b) ? -1 : 1);
    const rows = this.#merged(withoutNested(this.#table.rows().map(rowOf))).sort(order);
    const kept = withoutNested(rows).sort(order);
    const mass = kept.reduce((sum, row) => sum + row.count, 0);
    const patterns: MinedPattern[] = [];
    let covered = 0;
    for (const row of kept) {
      if (row.count < minFrequency || (mass > 0 && covered / mass >= coverage)) break;
      covered += row.count;
      patterns.push(this.#pattern(row, patterns.length + 1));
    }
    return {
      patterns,
      sentences: this.#sentences,
      tokens: this.#words,
      occurrences: this.#occurrences,
      cancelled: this.#cancelled,
      candidates: this.#table.size,
      dropped: this.#table.dropped,
      errorBound: this.#table.errorBound,
      covered: mass === 0 ? 0 : covered / mass,
    };
  }

  #pattern(row: Row, n: number): MinedPattern {
    const made = patternsOf(`mined.${n}`, row.tokens, this.#markers, this.#mining);
    const { type, subtype, refClass } = made[0]!.meaning;
    return {
      id: `mined.${n}`,
      text: row.tokens
        .map((words, i) =>
          words.length > 1
            ? `(${words.join('|')})`
            : words[0]!.startsWith('tag_')
              ? words[0]!
              : row.surface[i]!,
        )
        .join(' '),
      tokens: row.tokens,
      frequency: row.count,
      type,
      ...(subtype ? { subtype } : {}),
      refClass,
      regex: expressionOf(row.tokens, this.#mining),
      patterns: made.map(({ pattern }) => pattern),
      examples: row.examples,
    };
  }

  /**
   * Sequences that differ in one word beside the word of time, and there in a word of the same kind, become one with alternatives. Each
   * sequence goes into one merge only, the most frequent first: merging what was merged would join everything to everything.
   */
  #merged(rows: readonly Row[]): Row[] {
    const groups = new Map<string, { at: number; rows: Row[] }>();
    for (const row of rows) {
      row.tokens.forEach(([word], at) => {
        const kind = this.#markers.isKey(word!) ? undefined : this.#mergeKind(word!);
        if (kind === undefined) return;
        const key = `${at} ${row.tokens.map(([token], i) => (i === at ? `<${kind}>` : token)).join(' ')}`;
        const group = groups.get(key);
        if (group) group.rows.push(row);
        else groups.set(key, { at, rows: [row] });
      });
    }
    const sum = (list: readonly Row[]): number => list.reduce((total, row) => total + row.count, 0);
    const ordered = [...groups]
      .filter(([, group]) => group.rows.length > 1)
      .map(([key, group]) => ({ key, ...group, count: sum(group.rows) }))
      .sort((a, b) => b.count - a.count || (a.key < b.key ? -1 : 1));
    const merged = new Set<Row>();
    const out: Row[] = [];
    for (const { at, rows: members } of ordered) {
      const left = members
        .filter((row) => !merged.has(row))
        .sort((a, b) => b.count - a.count || (a.tokens[at]![0]! < b.tokens[at]![0]! ? -1 : 1));
      if (left.length < 2) continue;
      for (const row of left) merged.add(row);
      const first = left[0]!;
      out.push({
        tokens: first.tokens.map((token, i) => (i === at ? left.map((row) => row.tokens[i]![0]!) : token)),
        count: sum(left),
        surface: first.surface,
        examples: turns(left.map((row) => row.examples)),
      });
    }
    return [...out, ...rows.filter((row) => !merged.has(row))];
  }

  /** Kinds whose words stand for each other; articles and prepositions with article do the same work before a noun. */
  #mergeKind(word: string): string | undefined {
    const kind = this.#markers.grammatical.get(word);
    return kind === 'article' ? 'preposition' : kind === 'relative' ? undefined : kind;
  }
}

function rowOf(candidate: Candidate): Row {
  return {
    tokens: candidate.tokens.map((token) => [token]),
    count: candidate.count,
    surface: candidate.surface,
    examples: candidate.examples,
  };
}

function keyOf(row: { readonly tokens: Row['tokens'] }): string {
  return row.tokens.map((words) => [...words].sort().join('|')).join(' ');
}

/** Of a sequence inside a longer one of the same frequency only the longer stays: it is never seen without it. */
function withoutNested(rows: readonly Row[]): Row[] {
  const byKey = new Map<string, Row>();
  for (const row of rows) byKey.set(keyOf(row), row);
  const gone = new Set<Row>();
  for (const row of rows) {
    const { length } = row.tokens;
    for (let from = 0; from < length; from++) {
      for (let to = from + 1; to <= length; to++) {
        if (to - from === length) continue;
        const inner = byKey.get(keyOf({ tokens: row.tokens.slice(from, to) }));
        if (inner && inner.count === row.count) gone.add(inner);
      }
    }
  }
  return rows.filter((row) => !gone.has(row));
}

/** One of each list in turn. */
function turns(lists: readonly (readonly string[])[]): string[] {
  const out: string[] = [];
  const longest = Math.max(...lists.map((list) => list.length));
  for (let k = 0; k < longest; k++) for (const list of lists) if (list[k] !== undefined) out.push(list[k]!);
  return out;
}
