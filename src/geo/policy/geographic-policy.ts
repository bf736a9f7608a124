/**
 * The link policy of a geographic crawl: links of producers' pages first, then those of pages with geographic words, then the rest; links
 * to files and services are not pages and are kept as candidates to be looked into; archives that nothing speaks for are not followed.
 *
 * It has the shape of a crawl's policy port and reads the clues of the analyser `geo`. Its state is what it was told, in order.
 */
import type { GeoProfile } from '../vocabulary/index.ts';
import { GEO_ANALYSER, type GeoClues, URL_CLASSES } from './analyser.ts';
import type { Indicator } from './organiser.ts';
import { type GeographicEntryMore, readEntry, unkeptPage, writeEntry } from './policy-entry.ts';

/** Priorities of links, 0 the most urgent … 100. */
export interface GeographicPriorities {
  readonly fromProducer: number;
  readonly fromGeoWords: number;
  readonly other: number;
}

export const GEOGRAPHIC_PRIORITIES: GeographicPriorities = { fromProducer: 10, fromGeoWords: 40, other: 70 };

/** Of which kind the links of a page are. In `compat` there are two kinds. */
export function indicatorOf(
  clues: Pick<GeoClues, 'geoInteresting' | 'geoHint'>,
  profile: GeoProfile = 'modern',
): Indicator {
  if (clues.geoInteresting) return 1;
  return profile === 'modern' && clues.geoHint ? 0.5 : 0;
}

export function priorityOf(
  indicator: Indicator,
  priorities: GeographicPriorities = GEOGRAPHIC_PRIORITIES,
): number {
  if (indicator === 1) return priorities.fromProducer;
  return indicator === 0.5 ? priorities.fromGeoWords : priorities.other;
}

/** The part of a crawl's visit that is read here. */
export interface GeographicVisit {
  readonly facts: {
    readonly follow: boolean;
    readonly index: boolean;
    readonly archive: boolean;
    readonly more: Readonly<Record<string, unknown>>;
    readonly links: { readonly rows?: Int32Array };
  } | null;
  readonly links: readonly { readonly url: string; readonly priority: number }[];
}

export interface GeographicPolicyOptions {
  readonly profile?: GeoProfile;
  readonly priorities?: GeographicPriorities;
}

export class GeographicPolicy {
  readonly name = 'geographic';
  readonly refusal = 'geographic';
  readonly #profile: GeoProfile;
  readonly #priorities: GeographicPriorities;
  #pages = 0;
  #interesting = 0;
  #candidates = 0;

  constructor(options: GeographicPolicyOptions = {}) {
    this.#profile = options.profile ?? 'modern';
    this.#priorities = options.priorities ?? GEOGRAPHIC_PRIORITIES;
  }

  describe(): Readonly<Record<string, unknown>> {
    return { name: this.name, profile: this.#profile, priorities: this.#priorities };
  }

  seed(_key: string): number {
    return this.#priorities.fromProducer;
  }

  visited(visit: GeographicVisit): {
    readonly priorities: readonly (number | null)[];
    readonly entry: Uint8Array | null;
    readonly note?: Readonly<Record<string, number | boolean>>;
  } {
    const clues = visit.facts?.more[GEO_ANALYSER] as GeoClues | undefined;
    if (visit.facts === null || clues === undefined)
      return { priorities: visit.links.map((link) => link.priority), entry: null };
    const base = priorityOf(indicatorOf(clues, this.#profile), this.#priorities);
    const priorities: (number | null)[] = visit.links.map(() => base);
    const rows = visit.facts.links.rows;
    if (rows !== undefined)
      for (let i = 0; i < rows.length && i < clues.classes.length; i++) {
        const line = rows[i]!;
        const name = URL_CLASSES[clues.classes[i]!];
        // Only pages are followed; the rest is looked into otherwise, or not at all.
        if (line >= 0 && line < priorities.length && name !== undefined && name !== 'PAGE')
          priorities[line] = null;
      }
    const files = clues.files.length;
    this.#count(clues.geoInteresting, files);
    return {
      priorities,
      entry: writeEntry({ interesting: clues.geoInteresting, files, more: moreOf(visit.facts, clues) }),
      note: { geo: clues.geoInteresting, files, geoScore: Math.round(clues.score * 100) / 100 },
    };
  }

  #count(interesting: boolean, files: number): void {
    this.#pages++;
    if (interesting) this.#interesting++;
    this.#candidates += files;
  }

  replay(entry: Uint8Array): void {
    const { interesting, files } = readEntry(entry);
    this.#count(interesting, files);
  }

  save(): Uint8Array {
    return new Uint8Array(new Float64Array([this.#pages, this.#interesting, this.#candidates]).buffer);
  }

  restore(state: Uint8Array): void {
    // By its own offset: the bytes may be a view into a larger buffer.
    const view = new DataView(state.buffer, state.byteOffset, state.byteLength);
    this.#pages = view.getFloat64(0, true);
    this.#interesting = view.getFloat64(8, true);
    this.#candidates = view.getFloat64(16, true);
  }

  figures(): Readonly<Record<string, number>> {
    return { geoPages: this.#interesting, geoCandidates: this.#candidates, analysed: this.#pages };
  }
}

/** The archive will not have the page, so that this is all that is left of where it leads. */
function moreOf(
  { index, archive, follow }: NonNullable<GeographicVisit['facts']>,
  clues: GeoClues,
): GeographicEntryMore | null {
  if ((index && archive) || !follow || (clues.sites.length === 0 && clues.files.length === 0)) return null;
  return { unkept: unkeptPage(clues) };
}
