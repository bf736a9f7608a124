/** The settings of a crawl that was asked for over the API. */
import type { AskedCrawl } from '../../server/index.ts';
import type { CollectSettings } from '../collect.ts';
import { parseDuration } from '../input/quantity.ts';

/** The sample web is nobody's to spare: a moment between two requests is plenty. */
const SAMPLE_DELAY = 20;

export function askedSettings(
  { maxTime, delay, ...asked }: AskedCrawl,
  seeds: readonly string[],
  sampleWeb: number | null,
): CollectSettings {
  return {
    ...asked,
    seeds,
    ...(sampleWeb === null ? {} : { delay: SAMPLE_DELAY, addressDelay: 0 }),
    ...timeIn('maxTime', maxTime),
    ...timeIn('delay', delay),
  };
}

/** The schema of the request lets nothing else through than what is a time. */
function timeIn(name: 'maxTime' | 'delay', text: string | undefined): CollectSettings {
  const ms = text === undefined ? null : parseDuration(text);
  return ms === null ? {} : { [name]: ms };
}
