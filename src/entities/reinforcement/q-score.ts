/** `q_score`: how likely a rule gives the same attribute as the selected one, with what it is made of. */
import { jaroWinkler } from './jaro-winkler.ts';
import { pagesOf, type Query } from './query.ts';
import { agreement, Background, ColumnProfile, TermCounts } from './value-similarity.ts';
import { columnType } from './value-type.ts';

export interface ScoreWeights {
  readonly pivot: number;
  readonly path: number;
  readonly attr: number;
  readonly entity: number;
  readonly pages: number;
}

export interface ReinforcementProfile {
  readonly name: string;
  readonly weights: ScoreWeights;
  /** A complement must score more than this. */
  readonly beta: number;
  /** Whether the agreement on shared entities is a mean (0 to 1) or, as it was printed, a sum. */
  readonly normalised: boolean;
  /** Weights and threshold where no entity is shared with an aligned rule; null to score them as 0 agreement. */
  readonly fallback: { readonly weights: ScoreWeights; readonly beta: number } | null;
  /**
   * Whether a rule that overlaps the selected one may also complement it, if they give the same values on the pages that
   * both cover; ORION asks for no common page.
   */
  readonly agreeing: boolean;
}

const SOURCE_WEIGHTS: ScoreWeights = { pivot: 0.1, path: 0.1, attr: 0.25, entity: 0.45, pages: 0.1 };

/** Without shared entities the label says most. */
export const STRUCTURAL_WEIGHTS: ScoreWeights = { pivot: 0.4, path: 0.25, attr: 0.25, entity: 0, pages: 0.1 };

/** The published score: fails, as published, where sites share no entities. */
export const FAITHFUL: ReinforcementProfile = {
  name: 'source',
  weights: SOURCE_WEIGHTS,
  beta: 0.3,
  normalised: true,
  fallback: null,
  agreeing: false,
};

/** The source's score, and where no entity is shared the structural one, with the threshold that was measured for it. */
export const REINFORCED: ReinforcementProfile = {
  name: 'modern',
  weights: SOURCE_WEIGHTS,
  beta: 0.5,
  normalised: true,
  fallback: { weights: STRUCTURAL_WEIGHTS, beta: 0.65 },
  agreeing: true,
};

/** Which rules speak where the chosen one is silent: ours, those of the source to the letter, or none. */
export type Reinforcement = 'modern' | 'published' | 'off';

export interface QueryScore {
  readonly pivot: number;
  readonly path: number;
  readonly attr: number;
  readonly entity: number;
  readonly pages: number;
  readonly total: number;
  /** Number of entities shared with the best aligned rule. */
  readonly sharedEntities: number;
  readonly fallback: boolean;
  /** What the total must exceed. */
  readonly beta: number;
}

/** What all scores against one selected rule have in common, computed once. */
export class QueryScorer {
  readonly #selected: Query;
  readonly #aligned: readonly { query: Query; byEntity: Map<string, string[]>; profile: ColumnProfile }[];
  readonly #column: ColumnProfile;
  readonly #pageCount: number;
  readonly #profile: ReinforcementProfile;

  /** `others`: the selected rules of the site's other attributes; `aligned`: those of this attribute on other sites. */
  constructor(
    selected: Query,
    aligned: readonly Query[],
    others: readonly Query[],
    pageCount: number,
    profile: ReinforcementProfile = REINFORCED,
  ) {
    this.#selected = selected;
    this.#pageCount = pageCount;
    this.#profile = profile;
    const texts = (query: Query): string[] => query.values.map(({ value }) => value);
    this.#column = new ColumnProfile(texts(selected), new TermCounts([selected, ...others].map(texts)));
    this.#aligned = aligned.map((query) => ({
      query,
      byEntity: valuesByEntity(query),
      profile: new ColumnProfile(texts(query)),
    }));
  }

  score(candidate: Query): QueryScore {
    const pivot = jaroWinkler(candidate.pivot, this.#selected.pivot);
    const path = jaroWinkler(candidate.path, this.#selected.path);
    const { values } = candidate;
    const attr =
      values.length === 0
        ? 0
        : values.reduce((sum, { value }) => sum + this.#column.fit(value), 0) / values.length;
    const pages = pagesOf(candidate).size / Math.max(1, this.#pageCount);
    const { entity, shared } = this.#entity(candidate);
    const { fallback } = this.#profile;
    const falls = shared === 0 && fallback !== null;
    const weights = falls ? fallback.weights : this.#profile.weights;
    const total =
      weights.pivot * pivot +
      weights.path * path +
      weights.attr * attr +
      weights.entity * entity +
      weights.pages * pages;
    const beta = falls ? fallback.beta : this.#profile.beta;
    return { pivot, path, attr, entity, pages, total, sharedEntities: shared, fallback: falls, beta };
  }

  #entity(candidate: Query): { entity: number; shared: number } {
    const own = valuesByEntity(candidate);
    const texts = candidate.values.map(({ value }) => value);
    let entity = 0;
    let most = 0;
    let profile: ColumnProfile | null = null;
    for (const aligned of this.#aligned) {
      const shared = [...own.keys()].filter((id) => aligned.byEntity.has(id));
      if (shared.length === 0) continue;
      profile ??= new ColumnProfile(texts);
      const alignedTexts = aligned.query.values.map(({ value }) => value);
      const type = columnType(alignedTexts);
      const background = new Background([...alignedTexts, ...texts]);
      let sum = 0;
      for (const id of shared) {
        // Of several values on a page the best pair counts.
        let best = 0;
        for (const a of own.get(id)!)
          for (const b of aligned.byEntity.get(id)!)
            best = Math.max(best, agreement(a, b, type, profile, aligned.profile, background));
        sum += best;
      }
      entity = Math.max(entity, this.#profile.normalised ? sum / shared.length : sum);
      most = Math.max(most, shared.length);
    }
    return { entity, shared: most };
  }
}

/** Of one entity no more values than this are compared: a page may hold thousands. */
const MOST_VALUES = 8;

function valuesByEntity(query: Query): Map<string, string[]> {
  const result = new Map<string, string[]>();
  for (const { entity, value } of query.values) {
    if (entity === null) continue;
    const list = result.get(entity);
    if (list === undefined) result.set(entity, [value]);
    else if (list.length < MOST_VALUES) list.push(value);
  }
  return result;
}
