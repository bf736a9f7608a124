import { describe, expect, it } from 'vitest';
import { run } from './scale.ts';

const quick = (scenario: string) => run({ quick: true, options: { scenario } });

describe('the evaluation of scale', () => {
  it('says what a failure costs, and judges every crawl that it simulates', async () => {
    const { tables, figures, bars } = await quick('fail-over');
    for (const { rows, columns } of tables) {
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toHaveLength(columns.length);
    }
    expect(figures.crawls).toBe(2);
    // One server of two away holds nearly all.
    expect(figures['failover.2.least']).toBeLessThan(0.1);
    expect(bars!.map(({ met }) => met)).toEqual([true, true]);
  });

  it('is near what the prototype measured', async () => {
    const { bars } = await quick('prototype');
    expect(bars!.map(({ met }) => met)).toEqual([true, true, true, true]);
  });

  it('refuses a scenario that there is not', async () => {
    await expect(quick('flood')).rejects.toThrow(RangeError);
  });
});
