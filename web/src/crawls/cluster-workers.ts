/** Of the workers of a shared crawl, what can be said without a browser. */
import type { Language } from '../../../src/words/index.ts';
import type { ClusterWorker } from '../api/shapes.ts';

/** `lost`: it fell silent with sites in its hands. `gone`: it ended in order. */
export function standing({
  isAlive,
  isStopping,
  sites,
}: Pick<ClusterWorker, 'isAlive' | 'isStopping' | 'sites'>): 'working' | 'stopping' | 'lost' | 'gone' {
  if (isAlive) return isStopping ? 'stopping' : 'working';
  return sites > 0 ? 'lost' : 'gone';
}

const STEPS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `há 12 segundos`, in the largest unit that fits. */
export function heardAgo(silence: number, language: Language): string {
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  for (const [unit, ms] of STEPS) if (silence >= ms) return words.format(-Math.floor(silence / ms), unit);
  return words.format(-Math.floor(silence / 1_000), 'second');
}
