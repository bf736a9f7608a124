import { beforeAll, describe, expect, it } from 'vitest';
import { loadGazetteer } from '../../geo/index.ts';
import { dayNumber } from '../../time/index.ts';
import type { Clause } from '../ports/question.ts';
import { type LineContext, parseLine, relaxations } from './index.ts';

let context: LineContext;
beforeAll(async () => {
  context = { gazetteer: await loadGazetteer({ towns: false }), today: dayNumber(2024, 6, 15) };
});

function said(clause: Clause | null): string {
  if (clause === null) return '';
  if (clause.kind === 'not') return `-${said(clause.clause)}`;
  if (clause.kind === 'and' || clause.kind === 'or')
    return `(${clause.clauses.map(said).join(clause.kind === 'and' ? ' ' : ' | ')})`;
  return clause.kind === 'word' ? clause.text : `"${clause.text}"`;
}

const ways = (line: string): string[] =>
  relaxations(parseLine(line, context)).map(
    ({ clause, chips }) => said(clause) + chips.map((chip) => ` [${chip.text}]`).join(''),
  );

describe('asking for less', () => {
  it('leaves out one word, then more, then asks for any', () => {
    expect(ways('ponte ferro rio')).toEqual([
      '((ponte ferro) | (ponte rio) | (ferro rio))',
      '(ponte | ferro | rio)',
    ]);
  });

  it('keeps what was excluded and what has a prefix', () => {
    expect(ways('ponte rio -ferro site:a.pt')).toEqual(['(-ferro (ponte | rio)) [site:a.pt]']);
  });

  it('takes implied periods and places for words at last', () => {
    expect(ways('corte em Recife')).toEqual(['(corte Recife)', '(corte | Recife)']);
    expect(ways('Recife 1975').at(-1)).toBe('(Recife | 1975)');
  });

  it('has nothing to offer for one word or none', () => {
    expect(ways('ponte')).toEqual([]);
    expect(ways('')).toEqual([]);
    expect(ways('quando:1941')).toEqual([]);
  });

  it('stays small for long lines', () => {
    const many = Array.from({ length: 100 }, (_, i) => `palavra${i}`).join(' ');
    const found = relaxations(parseLine(many, context));
    expect(found.length).toBe(1);
    for (const query of relaxations(parseLine('a1 b2 c3 d4 e5 f6 g7 h8', context)))
      expect(JSON.stringify(query.clause).length).toBeLessThan(10_000);
  });
});
