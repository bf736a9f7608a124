/** Moments as Memento writes them (RFC 7089 §2.1.1): the fixed form of HTTP dates, in GMT, to the second. */

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** ms since 1970 of `Thu, 31 May 2007 20:35:00 GMT`; null for any other form and for days that no calendar has. */
export function parseHttpDate(text: string): number | null {
  const m =
    /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat), (\d{2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT$/.exec(
      text.trim(),
    );
  if (m === null) return null;
  const [day, year, hour, minute, second] = [m[2], m[4], m[5], m[6], m[7]].map(Number) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const month = MONTHS.indexOf(m[3]!);
  if (hour > 23 || minute > 59 || second > 60) return null;
  const at = new Date(0);
  at.setUTCFullYear(year, month, day);
  at.setUTCHours(hour, minute, Math.min(second, 59));
  return at.getUTCDate() === day && DAYS[at.getUTCDay()] === m[1] ? at.getTime() : null;
}

export function httpDate(at: number): string {
  return new Date(at).toUTCString();
}
