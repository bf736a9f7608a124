/** What a temporal run was made with: enough to make it again (profile, every parameter, lexicon, seeds, scope, when, why it ended). */
import type { TemporalPolicy } from '../../src/time/crawl/index.ts';
import { lexiconVersion } from '../../src/time/crawl/lexicon-version.ts';
import { formatScope, type TemporalScope } from '../../src/time/index.ts';

export interface TemporalManifest {
  readonly policy: TemporalPolicy;
  readonly scope: { readonly label: string; readonly days: string; readonly target: TemporalScope['target'] };
  /** Changes whenever a word or a pattern of the language does. */
  readonly lexicon: string;
  readonly seeds: readonly string[];
  readonly seed: number;
  readonly maxPages: number;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly stopReason: 'page-budget' | 'frontier-empty' | 'interrupted' | null;
}

export function temporalManifest(
  run: Omit<TemporalManifest, 'scope' | 'lexicon'> & { readonly scope: TemporalScope },
): TemporalManifest {
  return {
    ...run,
    scope: { label: run.scope.label, days: formatScope(run.scope), target: run.scope.target },
    lexicon: lexiconVersion(),
  };
}
