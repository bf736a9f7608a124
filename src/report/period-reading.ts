/**
 * How well a crawl kept to its period, from what its link policy said of each page: precision and share found as pages went by (the figures
 * of the temporal crawl, docs/methods.md). Pages are judged by their own segments; nobody else has read them.
 */
import type { CrawlManifest } from '../crawl/crawl-folder.ts';
import { GrowingSeries } from './growing-series.ts';
import { type JsonObject, numberIn, textIn } from './lines.ts';

/** Pages after which precision is told: those of the published experiments, and round ones. */
const CUTOFFS: readonly number[] = [100, 500, 800, 1000, 2000, 2600, 5000];

/** Points of a plotted curve. */
const POINTS = 240;

export interface PeriodReport {
  readonly label: string;
  /** `1939-01-01..1945-12-31` */
  readonly days: string;
  readonly profile: string;
  /** Pages judged, and those with a segment inside the period. */
  readonly pages: number;
  readonly relevant: number;
  readonly precision: number;
  /** Precision among the first `k`, at the published cut-offs that were reached, and at the end. */
  readonly precisionAt: readonly { readonly k: number; readonly precision: number }[];
  /** After so many pages: precision, and the share of all relevant pages of this crawl found by then. */
  readonly curve: {
    readonly pages: readonly number[];
    readonly precision: readonly number[];
    readonly found: readonly number[];
  };
  readonly segmentsPerPage: number;
  /** Share of the dated segments that lie inside. */
  readonly segmentsInScope: number;
  readonly chrononsPerPage: number;
  readonly meanPageBytes: number;
  readonly collectionBytes: number;
}

export class PeriodReading {
  readonly #relevantBy = new GrowingSeries();
  readonly #atCutoff = new Map<number, number>();
  #pages = 0;
  #relevant = 0;
  #segments = 0;
  #inside = 0;
  #chronons = 0;
  #bytes = 0;

  take(visit: JsonObject): void {
    const note = visit.policy;
    if (visit.outcome !== 'analysed' || typeof note !== 'object' || note === null) return;
    const { relevant, segments, segmentsInScope, chronons } = note as JsonObject;
    this.#relevantBy.add(this.#pages, relevant === true ? 1 : 0);
    this.#pages++;
    if (relevant === true) this.#relevant++;
    this.#segments += numberIn(segments);
    this.#inside += numberIn(segmentsInScope);
    this.#chronons += numberIn(chronons);
    this.#bytes += numberIn(visit.decoded);
    if (CUTOFFS.includes(this.#pages)) this.#atCutoff.set(this.#pages, this.#relevant);
  }

  /** `null` for a crawl along no period. */
  report(manifest: CrawlManifest): PeriodReport | null {
    const { linkPolicy } = manifest;
    if (typeof linkPolicy !== 'object' || linkPolicy?.name !== 'temporal') return null;
    const made = (linkPolicy.made ?? {}) as JsonObject;
    const scope = (typeof made.scope === 'object' && made.scope !== null ? made.scope : {}) as JsonObject;
    const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
    const pages = this.#pages;
    if (!this.#atCutoff.has(pages)) this.#atCutoff.set(pages, this.#relevant);
    return {
      label: textIn(scope.label) ?? '',
      days: textIn(scope.days) ?? '',
      profile: textIn(made.profile) ?? '',
      pages,
      relevant: this.#relevant,
      precision: share(this.#relevant, pages),
      precisionAt: [...this.#atCutoff].map(([k, relevant]) => ({ k, precision: share(relevant, k) })),
      curve: this.#curve(),
      segmentsPerPage: share(this.#segments, pages),
      segmentsInScope: share(this.#inside, this.#segments),
      chrononsPerPage: share(this.#chronons, pages),
      meanPageBytes: share(this.#bytes, pages),
      collectionBytes: this.#bytes,
    };
  }

  #curve(): PeriodReport['curve'] {
    const curve = { pages: [] as number[], precision: [] as number[], found: [] as number[] };
    const { length, width } = this.#relevantBy;
    const step = Math.max(1, Math.ceil(length / POINTS));
    let relevant = 0;
    for (let bin = 0; bin < length; bin++) {
      relevant += this.#relevantBy.at(bin);
      if ((bin + 1) % step !== 0 && bin + 1 !== length) continue;
      const pages = Math.min(this.#pages, (bin + 1) * width);
      curve.pages.push(pages);
      curve.precision.push(relevant / pages);
      curve.found.push(this.#relevant === 0 ? 0 : relevant / this.#relevant);
    }
    return curve;
  }
}
