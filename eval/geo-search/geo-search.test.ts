import { expect, it } from 'vitest';
import { loadGazetteer } from '../../src/geo/gazetteer/index.ts';
import { run } from '../geo-search.ts';
import { drawPlaces } from './questions.ts';

it('answers questions with known answers better than a plain text search, and the same ones every time', async () => {
  const { figures, bars } = await run({ quick: true, seed: 1, options: {} });
  expect(figures['modern.direct.count']).toBe(32);
  // Of this web; `eval -- geo-search --data` has the figures.
  expect(figures['modern.direct.first']).toBeGreaterThanOrEqual(0.85);
  expect(figures['modern.direct.average']).toBeGreaterThanOrEqual(0.86);
  expect(figures['modern.direct.ndcg']).toBeGreaterThan(figures['plain-text.ndcg'] as number);
  expect(figures['modern.direct.average']).toBeGreaterThan(figures['compat.direct.average'] as number);
  expect(bars?.find(({ what }) => what === 'direct answers among the expanded')?.met).toBe(true);
  const gazetteer = await loadGazetteer();
  expect(drawPlaces(gazetteer, 7)).toEqual(drawPlaces(gazetteer, 7));
  expect(drawPlaces(gazetteer, 7)).not.toEqual(drawPlaces(gazetteer, 8));
});
