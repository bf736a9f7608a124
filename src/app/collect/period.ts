/** From a period as a person gives it to the link policy and the analyser of a crawl along it. */
import type { CrawlEnvironment, LinkPolicySetting } from '../../crawl/index.ts';
import { TarrafaError } from '../../errors.ts';
import type { Candidate } from '../../frontier/index.ts';
import type { PolicyTuning, TemporalPolicy } from '../../time/crawl/index.ts';
import type { TemporalScope } from '../../time/index.ts';
import { reason } from '../../words/why.ts';

export const WHEN_PROFILES = ['modern', 'thesis', 'general'] as const;
type WhenProfile = (typeof WHEN_PROFILES)[number];

export const WHEN_UNITS = ['paragraph', 'sentence', 'clause'] as const;
export const WHEN_MATCHES = ['contain', 'overlap'] as const;
export const WHEN_UNDATED = ['section', 'none', 'always'] as const;
export const WHEN_TARGETS = ['content', 'publication'] as const;
export const WHEN_ORDERS = ['predicted', 'references', 'fifo'] as const;

/** Settings that a person gives and that become the link policy of the crawl. */
export interface WhenSettings {
  readonly when?: string;
  readonly whenProfile?: WhenProfile;
  /** τ: more than this share of the dates of a segment must be inside the period; at least 0, less than 1. */
  readonly whenTau?: number;
  /** Where segments may be cut. */
  readonly whenUnit?: (typeof WHEN_UNITS)[number];
  /** Whether a date must lie inside the period or only touch it. */
  readonly whenMatch?: (typeof WHEN_MATCHES)[number];
  /** Whether text without a date stays with the date before it. */
  readonly whenUndated?: (typeof WHEN_UNDATED)[number];
  /** What must lie in the period: what pages speak of, or the day they were published. */
  readonly whenTarget?: (typeof WHEN_TARGETS)[number];
  readonly whenOrder?: (typeof WHEN_ORDERS)[number];
  /** A file of patterns that `tarrafa time mine --json` wrote. */
  readonly whenPatterns?: string;
}

export type Periods = Readonly<Record<string, string>>;

/** Beside the profile only what was asked for. */
export interface TemporalOptions extends PolicyTuning {
  readonly when: string;
  readonly profile: WhenProfile;
  /** The period of a name that the configuration gave one: the crawl must go on without that file. */
  readonly periods: Periods;
  readonly target?: TemporalScope['target'];
}

export const TEMPORAL = 'temporal';

/** The options of a crawl along a period, as its folder keeps them; null for any other. */
export function temporalOptions(setting: unknown): TemporalOptions | null {
  const { name, options } = (setting ?? {}) as Partial<LinkPolicySetting>;
  return name === TEMPORAL ? (options as unknown as TemporalOptions) : null;
}

/**
 * The link policy that `when` and what belongs to it ask for; null when nothing does. A crawl that goes on keeps its own unless another is
 * asked for. What is wrong is told at once, before any folder is made.
 */
export async function temporalSetting(
  given: WhenSettings,
  periods: Periods,
  before: LinkPolicySetting | null,
): Promise<LinkPolicySetting | null> {
  const { when, whenProfile, whenTau, whenPatterns } = given;
  const earlier = temporalOptions(before);
  if (when === undefined && earlier === null) {
    const [lone] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
    if (lone !== undefined) throw new TarrafaError('TRF_CONFIG_INVALID', [lone, reason('when-not-given')]);
    return null;
  }
  if (whenTau !== undefined && !(whenTau >= 0 && whenTau < 1))
    throw new TarrafaError('TRF_CONFIG_INVALID', ['whenTau', reason('not-a-share', { value: `${whenTau}` })]);
  const asked = when ?? earlier!.when;
  const own = Object.entries(periods).filter(([name]) => name.toLowerCase() === asked.trim().toLowerCase());
  const set = {
    tau: whenTau ?? earlier?.tau,
    unit: given.whenUnit ?? earlier?.unit,
    match: given.whenMatch ?? earlier?.match,
    undated: given.whenUndated ?? earlier?.undated,
    target: given.whenTarget ?? earlier?.target,
    order: given.whenOrder ?? earlier?.order,
    // Kept whole: the crawl must go on without that file too.
    patterns: whenPatterns === undefined ? earlier?.patterns : await patternsIn(whenPatterns),
  };
  const options: TemporalOptions = {
    when: asked,
    profile: whenProfile ?? earlier?.profile ?? 'modern',
    periods: own.length > 0 || earlier?.when !== asked ? Object.fromEntries(own) : earlier.periods,
    ...Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)),
  };
  const { parseScope } = await import('../../time/index.ts');
  parseScope(options.when, { names: options.periods });
  return { name: TEMPORAL, options: { ...options } };
}

async function patternsIn(path: string): Promise<PolicyTuning['patterns']> {
  const [{ patternsOfFile }, { localeOf }] = await Promise.all([
    import('../input/mined-patterns.ts'),
    import('../../time/index.ts'),
  ]);
  return patternsOfFile(path, localeOf());
}

/** The period itself, and every parameter in force. */
export async function followedPeriod({
  when,
  profile,
  periods,
  target = 'content',
  ...tuning
}: TemporalOptions): Promise<{ readonly scope: TemporalScope; readonly policy: TemporalPolicy }> {
  const [{ parseScope }, { TEMPORAL_POLICIES, tunedPolicy }] = await Promise.all([
    import('../../time/index.ts'),
    import('../../time/crawl/index.ts'),
  ]);
  return {
    scope: parseScope(when, { names: periods, target }),
    policy: tunedPolicy(TEMPORAL_POLICIES[profile], tuning),
  };
}

/**
 * Loads the language only for a crawl that follows a period. `late`: what the period does not speak for is followed too, behind everything else: a
 * budget is there to be used up, and without one a crawl ends where the period does.
 */
export async function temporalEnvironment(
  options: TemporalOptions,
  late: boolean,
): Promise<Pick<CrawlEnvironment, 'analysers' | 'linkPolicy'>> {
  const { TemporalLinkPolicy } = await import('../../time/crawl/index.ts');
  const linkPolicy = new TemporalLinkPolicy<Candidate>(await followedPeriod({ ...options, late }));
  return { analysers: [linkPolicy.analyser], linkPolicy };
}
