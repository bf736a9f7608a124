/**
 * Why a crawl took a URL, or did not.
 *
 * ```ts
 * const { rules, visits } = await explain('coleta', 'https://www.exemplo.br/agenda?mes=13');
 * ```
 */
import type { Visit } from '../crawl/index.ts';
import { TarrafaError } from '../errors.ts';
import type { UrlEvent } from '../frontier/index.ts';
import type { RefusalReason, WebUrl } from '../url/index.ts';
import type { PeriodReason } from './explain/period-reasons.ts';

export interface RuleVerdict {
  readonly rule: string;
  readonly accepted: boolean;
  readonly detail: string;
}

export interface UrlExplanation {
  readonly input: string;
  readonly url: WebUrl | null;
  readonly rules: readonly RuleVerdict[];
  readonly known: boolean;
  readonly events: readonly UrlEvent[];
  readonly visits: readonly Visit[];
  /** Where the pages that led to it refer to it, in a crawl along a period. */
  readonly period: readonly PeriodReason[];
}

/** Every rule that decides about a URL, in order, and everything that happened to it. Only reads: a running crawl can be asked too. */
export async function explain(folder: string, raw: string): Promise<UrlExplanation> {
  const [{ crawlPaths, readManifest, readVisits }, { historyInFolder }, rulesOfUrls] = await Promise.all([
    import('../crawl/index.ts'),
    import('../frontier/index.ts'),
    import('../url/index.ts'),
  ]);
  const { URL_COMPAT, inScope, URL_MODERN, normaliseUrl, parseScope, refuseByRule, trapScore, trapSignals } =
    rulesOfUrls;
  const refused = (rule: RefusalReason): RuleVerdict => ({
    rule,
    accepted: false,
    detail: rulesOfUrls.REFUSAL_REASONS[rule],
  });
  const paths = crawlPaths(folder);
  const manifest = readManifest(paths);
  if (!manifest) throw new TarrafaError('TRF_FOLDER_NOT_A_CRAWL', [folder]);
  const profile = manifest.parameters.urlProfile === 'compat' ? URL_COMPAT : URL_MODERN;
  const rules: RuleVerdict[] = [];
  const url = normaliseUrl(raw, null, profile);
  if (url.kind === 'refused')
    return {
      input: raw,
      url: null,
      rules: [refused(url.reason)],
      known: false,
      events: [],
      visits: [],
      period: [],
    };
  rules.push({ rule: 'normalise', accepted: true, detail: url.fetch });
  const rule = refuseByRule(url, raw);
  rules.push(rule ? refused(rule) : { rule: 'exclusions', accepted: true, detail: '' });
  const seeds = manifest.seeds
    .map((seed) => normaliseUrl(seed, null, profile))
    .filter((seed): seed is WebUrl => seed.kind === 'url');
  const scoped = inScope(parseScope(manifest.scope, seeds), url);
  rules.push(scoped ? { rule: 'scope', accepted: true, detail: manifest.scope } : refused('out-of-scope'));
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
  const events = historyInFolder(paths.frontier, url.key);
  const known = events.length > 0;
  const visits: Visit[] = [];
  const records = new Set(events.map((event) => event.record));
  if (records.size > 0)
    for await (const visit of readVisits(paths.visits)) if (records.has(visit.record)) visits.push(visit);
  // The language is loaded only for a crawl that needs it.
  const period = manifest.parameters.linkPolicy
    ? await (await import('./explain/period-reasons.ts')).periodReasons(
        paths,
        manifest,
        url.key,
        events,
        profile,
      )
    : [];
  return { input: raw, url, rules, known, events, visits, period };
}
