/** `--geo`: a crawl that looks for geographic data, and what it brings home at its end. */
import type { CrawlEnvironment, CrawlSettings, LinkPolicySetting } from '../crawl/index.ts';
import { TarrafaError } from '../errors.ts';
import type { Resolver } from '../http/index.ts';

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

/** The profile of a geographic crawl, as its folder keeps it; null for any other. */
export function geoProfileOf(setting: LinkPolicySetting | null): GeoCrawlProfile | null {
  return setting?.name === GEOGRAPHIC ? (setting.options.profile as GeoCrawlProfile) : null;
}

/** The link policy that `geo` asks for; null when nothing does. A crawl that goes on keeps its own. */
export function geographicSetting(
  { geo, geoProfile, keepFiles }: GeoSettings,
  before: LinkPolicySetting | null,
): LinkPolicySetting | null {
  const earlier = geoProfileOf(before);
  if (geo === true || (geo === undefined && earlier !== null))
    return {
      name: GEOGRAPHIC,
      options: {
        profile: geoProfile ?? earlier ?? 'modern',
        ...((keepFiles ?? before?.options.keepFiles === true) ? { keepFiles: true } : {}),
      },
    };
  if (geoProfile !== undefined)
    throw new TarrafaError('TRF_CONFIG_INVALID', [
      '--geo-profile',
      'it says how to look for geographic data, and --geo is not given',
    ]);
  if (keepFiles === true)
    throw new TarrafaError('TRF_CONFIG_INVALID', [
      '--keep-files',
      'it says what to keep of geographic data, and --geo is not given',
    ]);
  return null;
}

export async function geographicEnvironment(
  profile: GeoCrawlProfile,
): Promise<Pick<CrawlEnvironment, 'analysers' | 'linkPolicy'>> {
  const { GEO_ANALYSER_MODULE, GeographicPolicy } = await import('../geo/policy/index.ts');
  return {
    analysers: [{ module: GEO_ANALYSER_MODULE, options: { profile } }],
    linkPolicy: new GeographicPolicy({ profile }),
  };
}

/** Looks into the files and services that the crawl's pages link to, as politely as the crawl was; the index of `geo search` is written. */
export async function harvestAfter(
  out: string,
  settings: CrawlSettings,
  resolver: Resolver | undefined,
): Promise<{
  readonly files: number;
  readonly producers: number;
  readonly bytes: number;
  readonly path: string;
}> {
  const { harvestInto, KEPT_FILE_BYTES } = await import('./geo-harvest.ts');
  const { contact, allowPrivate, politeness, delay, addressDelay, maxBodyBytes, maxBandwidth, timeouts } =
    settings;
  return harvestInto(out, [out], {
    settings: {
      contact,
      allowPrivate,
      politeness,
      delay,
      addressDelay,
      maxBodyBytes,
      maxBandwidth,
      timeouts,
    },
    environment: resolver ? { resolver } : {},
    profile: geoProfileOf(settings.linkPolicy) ?? 'modern',
    keepFiles: settings.linkPolicy?.options.keepFiles === true ? KEPT_FILE_BYTES : 0,
  });
}
