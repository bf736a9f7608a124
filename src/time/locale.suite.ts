/** What the core may count on from any locale. Run by each. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { annotatorOf } from './annotate.ts';
import { isRealDay } from './calendar.ts';
import { foldWord } from './characters.ts';
import { parseChronon } from './chronon.ts';
import { annotateText, type Locale, parseDct } from './index.ts';
import { feastDay } from './resolve/local-calendar.ts';

export function localeSuite(locale: Locale): void {
  const { grammar, introducers, lists, names, tense, calendar } = locale;
  const patterns = [...grammar.atoms, ...grammar.compounds, ...grammar.intervals];

  describe(`the locale ${locale.name}`, () => {
    it('has a meaning for every pattern, and a pattern for every name', () => {
      expect(patterns.filter(({ make }) => locale.meanings[make] === undefined)).toEqual([]);
      expect(new Set(patterns.map(({ id }) => id)).size).toBe(patterns.length);
      const ids = patterns.map(({ id }) => id);
      expect([...introducers.plainIntervals].filter((id) => !ids.includes(id))).toEqual([]);
    });

    it('has its words as they are compared', () => {
      const { plainIntervals, ...words } = introducers;
      for (const set of Object.values(words))
        expect([...set].filter((word) => foldWord(word) !== word)).toEqual([]);
      expect([...locale.fillers].filter((word) => word.toLowerCase() !== word)).toEqual([]);
    });

    it('has expressions that keep no state; only clauses are looked for again and again', () => {
      const single = [tense.past, tense.future, lists.decades, locale.citing, ...Object.values(names)];
      expect(single.filter(({ flags }) => /[gy]/.test(flags))).toEqual([]);
      expect(locale.clause.flags).toContain('g');
      expect('; '.match(locale.clause)).toEqual([';']);
    });

    it('has feasts and events that can be placed', () => {
      for (const name of calendar.feasts.keys())
        for (let year = 1990; year < 2040; year++)
          expect(Number.isInteger(feastDay(calendar, name, year))).toBe(true);
      for (const { start, end } of calendar.events.values())
        expect([parseChronon(start), parseChronon(end)]).not.toContain(null);
    });

    it('reads any row of its own words, with or without a document date, into days that exist', () => {
      const known = locale.lexicon.map(({ word }) => word);
      const piece = fc.oneof(
        fc.constantFrom(...known),
        fc.constantFrom('1', '12', '31', '1939', '64', '14:30', '-', '/', ',', '.', '1º', 'XIX', '\n\n', '%'),
      );
      fc.assert(
        fc.property(
          fc.array(piece, { maxLength: 40 }),
          fc.constantFrom('2012-02-29', '2013', null),
          (row, date) => {
            const text = row.join(' ');
            let end = 0;
            for (const t of annotateText(text, { locale, dct: date === null ? null : parseDct(date) })) {
              expect(t.start).toBeGreaterThanOrEqual(end);
              expect(t.end).toBeGreaterThan(t.coreStart);
              end = t.end;
              for (const { year, month, day } of t.chronons)
                if (month !== null && day !== null) expect(isRealDay(year, month, day)).toBe(true);
            }
          },
        ),
        { numRuns: 300, seed: 20130121 },
      );
      expect(annotatorOf(locale).hasMarker('1939')).toBe(true);
    });
  });
}
