/**
 * The link policy of a geographic crawl: links of producers' pages first, then those of pages with geographic words, then the rest; links
 * to files and services are not pages and are kept as candidates to be looked into; archives that nothing speaks for are not followed.
 *
 * As published (`compat`) there are two classes, and within each links are followed as they come. Today a page that seems to have files is
 * believed when one of its site has been looked into: then its site comes first, and sites whose files came to nothing come later; and one
 * place in ten is for the rest.
 *
 * It has the shape of a crawl's policy port and reads the clues of the analyser `geo`. Its state is what it was told, in order; what it is
 * told of looks between two visits is part of the second.
 */
import { parseJson } from '../../formats/index.ts';
import { siteOf } from '../producers/index.ts';
import type { GeoProfile } from '../vocabulary/index.ts';
import { GEO_ANALYSER, type GeoClues, URL_CLASSES } from './analyser.ts';
import type { Indicator } from './organiser.ts';
import {
  type GeographicEntryMore,
  type LookAtSite,
  readEntry,
  unkeptPage,
  writeEntry,
} from './policy-entry.ts';
import { SiteStanding } from './site-standing.ts';
import { TenthPlace } from './tenth-place.ts';

/** Priorities of links, 0 the most urgent … 100. */
export interface GeographicPriorities {
  readonly fromProducer: number;
  /** From a page that links to files of which none has been looked into. Only today. */
  readonly fromCandidate: number;
  readonly fromGeoWords: number;
  readonly other: number;
}

export const GEOGRAPHIC_PRIORITIES: GeographicPriorities = {
  fromProducer: 10,
  fromCandidate: 25,
  fromGeoWords: 40,
  other: 70,
};
/** Of the link whose turn is the tenth place. */
const AT_ONCE = 0;

/** Of which kind the links of a page are. In `compat` there are two kinds. */
export function indicatorOf(
  clues: Pick<GeoClues, 'geoInteresting' | 'geoHint'>,
  profile: GeoProfile = 'modern',
): Indicator {
  if (clues.geoInteresting) return 1;
  return profile === 'modern' && clues.geoHint ? 0.5 : 0;
}

/** A link as a crawl has it. */
export interface GeographicLink {
  readonly url: string;
  readonly key: string;
  readonly queue: string;
  readonly priority: number;
}

/** The part of a crawl's visit that is read here. */
export interface GeographicVisit<L extends GeographicLink> {
  readonly key: string;
  readonly facts: {
    readonly follow: boolean;
    readonly index: boolean;
    readonly archive: boolean;
    readonly more: Readonly<Record<string, unknown>>;
    readonly links: { readonly rows?: Int32Array };
  } | null;
  readonly links: readonly L[];
}

/** What a page may be used for. */
export interface PageRules {
  readonly index: boolean;
  readonly follow: boolean;
}

export interface GeographicPolicyOptions {
  readonly profile?: GeoProfile;
  readonly priorities?: GeographicPriorities;
}

export class GeographicPolicy<L extends GeographicLink = GeographicLink> {
  readonly name = 'geographic';
  readonly refusal = 'geographic';
  readonly byArrival: boolean;
  /** Told of every page with its clues, for who looks into what it links to while the crawl goes on. */
  onPage: ((clues: GeoClues, rules: PageRules) => void) | null = null;
  readonly #profile: GeoProfile;
  readonly #priorities: GeographicPriorities;
  readonly #standing = new SiteStanding();
  readonly #tenth = new TenthPlace<L>();
  #looks: LookAtSite[] = [];
  #pages = 0;
  #interesting = 0;
  #candidates = 0;

  constructor(options: GeographicPolicyOptions = {}) {
    this.#profile = options.profile ?? 'modern';
    this.#priorities = options.priorities ?? GEOGRAPHIC_PRIORITIES;
    this.byArrival = this.#profile === 'compat';
  }

