/** A web in memory: addresses and what is behind them, made when asked for. */

export interface WebResource {
  readonly type: string;
  readonly headers?: Readonly<Record<string, string>>;
  body(): Uint8Array;
}

export interface WebSite {
  readonly host: string;
  /** Path with query → resource. */
  readonly resources: Map<string, WebResource>;
  /** Prefixes that its robots file closes; `['/']` closes it all. */
  readonly closed: readonly string[];
  /** Whether its server answers ranges. */
  readonly ranges: boolean;
}

export interface GeoTruthFile {
  readonly url: string;
  readonly site: string;
  /** How it is published: `shp`, `named` (archive with a telling name), `context` (archive without), or another extension. */
  readonly how: string;
  readonly archive: boolean;
  /** What it shows, and of which place; of generated webs. */
  readonly about?: { readonly theme: string; readonly place: string; readonly uf: string };
}

export interface GeoWeb {
  readonly name: string;
  readonly seeds: readonly string[];
  readonly sites: ReadonlyMap<string, WebSite>;
  /** Sites (hosts without `www.`) that publish at least one geographic file that may be collected. */
  readonly producers: ReadonlySet<string>;
  readonly files: readonly GeoTruthFile[];
  /** Archives that are not geographic. */
  readonly others: readonly string[];
}

const text = new TextEncoder();

export function htmlPage(title: string, body: string, head = ''): WebResource {
  const page = `<!DOCTYPE html><html><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;
  return { type: 'text/html; charset=utf-8', body: () => text.encode(page) };
}

/** What is made once and kept as long as it is among the last few asked for. */
export class Lately {
  readonly #kept = new Map<string, Uint8Array>();
  readonly #most: number;

  constructor(most = 8) {
    this.#most = most;
  }

  get(key: string, make: () => Uint8Array): Uint8Array {
    const known = this.#kept.get(key);
    if (known !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known;
    }
    const made = make();
    this.#kept.set(key, made);
    if (this.#kept.size > this.#most) this.#kept.delete(this.#kept.keys().next().value!);
    return made;
  }
}
