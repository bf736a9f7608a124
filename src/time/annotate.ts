/**
 * The annotator, in five steps: sentences without a marker of time are passed over; numerals, dates and clock times become items; patterns
 * are matched on the items, level by level; each match gets its class; the extents are given as offsets of the original text, which is
 * never changed. Nothing here looks at a document date: that is the resolver's.
 */
import { classOf, kindOf, needsTense } from './classify.ts';
import type { Expression } from './expression.ts';
import { type Atom, Items, type Made } from './items.ts';
import { CLASSES, type ClassName, Lexicon, MARKER, maskOf, NUMBERING } from './lexicon.ts';
import type { Grammar, Locale, Maker } from './locale.ts';
import { PatternSet } from './pattern.ts';
import { Site } from './site.ts';
import type { Tense } from './tense.ts';
import type { RefClass, TimexSubtype, TimexType } from './timex.ts';
import { ALL_CAPITALS, GLUED, NUMBER, ROMAN_THOUSAND, SIGN, Tokens, WORD } from './token.ts';

/** An expression found, not yet resolved. */
export interface Annotation {
  readonly start: number;
  readonly end: number;
  readonly coreStart: number;
  readonly expression: Expression;
  readonly patternId: string;
  readonly type: TimexType;
  readonly subtype?: TimexSubtype | undefined;
  readonly refClass: RefClass;
  readonly atoms: readonly Atom[];
  readonly sentence: number;
  readonly tense: Tense | null;
}

/** What of a locale the annotator goes by. */
const READING = [
  'lexicon',
  'grammar',
  'meanings',
  'tense',
  'numerals',
  'introducers',
  'lists',
  'isCounted',
] as const satisfies readonly (keyof Locale)[];

const annotators = new WeakMap<Locale, Annotator>();
const ofGrammar = new WeakMap<Grammar, Annotator>();

/** The annotator of a locale, compiled once; locales that differ only in what it does not go by share one. */
export function annotatorOf(locale: Locale): Annotator {
  let found = annotators.get(locale);
  if (found === undefined) {
    const other = ofGrammar.get(locale.grammar);
    found =
      other !== undefined && READING.every((part) => other.locale[part] === locale[part])
        ? other
        : new Annotator(locale);
    annotators.set(locale, found);
    if (other === undefined) ofGrammar.set(locale.grammar, found);
  }
  return found;
}

export class Annotator {
  readonly locale: Locale;
  readonly #lexicon = new Lexicon();
  readonly #tokens = new Tokens();
  readonly #site: Site;
  readonly #levels: readonly PatternSet[];
  readonly #meanings: Readonly<Record<string, Maker>>;
  readonly #signs = new Int32Array(256);
  readonly #and: number;
  readonly #or: number;
  readonly #comma: number;
  #a: Items;
  #b: Items;

