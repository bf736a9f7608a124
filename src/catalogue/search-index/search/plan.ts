/** A clause made ready for the index: its words as terms, each once, and what of it restricts anything at all. */
import { fold, words as wordsOf } from '../../../text/index.ts';
import type { Clause, WordField } from '../../ports/question.ts';
import { wordCells } from '../postings/neighbours.ts';
import { analyseTerms, authorWords, otherwiseJoined, termOf } from '../terms/terms.ts';

export type PlanNode =
  | { readonly op: 'term'; readonly term: number }
  /** The term in the title. */
  | { readonly op: 'title'; readonly term: number }
  /** A name of who wrote it: it stands in no part of the text. */
  | { readonly op: 'author'; readonly term: number }
  /** `offsets[i]` is how far the i-th term stands behind the first. */
  | {
      readonly op: 'phrase';
      readonly terms: readonly number[];
      readonly offsets: readonly number[];
      /** What must stand as it is written, beyond the terms; null: nothing. */
      readonly quoted: QuotedWords | null;
    }
  /** Words that the index has none of: only texts can tell. */
  | { readonly op: 'unindexed'; readonly quoted: QuotedWords }
  | { readonly op: 'and'; readonly nodes: readonly PlanNode[] }
  | { readonly op: 'or'; readonly nodes: readonly PlanNode[] }
  | { readonly op: 'not'; readonly node: PlanNode };

/** The words of a phrase that its terms do not tell: stop words, and short words whose term others share. */
export interface QuotedWords {
  readonly phrase: string;
  /** Stop words, each with the term (of the phrase's) that is nearest, how far it stands from that, and its cell. */
  readonly beside: readonly { readonly term: number; readonly distance: number; readonly cells: number }[];
  /** What stands beside terms does not tell it all: only texts can. */
  readonly open: boolean;
}

export interface Plan {
  /** Null: everything matches. */
  readonly root: PlanNode | null;
  readonly terms: readonly string[];
  /** Whether a term stands somewhere that is not negated: only those count for the score. */
  readonly scored: readonly boolean[];
  /** It has words that can stand in a part of a text, and so meet a period there or not. */
  readonly canMeet: boolean;
}

/** A question has no more; what goes beyond is not looked at. */
const MOST_TERMS = 64;
const MOST_NODES = 500;
const DEEPEST = 32;
/** Words of a phrase, stop words counted; less than `FIELD_GAP`, so that no phrase reaches from the title into the text. */
const LONGEST_PHRASE = 50;
const LONGEST_WORDS = 4000;
/** A longer text is no word that is spelt in two ways. */
const LONGEST_JOINED = 80;

/**
 * `prefer`: its words count for the score and restrict nothing. `quoted`: every word of a phrase must stand as it is written; otherwise stop words only
 * keep a place free.
 */
