import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import { courseOf, meanSize, pagesAfterRounds, sitesLarger, webOf } from './size-law.ts';
import { bytesText, sizingOf, walAPage } from './sizing.ts';

describe('sizes of sites', () => {
  it('have the mean, and the share above a size, of sites drawn by the same law', () => {
    const random = seededRandom(3);
    const sizes = Array.from({ length: 400_000 }, () => Math.min(10_000, 10 / (1 - random())));
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    expect(Math.abs(mean / meanSize(10_000) - 1)).toBeLessThan(0.02);
    const law = webOf(1e6, 10_000);
    const larger = sizes.filter((size) => size > 100).length / sizes.length;
    expect(Math.abs(larger / (sitesLarger(law, 100) / law.sites) - 1)).toBeLessThan(0.03);
    expect([sitesLarger(law, 5), sitesLarger(law, 10_000)]).toEqual([law.sites, 0]);
  });

  it('add up to all pages when every site has been asked as often as the largest has pages', () => {
    const law = webOf(1e9, 1e6);
    expect(pagesAfterRounds(law, 1e6) / 1e9).toBeCloseTo(1, 12);
    expect(pagesAfterRounds(law, 2e6)).toBe(pagesAfterRounds(law, 1e6));
    expect(pagesAfterRounds(law, 4)).toBe(law.sites * 4);
  });
});

describe('the course of a crawl', () => {
  it('is pages over speed while enough sites are left to the end', () => {
    const course = courseOf(webOf(1e6, 1_000), 1, 1 / 1_000);
    expect(course).toEqual({
      fullShare: expect.closeTo(1, 9),
      fullSeconds: expect.closeTo(1e6, 3),
      tailSeconds: 0,
    });
  });

  it('is the rests of the largest site when there are always too few', () => {
    expect(courseOf(webOf(1_000, 1_000), 1e9, 30)).toEqual({
      fullShare: 0,
      fullSeconds: 0,
      tailSeconds: 30_000,
    });
  });

  it('is the same as played round by round', () => {
    const law = webOf(1e6, 5_000);
    const [capacity, turn] = [200, 31];
    let seconds = 0;
    for (let round = 0; round < law.largest; round++)
      seconds += Math.max(sitesLarger(law, round + 0.5) / capacity, turn);
    const { fullSeconds, tailSeconds } = courseOf(law, capacity, turn);
    expect(Math.abs((fullSeconds + tailSeconds) / seconds - 1)).toBeLessThan(0.01);
  });
});

describe('what a crawl takes', () => {
  it('is its rows times their bytes', () => {
    const size = sizingOf(1_000_000, 3);
    expect(size).toMatchObject({
      known: 3_000_000,
      waiting: 2_000_000,
      frontier: 1e6 * 191 + 2e6 * 220,
      frontierBar: 1e6 * 200 + 2e6 * 230,
      wal: 3e6 * 560 + 1e6 * 540,
      archive: 29.3e9,
    });
    // A crawl knows at least what it has visited.
    expect(sizingOf(10, 0.2)).toMatchObject({ known: 10, waiting: 0 });
    expect(walAPage()).toBeCloseTo((2.72 + 2.15) * 560 + 540, 6);
  });

  it.each([
    [0, '0.0 B'],
    [999, '999 B'],
    [1_500, '1.5 kB'],
    [10.4e9, '10 GB'],
    [317e9, '317 GB'],
    [3.3e15, '3.3 PB'],
    [5e18, '5000 PB'],
  ])('%d bytes are said as %s', (bytes, text) => {
    expect(bytesText(bytes)).toBe(text);
  });
});
