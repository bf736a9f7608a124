/** Which links a crawl follows: from what a person asked for (a period, geographic data) to the policy and the analysers of the crawl. */
import type { CrawlEnvironment, CrawlSettings, LinkPolicySetting } from '../../crawl/index.ts';
import { TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';
import {
  COLLECTION,
  type CollectionSettings,
  collectionEnvironment,
  collectionOptions,
  collectionSetting,
} from './fixed-collection.ts';
import {
  GEOGRAPHIC,
  type GeoSettings,
  geographicEnvironment,
  geographicSetting,
  geoProfileOf,
  withHarvest,
} from './geographic.ts';
import {
  type Periods,
  TEMPORAL,
  temporalEnvironment,
  temporalOptions,
  temporalSetting,
  type WhenSettings,
} from './period.ts';

export { geoProfileOf, harvestOf } from './geographic.ts';

export type PolicySettings = WhenSettings & GeoSettings & CollectionSettings;

/** Settings with what was asked for turned into a link policy. A crawl that goes on keeps its own unless another is asked for. */
export async function withLinkPolicy(
  given: Partial<CrawlSettings> & PolicySettings,
  periods: Periods,
  before: LinkPolicySetting | null,
): Promise<Partial<CrawlSettings>> {
  const {
    when,
    whenProfile,
    whenTau,
    whenUnit,
    whenMatch,
    whenUndated,
    whenTarget,
    whenOrder,
    whenPatterns,
    geo,
    geoProfile,
    keepFiles,
    collectionSize,
    collectionBy,
    ...settings
  } = given;
  // One that is complete already says so itself.
  if (
    settings.linkPolicy !== undefined &&
    when === undefined &&
    geo === undefined &&
    collectionSize === undefined
  )
    return settings;
  const temporal = await temporalSetting(
    definedOf({
      when,
      whenProfile,
      whenTau,
      whenUnit,
      whenMatch,
      whenUndated,
      whenTarget,
      whenOrder,
      whenPatterns,
    }),
    periods,
    before,
  );
  const geographic = geographicSetting(definedOf({ geo, geoProfile, keepFiles }), before);
  const collection = collectionSetting(definedOf({ collectionSize, collectionBy }), before);
  if (collection) {
    if (temporal || geographic)
      throw new TarrafaError('TRF_CONFIG_INVALID', ['collectionSize', reason('collection-alone')]);
    if (settings.revisit === 'none')
      throw new TarrafaError('TRF_CONFIG_INVALID', ['revisit', reason('collection-revisits')]);
    // It is visited again and again, or it would only be a crawl that stops.
    return { policy: 'priority', revisit: 'optimal', ...settings, linkPolicy: collection };
  }
  // Along a period the period alone says which links are followed; what is geographic on the way is harvested at the end.
  const linkPolicy = temporal && geographic ? withHarvest(temporal, geographic) : (temporal ?? geographic);
  // The order in which links are followed is half of it.
  return linkPolicy ? { policy: 'priority', ...settings, linkPolicy } : settings;
}

/** Without what is not there: a setting is there or absent. */
function definedOf<T extends object>(given: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** What a crawl needs to follow its link policy; nothing for one that has none. */
export async function linkPolicyEnvironment(
  setting: LinkPolicySetting | null,
  budgets: Partial<Pick<CrawlSettings, 'maxPages' | 'maxBytes' | 'maxTime'>> = {},
): Promise<Pick<CrawlEnvironment, 'analysers' | 'linkPolicy'>> {
  if (setting === null) return {};
  const temporal = temporalOptions(setting);
  const { maxPages, maxBytes, maxTime } = budgets;
  if (temporal) return temporalEnvironment(temporal, [maxPages, maxBytes, maxTime].some(Number.isFinite));
  const profile = geoProfileOf(setting);
  if (profile) return geographicEnvironment(profile);
  const collection = collectionOptions(setting);
  if (collection) return collectionEnvironment(collection);
  throw new TarrafaError('TRF_POLICY_UNKNOWN', [setting.name, `${TEMPORAL}, ${GEOGRAPHIC}, ${COLLECTION}`]);
}
