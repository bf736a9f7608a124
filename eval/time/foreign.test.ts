import { describe, expect, it } from 'vitest';
import { type ForeignCase, foreignCases, isGrid, isRight, read, unreachable } from './foreign.ts';

const one = (text: string, exp: ForeignCase['exp'], ref = '2024-05-22T10:00:00.000Z'): ForeignCase => ({
  src: 'here',
  text,
  ref,
  exp,
});
const right = (each: ForeignCase): boolean => isRight(each, read(each));

describe('a case of another parser', () => {
  it('is right by its day, its end and its hour', () => {
    expect(right(one('amanhã', { kind: 'span', start: [2024, 5, 23] }))).toBe(true);
    expect(right(one('amanhã', { kind: 'span', start: [2024, 5, 24] }))).toBe(false);
    expect(right(one('amanhã às 8h', { kind: 'span', start: [2024, 5, 23, 8, 0, 0] }))).toBe(true);
    expect(right(one('amanhã às 8h', { kind: 'span', start: [2024, 5, 23, 9, 0, 0] }))).toBe(false);
    const week = { kind: 'span', start: [2024, 5, 27], grain: 'excl' } as const;
    expect(right(one('semana que vem', { ...week, end: [2024, 6, 3] }))).toBe(true);
    expect(right(one('semana que vem', { ...week, end: [2024, 6, 2] }))).toBe(false);
  });

  it('is right as an amount, as what comes again, and as nothing', () => {
    expect(right(one('2 semanas', { kind: 'duration', parts: { W: 2 } }))).toBe(true);
    expect(right(one('2 semanas', { kind: 'duration', seconds: 86_400 }))).toBe(false);
    expect(right(one('toda sexta às 9h', { kind: 'rrule', value: 'FREQ=WEEKLY;BYDAY=FR;BYHOUR=9' }))).toBe(
      true,
    );
    expect(right(one('toda sexta às 9h', { kind: 'rrule', value: 'FREQ=WEEKLY;BYDAY=FR' }))).toBe(false);
    expect(right(one('comprar café', { kind: 'none' }))).toBe(true);
    expect(right(one('comprar café hoje', { kind: 'none' }))).toBe(false);
  });

  it('counts only on the phrase that it names', () => {
    const found = { kind: 'found' };
    expect(right({ ...one('hoje e nada mais', found), phrase: 'hoje' })).toBe(true);
    expect(right({ ...one('hoje e nada mais', found), phrase: 'nada mais' })).toBe(false);
  });

  it('is out of reach when others of its text say something else, the larger side apart, or by its convention', () => {
    const first = one('dia 5', { kind: 'span', start: [2024, 6, 5] });
    const other = one('dia 5', { kind: 'span', start: [2024, 5, 5] });
    const season = one('verão de 2019', { kind: 'span', start: [2019, 6, 1] });
    const fine = one('hoje', { kind: 'span', start: [2024, 5, 22] });
    const out = unreachable([first, { ...first, src: 'there' }, other, season, fine]);
    expect(out.map((each) => each.one)).toEqual([season, other]);
  });

  it('is of a file of such cases, and of a grid when it was swept', () => {
    expect(foreignCases('[{"src":"a","text":"b","ref":"2024-01-01","exp":{"kind":"none"}}]')).toHaveLength(1);
    expect(foreignCases('{"reference":"2013-02-12"}')).toBeNull();
    expect(isGrid({ ...one('x', { kind: 'none' }), group: 'resweep_clock' })).toBe(true);
    expect(isGrid(one('x', { kind: 'none' }))).toBe(false);
  });
});
