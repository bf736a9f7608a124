/**
 * From the line that a person typed to a question. Words, "phrases", OR, NOT and brackets make the clause; prefixes make chips; and a
 * period or a place that plain words clearly speak of makes a chip too, marked as implied, that a person can take out again. No line is
 * wrong: what cannot be read stays words.
 */

import { checkedBox } from '../../geo/box.ts';
import type { BoundingBox, Gazetteer, Place } from '../../geo/index.ts';
import { resolvePlace } from '../../geo/query/index.ts';
import { fold, foldWords, words as wordsOf } from '../../text/index.ts';
import type { CataloguePlace, Day } from '../ports/index.ts';
import type { Clause, DocumentKind, Query, QueryChip, UnknownPlace } from '../ports/question.ts';
import { termOf } from '../search-index/terms/terms.ts';
import { type LineToken, LONGEST_LINE, lineTokens } from './line-tokens.ts';
import { type NearName, nearNames } from './near-names.ts';
import { readPeriod, type SpokenPeriod, spokenPeriods } from './periods.ts';
import { bearers, cataloguePlace, placeKey } from './place-identity.ts';
import { placesInLine } from './places-in-line.ts';

export interface LineContext {
  /** Without one no place is known. */
  readonly gazetteer: Gazetteer | null;
  readonly today: Day;
  /** Whether the collection speaks of the place of this key: chooses among namesakes. */
  readonly known?: ((key: string) => boolean) | undefined;
}

/** Brackets deeper than this are taken for nothing. */
const DEEPEST = 16;
/** Words that the value of a prefix without quotes may take in: `onde:Rio Grande do Sul`. */
const LONGEST_VALUE = 6;
/** Words that others share their terms with. */
const SHORT = 3;
const MOST_OTHERS = 8;
/** Places that a box is called by. */
const MOST_COVERED = 2;
/** Weight of a municipality of Portugal or Brazil: such a name is meant as it stands. */
const LOCAL = 38;

/** What `datas:` may ask for. */
const ALL_DATES = new Set(['todas', 'all']);

const KINDS: ReadonlyMap<string, DocumentKind> = new Map([
  ['pagina', 'page'],
  ['paginas', 'page'],
  ['page', 'page'],
  ['pages', 'page'],
  ['entidade', 'entity'],
  ['entidades', 'entity'],
  ['entity', 'entity'],
  ['entities', 'entity'],
  ['arquivo geografico', 'geo-file'],
  ['arquivos geograficos', 'geo-file'],
  ['ficheiro geografico', 'geo-file'],
  ['ficheiros geograficos', 'geo-file'],
  ['arquivo', 'geo-file'],
  ['ficheiro', 'geo-file'],
  ['mapa', 'geo-file'],
  ['map', 'geo-file'],
  ['geo', 'geo-file'],
  ['geo file', 'geo-file'],
  ['geo files', 'geo-file'],
  ['geofile', 'geo-file'],
  ['servico', 'service'],
  ['servicos', 'service'],
  ['service', 'service'],
  ['services', 'service'],
]);

const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['portugues', 'pt'],
  ['portuguese', 'pt'],
  ['ingles', 'en'],
  ['english', 'en'],
  ['espanhol', 'es'],
  ['castelhano', 'es'],
  ['spanish', 'es'],
  ['frances', 'fr'],
  ['french', 'fr'],
  ['alemao', 'de'],
  ['german', 'de'],
  ['italiano', 'it'],
  ['italian', 'it'],
  ['galego', 'gl'],
  ['galician', 'gl'],
]);

/** Reads a line. Never throws. */
export function parseLine(line: string, context: LineContext): Query {
  const reader = new LineReader(line, context);
  return reader.read();
}

/** A group in brackets, or the whole line: alternatives of words that must all hold. */
interface Group {
  readonly alternatives: Clause[][];
  /** The group itself is to be negated. */
  readonly negated: boolean;
  /** How many negations it stands in, itself included. */
  readonly depthOfNot: number;
}

class LineReader {
  readonly #line: string;
  readonly #context: LineContext;
  readonly #tokens: readonly LineToken[];
  readonly #chips: QueryChip[] = [];
  readonly #unknown: UnknownPlace[] = [];
  #groups: Group[] = [{ alternatives: [[]], negated: false, depthOfNot: 0 }];
  #negate = false;
  /** Brackets that were not opened because they are too deep. */
  #ignored = 0;
  /** An alternative before has a period or a place of its own: none of the later ones speaks for the whole line. */
  #ownWays = false;

