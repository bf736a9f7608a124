/**
 * How long something takes, as sites write it for machines and as it is meant: `PTH30MS`, where a form left out what was not filled in, is
 * `PT30M`. What says no length is no value.
 */

/** Properties of schema.org that hold a length of time. */
const NAMES = new Set(['prepTime', 'cookTime', 'totalTime', 'performTime', 'duration', 'timeRequired']);
const LONGEST = 40;
const FORM =
  /^P?(?:(\d{0,6})Y)?(?:(\d{0,6})M)?(?:(\d{0,6})W)?(?:(\d{0,6})D)?(?:T?(?:(\d{0,6})H(?:OURS?|RS?)?)?(?:(\d{0,6})M(?:IN(?:UTE)?S?)?)?(?:(\d{0,6})S(?:EC)?)?)$/;

export const isDuration = (name: string): boolean => NAMES.has(name);

/** The same length without what says nothing (`PT0H30M` → `PT30M`); '' for none at all; a text of another form as it stands. */
export function durationMeant(text: string): string {
  const written = text.replace(/\s+/g, '').toUpperCase();
  if (written.length > LONGEST || !/^(?:P|T)/.test(written)) return text;
  const parts = FORM.exec(written);
  if (parts === null) return text;
  const [years, months, weeks, days, hours, minutes, seconds] = parts
    .slice(1)
    .map((part) => Number(part === undefined || part === '' ? 0 : part));
  const date = spelled([
    [years!, 'Y'],
    [months!, 'M'],
    [weeks!, 'W'],
    [days!, 'D'],
  ]);
  const time = spelled([
    [hours!, 'H'],
    [minutes!, 'M'],
    [seconds!, 'S'],
  ]);
  return date === '' && time === '' ? '' : `P${date}${time === '' ? '' : `T${time}`}`;
}

function spelled(parts: readonly (readonly [number, string])[]): string {
  return parts.map(([count, unit]) => (count === 0 ? '' : `${count}${unit}`)).join('');
}
