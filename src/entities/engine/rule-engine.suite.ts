/** What every engine must do: the same matches, for the fixtures of the source and for random forests and rules. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildGraph } from '../graph/build-graph.ts';
import { playerSite, tableSite } from '../graph/players.fixture.ts';
import type { SiteGraph } from '../graph/site-graph.ts';
import { learnRules } from '../rules/learn.ts';
import { RULES_MODERN, RULES_SOURCE } from '../rules/profile.ts';
import { Rule, type RuleFamily, RuleStep } from '../rules/rule.ts';
import { compareMatches, type RuleEngine, type RuleMatch } from './port.ts';

/** Matches by their definition: every simple path, tried node by node. Slow, and nothing to get wrong. */
function matchesByDefinition(rule: Rule, graph: SiteGraph): RuleMatch[] {
  const neighbours = (node: number): number[] => {
    const result = graph.parent[node]! < 0 ? [] : [graph.parent[node]!];
    for (let other = 0; other < graph.count; other++) if (graph.parent[other] === node) result.push(other);
    return result;
  };
  const fits = (node: number, step: RuleStep): boolean => {
    const view = graph.view(node);
    return (
      view.type === step.type &&
      (step.value === null || view.value === step.value) &&
      (step.position === null || view.position === step.position)
    );
  };
  const matches: RuleMatch[] = [];
  const walk = (path: number[]): void => {
    const last = path.at(-1)!;
    if (!fits(last, rule.steps[path.length - 1]!)) return;
    if (path.length === rule.steps.length) {
      const first = graph.view(path[0]!);
      const end = graph.view(last);
      const { lines } = rule;
      const distance = (end.line ?? 0) - (first.line ?? 0);
      if (lines !== null && (end.after !== first.line || distance < lines.from || distance > lines.to))
        return;
      matches.push({ node: last, label: first.type === 'TEXT' ? path[0]! : -1 });
      return;
    }
    for (const next of neighbours(last)) if (!path.includes(next)) walk([...path, next]);
  };
  for (let node = 0; node < graph.count; node++) walk([node]);
  return matches.sort(compareMatches);
}

/** The numbers alone, whatever else an engine knows of a match. */
const numbersOf = (matches: readonly RuleMatch[]): RuleMatch[] =>
  matches.map(({ node, label }) => ({ node, label }));

/** A small page of few tags and texts, so that chains match in unforeseen places. */
const page: fc.Arbitrary<string> = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom('Nome', 'Ano', 'x', 'y', 'z "q"'),
    fc
      .tuple(fc.constantFrom('b', 'i', 'div'), fc.array(tie('node'), { maxLength: 3 }))
      .map(([tag, inside]) => `<${tag}>${inside.join('')}</${tag}>`),
  ),
})).node;

const step = fc.tuple(
  fc.constantFrom('B', 'I', 'DIV', 'BODY', 'HTML'),
  fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
);

const randomRule: fc.Arbitrary<Rule> = fc
  .tuple(
    fc.constantFrom<RuleFamily>('label', 'preceding', 'path'),
    fc.constantFrom('Nome', 'Ano', 'z "q"'),
    fc.array(step, { minLength: 1, maxLength: 4 }),
    fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
  )
  .map(([family, pivot, tags, position]) => {
    const steps = tags.map(([tag, at]) => RuleStep.tag(tag, family === 'preceding' ? null : at));
    const first = family === 'path' ? [] : [RuleStep.text(pivot, family === 'preceding' ? null : position)];
    return Rule.create(
      family,
      [...first, ...steps, RuleStep.text(null, family === 'preceding' ? null : position)],
      family === 'preceding' ? { from: 1, to: 2 } : null,
    );
  });

/** The shared tests; `open` gives a fresh engine. `title` marks the acceptance case where it is shown. */
export function describeEngine(title: string, open: () => Promise<RuleEngine>, numRuns: number): void {
  it(`${title} the matches of the definition on the fixtures of the source`, async () => {
    const engine = await open();
    try {
      for (const pages of [playerSite(), playerSite(['suarez']), tableSite()]) {
        const graph = buildGraph(pages);
        await engine.load(graph);
        for (const profile of [RULES_SOURCE, { ...RULES_MODERN, gamma: 0, leastPages: 1 }]) {
          const { rules } = learnRules(graph, profile);
          expect(rules.length).toBeGreaterThan(2);
          for (const { rule } of rules)
            expect(numbersOf(await engine.run(rule))).toEqual(matchesByDefinition(rule, graph));
        }
      }
    } finally {
      await engine.close();
    }
  });

  it('gives the matches of the definition for random forests and rules', async () => {
    const engine = await open();
    let matched = 0;
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(page, { maxLength: 4 }), { minLength: 1, maxLength: 3 }),
          fc.array(randomRule, { minLength: 1, maxLength: 8 }),
          async (pages, rules) => {
            const graph = buildGraph(pages.map((parts, i) => ({ url: `p${i}`, html: parts.join('') })));
            await engine.load(graph);
            const learned = learnRules(graph, {
              ...RULES_MODERN,
              gamma: 0,
              leastPages: 1,
              dropConstant: false,
            }).rules;
            for (const rule of [...rules, ...learned.slice(0, 6).map(({ rule }) => rule)]) {
              const matches = matchesByDefinition(rule, graph);
              matched += matches.length;
              expect(numbersOf(await engine.run(rule))).toEqual(matches);
            }
          },
        ),
        { numRuns, seed: 11 },
      );
    } finally {
      await engine.close();
    }
    // The property says nothing when nothing matches.
    expect(matched).toBeGreaterThan(numRuns);
  });
}
