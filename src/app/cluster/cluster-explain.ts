/** Why a crawl that several machines share took a URL, or did not, and what it waits for. */
import type { SharedUrl } from '../../cluster/index.ts';
import type { WebUrl } from '../../url/index.ts';
import { temporalOptions } from '../collect/period.ts';
import type { RuleVerdict } from '../explain/url-rules.ts';
import { inBegun } from './begun-crawl.ts';
import type { ClusterPlace } from './cluster-place.ts';

export interface SharedExplanation extends Omit<SharedUrl, 'references'> {
  readonly input: string;
  readonly url: WebUrl | null;
  readonly rules: readonly RuleVerdict[];
  /** Pages that refer to it from inside the period, as all workers saw them; null in a crawl along none. */
  readonly references: number | null;
}

/** Every rule that decides about a URL, in order, where it stands and how its visits ended. Only reads. Throws TRF_CLUSTER_EMPTY. */
export async function explainCluster(place: ClusterPlace, raw: string): Promise<SharedExplanation> {
  const { readSharedUrl } = await import('../../cluster/index.ts');
  const { queueOf, settingsFromJson } = await import('../../crawl/index.ts');
  const { rulesOf } = await import('../explain/url-rules.ts');
  return inBegun(place, async (database, plan) => {
    const settings = settingsFromJson(plan.settings);
    const { url, rules } = rulesOf(raw, settings);
    if (url === null)
      return { input: raw, url, rules, known: false, site: null, waits: [], visits: [], references: null };
    const found = await readSharedUrl(database, queueOf(url, settings.politeness), url.key);
    const references = temporalOptions(settings.linkPolicy) === null ? null : found.references;
    return { input: raw, url, rules, ...found, references };
  });
}
