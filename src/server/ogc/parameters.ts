/** Parameters of the geographic interfaces, read strictly: what is not understood is refused with its name, never ignored. */
import type { FastifyRequest } from 'fastify';
import { TarrafaError } from '../../errors.ts';
import { type BoundingBox, checkedBox } from '../../geo/index.ts';

export type Parameters = Readonly<Record<string, string>>;

function wrong(name: string, value: string, wanted: string): TarrafaError {
  return new TarrafaError('TRF_REQUEST_INVALID', [`${name}: ${value.slice(0, 120)} (${wanted})`]);
}

/** The parameters of a request; one that is not `known`, or is given twice, is refused (OGC API – Features §7.15.3). */
export function parametersOf(request: FastifyRequest, known: readonly string[]): Parameters {
  const found: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries((request.query ?? {}) as Record<string, unknown>)) {
    if (!known.includes(name)) throw wrong(name, '', `one of ${known.join(', ')}`);
    if (typeof value !== 'string') throw wrong(name, '', 'given once');
    // An empty value says nothing.
    if (value !== '') found[name] = value;
  }
  if (found.f !== undefined && !/^(json|geojson|application\/(geo\+)?json)$/.test(found.f))
    throw wrong('f', found.f, 'json');
  return found;
}

/** More than the maximum is the maximum, as the standard has it; less than one is refused. */
export function limitOf({ limit }: Parameters, usual: number, most: number): number {
  if (limit === undefined) return usual;
  if (!/^\d{1,9}$/.test(limit) || Number(limit) < 1) throw wrong('limit', limit, `1 to ${most}`);
  return Math.min(Number(limit), most);
}

/** Four numbers, or six with heights, which are not looked at. */
export function boxOf({ bbox }: Parameters): BoundingBox | undefined {
  if (bbox === undefined) return undefined;
  const wanted = 'west,south,east,north in degrees';
  const parts = bbox.split(',', 7);
  if (parts.length !== 4 && parts.length !== 6) throw wrong('bbox', bbox, wanted);
  const numbers = parts.map((part) =>
    /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?\s*$/i.test(part) ? Number(part) : Number.NaN,
  );
  const flat = numbers.length === 6 ? [numbers[0]!, numbers[1]!, numbers[3]!, numbers[4]!] : numbers;
  const box = numbers.some(Number.isNaN) ? null : checkedBox(flat);
  if (box === null) throw wrong('bbox', bbox, wanted);
  return box;
}

/** Both ends in ms; open ends are infinite. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2}))?$/i;

function momentOf(text: string, endOfDay: boolean): number | null {
  if (!MOMENT.test(text)) return null;
  const at = Date.parse(
    text.length === 10 ? `${text}T${endOfDay ? '23:59:59.999' : '00:00:00'}Z` : text.toUpperCase(),
  );
  if (Number.isNaN(at)) return null;
  // Date.parse carries 31 February over into March.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().slice(0, 10) === text.slice(0, 10) ? at : null;
}

/** `2018-02-12T23:20:50Z`, `2018-02-12`, or an interval of them whose ends may be open (`..` or nothing). */
export function intervalOf({ datetime }: Parameters): Interval | undefined {
  if (datetime === undefined) return undefined;
  const error = wrong('datetime', datetime, 'RFC 3339, or two ends parted by /');
  const ends = datetime.split('/', 3);
  if (ends.length > 2) throw error;
  const [first = '', last = first] = ends;
  const open = (text: string): boolean => text === '' || text === '..';
  if (open(first) && open(last)) throw error;
  const from = open(first) ? Number.NEGATIVE_INFINITY : momentOf(first, false);
  const to = open(last) ? Number.POSITIVE_INFINITY : momentOf(last, true);
  if (from === null || to === null || from > to) throw error;
  return { from, to };
}

export function meets(a: Interval, b: Interval): boolean {
  return a.from <= b.to && b.from <= a.to;
}

export function listOf(value: string | undefined): string[] | undefined {
  return value === undefined
    ? undefined
    : value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .slice(0, 200);
}

/**
 * `q` of OGC API – Records: terms parted by commas are alternatives, words of one term stand together. In the words of our search that
 * is phrases joined by OU.
 */
export function textOf(q: string | undefined): string {
  const terms = (listOf(q) ?? [])
    .map((term) => term.replace(/"/g, ' ').replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  return terms.length < 2 ? (terms[0] ?? '') : terms.map((term) => `"${term}"`).join(' OU ');
}
