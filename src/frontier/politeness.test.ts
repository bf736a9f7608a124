/** The clocks: no delay is ever broken, whatever the servers and the computer's clock do. */
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import { Rig } from './rig.suite.ts';
import { SteadyClock } from './steady-clock.ts';

const DELAY = 30_000;
const ADDRESS_DELAY = 4000;

/**
 * A crawl of many hosts with real time (`real`), a wall clock that jumps, and random latencies. Every access is checked against the
 * last one of its host and of its address, in real time.
 */
function crawl(
  seed: number,
  hosts: number,
  accesses: number,
  options: { monotonic: boolean; kills: number },
) {
  const draw = seededRandom(seed);
  let real = 0;
  let jump = 0;
  const start = 1_700_000_000_000;
  const rig = new Rig({
    policy: 'horizontal',
    delay: DELAY,
    addressDelay: ADDRESS_DELAY,
    now: () => start + real + jump,
    ...(options.monotonic ? { monotonic: () => 5000 + real } : {}),
  });
  const lastEnd = new Map<string, number>();
  const lastAddressEnd = new Map<string, number>();
  const flying: { lease: ReturnType<Rig['lease']>; address: string; end: number }[] = [];
  const inUse = new Set<string>();
  const killAt = new Set(Array.from({ length: options.kills }, () => Math.floor(draw() * accesses)));
  for (let host = 0; host < hosts; host++) {
    const pages = 1 + Math.floor(3 * draw() ** 3);
    for (let page = 0; page < pages; page++) rig.add(`http://h${host}.br/${page}`);
  }
  let broken = 0;
  let count = 0;
  let jumps = 0;
  let waits = 0;
  const advance = (to: number): void => {
    real = Math.max(real, to);
  };
  try {
    while (count < accesses) {
      if (draw() < 0.02) {
        // Up to two hours, either way. Without a monotonic source only backwards: a leap forward is then believed.
        jump += Math.floor((draw() - (options.monotonic ? 0.5 : 1)) * 2 * 3_600_000);
        jumps++;
      }
      flying.sort((a, b) => a.end - b.end);
      while (flying.length > 0 && flying[0]!.end <= real) {
        const done = flying.shift()!;
        lastEnd.set(done.lease.queue, done.end);
        lastAddressEnd.set(done.address, done.end);
        inUse.delete(done.lease.queue);
        inUse.delete(done.address);
        const accessedAt = start + jump + done.end;
        if (draw() < 0.1)
          rig.retry(done.lease, { accessedAt, notBefore: accessedAt + Math.floor(draw() * 60_000) });
        else rig.complete(done.lease, { accessedAt });
      }
      const answer =
        flying.length < 200
          ? rig.frontier.next()
          : ({ kind: 'wait', until: Number.POSITIVE_INFINITY } as const);
      if (answer.kind === 'empty') break;
      if (answer.kind !== 'lease') {
        waits++;
        const wall = start + real + jump;
        const wake = Number.isFinite(answer.until)
          ? real + Math.max(1, answer.until - wall)
          : Number.POSITIVE_INFINITY;
        // No rest is longer than a delay, whatever the clock said.
        if (flying.length === 0 && wake - real > 2 * DELAY) throw new Error(`waits ${wake - real} ms`);
        advance(Math.min(wake, flying[0]?.end ?? Number.POSITIVE_INFINITY));
        continue;
      }
      const { lease } = answer;
      const address = `192.0.2.${Number(lease.queue.slice(1, -3)) % (hosts / 4)}`;
      const rests = rig.frontier.bind(lease, address);
      if (rests > 0) {
        rig.putBack(lease, { notBefore: rests });
        continue;
      }
      count++;
      if (real - (lastEnd.get(lease.queue) ?? Number.NEGATIVE_INFINITY) < DELAY) broken++;
      if (real - (lastAddressEnd.get(address) ?? Number.NEGATIVE_INFINITY) < ADDRESS_DELAY) broken++;
      if (inUse.has(lease.queue) || inUse.has(address)) broken++;
      inUse.add(lease.queue);
      inUse.add(address);
      flying.push({ lease, address, end: real + 5 + Math.floor(8000 * draw() ** 4) });
      if (killAt.has(count)) {
        // What was in flight ended now at the latest; the hosts it was sent to must rest from here.
        for (const each of flying.splice(0)) {
          lastEnd.set(each.lease.queue, real);
          lastAddressEnd.set(each.address, real);
        }
        inUse.clear();
        advance(real + Math.floor(draw() * 2000));
        rig.crash();
        for (const orphan of rig.frontier.orphans()) rig.putBack(orphan);
      }
    }
    return { broken, count, jumps, waits, hosts: lastEnd.size };
  } finally {
    rig.remove();
  }
}

