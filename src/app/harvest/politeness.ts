/** What of the settings of a crawl holds for everything that is asked for on its behalf. */
import type { CrawlSettings } from '../../crawl/index.ts';

export function politenessOf(settings: Partial<CrawlSettings>): Partial<CrawlSettings> {
  const names = [
    'contact',
    'allowPrivate',
    'politeness',
    'delay',
    'addressDelay',
    'retries',
    'retryDelay',
    'maxBodyBytes',
    'maxBandwidth',
    'timeouts',
    'workers',
  ] as const;
  return Object.fromEntries(
    names.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]])),
  );
}
