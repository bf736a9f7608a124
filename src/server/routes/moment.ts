/** A moment in a query string. */
import { Type } from 'typebox';
import { TarrafaError } from '../../errors.ts';

export const Moment = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'ms since 1970 or ISO 8601',
});

/** `name`: of the parameter. */
export function timeIn(name: string, text: string): number {
  const time = /^-?\d{1,16}$/.test(text) ? Number(text) : Date.parse(text);
  if (!Number.isFinite(time) || Math.abs(time) > 8.64e15)
    throw new TarrafaError('TRF_REQUEST_INVALID', [`${name}: ${text.slice(0, 60)}`]);
  return time;
}
