import { describe, expect, it } from 'vitest';
import { Rule, RuleStep } from '../../src/entities/rules/rule.ts';
import { oracleRule } from './oracle.ts';

describe('the simulated expert', () => {
  it('[O-AC-47] takes the best F1, then more pages, then the shorter path, then the signature', () => {
    const rule = (pivot: string, tags: string[], pages: number) => ({
      pages,
      rule: Rule.create('label', [
        RuleStep.text(pivot, 1),
        ...tags.map((tag) => RuleStep.tag(tag, 1)),
        RuleStep.text(null, 1),
      ]),
    });
    const worse = rule('a', ['DD'], 9);
    const fewer = rule('b', ['DD'], 5);
    const longer = rule('c', ['DT', 'DL', 'DD'], 8);
    const second = rule('e', ['DD'], 8);
    const first = rule('d', ['DD'], 8);
    const f1 = new Map([
      [worse, 0.8],
      [fewer, 0.9],
      [longer, 0.9],
      [second, 0.9],
      [first, 0.9],
    ]);
    const all = [worse, fewer, longer, second, first];
    expect(oracleRule(all, (r) => f1.get(r)!)!.rule).toBe(first);
    expect(oracleRule(all.slice(0, 4), (r) => f1.get(r)!)!.rule).toBe(second);
    expect(oracleRule(all.slice(0, 3), (r) => f1.get(r)!)!.rule).toBe(longer);
    expect(oracleRule(all.slice(0, 2), (r) => f1.get(r)!)!.rule).toBe(fewer);
    expect(oracleRule([], () => 1)).toBeNull();
  });
});
