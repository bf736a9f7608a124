/** The day of a document as people write it. */
import { TarrafaError } from '../../errors.ts';
import { type Chronon, parseDct } from '../../time/index.ts';
import { reason } from '../../words/why.ts';

/** Throws TRF_CONFIG_INVALID with the reason. */
export function documentDate(text: string): Chronon {
  const date = parseDct(text);
  if (!date || date.year === null) throw new TarrafaError('TRF_CONFIG_INVALID', [text, reason('not-a-date')]);
  // Year 0 and years of five figures are slips of the pen, and arithmetic around them would give dates nobody meant.
  if (date.year < 1 || date.year > 9998)
    throw new TarrafaError('TRF_CONFIG_INVALID', [text, reason('year-out-of-range')]);
  return date;
}
