/** The words of `tarrafa crawl` for what was asked. A list of words for a process, never a line for a shell; no value can become a flag. */
import type { Static } from 'typebox';
import type { StartCrawl } from '../schemas/crawls.ts';

export type CrawlRequest = Static<typeof StartCrawl>;

export interface WordsOptions {
  /** Port of the sample web, when crawls are made on it. */
  readonly sampleWeb?: number | null;
}

export function crawlWords(
  asked: CrawlRequest,
  seeds: readonly string[],
  { sampleWeb = null }: WordsOptions = {},
): string[] {
  const words: string[] = [];
  const say = (flag: string, value: string | number | undefined) => {
    if (value !== undefined) words.push(`--${flag}=${value}`);
  };
  say('when', asked.when);
  if (asked.geo === true) words.push('--geo');
  say('scope', asked.scope);
  say('policy', asked.policy);
  say('max-pages', asked.maxPages);
  say('max-time', asked.maxTime);
  // The sample web is nobody's to spare: a moment between two requests is plenty.
  say('delay', asked.delay ?? (sampleWeb === null ? undefined : '20ms'));
  say('contact', asked.contact);
  if (sampleWeb !== null) words.push(`--sample-web=${sampleWeb}`, '--address-delay=0');
  return [...words, '--', ...seeds];
}
