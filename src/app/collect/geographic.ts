/** A crawl that looks for geographic data, and what a crawl brings home of it at its end. */
import type { CrawlEnvironment, LinkPolicySetting } from '../../crawl/index.ts';
import { TarrafaError } from '../../errors.ts';
import type { Candidate } from '../../frontier/index.ts';
import type { GeographicPolicy } from '../../geo/index.ts';
import { reason } from '../../words/why.ts';

export const GEO_PROFILES = ['modern', 'compat'] as const;
type GeoCrawlProfile = (typeof GEO_PROFILES)[number];

/** Settings that a person gives and that become the link policy of the crawl. */
export interface GeoSettings {
  readonly geo?: boolean;
  readonly geoProfile?: GeoCrawlProfile;
  /** Keep the files that were accepted, and not only what they say. */
  readonly keepFiles?: boolean;
}

export const GEOGRAPHIC = 'geographic';

/** The profile of a crawl that follows links for geographic data, as its folder keeps it; null for any other. */
export function geoProfileOf(setting: LinkPolicySetting | null): GeoCrawlProfile | null {
  return setting?.name === GEOGRAPHIC ? (setting.options.profile as GeoCrawlProfile) : null;
}

/** How a crawl looks into geographic data at its end. */
export interface Harvest {
  readonly profile: GeoCrawlProfile;
  readonly keepFiles: boolean;
}

/**
 * What a crawl brings home at its end; null for one that brings nothing. A crawl along a period may too, from the pages that it fetches
 * anyway: what is geographic has no say in which those are.
 */
export function harvestOf(setting: LinkPolicySetting | null): Harvest | null {
  const profile = geoProfileOf(setting) ?? (setting?.options.geo as GeoCrawlProfile | undefined);
  return profile === undefined ? null : { profile, keepFiles: setting?.options.keepFiles === true };
}

/** The link policy of a crawl along a period that also harvests. */
export function withHarvest(along: LinkPolicySetting, geographic: LinkPolicySetting): LinkPolicySetting {
  const { profile, ...rest } = geographic.options;
  return { name: along.name, options: { ...along.options, geo: profile, ...rest } };
}

/** The link policy that `geo` asks for; null when nothing does. A crawl that goes on keeps its own. */
export function geographicSetting(
  { geo, geoProfile, keepFiles }: GeoSettings,
  before: LinkPolicySetting | null,
): LinkPolicySetting | null {
  const earlier = harvestOf(before);
  if (geo === true || (geo === undefined && earlier !== null))
    return {
      name: GEOGRAPHIC,
      options: {
        profile: geoProfile ?? earlier?.profile ?? 'modern',
        ...((keepFiles ?? earlier?.keepFiles) ? { keepFiles: true } : {}),
      },
    };
  if (geoProfile !== undefined)
    throw new TarrafaError('TRF_CONFIG_INVALID', ['geoProfile', reason('geo-not-given')]);
  if (keepFiles === true)
    throw new TarrafaError('TRF_CONFIG_INVALID', ['keepFiles', reason('geo-files-not-given')]);
  return null;
}

export async function geographicEnvironment(
  profile: GeoCrawlProfile,
): Promise<Pick<CrawlEnvironment, 'analysers'> & { readonly linkPolicy: GeographicPolicy<Candidate> }> {
  const { GEO_ANALYSER_MODULE, GeographicPolicy } = await import('../../geo/policy/index.ts');
  return {
    analysers: [{ module: GEO_ANALYSER_MODULE, options: { profile } }],
    linkPolicy: new GeographicPolicy<Candidate>({ profile }),
  };
}
