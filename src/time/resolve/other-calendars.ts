/**
 * Days of the Jewish, the Islamic and the Chinese year in a year of ours. The Jewish calendar is exact; the Islamic is the tabular one, a
 * day beside what is seen at times; the Chinese new year is reckoned from the moon.
 */
import { civilDay, dayNumber } from '../calendar.ts';

/** Day number of the first of Tishri of a Jewish year. */
function jewishNewYear(year: number): number {
  const months = Math.floor((235 * year - 234) / 19);
  const parts = 12084 + 13753 * months;
  let day = 29 * months + Math.floor(parts / 25920);
  if ((3 * (day + 1)) % 7 < 3) day++;
  return day;
}

const JEWISH_EPOCH = dayNumber(-3760, 9, 7);

/** With the postponements that keep a year at a length that there is. */
function tishri(year: number): number {
  const before = jewishNewYear(year - 1);
  const here = jewishNewYear(year);
  const after = jewishNewYear(year + 1);
  const shift = after - here === 356 ? 2 : here - before === 382 ? 1 : 0;
  return JEWISH_EPOCH + here + shift;
}

/** Months are counted from Nisan; the year begins with Tishri, the seventh. */
function jewishDay(year: number, month: number, day: number): number {
  const start = tishri(year);
  const length = tishri(year + 1) - start;
  // From Nisan back to the end of the year the months have 30 and 29 days in turn.
  if (month < 7) {
    const rest = [30, 29, 30, 29, 30, 29].slice(month - 1).reduce((sum, days) => sum + days, 0);
    return start + length - rest + day - 1;
  }
  const heshvan = length % 10 === 5 ? 30 : 29;
  const lengths = [30, heshvan];
  return start + lengths.slice(0, month - 7).reduce((sum, days) => sum + days, 0) + day - 1;
}

const ISLAMIC_EPOCH = dayNumber(622, 7, 19);

function islamicDay(year: number, month: number, day: number): number {
  return (
    ISLAMIC_EPOCH +
    (year - 1) * 354 +
    Math.floor((3 + 11 * year) / 30) +
    29 * (month - 1) +
    Math.floor(month / 2) +
    day -
    1
  );
}

/** Days of our count of the n-th new moon from January 2000, by the clock of China: mean motion and the six greatest terms of its inequality. */
function newMoon(n: number): number {
  const sin = (degrees: number): number => Math.sin((degrees * Math.PI) / 180);
  const sun = 2.5534 + 29.1053567 * n;
  const moon = 201.5643 + 385.81693528 * n;
  const node = 160.7108 + 390.67050284 * n;
  const mean = dayNumber(2000, 1, 6) + 0.59766 + 29.530588861 * n;
  const term =
    -0.4072 * sin(moon) +
    0.17241 * sin(sun) +
    0.01608 * sin(2 * moon) +
    0.01039 * sin(2 * node) +
    0.00739 * sin(moon - sun) -
    0.00514 * sin(moon + sun);
  return mean + term + 8 / 24;
}

/** The new moon that falls between 21 January and 20 February. */
function chineseNewYear(year: number): number {
  const earliest = dayNumber(year, 1, 21);
  let n = Math.floor((earliest - dayNumber(2000, 1, 6)) / 29.530588861) - 1;
  while (Math.floor(newMoon(n)) < earliest) n++;
  return Math.floor(newMoon(n));
}

/** Day number in a year of ours of `h:month:day`, `i:month:day`, `c:1:1`; the first of the year where it has two. */
export function dayOfOtherCalendar(rule: string, year: number): number {
  const [calendar, month, day] = rule.split(':');
  if (calendar === 'c') return chineseNewYear(year);
  const at = (other: number): number =>
    calendar === 'h'
      ? jewishDay(other, Number(month), Number(day))
      : islamicDay(other, Number(month), Number(day));
  let other = calendar === 'h' ? year + 3759 : Math.floor(((year - 622) * 33) / 32) - 1;
  while (civilDay(at(other)).year < year) other++;
  return at(other);
}
