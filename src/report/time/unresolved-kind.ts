/** What becomes of expressions that are not resolved, by kind. */
import type { Timex } from '../../time/index.ts';

/**
 * Why an expression stands at no place of the calendar: it names none (durations, frequencies, what is vague), an hour without its day, a day
 * counted from a document without a date, one counted from a date that the text does not have, or anything else.
 */
export const UNRESOLVED = [
  'unresolved-duration',
  'unresolved-frequency',
  'unresolved-vague',
  'unresolved-hour',
  'unresolved-document',
  'unresolved-text',
  'unresolved-other',
] as const;

export function unresolvedKind(
  { type, subtype, refClass }: Timex,
  anchored: boolean,
): (typeof UNRESOLVED)[number] {
  if (type === 'DURATION') return 'unresolved-duration';
  if (type === 'FREQUENCY') return 'unresolved-frequency';
  if (refClass === 'VAGUE') return 'unresolved-vague';
  if (subtype === 'HOUR') return 'unresolved-hour';
  if (refClass === 'DEICTIC' && !anchored) return 'unresolved-document';
  return refClass === 'ANAPHORIC' ? 'unresolved-text' : 'unresolved-other';
}
