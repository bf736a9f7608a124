/**
 * A rule: a chain of nodes from an anchor to a value, as immutable data. Printing (`cypher.ts`), parsing and executing
 * (`execute.ts`) stand apart.
 *
 * The chain is an undirected path of fixed length, as ORION's queries are; on a tree it climbs from the anchor to a
 * common ancestor and goes down to the value. Three families share the language:
 *
 * - `label`: from a template text, with the position of every node (the published rule), or without the position of the
 *   common ancestor, which survives a block missing before it, or without the position of one node below it, where an
 *   attribute has several values side by side;
 * - `preceding`: from the nearest template text before the value, tags without positions, and the value among the next
 *   texts (`lines`);
 * - `path`: from the root of the page, with the position of every node.
 */

export interface RuleStep {
  readonly type: 'TAG' | 'TEXT';
  /** Tag in capitals or text; null where any will do. */
  readonly value: string | null;
  /** 1-based, among all siblings; null where any will do. */
  readonly position: number | null;
}

/** How many texts after the label the value may stand: the next text is line 1. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

export type RuleFamily = 'label' | 'preceding' | 'path';

export interface Rule {
  readonly kind: 'rule';
  readonly family: RuleFamily;
  readonly steps: readonly RuleStep[];
  /** For `preceding` only. */
  readonly lines: LineRange | null;
}

/** Longest chain: far above any real page, and a bound on what a hostile one can cost. */
export const LONGEST_CHAIN = 200;

export const RuleStep = {
  tag: (value: string, position: number | null): RuleStep => Object.freeze({ type: 'TAG', value, position }),
  text: (value: string | null, position: number | null): RuleStep =>
    Object.freeze({ type: 'TEXT', value, position }),
};

export const Rule = {
  create(family: RuleFamily, steps: readonly RuleStep[], lines: LineRange | null = null): Rule {
    return Object.freeze({
      kind: 'rule',
      family,
      steps: Object.freeze([...steps]),
      lines: lines === null ? null : Object.freeze({ ...lines }),
    });
  },
  is: (value: unknown): value is Rule =>
    typeof value === 'object' && value !== null && (value as Rule).kind === 'rule',
};

/** The text that the rule starts from (`l` in ORION); empty for a path from the root. */
export function pivotOf(rule: Rule): string {
  const first = rule.steps[0]!;
  return first.type === 'TEXT' ? (first.value ?? '') : '';
}

/** The tags of the chain joined by `-` (`x` in ORION), e.g. `DT-DL-DD`. */
export function pathOf(rule: Rule): string {
  return rule.steps
    .filter((step) => step.type === 'TAG')
    .map((step) => step.value ?? '*')
    .join('-');
}

/** One string for one meaning: equal rules have equal signatures. */
export function signatureOf(rule: Rule): string {
  const steps = rule.steps.map((step) => [step.type === 'TAG' ? 0 : 1, step.value, step.position]);
  return JSON.stringify([rule.family, rule.lines === null ? 0 : [rule.lines.from, rule.lines.to], steps]);
}

/**
 * A short name that depends on nothing but the rule, e.g. `r1f0c2a9b`. Its two lanes end in a mixing of their own (not `mix32`): the names
 * stand in wrapper files.
 */
export function ruleId(rule: Rule): string {
  const signature = signatureOf(rule);
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let i = 0; i < signature.length; i++) {
    const unit = signature.charCodeAt(i);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return `r${((high >>> 0) & 0xffff).toString(16).padStart(4, '0')}${(low >>> 0).toString(16).padStart(8, '0')}`;
}
