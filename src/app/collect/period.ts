/** From a period as a person gives it to the link policy and the analyser of a crawl along it. */
import type { CrawlEnvironment, LinkPolicySetting } from '../../crawl/index.ts';
import { TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';

export const WHEN_PROFILES = ['modern', 'thesis'] as const;
type WhenProfile = (typeof WHEN_PROFILES)[number];

/** Settings that a person gives and that become the link policy of the crawl. */
export interface WhenSettings {
  readonly when?: string;
  readonly whenProfile?: WhenProfile;
}

export type Periods = Readonly<Record<string, string>>;

export interface TemporalOptions {
  readonly when: string;
  readonly profile: WhenProfile;
  /** The period of a name that the configuration gave one: the crawl must go on without that file. */
  readonly periods: Periods;
}

export const TEMPORAL = 'temporal';

/** The options of a crawl along a period, as its folder keeps them; null for any other. */
export function temporalOptions(setting: unknown): TemporalOptions | null {
  const { name, options } = (setting ?? {}) as Partial<LinkPolicySetting>;
  return name === TEMPORAL ? (options as unknown as TemporalOptions) : null;
}

/**
 * The link policy that `when` and `whenProfile` ask for; null when nothing does. A crawl that goes on keeps its own unless another is asked
 * for. A wrong period is told at once, before any folder is made.
 */
export async function temporalSetting(
  { when, whenProfile }: WhenSettings,
  periods: Periods,
  before: LinkPolicySetting | null,
): Promise<LinkPolicySetting | null> {
  const earlier = temporalOptions(before);
  if (when === undefined && earlier === null) {
    if (whenProfile !== undefined)
      throw new TarrafaError('TRF_CONFIG_INVALID', ['whenProfile', reason('when-not-given')]);
    return null;
  }
  const asked = when ?? earlier!.when;
  const own = Object.entries(periods).filter(([name]) => name.toLowerCase() === asked.trim().toLowerCase());
  const options: TemporalOptions = {
    when: asked,
    profile: whenProfile ?? earlier?.profile ?? 'modern',
    periods: own.length > 0 || earlier?.when !== asked ? Object.fromEntries(own) : earlier.periods,
  };
  const { parseScope } = await import('../../time/index.ts');
  parseScope(options.when, { names: options.periods });
  return { name: TEMPORAL, options: { ...options } };
}

/** Loads the language only for a crawl that follows a period. */
export async function temporalEnvironment({
  when,
  profile,
  periods,
}: TemporalOptions): Promise<Pick<CrawlEnvironment, 'analysers' | 'linkPolicy'>> {
  const [{ parseScope }, { TEMPORAL_POLICIES, TemporalLinkPolicy }] = await Promise.all([
    import('../../time/index.ts'),
    import('../../time/crawl/index.ts'),
  ]);
  const scope = parseScope(when, { names: periods });
  const linkPolicy = new TemporalLinkPolicy({ scope, policy: TEMPORAL_POLICIES[profile] });
  return { analysers: [linkPolicy.analyser], linkPolicy };
}
