/** An index as lines of JSON: one record a line, so that a crawl appends and a reader passes over what is damaged. */

import { TarrafaError } from '../../errors.ts';
import { parseJson } from '../../formats/index.ts';
import type { GeoIndex } from './geo-index.ts';
import type { GeoRecord } from './record.ts';

/** The file of an index in the folder of a crawl. */
export const GEO_INDEX_FILE = 'geo-index.jsonl';
/** Stands in the first record, as one more of its fields; without it, a file is of version 1. */
const FORMAT = 1;
const LONGEST_LINE = 64 << 20;

export function* toJsonLines(records: Iterable<GeoRecord>): Generator<string> {
  let first = true;
  for (const record of records) {
    yield `${JSON.stringify(first ? { ...record, format: FORMAT } : record)}\n`;
    first = false;
  }
}

/**
 * Adds the records of a text to an index. Returns how many lines could not be read: the last of an interrupted crawl, usually. A text of a
 * newer version is refused under its `name`.
 */
export function addJsonLines(index: GeoIndex, text: string, name = GEO_INDEX_FILE): number {
  let broken = 0;
  for (let start = 0; start < text.length; ) {
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    if (end > start && end - start <= LONGEST_LINE) {
      const record = readRecord(text.slice(start, end), name);
      if (record === null) broken++;
      else index.add(record);
    }
    start = end + 1;
  }
  return broken;
}

function readRecord(line: string, name: string): GeoRecord | null {
  let value: unknown;
  try {
    value = parseJson(line);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const record = value as Partial<GeoRecord> & Record<string, unknown>;
  if (record.format !== undefined) {
    if (Number(record.format) > FORMAT)
      throw new TarrafaError('TRF_FORMAT_NEWER', [name, String(record.format), FORMAT]);
    delete record.format;
  }
  const strings = (...names: string[]): boolean => names.every((name) => typeof record[name] === 'string');
  const lists = (...names: string[]): boolean => names.every((name) => Array.isArray(record[name]));
  if (
    record.kind === 'file' &&
    strings('url', 'name', 'type', 'site', 'state') &&
    lists('anchors', 'datasets', 'places')
  )
    return record as GeoRecord;
  if (record.kind === 'page' && strings('url', 'site', 'title', 'description', 'text') && lists('keywords'))
    return record as GeoRecord;
  if (record.kind === 'link' && strings('origin', 'destination') && typeof record.count === 'number')
    return record as GeoRecord;
  return null;
}
