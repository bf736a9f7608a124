/**
 * What a column of values is like, in terms that hold on another site and in another language: the words of its labels,
 * its values and their letters, their shapes and types, and where in the page they stand.
 */
import { fold } from '../../text/index.ts';
import { type SiteGraph, TEMPLATE } from '../graph/site-graph.ts';
import { normalIdentifier, numberOf, type ValueType } from '../reinforcement/value-type.ts';
import type { LearnedRule } from '../rules/learn.ts';
import { pivotOf } from '../rules/rule.ts';
import { textBefore } from './text-before.ts';
import { shapeOf } from './value-shape.ts';

export type Shares = ReadonlyMap<string, number>;

export interface ColumnPortrait {
  /** Texts right before the values, and a label that the values themselves begin with, folded, by share of the rows. */
  readonly labels: Shares;
  /** The label that the rule starts from, folded. */
  readonly pivot: string;
  readonly values: ReadonlySet<string>;
  /** Words of the values, by share of the rows that have them. */
  readonly words: Shares;
  /** Three letters in a row, by share of all. */
  readonly trigrams: Shares;
  /** `Aa 9,9`: kinds of characters with repetitions left out. */
  readonly patterns: Shares;
  /** The same with every digit. */
  readonly digits: Shares;
  readonly types: Readonly<Record<ValueType, number>>;
  readonly tags: Shares;
  /** Means over the rows. */
  readonly logLength: number;
  readonly wordCount: number;
  /** Of the numbers among the values, on a logarithmic scale. */
  readonly logNumber: number;
  readonly logNumberSpread: number;
  /** 0 at the first text of the page, 1 at the last. */
  readonly place: number;
  /** Share of the rows whose value is in the page's title; share of the values' words that are. */
  readonly inTitle: number;
  readonly wordsInTitle: number;
  /** Share of the title's words that the value has. */
  readonly titleCovered: number;
  /** Share of the rows that are the title itself. */
  readonly isTitle: number;
  /** Share of the rows in a heading, in a link. */
  readonly heading: number;
  readonly link: number;
  readonly coverage: number;
  readonly single: number;
  readonly distinct: number;
  /** Share of the rows with the commonest text before them, when that is template. */
  readonly labelled: number;
  /** 1 when the values begin with a label of their own, else 0. */
  readonly prefixed: number;
}

/** More rows than this say nothing new. */
const MOST_ROWS = 400;
/** Only the beginning of a long value is read. */
const MOST_LETTERS = 200;

