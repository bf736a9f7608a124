/** Seasons, north and south. */
import { type DayRange, dayNumber } from '../calendar.ts';
import { chrononOfDay, dayOfChronon } from '../chronon.ts';
import type { SeasonExpression } from '../expression.ts';
import type { Part, UsedAnchor } from '../timex.ts';
import { type Context, dctAnchor, lastFocus, pad, says, textAnchor, type Value } from './context.ts';
import { SEASON_CODES } from './timex3-value.ts';

/** Days of a season that begins in a year. In the south the four ranges carry the name of the opposite season. */
function seasonRange(season: number, year: number, southern: boolean): DayRange {
  const s = southern ? (season + 2) % 4 : season;
  switch (s) {
    case 0:
      return { start: dayNumber(year, 3, 20), end: dayNumber(year, 6, 20) };
    case 1:
      return { start: dayNumber(year, 6, 21), end: dayNumber(year, 9, 22) };
    case 2:
      return { start: dayNumber(year, 9, 23), end: dayNumber(year, 12, 20) };
    default:
      return { start: dayNumber(year, 12, 21), end: dayNumber(year + 1, 3, 19) };
  }
}

export function evaluateSeason(e: SeasonExpression, ctx: Context): Value | null {
  const { southern } = ctx.locale.calendar;
  let year = e.year;
  let anchor: UsedAnchor | null = null;
  const implied: Part[] = ['month', 'day'];
  if (year === null) {
    implied.unshift('year');
    if (e.yearOf) {
      const of = ctx.evaluate(e.yearOf, ctx);
      year = of?.lo.year ?? null;
      anchor = of?.anchor ?? null;
    } else {
      const f = lastFocus(ctx);
      if (
        (e.side === 'focus' || (e.side === undefined && ctx.profile.yearFromText)) &&
        f &&
        !f.wide &&
        f.section === ctx.section
      ) {
        year = f.chronon.year;
        // The season that began in the year before and is going on, as its own last day says.
        const day = dayOfChronon(f.chronon);
        if (year !== null && day !== null && day <= seasonRange(e.season, year - 1, southern).end) year--;
        anchor = textAnchor(f);
      } else if (ctx.dctDay !== null) {
        anchor = dctAnchor(ctx);
        const day = ctx.dctDay;
        const wanted =
          e.side === 'past' ? 'past' : e.side === 'future' ? 'future' : e.side === 'this' ? null : ctx.tense;
        let best = Number.POSITIVE_INFINITY;
        for (let y = ctx.dct!.year! - 2; y <= ctx.dct!.year! + 2; y++) {
          const r = seasonRange(e.season, y, southern);
          if (wanted === 'past' && (e.side ? r.end >= day : r.start > day)) continue;
          if (wanted === 'future' && (e.side ? r.start <= day : r.end < day)) continue;
          const distance = day < r.start ? r.start - day : day > r.end ? day - r.end : 0;
          if (distance < best) {
            best = distance;
            year = y;
          }
        }
      }
    }
  }
  if (year === null) return null;
  const r = seasonRange(e.season, year, southern);
  return {
    lo: chrononOfDay(r.start),
    hi: chrononOfDay(r.end),
    value: `${pad(year, 4)}-${SEASON_CODES[e.season]}`,
    rule: says(ctx, 'season'),
    anchor,
    implied,
  };
}
