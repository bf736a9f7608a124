/**
 * The same question with less asked for, for when nothing has it all: first without one of its words, then without two …, at last any of
 * its words; periods and places that were only implied become words then. What a person wrote with a prefix, in quotes' company or with
 * NOT stays a condition. What is found this way must be shown as such.
 */

import { words as wordsOf } from '../../text/index.ts';
import type { Clause, Query } from '../ports/question.ts';

/** Of more words only "any of them" is tried: the ways to leave some out grow too fast. */
const MOST_WORDS = 8;
const MOST_WAYS = 28;

/** From the nearest to the widest; none when there is nothing to leave out. */
export function relaxations(query: Query): Query[] {
  const { needed, optional } = parted(query.clause);
  const implied = query.chips.filter((chip) => chip.implied);
  const out: Query[] = [];
  const widened = (clauses: readonly Clause[], chips: Query['chips']): void => {
    for (const least of leastCounts(clauses.length)) {
      const ways = combinations(clauses, least);
      const some: Clause = ways.length === 1 ? ways[0]! : { kind: 'or', clauses: ways };
      out.push({
        ...query,
        chips,
        clause: needed.length === 0 ? some : { kind: 'and', clauses: [...needed, some] },
      });
    }
  };
  if (optional.length > 1) widened(optional, query.chips);
  if (implied.length > 0) {
    const chips = query.chips.filter((chip) => !chip.implied);
    const said = implied.flatMap((chip): Clause[] => {
      const parts = wordsOf(chip.instead);
      if (parts.length === 0) return [];
      return [
        parts.length === 1 ? { kind: 'word', text: parts[0]! } : { kind: 'phrase', text: parts.join(' ') },
      ];
    });
    const all = [...optional, ...said];
    if (all.length > 0) {
      out.push({
        ...query,
        chips,
        clause: all.length + needed.length === 1 ? all[0]! : { kind: 'and', clauses: [...needed, ...all] },
      });
      if (all.length > 1) widened(all, chips);
    }
  }
  return out;
}

/** What must stay (NOT, alternatives, phrases in company) and the plain words that may be left out. */
function parted(clause: Clause | null): { readonly needed: Clause[]; readonly optional: Clause[] } {
  const needed: Clause[] = [];
  const optional: Clause[] = [];
  for (const part of clause === null ? [] : clause.kind === 'and' ? clause.clauses : [clause])
    (part.kind === 'word' || part.kind === 'phrase' ? optional : needed).push(part);
  return { needed, optional };
}

/** How many of the words must be there, step by step. */
function leastCounts(count: number): number[] {
  const steps: number[] = [];
  for (let least = count - 1; least >= 1; least--)
    if (least === 1 || (count <= MOST_WORDS && ways(count, least) <= MOST_WAYS)) steps.push(least);
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
