/** Figures as they are written: `1.234,56` here, `1,234.56` elsewhere, `1 234,56` in Portugal. */

/** Which sign stands before the decimals. */
export type Decimals = 'comma' | 'point';

const GROUPED_POINT = /^\d{1,3}(?:\.\d{3})+$/;
const GROUPED_COMMA = /^\d{1,3}(?:,\d{3})+$/;

/** What the writing of one figure says for certain about its decimal sign, or null. */
export function decimalsOf(text: string): Decimals | null {
  const comma = text.lastIndexOf(',');
  const point = text.lastIndexOf('.');
  if (comma >= 0 && point >= 0) return comma > point ? 'comma' : 'point';
  if (comma >= 0) return GROUPED_COMMA.test(text) ? (text.indexOf(',') === comma ? null : 'point') : 'comma';
  if (point >= 0) return GROUPED_POINT.test(text) ? (text.indexOf('.') === point ? null : 'comma') : 'point';
  return null;
}

/** The number that digits with separators mean, or null when they are not written as a number. In doubt as Portuguese writes. */
export function readNumber(text: string, decimals: Decimals | null = null): number | null {
  const sign = /^[-−–]\s?/.test(text) ? -1 : 1;
  const body = text.replace(/^[-+−–]\s?/, '').replace(/(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))/g, '');
  if (!/^\d[\d.,]*$/.test(body) || body.length > 30) return null;
  const style = decimalsOf(body) ?? decimals ?? 'comma';
  const [group, mark] = style === 'comma' ? ['.', ','] : [',', '.'];
  const parts = body.split(mark);
  if (parts.length > 2) return null;
  const whole = parts[0]!;
  const groups = whole.split(group);
  if (groups.length > 1 && (groups[0]!.length > 3 || groups.slice(1).some((g) => g.length !== 3)))
    return null;
  const fraction = parts[1] ?? '';
  if (fraction !== '' && !/^\d+$/.test(fraction)) return null;
  if (parts.length === 2 && fraction === '') return null;
  const value = Number(`${groups.join('')}${fraction === '' ? '' : `.${fraction}`}`);
  return Number.isFinite(value) ? sign * value : null;
}
