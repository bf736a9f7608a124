/** The short form of `npm run soak -- strangers`: every attack, smaller or by fewer hosts, with the bound that follows. */
import { describe, expect, it } from 'vitest';
import { ATTACKS, underAttack } from './strangers.ts';

describe.skipIf(process.platform !== 'linux')('hosts that send at once', () => {
  it.each(ATTACKS.map((attack) => ({ ...attack, ...attack.short })))(
    '$name (× $size, $hosts hosts) cost a crawl no more than $bound MB, and it ends',
    { timeout: 180_000 },
    async (attack) => {
      const { hosts, bound, paths } = attack;
      const { status, stderr, peak, asked, visits } = await underAttack(attack, attack.short);
      expect([status, stderr]).toEqual([0, expect.any(String)]);
      expect([...asked].sort()).toEqual(paths);
      expect([...new Set(visits.map(({ url }) => new URL(url).hostname))].sort()).toEqual(
        Array.from({ length: hosts }, (_, n) => `127.0.0.${n + 1}`),
      );
      expect(peak).toBeGreaterThan(50);
      expect(peak).toBeLessThan(bound);
    },
  );
});
