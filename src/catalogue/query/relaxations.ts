/**
 * The same question with less asked for, each way with what is missing. What a question is about is in its words: first the period is left
 * out, or the place, then both; only when that finds nothing some of the words, and never all but one where there were three. A period or a
 * place never takes the place of words: a page of 2020 without a flood does not answer *enchentes em 2020*.
 *
 * What a person excluded, or set by another prefix, stays a condition. What is found in one of these ways is no result, and is shown under a
 * heading that says what it lacks.
 */

import type { Clause, Missing, Query } from '../ports/question.ts';

export interface Way {
  readonly missing: Missing;
  readonly query: Query;
  /** Only documents whose words stand elsewhere than where they speak of the period. */
  readonly apart?: true;
}

/** Of more words none are left out: the ways to leave some out grow too fast. */
const MOST_WORDS = 8;
const MOST_WAYS = 28;

/** Words and period are in the document, and do not meet in it; null when the question does not have both. */
export function apartWay(query: Query): Way | null {
  const when = query.chips.some((chip) => chip.kind === 'when' && !chip.negated);
  return query.clause === null || !when ? null : { missing: 'meeting', query, apart: true };
}

/** Without the period, or without the place; what is left must ask for something. */
export function chipWays(query: Query): Way[] {
  const without = (missing: Missing, kinds: readonly string[]): Way[] => {
    const chips = query.chips.filter((chip) => chip.negated || !kinds.includes(chip.kind));
    if (kinds.some((kind) => query.chips.every((chip) => chip.negated || chip.kind !== kind))) return [];
    const asks =
      query.clause !== null ||
      chips.some(({ kind, negated }) => !negated && (kind === 'when' || kind === 'where'));
    return asks ? [{ missing, query: { ...query, chips } }] : [];
  };
  return [...without('period', ['when']), ...without('place', ['where'])];
}

/** Without both. */
export function bothChipsWay(query: Query): Way | null {
  const has = (kind: string): boolean => query.chips.some((chip) => chip.kind === kind && !chip.negated);
  if (query.clause === null || !has('when') || !has('where')) return null;
  const chips = query.chips.filter((chip) => chip.negated || (chip.kind !== 'when' && chip.kind !== 'where'));
  return { missing: 'period-and-place', query: { ...query, chips } };
}

/** Without some of the words, from the nearest to the widest: at least half of them stay. */
export function wordWays(query: Query): Way[] {
  const { needed, optional } = parted(query.clause);
  return leastCounts(optional.length).map((least) => {
    const ways = combinations(optional, least);
    const some: Clause = ways.length === 1 ? ways[0]! : { kind: 'or', clauses: ways };
    const clause: Clause = needed.length === 0 ? some : { kind: 'and', clauses: [...needed, some] };
    return { missing: 'words', query: { ...query, clause } };
  });
}

/** What must stay (NOT, alternatives, words of a field) and the plain words that may be left out. */
function parted(clause: Clause | null): { readonly needed: Clause[]; readonly optional: Clause[] } {
  const needed: Clause[] = [];
  const optional: Clause[] = [];
  for (const part of clause === null ? [] : clause.kind === 'and' ? clause.clauses : [clause])
    ((part.kind === 'word' || part.kind === 'phrase') && part.field === undefined ? optional : needed).push(
      part,
    );
  return { needed, optional };
}

/** How many of the words must be there, step by step. */
function leastCounts(count: number): number[] {
  const steps: number[] = [];
  for (let least = count - 1; least >= Math.ceil(count / 2) && count <= MOST_WORDS; least--)
    if (ways(count, least) <= MOST_WAYS) steps.push(least);
  return steps;
}

function ways(of: number, taken: number): number {
  let result = 1;
  for (let i = 0; i < taken; i++) result = (result * (of - i)) / (i + 1);
  return Math.round(result);
}

function combinations(clauses: readonly Clause[], taken: number): Clause[] {
  if (taken === 1) return [...clauses];
  const out: Clause[] = [];
  const chosen: number[] = [];
  const walk = (from: number): void => {
    if (chosen.length === taken) {
      out.push({ kind: 'and', clauses: chosen.map((i) => clauses[i]!) });
      return;
    }
    for (let i = from; i <= clauses.length - (taken - chosen.length); i++) {
      chosen.push(i);
      walk(i + 1);
      chosen.pop();
    }
  };
  walk(0);
  return out;
}
