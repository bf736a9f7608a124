import { expect, it } from 'vitest';
import { powerCutsApart } from './power-cuts.ts';

it('a power failure takes nothing that was promised, and the crawl goes on to the same end (npm run soak -- power 500)', async () => {
  const { problems, cuts, promised, wentBack, forgotState } = await powerCutsApart(24, 15);
  expect(problems).toEqual([]);
  expect(cuts).toBeGreaterThanOrEqual(24);
  // Something was promised at most of them, or nothing is shown.
  expect(promised).toBeGreaterThan(100);
  // Each that went back was told, or is a problem.
  expect(wentBack).toBeGreaterThan(0);
  // What SQLite wrote by itself was forgotten too, where a layer can be put under it.
  if (forgotState !== null) expect(forgotState).toBeGreaterThan(0);
});
