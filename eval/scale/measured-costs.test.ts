import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { POSTGRES_BIN } from '../../test/postgres-server.ts';
import { fitted, measureCosts } from './measured-costs.ts';

describe('costs of statements', () => {
  it('are the line that batches of several sizes lie on', () => {
    const positive = fc.double({ min: 0.1, max: 1_000, noNaN: true });
    fc.assert(
      fc.property(positive, positive, (statement, row) => {
        const line = fitted([1, 4, 16, 64, 256].map((rows) => ({ rows, cpu: statement + row * rows })));
        expect(line.statement / statement).toBeCloseTo(1, 5);
        expect(line.row / row).toBeCloseTo(1, 5);
      }),
    );
  });

  it.skipIf(POSTGRES_BIN === null)('can be measured on the tables as they are', async () => {
    const costs = await measureCosts(1_000);
    for (const { statement, row } of [costs.newLinks, costs.knownLinks, costs.lease, costs.finish]) {
      expect(Number.isFinite(statement)).toBe(true);
      expect(Number.isFinite(row)).toBe(true);
    }
    for (const value of [costs.look, costs.beat, costs.rowHeld, costs.walNewLink, costs.walVisit])
      expect(value).toBeGreaterThan(0);
    // Few rows, with the first pages of every index: more than it is later.
    expect(costs.queuedBytes).toBeGreaterThan(150);
    expect(costs.visitedBytes).toBeGreaterThan(150);
    expect(costs.seenBytes).toBeLessThan(costs.visitedBytes);
  });
});
