/**
 * Which columns of an attribute table hold names of places. A label that says so is believed; otherwise the first five values are looked up
 * in the gazetteer, because a column has one domain and a handful of its values tells it. Columns of persons, numbers and dates are never
 * taken.
 */
import { foldWords } from '../../text/index.ts';
import type { BoundingBox } from '../box.ts';
import { expanded } from './abbreviations.ts';
import { describeLabel, isPersonalLabel } from './descriptors.ts';
import { isPlaceLike } from './file-class.ts';
import { looksLikePerson } from './person-names.ts';

/** What knows names of places; `Gazetteer` does. */
export interface KnownNames {
  hasFolded(folded: string): boolean;
  /** Whether something of that name lies in or near a box. */
  hasNear?(folded: string, box: BoundingBox): boolean;
}

export interface ColumnSample {
  readonly label: string;
  readonly type: 'text' | 'number' | 'date' | 'other';
  /** Values of the first rows, in order; blanks may be among them. */
  readonly first: readonly string[];
}

export interface PlaceColumn {
  readonly label: string;
  readonly by: 'descriptor' | 'gazetteer';
  /** 1: label and gazetteer agree, or the gazetteer alone convinced; 0.5: the label alone. */
  readonly confidence: number;
  readonly hits: number;
}

export interface PlaceColumnOptions {
  readonly gazetteer: KnownNames;
  readonly profile?: 'compat' | 'modern';
  /** Folded stem of the file, or the class that the layer's name gives. */
  readonly fileClass?: string;
  /** How many of the sample must be known. Default 3. */
  readonly minHits?: number;
  readonly sample?: number;
  /** Where the data lie: names of places elsewhere are then no evidence. */
  readonly extent?: BoundingBox | null;
}

const NUMERIC = /^[+-]?(?:\d+(?:[.,]\d+)*|\d*[.,]\d+)(?:e[+-]?\d+)?$/i;
const DATE = /^(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})(?:[ T].*)?$/;

/** Decides about one column; null when it holds no places. */
export function placeColumn(column: ColumnSample, options: PlaceColumnOptions): PlaceColumn | null {
  const modern = (options.profile ?? 'modern') === 'modern';
  const sample = column.first
    .slice(0, options.sample ?? 5)
    .map((value) => value.trim())
    .filter((value) => value !== '');
  const countable = column.type === 'number' || column.type === 'date';
  const plain =
    sample.length > 0 && (sample.every((v) => NUMERIC.test(v)) || sample.every((v) => DATE.test(v)));
  const label = describeLabel(column.label);
  if (modern && (countable || plain)) return null;
  if (modern && isPersonalLabel(column.label)) return null;
  // In the literal profile a strong label decides alone, and nothing is looked up.
  if (label?.strength === 'strong' && !modern)
    return { label: column.label, by: 'descriptor', confidence: 1, hits: 0 };
  const hits = countable || plain ? 0 : countHits(sample, options, modern);
  if (label?.strength === 'strong')
    return { label: column.label, by: 'descriptor', confidence: hits > 0 ? 1 : 0.5, hits };
  if (countable || plain) return null;
  // Some town bears almost any name: where two of five are persons' names, the column is one of persons.
  if (modern && sample.filter(looksLikePerson).length >= 2) return null;
  if (label?.strength === 'weak') {
    if (hits >= 2) return { label: column.label, by: 'descriptor', confidence: 1, hits };
    if (options.fileClass !== undefined && isPlaceLike(options.fileClass) && sample.length > 0)
      return { label: column.label, by: 'descriptor', confidence: hits > 0 ? 1 : 0.5, hits };
  }
  const minHits = options.minHits ?? 3;
  const all = sample.length > 0 && sample.length < 3 && hits === sample.length;
  return hits >= minHits || all ? { label: column.label, by: 'gazetteer', confidence: 1, hits } : null;
}

function countHits(sample: readonly string[], options: PlaceColumnOptions, expand: boolean): number {
  const { gazetteer: names, extent } = options;
  const near = expand && extent ? names.hasNear?.bind(names) : undefined;
  let hits = 0;
  for (const value of sample) {
    const folded = foldWords(value.slice(0, 200));
    if (folded.length >= 3) {
      if (names.hasFolded(folded) && (near === undefined || near(folded, extent!))) hits++;
    } else if (expand && expanded(value) !== null) hits++;
  }
  return hits;
}

/** The columns of places of a table. */
export function placeColumns(columns: readonly ColumnSample[], options: PlaceColumnOptions): PlaceColumn[] {
  const found: PlaceColumn[] = [];
  for (const column of columns) {
    const decided = placeColumn(column, options);
    if (decided !== null) found.push(decided);
  }
  return found;
}

/** The key under which a value of a column of places is indexed; null for what is not: blanks, and codes of nothing. */
export function placeKey(value: string): string | null {
  const text = value.trim().slice(0, 200);
  const folded = foldWords(text);
  if (folded.length >= 3) return folded;
  const name = expanded(text);
  return name === null ? null : foldWords(name);
}
