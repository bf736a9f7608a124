/** What each rule that decides about a URL says of it, in order. */
import type { Forgotten } from '../../crawl/index.ts';
import {
  inScope,
  normaliseUrl,
  parseScope,
  REFUSAL_REASONS,
  type RefusalReason,
  refuseByRule,
  trapScore,
  trapSignals,
  URL_COMPAT,
  URL_MODERN,
  type UrlProfile,
  type WebUrl,
} from '../../url/index.ts';

export interface RuleVerdict {
  readonly rule: string;
  readonly accepted: boolean;
  readonly detail: string;
}

/** Of the settings of a crawl, those that rules go by. */
export interface RuledBy {
  readonly urlProfile: unknown;
  readonly seeds: readonly string[];
  readonly scope: string;
  /** What the collection was asked to forget. */
  readonly forgotten?: Pick<Forgotten, 'has'> | undefined;
}

export interface Ruled {
  /** Null when it is none. */
  readonly url: WebUrl | null;
  readonly rules: readonly RuleVerdict[];
  readonly profile: UrlProfile;
}

const refused = (rule: RefusalReason): RuleVerdict => ({
  rule,
  accepted: false,
  detail: REFUSAL_REASONS[rule],
});

export function rulesOf(raw: string, { urlProfile, seeds, scope, forgotten }: RuledBy): Ruled {
  const profile = urlProfile === 'compat' ? URL_COMPAT : URL_MODERN;
  const url = normaliseUrl(raw, null, profile);
  if (url.kind === 'refused') return { url: null, rules: [refused(url.reason)], profile };
  const rules: RuleVerdict[] = [{ rule: 'normalise', accepted: true, detail: url.fetch }];
  if (forgotten?.has(url)) rules.push(refused('forgotten'));
  const rule = refuseByRule(url, raw);
  rules.push(rule ? refused(rule) : { rule: 'exclusions', accepted: true, detail: '' });
  const known = seeds
    .map((seed) => normaliseUrl(seed, null, profile))
    .filter((seed): seed is WebUrl => seed.kind === 'url');
  const scoped = inScope(parseScope(scope, known), url);
  rules.push(scoped ? { rule: 'scope', accepted: true, detail: scope } : refused('out-of-scope'));
  const signals = trapSignals(url);
  const score = trapScore(signals);
  rules.push({
    rule: 'traps',
    accepted: score < 1,
    detail:
      signals.length === 0
        ? ''
        : `${signals.map((signal) => `${signal.name} ${signal.weight}`).join(', ')} → ${score.toFixed(2)}`,
  });
  return { url, rules, profile };
}
