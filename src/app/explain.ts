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
import type { WebUrl } from '../url/index.ts';
import type { PeriodReason } from './explain/period-reasons.ts';
import type { RuleVerdict } from './explain/url-rules.ts';

export type { RuleVerdict };

export interface UrlExplanation {
  readonly input: string;
  readonly url: WebUrl | null;
  readonly rules: readonly RuleVerdict[];
  readonly known: boolean;
  readonly events: readonly UrlEvent[];
  readonly visits: readonly Visit[];
  /** Where the pages that led to it refer to it, in a crawl along a period. */
  readonly period: readonly PeriodReason[];
  /** Pages that refer to it from inside the period; null in a crawl along none. */
  readonly references: number | null;
}

/** Every rule that decides about a URL, in order, and everything that happened to it. Only reads: a running crawl can be asked too. */
export async function explain(folder: string, raw: string): Promise<UrlExplanation> {
  const [{ crawlPaths, Forgotten, readManifest, readVisits }, { historyInFolder }, { rulesOf }] =
    await Promise.all([
      import('../crawl/index.ts'),
      import('../frontier/index.ts'),
      import('./explain/url-rules.ts'),
    ]);
  const paths = crawlPaths(folder);
  const manifest = readManifest(paths);
  if (!manifest) throw new TarrafaError('TRF_FOLDER_NOT_A_CRAWL', [folder]);
  const { parameters, seeds, scope } = manifest;
  const forgotten = Forgotten.of(folder);
  const { url, rules, profile } = rulesOf(raw, {
    urlProfile: parameters.urlProfile,
    seeds,
    scope,
    forgotten,
  });
  if (url === null)
    return { input: raw, url, rules, known: false, events: [], visits: [], period: [], references: null };
  const events = historyInFolder(paths.frontier, url.key);
  const known = events.length > 0;
  const visits: Visit[] = [];
  const records = new Set(events.map((event) => event.record));
  if (records.size > 0)
    for await (const visit of readVisits(paths.visits)) if (records.has(visit.record)) visits.push(visit);
  const answer = { input: raw, url, rules, known, events, visits };
  // The language is loaded only for a crawl that needs it.
  if (!manifest.parameters.linkPolicy) return { ...answer, period: [], references: null };
  const { periodReasons, periodReferences } = await import('./explain/period-reasons.ts');
  return {
    ...answer,
    period: await periodReasons(paths, manifest, url.key, events, profile),
    references: periodReferences(paths, manifest, url.key),
  };
}