  constructor(line: string, context: LineContext) {
    this.#line = line;
    this.#context = context;
    this.#tokens = lineTokens(line);
  }

  read(): Query {
    const tokens = this.#tokens;
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]!;
      switch (token.type) {
        case 'open':
          this.#open();
          break;
        case 'close':
          this.#close();
          break;
        case 'or':
          this.#negate = false;
          this.#group.alternatives.push([]);
          break;
        case 'and':
          break;
        case 'not':
          this.#negate = !this.#negate;
          // The next thing decides; two in a row cancel.
          if (tokens[i + 1] === undefined) this.#negate = false;
          break;
        case 'phrase':
          this.#add(quotedOf(token.text));
          break;
        case 'prefix':
          i = this.#prefix(token, i);
          break;
        case 'word': {
          if (this.#negate) {
            this.#add(phraseOf(token.text));
            break;
          }
          let last = i;
          while (tokens[last + 1]?.type === 'word') last++;
          this.#run(i, last);
          i = last;
        }
      }
    }
    while (this.#groups.length > 1) this.#close();
    const clause = clauseOf(this.#group.alternatives);
    const chips = [...this.#chips].sort((a, b) => a.start - b.start);
    return { line: this.#line, clause, chips, unknownPlaces: this.#unknown };
  }

  get #group(): Group {
    return this.#groups[this.#groups.length - 1]!;
  }

  #add(clause: Clause | null): void {
    const negated = this.#negate;
    this.#negate = false;
    if (clause === null) return;
    this.#group.alternatives.at(-1)!.push(negated ? { kind: 'not', clause } : clause);
  }

  #open(): void {
    if (this.#groups.length >= DEEPEST) {
      this.#ignored++;
      return;
    }
    const depthOfNot = this.#group.depthOfNot + (this.#negate ? 1 : 0);
    this.#groups.push({ alternatives: [[]], negated: this.#negate, depthOfNot });
    this.#negate = false;
  }

  #close(): void {
    if (this.#ignored > 0) {
      this.#ignored--;
      return;
    }
    if (this.#groups.length === 1) return;
    const group = this.#groups.pop()!;
    this.#negate = group.negated;
    this.#add(clauseOf(group.alternatives));
  }

  /** A run of plain words: what is clearly a period or a place becomes a chip, the rest are words. */
  #run(first: number, last: number): void {
    const tokens = this.#tokens.slice(first, last + 1);
    const from = tokens[0]!.start;
    const to = tokens.at(-1)!.end;
    const text = this.#line.slice(from, to);
    const covered: { start: number; end: number }[] = [];
    // Inside brackets and beside other alternatives a chip for the whole line would say something else than the words do.
    const beforeOr = this.#followedByOr(last);
    const chipsBefore = this.#chips.length;
    if (this.#groups.length === 1 && !this.#ownWays) {
      const periods = this.#periodsIn(text);
      const { places, near } =
        this.#context.gazetteer === null
          ? { places: [], near: [] }
          : placesInLine(text, this.#context.gazetteer, periods);
      for (const period of periods) {
        const beside = places.some(
          (place) =>
            /^[\s,;]*$/.test(text.slice(place.end, Math.max(place.end, period.start))) &&
            place.end <= period.start,
        );
        const before = places.some(
          (place) => period.end <= place.start && /^[\s,;]*$/.test(text.slice(period.end, place.start)),
        );
        // A number alone may be anything; next to a place it is a year.
        if (!period.introduced && !beside && !before) continue;
        if (!this.#atWords(text, period.start, period.end)) continue;
        covered.push(period);
        this.#chips.push({
          kind: 'when',
          ...this.#implied(from, text, period),
          period: period.period,
        });
      }
      for (const place of places) {
        const chosen = this.#choose(place.rows);
        if (chosen === null || !this.#atWords(text, place.start, place.end)) continue;
        covered.push(place);
        this.#chips.push({
          kind: 'where',
          ...this.#implied(from, text, place),
          place: chosen.place,
          box: chosen.box,
          others: chosen.others,
        });
      }
      for (const { start, end, rows } of near) {
        this.#unknown.push({
          start: from + start,
          end: from + end,
          text: text.slice(start, end),
          meant: rows.map((id) => cataloguePlace(this.#context.gazetteer!.place(id))),
          implied: true,
        });
      }
    }
    if (beforeOr && this.#chips.length > chipsBefore) {
      this.#chips.length = chipsBefore;
      covered.length = 0;
      this.#ownWays = true;
    }
    const words: Clause[] = [];
    for (const token of tokens) {
      const start = token.start - from;
      if (covered.some((stretch) => start < stretch.end && stretch.start < token.end - from)) continue;
      const { text: written } = token as { readonly text: string };
      // In a line of capitals no word is an abbreviation for its capitals.
      const lower = written.toLowerCase();
      const shouted = tokens.length > 2 && text === text.toUpperCase() && termOf(lower) === '';
      const clause = phraseOf(shouted ? lower : written);
      if (clause !== null) words.push(clause);
    }
    // Words that say nothing are left out where others say something.
    const telling = words.filter((clause) => clause.kind !== 'word' || termOf(clause.text) !== '');
    const said = telling.length > 0 || covered.length > 0 ? telling : words;
    this.#group.alternatives.at(-1)!.push(...said);
  }

  /** An operator OR of this level stands behind: what is recognised here would bind the other side too. */
  #followedByOr(last: number): boolean {
    let depth = 0;
    for (let i = last + 1; i < this.#tokens.length; i++) {
      const { type } = this.#tokens[i]!;
      if (type === 'open') depth++;
      else if (type === 'close') depth--;
      else if (type === 'or' && depth <= 0) return true;
    }
    return false;
  }

  #periodsIn(text: string): SpokenPeriod[] {
    return /\d|s[ée]culo|anos/iu.test(text) ? spokenPeriods(text, this.#context.today) : [];
  }

  /** Whether a stretch of the text begins and ends where words of the line do, commas aside. */
  #atWords(text: string, start: number, end: number): boolean {
    return /(?:^|[\s,;(])$/u.test(text.slice(0, start)) && /^(?:[\s,;.!?)]|$)/u.test(text.slice(end));
  }

  #implied(
    from: number,
    text: string,
    { start, end, coreStart }: { readonly start: number; readonly end: number; readonly coreStart: number },
  ) {
    return {
      start: from + start,
      end: from + end,
      text: text.slice(start, end),
      instead: `"${text.slice(coreStart, end).replaceAll('"', '')}"`,
      implied: true,
      negated: false,
    };
  }

  #choose(rows: readonly number[]): {
    readonly place: CataloguePlace;
    readonly box: BoundingBox;
    readonly others: readonly CataloguePlace[];
  } | null {
    const gazetteer = this.#context.gazetteer!;
    const placed = rows.filter((id) => gazetteer.extent(id) !== null);
    const { known } = this.#context;
    const id =
      known === undefined
        ? placed[0]
        : (placed.find((row) => known(placeKey(gazetteer.place(row)))) ?? placed[0]);
    if (id === undefined) return null;
    const others: CataloguePlace[] = [];
    for (const row of placed)
      if (row !== id && others.length < MOST_OTHERS) others.push(cataloguePlace(gazetteer.place(row)));
    return { place: cataloguePlace(gazetteer.place(id)), box: gazetteer.extent(id)!.box, others };
  }

  /** Reads a prefix; gives the index of the last token that it took in. */
  #prefix(token: LineToken & { readonly type: 'prefix' }, at: number): number {
    const negated = this.#negate !== (this.#group.depthOfNot % 2 === 1);
    const before = this.#tokens[at - 1];
    const start =
      this.#negate && before?.type === 'not' && before.end === token.start ? before.start : token.start;
    this.#negate = false;
    let last = at;
    const chipOf = (end: number) => ({
      start,
      end,
      text: this.#line.slice(start, end),
      instead: '',
      implied: false,
      negated,
    });
    /** The longest run of words from here that `read` understands. */
    const longest = <T>(
      read: (value: string) => T | null,
    ): { readonly value: T; readonly end: number } | null => {
      if (!token.quoted)
        for (let k = Math.min(at + LONGEST_VALUE, this.#tokens.length - 1); k > at; k--) {
          if (this.#tokens.slice(at + 1, k + 1).some((t) => t.type !== 'word')) continue;
          const end = this.#tokens[k]!.end;
          const value = read(this.#line.slice(token.valueStart, end).replace(/[,;]+$/, ''));
          if (value !== null) {
            last = k;
            return { value, end };
          }
        }
      const value = read(token.quoted ? token.value : token.value.replace(/[,;]+$/, '')) ?? read(token.value);
      return value === null ? null : { value, end: token.end };
    };
    /** What no meaning was found for is searched as it stands. */
    const asWords = (): void => {
      const clause = phraseOf(token.value);
      if (clause !== null) this.#group.alternatives.at(-1)!.push(negated ? { kind: 'not', clause } : clause);
    };
    switch (token.name) {
      case 'when':
      case 'published': {
        const found = longest((value) => readPeriod(value, this.#context.today));
        if (found === null) asWords();
        else this.#chips.push({ kind: token.name, ...chipOf(found.end), period: found.value });
        break;
      }
      case 'where': {
        const box = boxOf(token.value);
        if (box !== null) {
          const { gazetteer } = this.#context;
          const covers = gazetteer?.placesOf(box, MOST_COVERED).map(({ place }) => cataloguePlace(place));
          this.#chips.push({
            kind: 'where',
            ...chipOf(token.end),
            place: null,
            box,
            others: [],
            ...(covers !== undefined && { covers }),
          });
          break;
        }
        const found = longest((value) => this.#placeOf(value));
        if (found !== null) {
          this.#chips.push({ kind: 'where', ...chipOf(found.end), ...found.value });
          this.#hardlyMeant(token, at, found.value.place);
          break;
        }
        this.#unknownPlace(token, at);
        asWords();
        break;
      }
      case 'kind': {
        const found = longest((value) => KINDS.get(foldWords(value)) ?? null);
        if (found === null) asWords();
        else this.#chips.push({ kind: 'kind', ...chipOf(found.end), value: found.value });
        break;
      }
      case 'site': {
        const site = siteOf(token.value);
        if (site === null) asWords();
        else this.#chips.push({ kind: 'site', ...chipOf(token.end), site });
        break;
      }
      case 'title':
      case 'author': {
        const clause = phraseOf(token.value);
        if (clause === null || clause.kind === 'not') break;
        const inField = { ...clause, field: token.name } as Clause;
        this.#group.alternatives.at(-1)!.push(negated ? { kind: 'not', clause: inField } : inField);
        break;
      }
      case 'language': {
        const value = languageOf(token.value);
        if (value === null) asWords();
        else this.#chips.push({ kind: 'language', ...chipOf(token.end), value });
        break;
      }
      case 'dates': {
        if (!ALL_DATES.has(foldWords(token.value))) asWords();
        // `-datas:todas` is what holds anyway.
        else if (!negated) this.#chips.push({ kind: 'dates', ...chipOf(token.end), value: 'all' });
      }
    }
    return last;
  }

  #placeOf(text: string) {
    const { gazetteer } = this.#context;
    if (gazetteer === null || text.length > 200) return null;
    const meant = resolvePlace(gazetteer, text);
    if (meant === null) return null;
    const rows = namesakes(gazetteer, meant, text);
    return this.#choose(rows);
  }

  /**
   * `onde:Baia`, `onde:Porto Alegri`: a place has the name, or its first word, but one that few know and this collection does not speak of,
   * and a slip of the pen would explain it better. It is searched all the same; the other one is offered.
   */
  #hardlyMeant(token: LineToken & { readonly type: 'prefix' }, at: number, place: CataloguePlace): void {
    const gazetteer = this.#context.gazetteer!;
    const names = nearNames(gazetteer);
    const offer = (end: number, rows: readonly NearName[]): void => {
      this.#unknown.push({
        start: token.valueStart,
        end,
        text: this.#line.slice(token.valueStart, end),
        meant: rows.map(({ id }) => cataloguePlace(gazetteer.place(id))),
        implied: false,
      });
    };
    const next = this.#tokens[at + 1];
    if (!token.quoted && next?.type === 'word') {
      const longer = names.near(this.#line.slice(token.valueStart, next.end));
      if (longer.length > 0) return offer(next.end, longer);
    }
    const { known } = this.#context;
    if (known?.(place.key) === true) return;
    const [row] = gazetteer.rows(token.value);
    if (
      row === undefined ||
      bearers(gazetteer, foldWords(token.value)).some((id) => gazetteer.weight(id) >= LOCAL)
    )
      return;
    const better = names.near(token.value, 'better').filter(({ distance }) => distance <= 1);
    if (better.length > 0) offer(token.valueEnd, better);
  }

  #unknownPlace(token: LineToken & { readonly type: 'prefix' }, at: number): void {
    const { gazetteer } = this.#context;
    if (gazetteer === null) return;
    const names = nearNames(gazetteer);
    // Without quotes the name may go on: the longest that is nearly one.
    let end = token.valueEnd;
    let rows: readonly number[] = [];
    if (!token.quoted)
      for (let k = Math.min(at + LONGEST_VALUE, this.#tokens.length - 1); k > at && rows.length === 0; k--) {
        if (this.#tokens.slice(at + 1, k + 1).some((t) => t.type !== 'word')) continue;
        rows = names
          .near(this.#line.slice(token.valueStart, this.#tokens[k]!.end), 'any')
          .map(({ id }) => id);
        if (rows.length > 0) end = this.#tokens[k]!.end;
      }
    if (rows.length === 0) rows = this.#meantBy(token.value);
    this.#unknown.push({
      start: token.valueStart,
      end,
      text: this.#line.slice(token.valueStart, end),
      meant: rows.map((id) => cataloguePlace(gazetteer.place(id))),
      implied: false,
    });
  }

  /** `Porto Alegri, RS`: the name alone is misspelt, or what stands behind it. */
  #meantBy(text: string): readonly number[] {
    const gazetteer = this.#context.gazetteer!;
    const names = nearNames(gazetteer);
    const whole = names.near(text, 'any').map(({ id }) => id);
    if (whole.length > 0) return whole;
    const split = /^([^,(/]+)[,(/]\s*([^,()/]+)\)?$/.exec(text.slice(0, 200));
    if (split === null) return [];
    const containers = gazetteer.containers(split[2]!);
    const right = names.near(split[1]!, 'any').map(({ id }) => id);
    const inside = right.filter((id) => containers.some((of) => gazetteer.isPartOf(id, of)));
    if (inside.length > 0) return inside;
    return bearers(gazetteer, foldWords(split[1]!))
      .filter((id) => gazetteer.kindOf(id) === 'municipality')
      .slice(0, 5);
  }
}

