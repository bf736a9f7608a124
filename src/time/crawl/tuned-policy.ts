/** A way to crawl along a period with some of its parameters set by a person; what is not set stays as the way has it. */
import { localeWith } from '../cop/with-mined.ts';
import { localeOf } from '../default-locale.ts';
import type { Locale } from '../locale.ts';
import type { Pattern } from '../pattern.ts';
import type { TimeProfile } from '../profile.ts';
import { MODERN_CRAWL, type TemporalPolicy } from './policy.ts';

/** Plain data: kept with the crawl. */
export interface PolicyTuning {
  /** Share of a segment's dates that must be exceeded inside the period. */
  readonly tau?: number;
  readonly unit?: TimeProfile['segmentUnit'];
  readonly match?: TimeProfile['scopeMatch'];
  readonly undated?: TimeProfile['undatedPolicy'];
  readonly order?: TemporalPolicy['order'];
  /** Whether links outside the period are followed late, where anything is predicted, or not at all. */
  readonly late?: boolean;
  /** Mined patterns that are read beside the grammar. */
  readonly patterns?: readonly Pattern[];
}

export function tunedPolicy(
  base: TemporalPolicy,
  { tau, unit, match, undated, order = base.order, late = false, patterns }: PolicyTuning,
): TemporalPolicy {
  const { profile } = base;
  const prediction = order === 'predicted' ? (base.prediction ?? MODERN_CRAWL.prediction) : null;
  return {
    ...base,
    profile: {
      ...profile,
      tau: tau ?? profile.tau,
      segmentUnit: unit ?? profile.segmentUnit,
      scopeMatch: match ?? profile.scopeMatch,
      undatedPolicy: undated ?? profile.undatedPolicy,
    },
    order,
    // A URL that is referred to again moves up wherever references count; what is predicted needs the parameters of a prediction.
    decreaseKey: order !== 'fifo',
    prediction: prediction === null || late ? prediction : { ...prediction, sites: null },
    ...(patterns === undefined || patterns.length === 0 ? {} : { patterns }),
  };
}

const locales = new WeakMap<readonly Pattern[], Locale>();

/** The language that pages are read in: that of the profile, with the patterns of the policy. */
export function localeOfPolicy({
  profile,
  patterns,
}: Pick<TemporalPolicy, 'profile'> & Partial<TemporalPolicy>): Locale {
  if (patterns === undefined) return localeOf(profile);
  let locale = locales.get(patterns);
  if (locale === undefined) {
    locale = localeWith(patterns, localeOf(profile), 'crawl.json');
    locales.set(patterns, locale);
  }
  return locale;
}
