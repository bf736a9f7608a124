/** The settings of a crawl that was asked for over the API. */
import type { AskedCrawl, CrawlCourse } from '../../server/index.ts';
import type { CollectSettings } from '../collect.ts';
import { parseDuration } from '../input/quantity.ts';

/** The sample web is nobody's to spare: a moment between two requests is plenty. */
const SAMPLE_DELAY = 20;

export function askedSettings(
  { maxTime, delay, maxPages, ...asked }: AskedCrawl,
  seeds: readonly string[],
  sampleWeb: number | null,
  round: CrawlCourse['round'] = null,
): CollectSettings {
  return {
    ...asked,
    seeds,
    // The crawl counts its pages over all sessions; who asks for rounds gives a budget to each.
    ...(maxPages === undefined ? {} : { maxPages: maxPages + (round?.pagesBefore ?? 0) }),
    ...(round === null ? {} : { visitAgainBefore: Date.parse(round.since) }),
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