/** The place meant first, then others of its name; none when the state or the kind was said with it. */
function namesakes(gazetteer: Gazetteer, meant: Place, text: string): number[] {
  const same = bearers(gazetteer, foldWords(text)).filter((id) => id !== meant.id);
  return [meant.id, ...same.slice(0, MOST_OTHERS)];
}

/** `ai-5`, `lc-95`: letters before a number are an abbreviation, however they are typed. */
const ABBREVIATION = /(?<![\p{L}\p{N}])\p{L}{2,3}(?=[-‐‑]\d)/gu;

/** A word, or a phrase when it is several (`guarda-chuva`); null when it has none. */
function phraseOf(text: string): Clause | null {
  const parts = wordsOf(
    text.slice(0, LONGEST_LINE).replace(ABBREVIATION, (letters) => letters.toUpperCase()),
  );
  if (parts.length === 0) return null;
  return parts.length === 1 ? { kind: 'word', text: parts[0]! } : { kind: 'phrase', text: parts.join(' ') };
}

/** What is in quotes: also a word alone, where the index has none of it, or takes others for it. */
function quotedOf(text: string): Clause | null {
  const clause = phraseOf(text);
  if (clause?.kind !== 'word') return clause;
  return clause.text.length <= SHORT || termOf(clause.text) === '' ? { ...clause, kind: 'phrase' } : clause;
}

