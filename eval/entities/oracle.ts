/** The simulated expert of the published experiments (docs/methods.md, "ORION"): the rule with the best F1 against known values. */
import type { LearnedRule } from '../../src/entities/rules/learn.ts';
import { pathOf, signatureOf } from '../../src/entities/rules/rule.ts';

/** Best F1; ties by more pages, then the shorter path, then the signature. */
export function oracleRule<T extends Pick<LearnedRule, 'rule' | 'pages'>>(
  rules: readonly T[],
  f1: (rule: T) => number,
): { readonly rule: T; readonly f1: number } | null {
  let best: { rule: T; f1: number } | null = null;
  for (const rule of rules) {
    const found = f1(rule);
    if (best === null || found > best.f1 || (found === best.f1 && precedes(rule, best.rule)))
      best = { rule, f1: found };
  }
  return best;
}

function precedes(a: Pick<LearnedRule, 'rule' | 'pages'>, b: Pick<LearnedRule, 'rule' | 'pages'>): boolean {
  if (a.pages !== b.pages) return a.pages > b.pages;
  const [pathA, pathB] = [pathOf(a.rule), pathOf(b.rule)];
  if (pathA.length !== pathB.length) return pathA.length < pathB.length;
  return signatureOf(a.rule) < signatureOf(b.rule);
}
