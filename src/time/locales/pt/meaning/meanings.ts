/** The table of constructors: patterns name them by these keys. A constructor reads the slots of a match and gives the expression, or nothing when the words do not mean time here. */
import { PART_NAMES } from '../../../expression.ts';
import type { Maker } from '../../../locale.ts';
import {
  duration,
  every,
  everyMonth,
  everyMonthDay,
  everyPart,
  everyWeekday,
  set,
  times,
  vagueDuration,
  whole,
} from './amount-meaning.ts';
import {
  clock,
  dotted,
  fragment,
  hourSign,
  minutesTo,
  noon,
  partOfDay,
  said,
  thisPart,
} from './clock-meaning.ts';
import {
  dayOfMonth,
  edge,
  ellipticCentury,
  eve,
  half,
  holidayYear,
  isoWeek,
  moment,
  momentRange,
  monthDay,
  nth,
  nthRange,
  nthWeekday,
  partAndClock,
  quarter,
  same,
  shift,
  weekdayDate,
  weekdayDay,
  yearOf,
  yearShift,
} from './compound-meaning.ts';
import {
  date,
  dateEra,
  daysRange,
  figuresRange,
  isoMoment,
  month,
  monthFigures,
  slashed,
} from './date-meaning.ts';
import { event, holiday } from './holiday-meaning.ts';
import { open, plainRange, range } from './interval-meaning.ts';
import {
  century,
  centuryRange,
  decade,
  millennium,
  nthDecade,
  periodCode,
  season,
  seasonRange,
  specialYear,
} from './period-meaning.ts';
import { ago, days, later, unitOfAnchor, vague, weekend, windowOf, within } from './relative-meaning.ts';
import { weekday, weekdayAbbreviated } from './weekday-meaning.ts';
import { era, shortYear, year, yearRange, yearWords } from './year-meaning.ts';

export const PT_MEANINGS: Readonly<Record<string, Maker>> = {
  date, 'date-era': dateEra, slashed, 'figures-range': figuresRange, 'days-range': daysRange, 'iso-moment': isoMoment, 'month-figures': monthFigures, month, era, year,
  'year-words': yearWords, 'year-range': yearRange, 'short-year': shortYear,
  clock, 'hour-sign': hourSign, dotted, said, 'minutes-to': minutesTo, noon, fragment, 'part-of-day': partOfDay, 'this-part': thisPart,
  part: (site) => ({ kind: 'part-of-day', part: PART_NAMES[Number(site.param('part'))]! }),
  days, tomorrow: days, now: () => ({ kind: 'now' }), ago, within, vague, 'unit-of': unitOfAnchor, later, window: windowOf, weekend, weekday,
  'weekday-abbreviated': weekdayAbbreviated,
  thereupon: () => ({ kind: 'offset', unit: 'day', n: 0, anchor: 'focus', by: 'aligned' }),
  century, 'century-range': centuryRange, millennium, decade, 'nth-decade': nthDecade, season, 'season-range': seasonRange,
  'period-code': periodCode, 'special-year': specialYear,
  duration, 'vague-duration': vagueDuration, whole, set, every, 'every-part': everyPart, 'every-weekday': everyWeekday,
  'every-month-day': everyMonthDay, 'every-month': everyMonth, times,
  holiday, event,
  'weekday-date': weekdayDate, 'weekday-day': weekdayDay, 'month-day': monthDay, 'day-of-month': dayOfMonth, same, 'year-of': yearOf,
  'year-shift': yearShift, 'holiday-year': holidayYear, eve, moment, 'moment-range': momentRange,
  'part-and-clock': partAndClock, shift, edge, half, quarter, 'elliptic-century': ellipticCentury, nth, 'nth-range': nthRange, 'nth-weekday': nthWeekday, 'iso-week': isoWeek,
  range, 'plain-range': plainRange, open,
}; // biome-ignore format: a table
