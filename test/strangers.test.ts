import { describe, expect, it } from 'vitest';
import { ATTACKS, underAttack } from './strangers.ts';

describe.skipIf(process.platform !== 'linux')('six hosts at once that send', () => {
  // The others take longer than a suite may: the parts that bound them have tests of their own, and `npm run soak -- strangers` runs all.
  it.each(ATTACKS.filter(({ bound }) => bound < 500))(
    '$name cost a crawl no more than $bound MB, and it ends',
    async (attack) => {
      const { status, stderr, peak, visits } = await underAttack(attack, 1);
      expect([status, stderr]).toEqual([0, expect.any(String)]);
      expect(visits.map(({ url }) => new URL(url).hostname).sort()).toEqual(
        [1, 2, 3, 4, 5, 6].map((n) => `127.0.0.${n}`),
      );
      expect(peak).toBeLessThan(attack.bound);
    },
  );
});
