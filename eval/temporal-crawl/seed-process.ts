/** The process of one seed: told what to run, answers with the results, and ends. */
import { runSeed, type SeedSetup } from './seed-run.ts';

process.once('message', (setup: SeedSetup) => {
  process.send!(runSeed(setup), () => process.disconnect());
});