export function makePlan(clause: Clause | null, prefer: Clause | null = null, quoted = false): Plan {
  const numbers = new Map<string, number>();
  const scored: boolean[] = [];
  let nodes = 0;

  const termNumber = (term: string, positive: boolean): number => {
    let number = numbers.get(term);
    if (number === undefined) {
      if (numbers.size >= MOST_TERMS) return -1;
      number = numbers.size;
      numbers.set(term, number);
      scored.push(false);
    }
    if (positive) scored[number] = true;
    return number;
  };

  /** Words of which each must stand in the title, or be a name of who wrote it. */
  const wordsIn = (field: WordField, text: string, positive: boolean): PlanNode | null => {
    const own = text.slice(0, LONGEST_WORDS);
    const nodes: PlanNode[] = [];
    for (const term of new Set(analyseTerms(field === 'author' ? authorWords(own) : own).terms)) {
      const number = termNumber(term, positive);
      if (number < 0) break;
      nodes.push({ op: field, term: number });
    }
    if (nodes.length === 0) return null;
    return nodes.length === 1 ? nodes[0]! : { op: 'and', nodes };
  };

  /** As they are written, or as another time joins them. */
  const words = (text: string, positive: boolean, insists: boolean): PlanNode | null => {
    const own = phrase(text, positive, insists);
    const other = own === null || text.length > LONGEST_JOINED ? null : otherwiseJoined(text);
    const otherwise = other === null ? null : phrase(other, positive);
    return own === null || otherwise === null ? own : { op: 'or', nodes: [own, otherwise] };
  };

  /** Several words in one (`guarda-chuva`) are a phrase. */
  const phrase = (text: string, positive: boolean, insists = false): PlanNode | null => {
    const analysed = analyseTerms(text.slice(0, LONGEST_WORDS));
    const terms: number[] = [];
    const offsets: number[] = [];
    const first = analysed.positions[0] ?? 0;
    for (let i = 0; i < analysed.terms.length; i++) {
      const offset = analysed.positions[i]! - first;
      if (offset >= LONGEST_PHRASE) break;
      const number = termNumber(analysed.terms[i]!, positive);
      if (number < 0) break;
      terms.push(number);
      offsets.push(offset);
    }
    const asWritten = insists ? quotedWords(text.slice(0, LONGEST_WORDS), terms, offsets, first) : null;
    if (terms.length === 0) return asWritten === null ? null : { op: 'unindexed', quoted: asWritten };
    return terms.length === 1 && asWritten === null
      ? { op: 'term', term: terms[0]! }
      : { op: 'phrase', terms, offsets, quoted: asWritten };
  };

  const visit = (node: Clause, positive: boolean, depth: number): PlanNode | null => {
    if (++nodes > MOST_NODES || depth > DEEPEST) return null;
    switch (node.kind) {
      case 'word':
      case 'phrase':
        return node.field === undefined
          ? words(node.text, positive, quoted && node.kind === 'phrase')
          : wordsIn(node.field, node.text, positive);
      case 'not': {
        const inner = visit(node.clause, !positive, depth + 1);
        return inner === null ? null : { op: 'not', node: inner };
      }
      case 'and':
      case 'or': {
        const children: PlanNode[] = [];
        for (const clause of node.clauses) {
          const child = visit(clause, positive, depth + 1);
          if (child !== null) children.push(child);
          if (nodes > MOST_NODES) break;
        }
        if (children.length === 0) return null;
        return children.length === 1 ? children[0]! : { op: node.kind, nodes: children };
      }
      default:
        return null;
    }
  };

  const root = clause === null ? null : visit(clause, true, 0);
  if (prefer !== null) visit(prefer, true, 0);
  return { root, terms: [...numbers.keys()], scored, canMeet: root !== null && canMeet(root) };
}

function canMeet(node: PlanNode): boolean {
  switch (node.op) {
    case 'and':
    case 'or':
      return node.nodes.some(canMeet);
    case 'not':
    case 'author':
    case 'unindexed':
      return false;
    default:
      return true;
  }
}

/** What stands beside a term is known so far. */
const KNOWN_BESIDE = 3;
/** Of longer words other forms are taken for them. */
const SHORT = 3;

/** Null: the terms at their places tell all of it. */
function quotedWords(
  text: string,
  terms: readonly number[],
  offsets: readonly number[],
  first: number,
): QuotedWords | null {
  const beside: { term: number; distance: number; cells: number }[] = [];
  let open = false;
  let any = false;
  for (const [i, word] of wordsOf(text).entries()) {
    const at = i - first;
    if (at >= LONGEST_PHRASE) break;
    if (termOf(word) !== '') {
      if (sharesTerm(word)) any = open = true;
      continue;
    }
    any = true;
    let nearest = -1;
    for (let t = 0; t < terms.length; t++)
      if (nearest < 0 || Math.abs(at - offsets[t]!) < Math.abs(at - offsets[nearest]!)) nearest = t;
    const distance = nearest < 0 ? 0 : at - offsets[nearest]!;
    if (nearest < 0 || Math.abs(distance) > KNOWN_BESIDE) open = true;
    else beside.push({ term: nearest, distance, cells: wordCells(fold(word)) });
  }
  return any ? { phrase: text, beside, open } : null;
}

/** `mar` shares its term with `mares`, `lei` with nobody; nor do abbreviations and numbers. */
function sharesTerm(word: string): boolean {
  if (word.length > SHORT || !/^[\p{L}\p{M}]+$/u.test(word) || word === word.toUpperCase()) return false;
  const plural = word + (/[rsznRSZN]$/.test(word) ? 'es' : 's');
  return termOf(plural) === termOf(word);
}