function clauseOf(alternatives: readonly (readonly Clause[])[]): Clause | null {
  const parts: Clause[] = [];
  for (const clauses of alternatives) {
    const flat = clauses.flatMap((clause) => (clause.kind === 'and' ? clause.clauses : [clause]));
    if (flat.length > 0) parts.push(flat.length === 1 ? flat[0]! : { kind: 'and', clauses: flat });
  }
  if (parts.length === 0) return null;
  if (parts.length === 1) return parts[0]!;
  return { kind: 'or', clauses: parts.flatMap((part) => (part.kind === 'or' ? part.clauses : [part])) };
}

/** `w,s,e,n`, in degrees. */
function boxOf(text: string): BoundingBox | null {
  const parts = text.trim().split(/\s*[,;]\s*|\s+/);
  if (parts.length !== 4 || parts.some((part) => !/^[-+−]?\d{1,4}(?:\.\d{1,12})?$/.test(part))) return null;
  return checkedBox(parts.map((part) => Number(part.replace('−', '-'))));
}

/** A host name, out of whatever was pasted; `www.` is no part of a site's name. */
function siteOf(text: string): string | null {
  const host = fold(text.trim())
    .replace(/^[a-z]+:\/\//, '')
    .replace(/[/?#:].*$/, '')
    .replace(/^\*?\.+|\.+$/g, '')
    .replace(/^www\d?\.(?=[^.]+\.)/, '');
  return /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(host) && host.length <= 253 ? host : null;
}

function languageOf(text: string): string | null {
  const value = fold(text.trim());
  const code = /^([a-z]{2})(?:[-_][a-z]{2})?$/.exec(value);
  return code === null ? (LANGUAGES.get(value) ?? null) : code[1]!;
}
