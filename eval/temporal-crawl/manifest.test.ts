import { describe, expect, it } from 'vitest';
import { MODERN_CRAWL } from '../../src/time/crawl/index.ts';
import { parseScope } from '../../src/time/index.ts';
import { temporalManifest } from './manifest.ts';

describe('manifest', () => {
  it('[T-NFR-3] holds profile, all parameters, lexicon, seeds, scope, times and the reason of the end', () => {
    const manifest = temporalManifest({
      policy: MODERN_CRAWL,
      scope: parseScope('1939..1945'),
      seeds: ['https://exemplo.pt/guerra'],
      seed: 1,
      maxPages: 5000,
      startedAt: '2013-06-01T00:00:00Z',
      endedAt: '2013-06-01T01:00:00Z',
      stopReason: 'page-budget',
    });
    expect(JSON.parse(JSON.stringify(manifest))).toEqual(manifest);
    expect(manifest.scope).toEqual({
      label: '1939..1945',
      days: '1939-01-01..1945-12-31',
      target: 'content',
    });
    expect(manifest.policy.profile.tau).toBe(0.99);
    expect(manifest.lexicon).toMatch(/^pt-[0-9a-f]{6,14}$/);
  });
});
