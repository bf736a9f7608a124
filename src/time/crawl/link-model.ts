/**
 * How likely a URL is to be relevant, from what has been seen of it: where it was referred to (inside the scope, near it, far from it …), the
 * years and words of its name, the pages that refer to it. A logistic model that starts from sensible weights and learns from every page
 * that is fetched: relevance feedback for each kind of evidence and each word. Numbers are compared with what is usual at that moment of
 * the crawl, because all of them grow with it.
 */
import { PLACE, PLACES, YEAR } from './period-findings.ts';

/** What is known of a URL. */
export interface LinkEvidence {
  /** References by place, `PLACE` as index. */
  readonly places: Uint8Array;
  readonly year: number;
  /** Mean share of in-scope segments in the pages that refer to it from inside the scope, 0…1. */
  readonly sourceShare: number;
  readonly words: Uint16Array;
  /** Mean references of a URL by place, over all URLs met so far: what the numbers are compared with, since all of them grow as the crawl does. */
  readonly usual: Float64Array;
  /** How much likelier than any a page of its site is to be relevant, by those of it that were seen, and a page of its section than one of the site: log-odds. */
  readonly site: number;
  readonly section: number;
}

/** The evidence that is weighed, with what is believed of it before anything was learned. */
const PRIOR = {
  bias: -1.5,
  /** How much it is referred to, at all. */
  references: 0,
  /** How far the references from a kind of place exceed their usual share of all references, in standard deviations. */
  inside: 0.9,
  heir: 0.4,
  mixed: 0.2,
  nearBefore: 0.1,
  nearAfter: 0.1,
  midBefore: -0.1,
  midAfter: -0.1,
  distant: -0.2,
  undated: -0.1,
  frame: -0.3,
  /** The same for those inside, where they fall short. */
  shortfall: 0,
  insideCount: 0.4,
  source: 0.5,
  yearInside: 2.5,
  yearOutside: -2,
  site: 1,
  section: 0.5,
} as const;

const NAMES = Object.keys(PRIOR) as (keyof typeof PRIOR)[];
const DENSE = NAMES.length;
const WORDS = 65_536;
/** Standard deviations beyond which nothing more is said. */
const MOST_LIFT = 6;

export interface LinkModelOptions {
  readonly rate: number;
  readonly wordRate: number;
}

export class LinkModel {
  readonly #options: LinkModelOptions;
  readonly #weights: Float32Array;
  /** Sums of squared gradients (AdaGrad), so that a rare word learns fast and a common one slowly. */
  readonly #squares: Float32Array;
  readonly #dense = new Float32Array(DENSE);

  constructor(options: LinkModelOptions, state?: LinkModelState) {
    this.#options = options;
    this.#weights = state?.weights.slice() ?? new Float32Array(DENSE + WORDS);
    this.#squares = state?.squares.slice() ?? new Float32Array(DENSE + WORDS);
    if (!state) this.#weights.set(NAMES.map((name) => PRIOR[name]));
  }

  /** Log-odds of being relevant. */
  score(evidence: LinkEvidence): number {
    this.#features(evidence);
    let z = 0;
    for (let i = 0; i < DENSE; i++) z += this.#weights[i]! * this.#dense[i]!;
    const { words } = evidence;
    for (let i = 0; i < words.length; i++) if (words[i] !== 0) z += this.#weights[DENSE + words[i]!]!;
    return z;
  }

  learn(evidence: LinkEvidence, relevant: boolean): void {
    const error = 1 / (1 + Math.exp(-this.score(evidence))) - (relevant ? 1 : 0);
    for (let i = 0; i < DENSE; i++) this.#step(i, error * this.#dense[i]!, this.#options.rate);
    const { words } = evidence;
    for (let i = 0; i < words.length; i++)
      if (words[i] !== 0) this.#step(DENSE + words[i]!, error, this.#options.wordRate);
  }

  #step(i: number, gradient: number, rate: number): void {
    if (gradient === 0) return;
    this.#squares[i]! += gradient * gradient;
    this.#weights[i]! -= (rate * gradient) / Math.sqrt(0.5 + this.#squares[i]!);
  }

  #features({ places, usual, year, sourceShare, site, section }: LinkEvidence): void {
    const x = this.#dense;
    let all = 0;
    let usualAll = 0;
    for (let place = 1; place < PLACES; place++) {
      all += places[place]!;
      usualAll += usual[place]!;
    }
    let i = 0;
    x[i++] = 1;
    x[i++] = Math.log((1 + all) / (1 + usualAll));
    for (let place = 1; place < PLACES; place++) {
      const share = (usual[place]! + 0.1) / (usualAll + 1);
      const lift = (places[place]! - share * all) / Math.sqrt(all * share * (1 - share) + 0.5);
      x[i++] = Math.max(-MOST_LIFT, Math.min(lift, MOST_LIFT));
    }
    x[i++] = Math.min(0, x[2]!);
    x[i++] = Math.log((1 + places[PLACE.inside]!) / (1 + usual[PLACE.inside]!));
    x[i++] = sourceShare - 0.5;
    x[i++] = year === YEAR.inside ? 1 : 0;
    x[i++] = year === YEAR.outside ? 1 : 0;
    x[i++] = site;
    x[i++] = section;
  }

  /** The learned weights of the evidence, by name, for reports. */
  weights(): Record<string, number> {
    return Object.fromEntries(NAMES.map((name, i) => [name, this.#weights[i]!]));
  }

  save(): LinkModelState {
    return {
      weights: this.#weights.slice(),
      squares: this.#squares.slice(),
    };
  }
}

export interface LinkModelState {
  readonly weights: Float32Array;
  readonly squares: Float32Array;
}
