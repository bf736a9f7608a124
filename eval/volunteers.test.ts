/** The evaluation of the volunteers, small: the product's desk, simulated time. */
import { expect, it } from 'vitest';
import { LIES, simulate } from './volunteers/simulated-desk.ts';

it('of volunteers of whom one in five lies, nothing false is searched in the end, and no site is asked early', async () => {
  const result = await simulate({
    sites: 30,
    pagesASite: 40,
    honest: 16,
    liars: LIES.map((lie) => ({ lie, rate: 0.5, honestAtFirst: 0 })),
    seed: 3,
  });
  expect(result).toMatchObject({ pages: 1_200, missing: 0, early: 0, strange: 0, honestDoubted: 0 });
  expect(result.falsePages).toBeLessThanOrEqual(1);
  for (const { foundAt } of result.liars) expect(foundAt).toBeLessThanOrEqual(200);
});
