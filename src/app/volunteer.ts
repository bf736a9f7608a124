/**
 * Lends this machine to a crawl of somebody else: fetches what a desk asks for, within the limits of its owner, keeps nothing, and shows what it
 * does on a page of this machine alone.
 *
 * ```ts
 * await volunteer('https://balcao.exemplo.org', { token, signal });
 * ```
 */
import { TarrafaError } from '../errors.ts';
import type { Resolver } from '../http/index.ts';
import type { Volunteered } from '../volunteer/index.ts';
import { type Language, USUAL_LANGUAGE } from '../words/index.ts';
import { reason } from '../words/why.ts';
import { checkedToken } from './input/listening.ts';

export type { Volunteered } from '../volunteer/index.ts';

export interface VolunteerSettings {
  readonly token: string;
  readonly signal: AbortSignal;
  /** Sites in hand at once; default 4, at most 50. */
  readonly concurrency?: number | undefined;
  /** Bytes a second received, at most; default no limit. */
  readonly maxBandwidth?: number | undefined;
  /** Load of the machine by processor above which nothing is done; default 0.75. */
  readonly maxLoad?: number | undefined;
  /** Port of the status page; 0, the default, for any. */
  readonly statusPort?: number | undefined;
  readonly paused?: boolean | undefined;
  readonly language?: Language | undefined;
  readonly resolver?: Resolver | undefined;
  /** Told where the status page is. */
  readonly onStatusPage?: ((address: string) => void) | undefined;
}

const MOST_SITES = 50;

export async function volunteer(desk: string, settings: VolunteerSettings): Promise<Volunteered> {
  if (!/^https?:\/\/[^/?#@]+\/?$/.test(desk))
    throw new TarrafaError('TRF_CONFIG_INVALID', [
      desk,
      reason('not-an-origin', { value: JSON.stringify(desk) }),
    ]);
  const { token, signal, concurrency = 4, language = USUAL_LANGUAGE } = settings;
  checkedToken(token);
  const { Volunteer, openStatusPage } = await import('../volunteer/index.ts');
  const worker = new Volunteer({
    desk,
    token,
    concurrency: Math.min(MOST_SITES, Math.max(1, concurrency)),
    maxBandwidth: settings.maxBandwidth ?? Number.POSITIVE_INFINITY,
    maxLoad: settings.maxLoad ?? 0.75,
    resolver: settings.resolver,
    signal,
  });
  if (settings.paused) worker.pause();
  const page = await openStatusPage(worker, settings.statusPort ?? 0, language);
  settings.onStatusPage?.(page.address);
  try {
    return await worker.run();
  } finally {
    await page.close();
  }
}
