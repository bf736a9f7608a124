import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationMeant } from './duration.ts';

describe('a length of time for machines', () => {
  it.each([
    ['PT30M', 'PT30M'],
    ['PTH30MS', 'PT30M'],
    ['PT1H30M', 'PT1H30M'],
    ['PT0H45M0S', 'PT45M'],
    ['P0Y0M0DT1H0M0S', 'PT1H'],
    ['P0DT0H90M', 'PT90M'],
    ['pt20min', 'PT20M'],
    ['T40M', 'PT40M'],
    ['P1M', 'P1M'],
    ['PT2.5S', 'PT2.5S'],
    ['PT', ''],
    ['PTHMS', ''],
    ['PT0M', ''],
    ['30 minutos', '30 minutos'],
    ['Pouco', 'Pouco'],
  ])('%s is %s', (text, meant) => {
    expect(durationMeant(text)).toBe(meant);
  });

  it('is the same when it is read again, and any text is read', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^P?[0-9YMWDTHS .]{0,50}$/), (text) => {
        const once = durationMeant(text);
        expect(durationMeant(once)).toBe(once);
      }),
      { seed: 7 },
    );
  });
});
