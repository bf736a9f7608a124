/** How rules are learned: as published (docs/methods.md, "ORION"), or with its known losses mended. Plain objects: copy and change. */
import type { RuleFamily } from './rule.ts';

export interface RuleProfile {
  readonly name: string;
  /** Smallest share of the pages that a rule must cover (γ). */
  readonly gamma: number;
  /** Never fewer pages than this, whatever γ; a rule on one page says nothing about the others. */
  readonly leastPages: number;
  readonly families: readonly RuleFamily[];
  /**
   * Position of the common ancestor in label rules: as the grammar has it; left out; `auto`, left out when the label
   * stands once in at least 95 % of the pages that have it; or both rules.
   */
  readonly apex: 'strict' | 'relaxed' | 'auto' | 'both';
  /** Among equally near template texts: the first in the document, or the nearest before the value. */
  readonly tie: 'document-order' | 'preceding';
  /** Whether a text may be a value although it stands in so many pages that it counts as template. */
  readonly frequentValues: boolean;
  /** Whether a rule is dropped when all its values are the same. */
  readonly dropConstant: boolean;
  /** Whether labels and values must hold a letter (of any script) or a digit. */
  readonly lettersOrDigits: boolean;
  /** Whether values side by side in one slot also make a rule that takes them all. */
  readonly several: boolean;
  /** For `preceding`: how many texts after the label a value may stand. */
  readonly window: number;
}

/** The rule as published: one label, strict positions, first in document order, γ = 30 %. */
export const RULES_SOURCE: RuleProfile = {
  name: 'source',
  gamma: 0.3,
  leastPages: 1,
  families: ['label'],
  apex: 'strict',
  tie: 'document-order',
  frequentValues: false,
  dropConstant: false,
  lettersOrDigits: false,
  several: false,
  window: 4,
};

/** Every family, and the known losses of the published rules mended. */
export const RULES_MODERN: RuleProfile = {
  name: 'modern',
  gamma: 0.05,
  leastPages: 2,
  families: ['label', 'preceding', 'path'],
  apex: 'both',
  tie: 'preceding',
  frequentValues: true,
  dropConstant: true,
  lettersOrDigits: true,
  several: true,
  window: 4,
};

/** What somebody asks for: the method as a whole, and settings of it that are to be others. */
export interface RuleSettings {
  /** `published`: to the letter of the source; `modern` when nothing is said. */
  readonly method?: 'modern' | 'published';
  readonly gamma?: number;
  readonly apex?: RuleProfile['apex'];
}

export function ruleProfile({ method, ...own }: RuleSettings = {}): RuleProfile {
  return { ...(method === 'published' ? RULES_SOURCE : RULES_MODERN), ...own };
}
