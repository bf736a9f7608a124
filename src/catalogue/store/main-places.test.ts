import { describe, expect, it } from 'vitest';
import { mainPlaces } from './documents.ts';

const mark = (place: string, start: number, confidence = 0.95) => ({
  start,
  end: start + 6,
  place,
  confidence,
});

describe('the main places of a page', () => {
  it('are those of its lead and those it comes back to, and not what it names in passing', () => {
    const marks = [
      mark('sobral', 10),
      mark('sobral', 700),
      mark('sobral', 1500),
      mark('ceara', 40),
      mark('lisboa', 2400),
    ];
    expect([...mainPlaces(marks)]).toEqual(['sobral', 'ceara']);
  });

  it('are at most three, and none of a page without places', () => {
    expect(mainPlaces(['a', 'b', 'c', 'd', 'e'].map((place, i) => mark(place, i * 20))).size).toBe(3);
    expect(mainPlaces([]).size).toBe(0);
    expect(mainPlaces([mark('lisboa', 5_000)]).size).toBe(0);
  });

  it('weigh a name by how sure it is', () => {
    expect([...mainPlaces([mark('campinas', 10, 0.95), mark('viana', 30, 0.3)])]).toEqual(['campinas']);
  });
});
