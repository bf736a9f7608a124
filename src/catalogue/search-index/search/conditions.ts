/** What a request asks for besides words, in the numbers of the index. */
import { type BoundingBox, checkedBox } from '../../../geo/box.ts';
import type { Period } from '../../ports/index.ts';
import { KINDS } from '../columns/columns.ts';
import { LANGUAGES, type Names, PLACES, SITES } from '../columns/names.ts';
import type { IndexRequest } from '../port.ts';
import { dayCode } from '../postings/measures.ts';

/** Days asked for: from and to in turn, ascending, without overlap. */
function daysOf(periods: readonly Period[] | undefined): Int32Array | null {
  if (periods === undefined || periods.length === 0) return null;
  const valid = periods
    .filter(({ from, to }) => from <= to)
    .map(({ from, to }) => [dayCode(from), dayCode(to)] as [number, number])
    .sort((a, b) => a[0] - b[0]);
  const joined: [number, number][] = [];
  for (const [from, to] of valid) {
    const last = joined[joined.length - 1];
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return Int32Array.from(joined.flat());
}

/** A request in the numbers of this index. */
export interface Conditions {
  readonly when: Int32Array | null;
  readonly meeting: IndexRequest['meeting'] | null;
  readonly notWhen: Int32Array | null;
  readonly published: Int32Array | null;
  readonly notPublished: Int32Array | null;
  /** Days of publication with weak evidence count too. */
  readonly doubtful: boolean;
  /** By number of the place: how well it answers; -1 when it does not at all. */
  readonly places: Float64Array | null;
  readonly notPlaces: Uint8Array | null;
  readonly area: BoundingBox | null;
  /** By number of the name, 1 for what is let through. */
  readonly sites: Uint8Array | null;
  readonly kinds: Uint8Array | null;
  readonly languages: Uint8Array | null;
}

export function conditionsOf(request: IndexRequest, names: Names): Conditions {
  let places: Float64Array | null = null;
  if (request.places !== undefined) {
    places = new Float64Array(names.list(PLACES).length).fill(-1);
    for (const [key, weight] of request.places) {
      const number = names.find(PLACES, key);
      if (number !== 0) places[number] = weight > 0 ? Math.min(1, weight) : 0;
    }
  }
  let notPlaces: Uint8Array | null = null;
  if (request.notPlaces !== undefined && request.notPlaces.size > 0) {
    notPlaces = new Uint8Array(names.list(PLACES).length);
    for (const key of request.notPlaces) {
      const number = names.find(PLACES, key);
      if (number !== 0) notPlaces[number] = 1;
    }
  }
  return {
    when: daysOf(request.when),
    meeting: request.meeting ?? null,
    notWhen: daysOf(request.notWhen),
    published: daysOf(request.published),
    notPublished: daysOf(request.notPublished),
    doubtful: request.doubtful === true,
    places,
    notPlaces,
    area: request.area === undefined ? null : (checkedBox(request.area) ?? [0, 0, 0, 0]),
    sites: allowed(names.list(SITES), request.sites, request.notSites, isSiteOf),
    kinds: allowed(KINDS, request.kinds, request.notKinds, (kind, asked) => kind === asked),
    languages: allowed(
      names.list(LANGUAGES),
      request.languages,
      request.notLanguages,
      (language, asked) => language === asked.toLowerCase(),
    ),
  };
}

function isSiteOf(site: string, asked: string): boolean {
  const wanted = asked.toLowerCase();
  return (
    wanted !== '' &&
    site.endsWith(wanted) &&
    (site.length === wanted.length || site[site.length - wanted.length - 1] === '.')
  );
}

function allowed(
  list: readonly string[],
  wanted: readonly string[] | undefined,
  unwanted: readonly string[] | undefined,
  fits: (name: string, asked: string) => boolean,
): Uint8Array | null {
  const some = wanted !== undefined && wanted.length > 0;
  const none = unwanted !== undefined && unwanted.length > 0;
  if (!some && !none) return null;
  return Uint8Array.from(list, (name) =>
    (!some || wanted.some((asked) => fits(name, asked))) &&
    !(none && unwanted.some((asked) => fits(name, asked)))
      ? 1
      : 0,
  );
}
