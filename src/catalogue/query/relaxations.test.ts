import { beforeAll, describe, expect, it } from 'vitest';
import { loadGazetteer } from '../../geo/index.ts';
import { dayNumber } from '../../time/index.ts';
import type { Clause } from '../ports/question.ts';
import {
  apartWay,
  bothChipsWay,
  chipWays,
  type LineContext,
  parseLine,
  type Way,
  wordWays,
} from './index.ts';

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

const told = ({ missing, query: { clause, chips } }: Way): string =>
  `${missing}: ${said(clause)}${chips.map((chip) => ` [${chip.text}]`).join('')}`;
const ways = (line: string): string[] => {
  const query = parseLine(line, context);
  const both = bothChipsWay(query);
  return [...chipWays(query), ...(both === null ? [] : [both]), ...wordWays(query)].map(told);
};

describe('asking for less', () => {
  it('leaves the period out, or the place, then both, and keeps every word', () => {
    expect(ways('enchentes em Recife em 2020')).toEqual([
      'period: enchentes [em Recife]',
      'place: enchentes [em 2020]',
      'period-and-place: enchentes',
    ]);
    expect(ways('enchentes em 2020')).toEqual(['period: enchentes']);
    expect(ways('Recife 1975')).toEqual(['period:  [Recife]', 'place:  [1975]']);
  });

  it('leaves out words one by one, and never more than half of them', () => {
    expect(ways('ponte ferro rio')).toEqual(['words: ((ponte ferro) | (ponte rio) | (ferro rio))']);
    expect(ways('ponte rio')).toEqual(['words: (ponte | rio)']);
    expect(ways('ponte ferro rio trem')).toHaveLength(2);
  });

  it('keeps what was excluded, what is asked of title or author, and other prefixes', () => {
    expect(ways('ponte rio -ferro site:a.pt')).toEqual(['words: (-ferro (ponte | rio)) [site:a.pt]']);
    expect(ways('titulo:ponte rio ferro')).toEqual(['words: (ponte (rio | ferro))']);
    expect(ways('enchente -onde:Recife quando:1941')).toEqual(['period: enchente [-onde:Recife]']);
  });

  it('has nothing to offer for one word or none, and nothing that asks for nothing', () => {
    expect(ways('ponte')).toEqual([]);
    expect(ways('')).toEqual([]);
    expect(ways('quando:1941')).toEqual([]);
    expect(ways('site:a.pt quando:1941')).toEqual([]);
  });

  it('has words and period apart only where the question has both', () => {
    expect(apartWay(parseLine('enchente quando:1941', context))).toMatchObject({
      missing: 'meeting',
      apart: true,
    });
    expect(apartWay(parseLine('quando:1941', context))).toBeNull();
    expect(apartWay(parseLine('enchente -quando:1941', context))).toBeNull();
  });

  it('stays small for long lines', () => {
    const many = Array.from({ length: 100 }, (_, i) => `palavra${i}`).join(' ');
    expect(wordWays(parseLine(many, context))).toEqual([]);
    for (const { query } of wordWays(parseLine('a1 b2 c3 d4 e5 f6 g7 h8', context)))
      expect(JSON.stringify(query.clause).length).toBeLessThan(10_000);
  });
});
