import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import { BandwidthLimiter } from './bandwidth-limiter.ts';
import { VirtualClock } from './virtual-clock.fixture.ts';

interface Delivery {
  readonly at: number;
  readonly bytes: number;
}

/**
 * Connections that fetch page after page through the limiter, as the client does: the head is counted, then chunks as they are read.
 * While a reader is held, its server goes on sending into a buffer of 256 KB, so that what was waiting arrives at once.
 */
function simulate(options: {
  rate: number;
  connections: number;
  linkRate: number;
  seconds: number;
  seed: number;
  lateness?: number;
}) {
  const clock = new VirtualClock();
  const random = seededRandom(options.seed);
  clock.lateness = () => random() * (options.lateness ?? 5);
  const limiter = new BandwidthLimiter({ bytesPerSecond: options.rate, clock });
  const deliveries: Delivery[] = [];
  const arrived = (bytes: number) => {
    deliveries.push({ at: clock.now(), bytes });
    return bytes;
  };

  const fetchPage = () => {
    let left = Math.round(2_000 + 100_000 * random() ** 3 * 10);
    let sentUntil = clock.now();
    const read = (): boolean => {
      for (;;) {
        if (left <= 0) {
          clock.at(clock.now() + 50 + 200 * random(), fetchPage);
          return true;
        }
        const waiting = Math.min(left, 262_144, ((clock.now() - sentUntil) * options.linkRate) / 1000);
        const chunk = Math.min(left, 65_536, Math.floor(waiting));
        const wanted = Math.min(left, 16_384);
        if (chunk < wanted) {
          clock.at(clock.now() + ((wanted - chunk) * 1000) / options.linkRate + 0.5, read);
          return true;
        }
        left -= chunk;
        sentUntil = Math.max(
          sentUntil + (chunk * 1000) / options.linkRate,
          clock.now() - (262_144 * 1000) / options.linkRate,
        );
        if (!limiter.received(arrived(chunk))) {
          limiter.wait(read);
          return true;
        }
      }
    };
    if (limiter.began(arrived(400))) read();
    else limiter.wait(read);
  };
  for (let i = 0; i < options.connections; i++) clock.at(random() * 300, fetchPage);
  clock.runUntil(options.seconds * 1000);
  return { deliveries, limiter };
}

/** Bytes a second over every window of 20 s, its beginning moved by 250 ms. */
function windows(deliveries: readonly Delivery[], from: number, to: number): number[] {
  const rates: number[] = [];
  let first = 0;
  let next = 0;
  let sum = 0;
  for (let start = from; start + 20_000 <= to; start += 250) {
    while (next < deliveries.length && deliveries[next]!.at < start + 20_000)
      sum += deliveries[next++]!.bytes;
    while (first < next && deliveries[first]!.at < start) sum -= deliveries[first++]!.bytes;
    rates.push(sum / 20);
  }
  return rates;
}

describe('BandwidthLimiter', () => {
  it('[H-8] holds a maximum bandwidth within 5 % over any 20 s', () => {
    for (const [rate, connections, seed] of [
      [2_000_000, 60, 1],
      [2_000_000, 300, 2],
      [300_000, 40, 3],
      [20_000_000, 200, 4],
    ] as const) {
      const { deliveries } = simulate({
        rate,
        connections,
        linkRate: (rate / connections) * 5,
        seconds: 90,
        seed,
      });
      const rates = windows(deliveries, 0, 90_000);
      expect(rates.length).toBeGreaterThan(200);
      expect([rate, Math.max(...rates) <= rate * 1.05]).toEqual([rate, true]);
      expect([rate, Math.min(...rates) >= rate * 0.95]).toEqual([rate, true]);
    }
  });

  it('[H-8] holds it in a process that is often late', () => {
    const { deliveries } = simulate({
      rate: 2_000_000,
      connections: 80,
      linkRate: 200_000,
      seconds: 60,
      seed: 5,
      lateness: 120,
    });
    const rates = windows(deliveries, 0, 60_000);
    expect(Math.max(...rates)).toBeLessThanOrEqual(2_100_000);
    expect(Math.min(...rates)).toBeGreaterThanOrEqual(1_900_000);
  });

  it('slows nothing down that stays below', () => {
    const { deliveries, limiter } = simulate({
      rate: 50_000_000,
      connections: 10,
      linkRate: 100_000,
      seconds: 30,
      seed: 6,
    });
    const free = simulate({ rate: 1e12, connections: 10, linkRate: 100_000, seconds: 30, seed: 6 });
    const sum = (list: readonly Delivery[]) => list.reduce((total, { bytes }) => total + bytes, 0);
    expect(sum(deliveries)).toBeGreaterThan(sum(free.deliveries) * 0.97);
    expect(limiter.waiting).toBe(0);
  });

  it('serves those who wait in their order, passes over those who left, and takes a new rate', () => {
    const clock = new VirtualClock();
    const limiter = new BandwidthLimiter({ bytesPerSecond: 100_000, clock });
    const order: number[] = [];
    expect(limiter.began(200_000)).toBe(false);
    for (let i = 0; i < 4; i++)
      limiter.wait(() => {
        order.push(i);
        if (i === 1) return false;
        limiter.received(50_000);
        return true;
      });
    // The overdraft is a quarter of a second's bytes.
    clock.runUntil(1700);
    expect(order).toEqual([]);
    clock.runUntil(1900);
    expect(order).toEqual([0]);
    clock.runUntil(2400);
    expect(order).toEqual([0, 1, 2]);
    limiter.bytesPerSecond = 10_000_000;
    clock.runUntil(2600);
    expect(order).toEqual([0, 1, 2, 3]);
    expect(limiter.bytesPerSecond).toBe(10_000_000);
  });
});
