/**
 * Records of a catalogue by the questions of the geographic standards. The catalogue answers text, box and kind; what it does not know
 * (times, outside identifiers) is looked at here, record by record, as far as a bound; an answer that ends at the bound says where to
 * go on.
 */
import type { CatalogueGeography, GeoSearchOptions } from '../../catalogue/index.ts';
import { TarrafaError } from '../../errors.ts';
import type { GeoEntry } from './record.ts';

export interface RecordQuestion {
  readonly text: string;
  readonly options: Pick<GeoSearchOptions, 'box' | 'kind' | 'producer' | 'formats'>;
  /** What the catalogue cannot filter. */
  readonly keep?: (entry: GeoEntry) => boolean;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export interface RecordAnswer {
  readonly entries: readonly GeoEntry[];
  readonly next: string | null;
  /** Null when it was not counted. */
  readonly matched: number | null;
}

const SLICE = 200;
const MOST_LOOKED_AT = 10_000;

/** `<matches to skip>.<cursor of the catalogue>` */
function readCursor(text: string | undefined): {
  readonly skip: number;
  readonly cursor: string | undefined;
} {
  if (text === undefined) return { skip: 0, cursor: undefined };
  const m = /^(\d{1,6})\.(.{0,2000})$/s.exec(text);
  if (m === null) throw new TarrafaError('TRF_CURSOR_INVALID', [text.slice(0, 60)]);
  return { skip: Number(m[1]), cursor: m[2] === '' ? undefined : m[2] };
}

export async function searchRecords(
  catalogue: CatalogueGeography,
  question: RecordQuestion,
): Promise<RecordAnswer> {
  const { text, options, keep, limit } = question;
  const begin = readCursor(question.cursor);
  const ask = (cursor: string | undefined, count: number) =>
    catalogue.geoSearch(text, { ...options, mode: 'expanded', cursor, limit: count });
  if (keep === undefined) {
    const answer = await ask(begin.cursor, limit);
    return {
      entries: answer.items.map((hit) => hit.geo),
      next: answer.next === null ? null : `0.${answer.next}`,
      matched: answer.total,
    };
  }
  const entries: GeoEntry[] = [];
  let { skip, cursor } = begin;
  for (let looked = 0; looked < MOST_LOOKED_AT; ) {
    const answer = await ask(cursor, SLICE);
    let matches = 0;
    for (const { geo } of answer.items) {
      if (!keep(geo)) continue;
      if (++matches <= skip) continue;
      if (entries.length === limit) return { entries, next: `${matches - 1}.${cursor ?? ''}`, matched: null };
      entries.push(geo);
    }
    looked += answer.items.length;
    if (answer.next === null || answer.items.length === 0)
      return { entries, next: null, matched: question.cursor === undefined ? entries.length : null };
    cursor = answer.next;
    skip = 0;
  }
  return { entries, next: `0.${cursor ?? ''}`, matched: null };
}