/** A label as it is compared: folded, without the punctuation around it. */
function foldLabel(text: string): string {
  return fold(text.slice(0, MOST_LETTERS))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export function patternOf(value: string, everyDigit = false): string {
  const letters = value
    .slice(0, MOST_LETTERS)
    .replace(/\p{Lu}+/gu, 'A')
    .replace(/[\p{Ll}\p{Lo}\p{M}]+/gu, 'a')
    .replace(everyDigit ? /\p{N}/gu : /\p{N}+/gu, '9');
  return letters.replace(/(?:(?:Aa|A|a)[ \-'’.]?){4,}/g, 'Words ');
}

/** What most values of a column begin with, up to a colon or by whole words: `Altura: 1,85 m` says its own label. */
export function commonBeginning(values: readonly string[]): string {
  const colon = new Map<string, number>();
  for (const value of values) {
    const end = value.slice(0, 40).search(/[:：]/);
    if (end > 0) {
      const beginning = value.slice(0, end + 1);
      colon.set(beginning, (colon.get(beginning) ?? 0) + 1);
    }
  }
  for (const [beginning, count] of colon) if (count >= 0.7 * values.length) return beginning;
  if (values.length < 4) return '';
  let common = '';
  for (let words = 1; words <= 5; words++) {
    const count = new Map<string, number>();
    for (const value of values) {
      const parts = value.slice(0, MOST_LETTERS).split(' ');
      // A value must be left after it.
      if (parts.length <= words) continue;
      const beginning = parts.slice(0, words).join(' ');
      count.set(beginning, (count.get(beginning) ?? 0) + 1);
    }
    const found = [...count].find(([, n]) => n >= 0.9 * values.length)?.[0];
    if (found === undefined) break;
    common = found;
  }
  return common;
}

function shares(count: Map<string, number>, total: number): Shares {
  const result = new Map<string, number>();
  for (const [key, n] of count) result.set(key, n / Math.max(1, total));
  return result;
}

const add = (count: Map<string, number>, key: string, by = 1): void => {
  count.set(key, (count.get(key) ?? 0) + by);
};

/** The folded title of every page, empty where there is none. A sloppy page has it in its body; an SVG's is another. */
export function pageTitles(graph: SiteGraph): string[] {
  const title = graph.valueId('TITLE');
  const svg = graph.valueId('SVG');
  const titles: string[] = new Array(graph.pageCount).fill('');
  if (title < 0) return titles;
  for (let page = 0; page < graph.pageCount; page++)
    for (let at = graph.texts.start[page]!; at < graph.texts.start[page + 1]!; at++) {
      const node = graph.texts.items[at]!;
      const above = graph.parent[node]!;
      if (graph.value[above] !== title || graph.value[graph.parent[above]!] === svg) continue;
      titles[page] = ` ${foldLabel(graph.text(node))} `;
      break;
    }
  return titles;
}

/** Whether an ancestor, no more than three up, is a heading or a link. */
function isWithin(graph: SiteGraph, node: number, kind: RegExp): boolean {
  let at = graph.parent[node]!;
  for (let up = 0; up < 3 && at >= 0; up++, at = graph.parent[at]!)
    if (kind.test(graph.text(at))) return true;
  return false;
}

const HEADING = /^(?:H[1-6]|TITLE|CAPTION)$/;
const LINK = /^A$/;

export function portrait(graph: SiteGraph, rule: LearnedRule, titles: readonly string[]): ColumnPortrait {
  const labels = new Map<string, number>();
  const values = new Set<string>();
  const words = new Map<string, number>();
  const trigrams = new Map<string, number>();
  const patterns = new Map<string, number>();
  const digits = new Map<string, number>();
  const tags = new Map<string, number>();
  const types: Record<ValueType, number> = { isbn: 0, date: 0, phone: 0, number: 0, string: 0 };
  let [letters, logLength, wordCount, place, inTitle, wordsInTitle] = [0, 0, 0, 0, 0, 0];
  let [heading, link, templateBefore, titleCovered] = [0, 0, 0, 0];
  const numbers: number[] = [];
  const every = Math.max(1, Math.ceil(rule.nodes.length / MOST_ROWS));
  const sample: string[] = [];
  for (let i = 0; i < rule.nodes.length; i += every) sample.push(graph.text(rule.nodes[i]!));
  const beginning = commonBeginning(sample);
  let rows = 0;
  let page = 0;
  for (let i = 0; i < rule.nodes.length; i += every) {
    const node = rule.nodes[i]!;
    while (graph.pageStart[page + 1]! <= node) page++;
    rows++;
    const whole = graph.text(node);
    const text =
      beginning !== '' && whole.startsWith(beginning) ? whole.slice(beginning.length).trim() : whole;
    const key = normalIdentifier(text.slice(0, MOST_LETTERS));
    if (key !== '') values.add(key);
    const before = textBefore(graph, node);
    if (before >= 0) {
      add(labels, foldLabel(graph.text(before)));
      if (graph.role[before] === TEMPLATE) templateBefore++;
    }
    const list = new Set(key.split(' ').slice(0, 30));
    for (const word of list) if (word !== '') add(words, word);
    const spaced = ` ${key} `;
    for (let k = 0; k + 3 <= spaced.length; k++) {
      add(trigrams, spaced.slice(k, k + 3));
      letters++;
    }
    add(patterns, patternOf(text));
    add(digits, patternOf(text, true));
    const shape = shapeOf(text);
    types[shape.type]++;
    add(tags, graph.text(graph.parent[node]!));
    logLength += Math.log(1 + text.length);
    wordCount += shape.words;
    const number = numberOf(text) ?? numberOf(text, ',');
    if (number !== null) numbers.push(Math.log(1 + Math.abs(number)));
    const lines = graph.texts.start[page + 1]! - graph.texts.start[page]!;
    place += graph.line[node]! / lines;
    if (list.size > 0) {
      let found = 0;
      for (const word of list) if (word !== '' && titles[page]!.includes(` ${word} `)) found++;
      wordsInTitle += found / list.size;
      const titleWords = titles[page]!.trim().split(' ').length;
      titleCovered += Math.min(1, found / titleWords);
    }
    if (key.length >= 3 && titles[page]!.includes(` ${key} `)) inTitle++;
    if (isWithin(graph, node, HEADING)) heading++;
    if (isWithin(graph, node, LINK)) link++;
  }
  const n = Math.max(1, rows);
  if (beginning !== '') add(labels, foldLabel(beginning), n);
  for (const type of Object.keys(types) as ValueType[]) types[type] /= n;
  const meanNumber = numbers.reduce((sum, x) => sum + x, 0) / Math.max(1, numbers.length);
  const spread = Math.sqrt(
    numbers.reduce((sum, x) => sum + (x - meanNumber) ** 2, 0) / Math.max(1, numbers.length),
  );
  return {
    labels: shares(labels, n),
    pivot: foldLabel(pivotOf(rule.rule)),
    values,
    words: shares(words, n),
    trigrams: shares(trigrams, letters),
    patterns: shares(patterns, n),
    digits: shares(digits, n),
    types,
    tags: shares(tags, n),
    logLength: logLength / n,
    wordCount: wordCount / n,
    logNumber: meanNumber,
    logNumberSpread: spread,
    place: place / n,
    inTitle: inTitle / n,
    wordsInTitle: wordsInTitle / n,
    titleCovered: titleCovered / n,
    isTitle: (tags.get('TITLE') ?? 0) / n,
    heading: heading / n,
    link: link / n,
    coverage: rule.pages / graph.pageCount,
    single: rule.pages / rule.nodes.length,
    distinct: values.size / n,
    labelled: templateBefore / n,
    prefixed: beginning === '' ? 0 : 1,
  };
}