  constructor(locale: Locale) {
    this.locale = locale;
    const { grammar, numerals, lists } = locale;
    const lexicon = this.#lexicon;
    for (const entry of locale.lexicon) lexicon.add(entry);
    this.#levels = [
      new PatternSet(grammar.atoms, lexicon),
      new PatternSet(grammar.compounds, lexicon),
      new PatternSet(grammar.intervals, lexicon),
    ];
    this.#meanings = locale.meanings;
    this.#and = lexicon.add({ word: lists.and });
    this.#or = lexicon.add({ word: lists.or });
    this.#comma = lexicon.add({ word: ',' });
    this.#a = new Items(numerals, lexicon);
    this.#b = new Items(numerals, lexicon);
    // The ordinal indicators stand in no pattern: numerals take them in.
    lexicon.add({ word: '\u00ba' });
    lexicon.add({ word: '\u00aa' });
    for (let code = 33; code < 256; code++) this.#signs[code] = lexicon.id(String.fromCharCode(code));
    this.#site = new Site(this.#tokens, lexicon, locale);
  }

  /** Pattern edges looked at so far, over all texts. */
  get steps(): number {
    return this.#levels.reduce((sum, level) => sum + level.steps, 0);
  }

  /** Whether any sentence of the text passes the first step. */
  hasMarker(text: string): boolean {
    this.#tokens.read(text, this.#lexicon);
    return this.#tokens.marked.includes(true);
  }

  /** Offset of the first token of each sentence. */
  sentenceStarts(text: string): number[] {
    this.#tokens.read(text, this.#lexicon);
    return this.#tokens.sentences.slice(0, -1).map((token) => this.#tokens.start[token]!);
  }

  annotate(text: string): Annotation[] {
    const tokens = this.#tokens;
    tokens.read(text, this.#lexicon);
    const out: Annotation[] = [];
    const site = this.#site;
    site.text = text;
    for (let s = 0; s < tokens.marked.length; s++) {
      if (!tokens.marked[s]) continue;
      const first = tokens.sentences[s]!;
      const last = tokens.sentences[s + 1]!;
      site.first = first;
      site.last = last;
      this.#islands(s, first, last, text, out);
    }
    return out;
  }

  /**
   * No pattern runs over a word or sign that no pattern and no class knows, so a sentence falls into islands between such tokens; only
   * those with a marker are worth the matching.
   */
  #islands(sentence: number, first: number, last: number, text: string, out: Annotation[]): void {
    const { kind, id, flags, start, end } = this.#tokens;
    const wordFlags = this.#lexicon.flags;
    let at = first;
    let from = first;
    let marked = false;
    for (; at <= last; at++) {
      if (at < last) {
        const tokenKind = kind[at]!;
        if (tokenKind === NUMBER) {
          marked = true;
          continue;
        }
        const token = id[at]!;
        if (tokenKind === WORD) {
          if (token !== 0) {
            if ((wordFlags[token]! & MARKER) !== 0) marked = true;
            continue;
          }
          // A Roman numeral is in no lexicon.
          if ((flags[at]! & ALL_CAPITALS) !== 0) {
            if (end[at]! - start[at]! > 3 && text.charCodeAt(start[at]!) === ROMAN_THOUSAND) marked = true;
            continue;
          }
          if (end[at]! - start[at]! === 1) continue;
        } else if (token < 256 && this.#signs[token] !== 0) continue;
      }
      if (marked) {
        this.#a.load(this.#tokens, from, at, text, this.#lexicon, this.#signs);
        this.#pass(0);
        this.#lists();
        if (this.#pass(1)) this.#pass(1);
        this.#pass(2);
        this.#collect(sentence, from, out);
        marked = false;
      }
      from = at + 1;
    }
  }

  /** Runs one level over the items; whether anything was made. */
  #pass(level: number): boolean {
    const from = this.#a;
    const to = this.#b;
    const set = this.#levels[level]!;
    const tokens = this.#tokens;
    const site = this.#site;
    site.items = from;
    let any = false;
    let i = 0;
    while (i < from.count && !set.begins(from.word[i]!, from.lo[i]!, from.hi[i]!)) i++;
    if (i === from.count) return false;
    to.clear();
    for (let k = 0; k < i; k++) to.copy(from, k, tokens);
    while (i < from.count) {
      if (!set.begins(from.word[i]!, from.lo[i]!, from.hi[i]!)) {
        to.copy(from, i, tokens);
        i++;
        continue;
      }
      let next = 0;
      const count = set.matches(from, i);
      for (let m = 0; m < count; m++) {
        const length = set.lengths[m]!;
        const terminal = set.terminals[m]!;
        site.at = i;
        site.length = length;
        site.terminal = terminal;
        const { behind } = terminal;
        // What begins after the context and reaches further is the better reading.
        if (behind > 0 && set.longest(from, i + behind) > length - behind) continue;
        if (level === 0 && !this.#bounded(site.from, site.to)) continue;
        const expression = this.#meanings[terminal.pattern.make]!(site);
        if (!expression) continue;
        for (let k = 0; k < behind; k++) to.copy(from, i + k, tokens);
        const as =
          terminal.pattern.as ?? classOfItem(from, site.item('X') >= 0 ? site.item('X') : i + behind);
        to.put(tokens, site.from, site.to, as, this.#made(site, from, expression, as, level));
        next = i + length;
        any = true;
        break;
      }
      if (next > 0) i = next;
      else {
        to.copy(from, i, tokens);
        i++;
      }
    }
    this.#a = to;
    this.#b = from;
    return any;
  }

  #made(site: Site, items: Items, expression: Expression, as: ClassName, level: number): Made {
    const tokens = this.#tokens;
    const { core } = site.terminal;
    const start = items.start[site.at + site.terminal.behind]!;
    const end = items.end[site.at + site.length - 1]!;
    const coreItem = site.at + core;
    const inner = items.made[coreItem];
    const coreStart = inner ? inner.core : items.start[coreItem]!;
    const atoms: Atom[] = [];
    if (level === 0) atoms.push({ start: coreStart, end, kind: as });
    else {
      for (let k = 0; k < site.length; k++) {
        const made = items.made[site.at + k];
        if (made) atoms.push(...made.atoms);
        else if (
          /^[ADEHI]$/.test(site.terminal.slots[k]!) &&
          items.number[site.at + k]! >= 0 &&
          tokens.kind[items.from[site.at + k]!] === NUMBER
        ) {
          atoms.push({
            start: items.start[site.at + k]!,
            end: items.end[site.at + k]!,
            kind: /^[HI]$/.test(site.terminal.slots[k]!) ? 'CLOCK' : 'DM',
          });
        }
      }
    }
    return { expression, pattern: site.terminal.pattern.id, start, core: coreStart, end, atoms };
  }

  /** A match may not begin or end inside a chain of figures, a code, a percentage or a price. */
  #bounded(from: number, to: number): boolean {
    const { kind, gap, id, count, start, end } = this.#tokens;
    if (from > 0 && gap[from] === GLUED) {
      const before = from - 1;
      if (kind[before] !== SIGN) {
        // `Postado15/06/2010`: what a page lost between a word and a whole date in figures.
        if (kind[before] === WORD && end[before]! - start[before]! > 2 && this.#isWholeDate(from, to))
          return true;
        if (!(kind[before] === WORD && kind[from] === NUMBER && end[before]! - start[before]! > 9))
          return false;
      } else if (kind[from] === NUMBER) {
        const sign = id[before]!;
        if (
          sign === 0x24 ||
          sign === 0x25 ||
          sign === 0x3d ||
          sign === 0x23 ||
          sign === 0x40 ||
          sign === 0x5f ||
          sign === 0x26
        )
          return false;
        if (isLink(sign) && before > 0 && gap[before] === GLUED && kind[before - 1] !== SIGN) {
          if (kind[before - 1] === NUMBER) {
            if (!this.#separate(before - 1, from, sign)) return false;
          } else if (sign === 0x2e) {
            // `sala.2010` but also the full stop of `séc.XIX` or `2001.Em`
          } else if (sign === 0x2f && to - from === 1) return false;
          else if (
            sign === 0x2d &&
            !this.locale.introducers.hyphenated.has(this.#site.word(before - 1)) &&
            end[before - 1]! - start[before - 1]! <= 5 &&
            !(to - from > 2)
          )
            return false;
        }
      } else if (id[before] === 0x40 || id[before] === 0x23 || id[before] === 0x5f) return false;
    }
    if (to < count && gap[to] === GLUED) {
      if (kind[to] === WORD && end[to]! - start[to]! > 1 && this.#isWholeDate(from, to)) return true;
      if (kind[to] !== SIGN) return kind[to - 1] === SIGN && to - from > 1 && id[to - 1] === 0x2e;
      const sign = id[to]!;
      if (kind[to - 1] === NUMBER) {
        if (sign === 0x25 || sign === 0xba || sign === 0xaa || sign === 0x5f || sign === 0x40) return false;
        if (isLink(sign) && to + 1 < count && gap[to + 1] === GLUED && kind[to + 1] === NUMBER) {
          if (!this.#separate(to - 1, to + 1, sign)) return false;
        }
      } else if (sign === 0x40) return false;
    }
    return true;
  }

  /** Three numbers with two signs between, one of them of four figures: `15/06/2010`. */
  #isWholeDate(from: number, to: number): boolean {
    const { kind, start, end, id } = this.#tokens;
    if (to - from !== 5 || kind[from] !== NUMBER || kind[from + 1] !== SIGN || id[from + 1] === 0x2e)
      return false;
    const four = (token: number): boolean => kind[token] === NUMBER && end[token]! - start[token]! === 4;
    return id[from + 1] === id[from + 3] && (four(from) || four(from + 4));
  }

  /** Two numbers with a sign between them that are nevertheless two things: `2002,2003`, `14:00-16:00`. */
  #separate(left: number, right: number, sign: number): boolean {
    const { start, end, gap, id, kind, count } = this.#tokens;
    if (sign === 0x2c) return end[left]! - start[left]! === 4 && end[right]! - start[right]! === 4;
    if (sign === 0x2d) {
      const colonAfter =
        right + 1 < count && gap[right + 1] === GLUED && kind[right + 1] === SIGN && id[right + 1] === 0x3a;
      const colonBefore = left > 0 && gap[left] === GLUED && kind[left - 1] === SIGN && id[left - 1] === 0x3a;
      if (colonAfter || colonBefore) return true;
      // `14-16h`, `7-10pm`: what stands after the second number says that it is an hour.
      const unit = right + 1;
      return (
        unit < count &&
        gap[unit] === GLUED &&
        kind[unit] === WORD &&
        end[left]! - start[left]! <= 2 &&
        this.locale.introducers.hyphenated.has(this.#site.word(unit))
      );
    }
    return false;
  }

  /** `18, 19 e 20 de agosto`, `janeiro e fevereiro de 2009`: what stands first takes what it lacks from what stands last. */
  #lists(): void {
    const items = this.#a;
    const tokens = this.#tokens;
    const and = this.#and;
    const or = this.#or;
    const comma = this.#comma;
    const { shortYear, decades } = this.locale.lists;
    for (let i = items.count - 1; i > 1; i--) {
      const made = items.made[i];
      if (made?.expression.kind !== 'date') continue;
      let host = made.expression;
      if (host.month === null && !(host.year !== null && host.day === null)) continue;
      let k = i;
      for (let bound = 0; bound < 16; bound++) {
        let j = k - 1;
        let linked = false;
        if (j >= 0 && items.word[j] !== 0 && (items.word[j] === and || items.word[j] === or)) {
          linked = true;
          j--;
        }
        if (j >= 0 && items.word[j] !== 0 && items.word[j] === comma) {
          linked = true;
          j--;
        }
        if (!linked || j < 0) break;
        const other = items.made[j];
        if (other) {
          const e = other.expression;
          if (e.kind !== 'date' || e.year !== null || host.year === null) break;
          if (e.month === null) break;
          if (host.day !== null && e.day === null) break;
          items.made[j] = { ...other, expression: { ...e, year: host.year } };
        } else {
          // A bare day takes the month and the year; it must be written in figures.
          if (
            host.month === null ||
            host.day === null ||
            (items.lo[j]! & DAY_BIT) === 0 ||
            tokens.kind[items.from[j]!] !== NUMBER
          )
            break;
          if (!this.#bounded(items.from[j]!, items.to[j]!)) break;
          const day = items.number[j]!;
          // In reading order: `10, 11 e 12 de maio`; not `n.º 16, 24/11/2010`.
          if (day >= (host.day ?? 32)) break;
          const lead = items.from[j]! - 1;
          if (
            lead >= this.#site.first &&
            ((tokens.kind[lead] === SIGN && tokens.id[lead] === 0xba) ||
              this.#site.flag(lead, NUMBERING) ||
              this.#site.flag(lead - 1, NUMBERING))
          )
            break;
          const start = items.start[j]!;
          const end = items.end[j]!;
          items.made[j] = {
            expression: { kind: 'date', year: host.year, month: host.month, day },
            pattern: 'date.listed',
            start,
            core: start,
            end,
            atoms: [{ start, end, kind: 'DM' }],
          };
          items.lo[j] = DM_MASK.lo;
          items.hi[j] = DM_MASK.hi;
          items.word[j] = 0;
          host = { ...host, day };
        }
        k = j;
      }
    }
    this.#isoDays();
    // `em 56, 57`, `décadas de 80 e 90`, `os anos 1990 e 2000`: short years and decades go on to the right.
    let decadeItem = -1;
    for (let i = 0; i + 2 < items.count; i++) {
      const made = items.made[i];
      if (!made) continue;
      const e = made.expression;
      const short = e.kind === 'date' && made.pattern === shortYear;
      const plural =
        e.kind === 'decade' &&
        (i === decadeItem || decades.test(this.#site.text.slice(made.start, made.start + LONGEST_HEAD)));
      if (!short && !plural) continue;
      if (items.word[i + 1] !== and && items.word[i + 1] !== comma) continue;
      const j = i + 2;
      const figures = (items.lo[j]! & YY_BIT) !== 0;
      const inWords = plural && !figures && (items.lo[j]! & NUM_BIT) !== 0 && items.number[j]! < 100;
      // A year of four figures has become one already.
      const other = items.made[j];
      const year =
        plural && other?.expression.kind === 'date' && other.expression.month === null
          ? other.expression.year
          : null;
      const whole =
        year !== null &&
        year % 10 === 0 &&
        items.to[j]! - items.from[j]! === 1 &&
        endsInYear(this.#site.text, made.end);
      if (!whole && ((!figures && !inWords) || other || !this.#bounded(items.from[j]!, items.to[j]!)))
        continue;
      const n = whole ? year : items.number[j]!;
      const after = items.to[j]!;
      if (this.#site.counted(after) || this.#site.sign(after) === 0x25) continue;
      if (short && n < 31) continue;
      if (plural && !whole && (n % 10 !== 0 || n < 10)) continue;
      const start = items.start[j]!;
      const end = items.end[j]!;
      const expression: Expression =
        e.kind === 'decade'
          ? { kind: 'decade', start: whole ? n : e.start - (e.start % 100) + n }
          : { kind: 'date', year: 1900 + n, month: null, day: null };
      const as: ClassName = e.kind === 'decade' ? 'SPAN' : 'YEARLY';
      const mask = maskOf([as]);
      items.made[j] = {
        expression,
        pattern: made.pattern,
        start,
        core: start,
        end,
        atoms: [{ start, end, kind: as }],
      };
      items.lo[j] = mask.lo;
      items.hi[j] = mask.hi;
      if (plural) decadeItem = j;
    }
  }

  /** `2008-05-01, 02, 03 e 04`: where the year comes first, the days go on to the right. */
  #isoDays(): void {
    const items = this.#a;
    const tokens = this.#tokens;
    const { figures } = this.locale.lists;
    for (let i = 0; i + 2 < items.count; i++) {
      const made = items.made[i];
      if (!made || made.pattern !== figures) continue;
      const e = made.expression;
      if (e.kind !== 'date' || e.day === null || e.year === null) continue;
      if (tokens.end[items.from[i]!]! - tokens.start[items.from[i]!]! !== 4) continue;
      let last = e.day;
      let j = i + 1;
      const days: number[] = [];
      while (
        days.length < 16 &&
        items.word[j] === this.#comma &&
        this.#isBareDay(j + 1) &&
        items.number[j + 1]! > last
      ) {
        last = items.number[j + 1]!;
        days.push(j + 1);
        j += 2;
      }
      if (j < items.count && items.word[j] === this.#comma) j++;
      if (
        j >= items.count ||
        items.word[j] !== this.#and ||
        !this.#isBareDay(j + 1) ||
        items.number[j + 1]! <= last
      )
        continue;
      days.push(j + 1);
      for (const k of days) {
        const start = items.start[k]!;
        const end = items.end[k]!;
        items.made[k] = {
          expression: { ...e, day: items.number[k]! },
          pattern: 'date.listed',
          start,
          core: start,
          end,
          atoms: [{ start, end, kind: 'DM' }],
        };
        items.lo[k] = DM_MASK.lo;
        items.hi[k] = DM_MASK.hi;
        items.word[k] = 0;
      }
    }
  }

  /** Two figures by themselves that may be a day. */
  #isBareDay(j: number): boolean {
    const items = this.#a;
    return (
      j < items.count &&
      items.made[j] === null &&
      (items.lo[j]! & DAY_BIT) !== 0 &&
      this.#tokens.kind[items.from[j]!] === NUMBER &&
      items.end[j]! - items.start[j]! === 2 &&
      this.#bounded(items.from[j]!, items.to[j]!)
    );
  }

  #collect(sentence: number, first: number, out: Annotation[]): void {
    const items = this.#a;
    let free = first;
    for (let i = 0; i < items.count; i++) {
      const made = items.made[i];
      if (!made) continue;
      const { expression } = made;
      const from = items.from[i]!;
      const kind = kindOf(expression);
      out.push({
        start: this.#introduced(from, free, made, expression),
        end: made.end,
        coreStart: made.core,
        expression,
        patternId: made.pattern,
        type: kind.type,
        subtype: kind.subtype,
        refClass: classOf(expression),
        atoms: made.atoms,
        sentence,
        tense: needsTense(expression) ? this.#site.tenseAround(from, items.to[i]!) : null,
      });
      free = items.to[i]!;
    }
  }

  /** Offset at which the preposition (and article, and head noun) before the expression begins. */
  #introduced(from: number, first: number, made: Made, expression: Expression): number {
    const tokens = this.#tokens;
    const { leads, articles, heads, ofIntervals, plainIntervals } = this.locale.introducers;
    let start = made.start;
    const ownLead = expression.kind === 'range' || expression.kind === 'open' || expression.kind === 'set';
    if (ownLead && made.start < made.core) return start;
    let k = from - 1;
    for (let n = 0; n < 3 && k >= first; n++, k--) {
      if (tokens.kind[k] !== WORD || tokens.gap[k + 1]! > 2) break;
      const id = tokens.id[k]!;
      const word = id === 0 ? '' : this.#lexicon.words[id]!;
      if (n === 0 && heads.has(word)) {
        start = tokens.start[k]!;
        continue;
      }
      if (
        n === 0 &&
        ofIntervals.has(word) &&
        (expression.kind === 'range' || expression.kind === 'part-of-day') &&
        !plainIntervals.has(made.pattern)
      )
        return tokens.start[k]!;
      if (!leads.has(word)) break;
      start = tokens.start[k]!;
      if (!articles.has(word) || this.#site.accented(k)) break;
    }
    return start;
  }
}

/** The head noun of a decade, with room to spare. */
const LONGEST_HEAD = 16;

/** Whether what ends there ends in four figures. */
function endsInYear(text: string, end: number): boolean {
  return /^\d{4}$/.test(text.slice(end - 4, end));
}

const DAY_BIT = maskOf(['DAY']).lo;
const YY_BIT = maskOf(['YY']).lo;
const NUM_BIT = maskOf(['NUM']).lo;
const DM_MASK = maskOf(['DM']);

function isLink(sign: number): boolean {
  return sign === 0x2e || sign === 0x2f || sign === 0x2d || sign === 0x3a || sign === 0x2c;
}

function classOfItem(items: Items, i: number): ClassName {
  const lo = items.lo[i]!;
  const hi = items.hi[i]!;
  for (let bit = CLASSES.length - 1; bit >= 0; bit--) {
    if (bit < 31 ? (lo & (1 << bit)) !== 0 : (hi & (1 << (bit - 31))) !== 0) return CLASSES[bit]!;
  }
  return 'PT';
}