describe('politeness', () => {
  it('[H-4] 10,000 hosts, random latencies, a clock that jumps both ways: no host or address within its delay', () => {
    const result = crawl(1, 10_000, 15_000, { monotonic: true, kills: 0 });
    expect(result).toMatchObject({ broken: 0 });
    expect(result.count).toBeGreaterThan(13_000);
    expect(result.hosts).toBe(10_000);
    expect(result.jumps).toBeGreaterThan(100);
  });

  it('[H-4] the same for clocks that jump backwards and no monotonic source', () => {
    const result = crawl(2, 500, 1500, { monotonic: false, kills: 0 });
    expect(result).toMatchObject({ broken: 0 });
    expect(result.jumps).toBeGreaterThan(10);
  });

  it('[H-4, H-12] kills in between break no delay', () => {
    // The wall clock is all that is known between two sessions, so here it stays true.
    const result = crawlWithTrueClock(3);
    expect(result.broken).toBe(0);
    expect(result.kills).toBe(40);
  });

  it('a rest journalled before the clock was set back lasts no longer than it was meant to', () => {
    const rig = new Rig({ delay: 10_000 });
    rig.add('http://a.br/1');
    rig.add('http://a.br/2');
    rig.complete(rig.lease());
    rig.clock.time -= 86_400_000;
    rig.crash();
    expect(rig.frontier.next()).toEqual({ kind: 'wait', until: rig.clock.time + 10_000 });
    rig.remove();
  });
});

function crawlWithTrueClock(seed: number): { broken: number; kills: number } {
  const draw = seededRandom(seed);
  const rig = new Rig({ policy: 'horizontal', delay: DELAY, addressDelay: ADDRESS_DELAY });
  for (let i = 0; i < 6000; i++) rig.add(`http://h${i % 60}.br/${i}`);
  const ends = new Map<string, number>();
  let broken = 0;
  let kills = 0;
  const flying: { lease: ReturnType<Rig['lease']>; address: string }[] = [];
  const ended = (each: { lease: ReturnType<Rig['lease']>; address: string }): void => {
    ends.set(each.lease.queue, rig.clock.time);
    ends.set(each.address, rig.clock.time);
  };
  while (kills < 40) {
    rig.clock.time += Math.floor(draw() * 1500);
    if (flying.length > 0 && draw() < 0.4) {
      const done = flying.splice(Math.floor(draw() * flying.length), 1)[0]!;
      ended(done);
      rig.complete(done.lease);
      continue;
    }
    if (draw() < 0.03) {
      for (const each of flying.splice(0)) ended(each);
      rig.crash();
      kills++;
      for (const orphan of rig.frontier.orphans()) rig.putBack(orphan);
      continue;
    }
    const answer = rig.frontier.next();
    if (answer.kind === 'empty') throw new Error('the crawl ended before the kills');
    if (answer.kind !== 'lease') continue;
    const { lease } = answer;
    const address = `192.0.2.${Number(lease.queue.slice(1, -3)) % 20}`;
    const rests = rig.frontier.bind(lease, address);
    if (rests > 0) {
      rig.putBack(lease, { notBefore: rests });
      continue;
    }
    if (rig.clock.time - (ends.get(lease.queue) ?? 0) < DELAY) broken++;
    if (rig.clock.time - (ends.get(address) ?? 0) < ADDRESS_DELAY) broken++;
    flying.push({ lease, address });
  }
  rig.remove();
  return { broken, kills };
}

describe('SteadyClock', () => {
  it('goes on through jumps when there is a monotonic source', () => {
    let wall = 1000;
    let mono = 50;
    const clock = new SteadyClock(
      () => wall,
      () => mono,
    );
    expect(clock.read()).toBe(1000);
    wall = 9_000_000;
    mono = 60;
    expect(clock.read()).toBe(1010);
    expect(clock.jumps).toBe(1);
    expect(clock.toWall(1010)).toBe(9_000_000);
    expect(clock.fromWall(9_000_500)).toBe(1510);
    // The clock jumped while this access was under way: the only safe end is now.
    expect(clock.accessEnd(8_999_999, 0, 1000, 1010)).toBe(1010);
    expect(clock.accessEnd(8_999_995, 1, 1000, 1010)).toBe(1007);
  });

  it('never lags behind the wall clock, however long the first look at either takes: the next process begins with the wall clock', () => {
    for (const [slowWall, slowMono] of [
      [268, 0],
      [0, 268],
      [100, 200],
    ] as const) {
      let real = 0;
      let looks = 0;
      const look = (from: number, slow: number) => () => {
        if (looks++ < 2) real += slow;
        return from + real;
      };
      const clock = new SteadyClock(look(1_000_000, slowWall), look(50, slowMono));
      looks = 2;
      expect(clock.read()).toBeGreaterThanOrEqual(1_000_000 + real);
      // "In three seconds", written by this process and read by one whose scale is the wall clock.
      expect(clock.fromWall(1_000_000 + real + 3_000)).toBeGreaterThanOrEqual(1_000_000 + real + 3_000);
    }
  });

  it('takes a backward jump out, and believes a forward one, without', () => {
    let wall = 1000;
    const clock = new SteadyClock(() => wall);
    wall = 400;
    expect(clock.read()).toBe(1000);
    wall = 450;
    expect(clock.read()).toBe(1050);
    expect(clock.toWall(2000)).toBe(1400);
    wall = 5450;
    expect(clock.read()).toBe(6050);
  });
});
