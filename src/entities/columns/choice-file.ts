/**
 * Choices of people: which rule is which attribute. A file has one person's choices; several files are votes. A rule is named by its
 * id or written as Cypher.
 */
import { TarrafaError } from '../../errors.ts';
import { jsonFailure, reason, type Why } from '../../words/why.ts';
import { parseCypher } from '../rules/cypher.ts';
import type { LearnedRule, RuleSet } from '../rules/learn.ts';
import { ruleId } from '../rules/rule.ts';
import { majorityVote } from '../selection/votes.ts';
import { namedColumn, type SiteColumn } from './site-columns.ts';

export interface Choices {
  readonly site: string;
  /** Attribute → id of a rule; null for "the site has none". */
  readonly rules: ReadonlyMap<string, string | null>;
}

const FORM = 'tarrafa-entity-choices';

export function parseChoices(text: string, name: string): Choices {
  const wrong = (where: Why) => new TarrafaError('TRF_WRAPPER_INVALID', [name, where]);
  let value: { form?: unknown; site?: unknown; choices?: unknown } | null;
  try {
    value = JSON.parse(text) as typeof value;
  } catch (cause) {
    throw wrong(jsonFailure(cause, text));
  }
  if (typeof value !== 'object' || value === null || value.form !== FORM)
    throw wrong(reason('form-differs', { form: FORM }));
  const { choices } = value;
  if (typeof choices !== 'object' || choices === null || Array.isArray(choices))
    throw wrong(reason('place-not-object', { place: '"choices"' }));
  const rules = new Map<string, string | null>();
  for (const [attribute, rule] of Object.entries(choices as Record<string, unknown>)) {
    if (rule !== null && typeof rule !== 'string')
      throw wrong(reason('place-not-rule-id', { place: `choices["${attribute}"]` }));
    rules.set(attribute, rule?.trimStart().startsWith('MATCH') ? ruleId(parseCypher(rule)) : rule);
  }
  return { site: typeof value.site === 'string' ? value.site : '', rules };
}

export interface Chosen {
  readonly columns: readonly SiteColumn[];
  /** Attributes without a majority, and those whose rule the site does not have. */
  readonly undecided: readonly string[];
  readonly unknown: readonly { readonly attribute: string; readonly rule: string }[];
}

/** The columns that one person chose, or most of several. Votes for rules that give the same texts are votes for one. */
export function columnsByChoice(set: RuleSet, ballots: readonly Choices[]): Chosen {
  const byId = new Map<string, LearnedRule>(set.rules.map((rule) => [rule.id, rule]));
  const result = majorityVote(
    ballots.map(({ rules }) => Object.fromEntries(rules)),
    (id) => String(byId.get(id)?.column ?? id),
  );
  const columns: SiteColumn[] = [];
  const unknown: { attribute: string; rule: string }[] = [];
  for (const [attribute, id] of result.selected) {
    if (id === null) continue;
    const rule = byId.get(id);
    if (rule === undefined) unknown.push({ attribute, rule: id });
    else columns.push(namedColumn(set, attribute, rule));
  }
  return { columns, undecided: [...result.undecided.keys()], unknown };
}
