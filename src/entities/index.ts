/**
 * Entities: from one example page to a table of everything of its kind. Discovery finds the pages, rules are learned from them without
 * labels and can be read as Cypher, columns are named and chosen, and every value says where it came from.
 *
 * ```ts
 * const { table, wrappers } = await entityTable(fetcher, ['https://www.exemplo.br/jogadores/ana']);
 * await writeTable('jogadores.csv', table, { provenance: true });
 * ```
 */
export * from './columns/index.ts';
export * from './discovery/index.ts';
export { BoltEngine, boltDriver } from './engine/bolt-engine.ts';
export { GrafeoEngine } from './engine/grafeo-engine.ts';
export { InProcessEngine } from './engine/in-process-engine.ts';
export { type EngineCredentials, openEngine } from './engine/open-engine.ts';
export type { RuleEngine, RuleMatch } from './engine/port.ts';
export { buildGraph, type GraphOptions, type SitePage } from './graph/build-graph.ts';
export { cypherScript, edgesCsv, nodesCsv } from './graph/export.ts';
export { type NodeView, SiteGraph } from './graph/site-graph.ts';
export { templateTexts } from './graph/template.ts';
export { type Complement, complementaryQueries, complementedValues } from './reinforcement/complementary.ts';
export {
  FAITHFUL,
  type QueryScore,
  REINFORCED,
  type Reinforcement,
  type ReinforcementProfile,
} from './reinforcement/q-score.ts';
export { entityIds, type Query, queryOf } from './reinforcement/query.ts';
export { parseCypher, printCypher } from './rules/cypher.ts';
export { type Extraction, execute } from './rules/execute.ts';
export { type LearnedRule, learnRules, type RuleSet } from './rules/learn.ts';
export { RULES_MODERN, RULES_SOURCE, type RuleProfile, type RuleSettings } from './rules/profile.ts';
export { pathOf, pivotOf, type Rule, type RuleFamily, type RuleStep, ruleId } from './rules/rule.ts';
export { parseAttributes, printAttributes, type SiteExample } from './selection/attribute-file.ts';
export { type RankedRule, rulesForExample } from './selection/example-values.ts';
export { selectByKnowledge } from './selection/knowledge-base.ts';
export { type KnownRow, parseKnownTable } from './selection/known-table.ts';
export { type AttributeExample, attributeExamples } from './selection/learned-attributes.ts';
export { type ProposeOptions, proposeColumns } from './selection/propose-columns.ts';
export { selectByRedundancy } from './selection/redundancy.ts';
export { type Ballot, majorityVote, type VoteResult } from './selection/votes.ts';
export * from './table/index.ts';
export { isThing } from './things.ts';
export * from './values/index.ts';
export * from './wrapper/index.ts';
