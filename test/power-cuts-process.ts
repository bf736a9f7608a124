/** A process that lets the power fail, over a layer under the calls of SQLite (`powerCutsApart`). */
import { powerCuts } from './power-cuts.ts';

process.once('message', async ({ wanted, seed }: { wanted: number; seed: number }) => {
  const result = await powerCuts(wanted, seed, (cuts) => process.send!(cuts));
  process.send!(result, () => process.disconnect());
});
