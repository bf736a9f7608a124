import { describe, expect, it } from 'vitest';
import { heardAgo, standing } from './cluster-workers.ts';

describe('a worker of a shared crawl', () => {
  it.each([
    [{ isAlive: true, isStopping: false, sites: 4 }, 'working'],
    [{ isAlive: true, isStopping: true, sites: 4 }, 'stopping'],
    [{ isAlive: false, isStopping: false, sites: 4 }, 'lost'],
    [{ isAlive: false, isStopping: true, sites: 0 }, 'gone'],
  ] as const)('%j is %s', (worker, expected) => {
    expect(standing(worker)).toBe(expected);
  });

  it.each([
    [900, 'pt-BR', 'há 0 segundo'],
    [12_400, 'pt-BR', 'há 12 segundos'],
    [125_000, 'en', '2 minutes ago'],
    [7_300_000, 'en', '2 hours ago'],
    [200_000_000, 'pt-PT', 'há 2 dias'],
  ] as const)('that was silent for %i ms was heard, in %s, %s', (silence, language, expected) => {
    expect(heardAgo(silence, language)).toBe(expected);
  });
});