  describe(): Readonly<Record<string, unknown>> {
    return { name: this.name, profile: this.#profile, priorities: this.#priorities };
  }

  seed(_key: string): number {
    return this.#priorities.fromProducer;
  }

  /** A file of a site was looked into; counts from the next visit on. */
  looked(site: string, verified: boolean): void {
    const now = this.#standing.of(site);
    if (now === 'verified' || (now === 'failed' && !verified)) return;
    this.#looks.push([site, verified]);
  }

  visited(visit: GeographicVisit<L>): {
    readonly priorities: readonly (number | null)[];
    readonly entry: Uint8Array | null;
    readonly note?: Readonly<Record<string, number | boolean>>;
    readonly raised?: readonly L[];
  } {
    const clues = visit.facts?.more[GEO_ANALYSER] as GeoClues | undefined;
    if (visit.facts === null || clues === undefined)
      return { priorities: visit.links.map((link) => link.priority), entry: null };
    const { index, archive, follow } = visit.facts;
    const looks = this.#looks;
    this.#looks = [];
    for (const look of looks) this.#standing.note(look);
    const base = this.#priorityOf(clues);
    const priorities: (number | null)[] = visit.links.map((link) => this.#towards(link.url, base));
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
    const came = this.#tenth.has(visit.key) ? visit.key : null;
    const rest = this.#restOf(visit, priorities);
    const turn = this.#profile === 'modern' ? this.#tenth.visited(came, rest) : null;
    // The archive will not have the page, so that this is all that is left of where it leads.
    const isUnkept = !(index && archive) && follow && clues.sites.length + clues.files.length > 0;
    const more: GeographicEntryMore = {
      ...(looks.length > 0 ? { looks } : {}),
      ...(came !== null ? { came } : {}),
      ...(rest !== null ? { rest } : {}),
      ...(isUnkept ? { unkept: unkeptPage(clues) } : {}),
    };
    this.onPage?.(clues, { index: index && archive, follow });
    return {
      priorities,
      entry: writeEntry({
        interesting: clues.geoInteresting,
        files,
        more: Object.keys(more).length > 0 ? more : null,
      }),
      note: { geo: clues.geoInteresting, files, geoScore: Math.round(clues.score * 100) / 100 },
      ...(turn === null ? {} : { raised: [{ ...turn, priority: AT_ONCE }] }),
    };
  }

  /** Of the links of a page, before it is asked where they lead. */
  #priorityOf(clues: GeoClues): number {
    const { fromProducer, fromCandidate, fromGeoWords, other } = this.#priorities;
    const indicator = indicatorOf(clues, this.#profile);
    if (this.#profile === 'compat') return indicator === 1 ? fromProducer : other;
    const standing = this.#standing.of(siteOf(clues.url));
    if (standing === 'verified') return indicator === 0 ? fromCandidate : fromProducer;
    if (indicator === 1) return standing === 'failed' ? fromGeoWords : fromCandidate;
    return indicator === 0.5 && standing !== 'failed' ? fromGeoWords : other;
  }

  /** A link to a producer is worth as much as one that may be to one, whoever has it; one to a site that came to nothing is of the rest. */
  #towards(url: string, base: number): number {
    if (this.#profile === 'compat') return base;
    const standing = this.#standing.of(siteOf(url));
    if (standing === 'verified') return Math.min(base, this.#priorities.fromCandidate);
    return standing === 'failed' ? Math.max(base, this.#priorities.fromGeoWords) : base;
  }

  /** The first link of the page that belongs to the rest, for the row that waits. */
  #restOf({ links }: GeographicVisit<L>, priorities: readonly (number | null)[]): L | null {
    if (this.#profile === 'compat') return null;
    const { other } = this.#priorities;
    const at = priorities.findIndex(
      (priority, i) => priority !== null && priority >= other && !this.#tenth.has(links[i]!.key),
    );
    return at < 0 ? null : links[at]!;
  }

  #count(interesting: boolean, files: number): void {
    this.#pages++;
    if (interesting) this.#interesting++;
    this.#candidates += files;
  }

  replay(entry: Uint8Array): void {
    const { interesting, files, more } = readEntry(entry);
    this.#count(interesting, files);
    for (const look of more?.looks ?? []) this.#standing.note(look);
    if (this.#profile === 'modern')
      this.#tenth.visited(more?.came ?? null, (more?.rest as L | undefined) ?? null);
  }

  save(): Uint8Array {
    const figures = Buffer.from(new Float64Array([this.#pages, this.#interesting, this.#candidates]).buffer);
    const rest = { sites: this.#standing.list(), tenth: this.#tenth.save() };
    return Buffer.concat([figures, Buffer.from(JSON.stringify(rest))]);
  }

  restore(state: Uint8Array): void {
    // By its own offset: the bytes may be a view into a larger buffer.
    const view = new DataView(state.buffer, state.byteOffset, state.byteLength);
    this.#pages = view.getFloat64(0, true);
    this.#interesting = view.getFloat64(8, true);
    this.#candidates = view.getFloat64(16, true);
    // Of earlier versions it has the figures alone.
    if (state.length <= FIGURES) return;
    const { sites, tenth } = parseJson(Buffer.from(state.subarray(FIGURES)).toString('utf8')) as {
      readonly sites: readonly LookAtSite[];
      readonly tenth: Parameters<TenthPlace<L>['restore']>[0];
    };
    for (const site of sites) this.#standing.note(site);
    this.#tenth.restore(tenth);
  }

  figures(): Readonly<Record<string, number>> {
    return {
      geoPages: this.#interesting,
      geoCandidates: this.#candidates,
      analysed: this.#pages,
    };
  }
}

/** Bytes of the figures in a saved state. */
const FIGURES = 24;
