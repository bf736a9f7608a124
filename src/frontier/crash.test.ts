/** Anything may be asked of the frontier in any order, and the process may die at any byte: it is what the reference says. */
import { truncateSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FolderOptions } from './folder-frontier.ts';
import type { AddCounts, AddOutcome, Lease } from './port.ts';
import { ReferenceFrontier } from './reference-frontier.suite.ts';
import { candidate, Rig } from './rig.suite.ts';

type Step =
  | { readonly do: 'add'; readonly host: number; readonly page: number; readonly priority: number }
  | { readonly do: 'next' }
  | { readonly do: 'bind'; readonly which: number; readonly address: number }
  | {
      readonly do: 'complete';
      readonly which: number;
      readonly took: number | null;
      readonly found: readonly (readonly [number, number])[];
      readonly revisit: number | null;
    }
  | {
      readonly do: 'putBack';
      readonly which: number;
      readonly took: number | null;
      readonly rest: number | null;
    }
  | { readonly do: 'retry'; readonly which: number; readonly took: number; readonly rest: number }
  | { readonly do: 'delay' | 'rest'; readonly host: number; readonly ms: number }
  | { readonly do: 'retire'; readonly host: number }
  | { readonly do: 'passBy'; readonly which: number; readonly host: number; readonly address: number }
  | { readonly do: 'flush' }
  | { readonly do: 'wait'; readonly ms: number };

const host = fc.integer({ min: 0, max: 5 });
const page = fc.integer({ min: 0, max: 9 });
const priority = fc.integer({ min: 0, max: 4 });
const ms = fc.integer({ min: 0, max: 3000 });
const address = fc.integer({ min: 0, max: 2 });
const which = fc.integer({ min: 0, max: 5 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 35, arbitrary: fc.record({ do: fc.constant('add' as const), host, page, priority }) },
  { weight: 30, arbitrary: fc.record({ do: fc.constant('next' as const) }) },
  {
    weight: 15,
    arbitrary: fc.record({ do: fc.constant('bind' as const), which, address }),
  },
  {
    weight: 20,
    arbitrary: fc.record({
      do: fc.constant('complete' as const),
      which,
      took: maybe(ms),
      found: fc.array(fc.tuple(host, page), { maxLength: 4 }),
      revisit: maybe(ms),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({ do: fc.constant('putBack' as const), which, took: maybe(ms), rest: maybe(ms) }),
  },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('retry' as const), which, took: ms, rest: ms }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('delay' as const, 'rest' as const), host, ms }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retire' as const), host }) },
  { weight: 10, arbitrary: fc.record({ do: fc.constant('passBy' as const), which, host, address }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('flush' as const) }) },
  { weight: 15, arbitrary: fc.record({ do: fc.constant('wait' as const), ms }) },
);

const START = 1_700_000_000_000;
/** Six hosts; pages 0…9 lie one to three folders deep. */
const pageOf = (h: number, p: number, priority = 2) =>
  candidate(`http://h${h}.br/${'x/'.repeat(p % 3)}${p}`, { depth: 1 + (p % 3), priority });

/** Takes a step on the reference; answers what the real one must answer. */
function onReference(reference: ReferenceFrontier, each: Step, time: { now: number }): unknown {
  const queueOf = (index: number): string | undefined => [...reference.flights().keys()].sort()[index];
  switch (each.do) {
    case 'add':
      return reference.add(pageOf(each.host, each.page, each.priority));
    case 'next':
      return reference.next(time.now);
    case 'bind': {
      const queue = queueOf(each.which);
      return queue === undefined ? null : reference.bind(queue, `192.0.2.${each.address}`, time.now);
    }
    case 'complete': {
      const queue = queueOf(each.which);
      if (queue === undefined) return null;
      const began = time.now;
      time.now += each.took ?? 0;
      const found = each.found.map(([h, p]) => pageOf(h, p));
      const revisit = each.revisit === null ? undefined : began + each.revisit;
      const outcomes = reference.complete(
        queue,
        each.took === null ? null : time.now,
        time.now,
        found,
        revisit,
      );
      return tally(outcomes);
    }
    case 'putBack': {
      const queue = queueOf(each.which);
      if (queue === undefined) return null;
      time.now += each.took ?? 0;
      const accessedAt = each.took === null ? null : time.now;
      return reference.putBack(queue, accessedAt, time.now, each.rest === null ? null : time.now + each.rest);
    }
    case 'retry': {
      const queue = queueOf(each.which);
      if (queue === undefined) return null;
      time.now += each.took;
      return reference.retry(queue, time.now, time.now + each.rest);
    }
    case 'delay':
      return reference.setDelay(`h${each.host}.br`, each.ms);
    case 'rest':
      return reference.restUntil(`h${each.host}.br`, time.now + each.ms);
    case 'retire':
      return reference.retire(`h${each.host}.br`);
    case 'passBy': {
      const queue = queueOf(each.which);
      const [host, address] = [`h${each.host}.br`, `192.0.2.${each.address}`];
      return queue === undefined ? null : reference.passBy(queue, host, address, time.now);
    }
    case 'flush':
      return;
    case 'wait':
      time.now += each.ms;
  }
}

function tally(outcomes: readonly AddOutcome[]): Record<AddOutcome, number> {
  const counts = { added: 0, duplicate: 0, improved: 0, dropped: 0 };
  for (const outcome of outcomes) counts[outcome]++;
  return counts;
}

/** The same on the real one. `leases` are the open ones by queue. */
function onReal(rig: Rig, each: Step, leases: Map<string, Lease>): unknown {
  const { frontier, clock } = rig;
  const take = (index: number): Lease | undefined => {
    const queue = [...leases.keys()].sort()[index];
    if (queue === undefined) return undefined;
    const lease = leases.get(queue)!;
    leases.delete(queue);
    return lease;
  };
  switch (each.do) {
    case 'add':
      return frontier.add(pageOf(each.host, each.page, each.priority));
    case 'next': {
      const answer = frontier.next();
      if (answer.kind !== 'lease') return answer;
      const { lease } = answer;
      const seen = { kind: 'lease', url: lease.url, attempt: lease.attempt, priority: lease.priority };
      leases.set(lease.queue, lease);
      return seen;
    }
    case 'bind': {
      const queue = [...leases.keys()].sort()[each.which];
      if (queue === undefined) return null;
      return unlessPassing(() => frontier.bind(leases.get(queue)!, `192.0.2.${each.address}`));
    }
    case 'complete': {
      const lease = take(each.which);
      if (lease === undefined) return null;
      const began = clock.time;
      clock.time += each.took ?? 0;
      let counts: AddCounts | null = null;
      rig.complete(lease, {
        accessedAt: each.took === null ? null : clock.time,
        links: each.found.map(([h, p]) => pageOf(h, p)),
        revisitAt: each.revisit === null ? null : began + each.revisit,
        seal(taken) {
          counts = taken;
          return null;
        },
      });
      return counts;
    }
    case 'putBack': {
      const lease = take(each.which);
      if (lease === undefined) return null;
      clock.time += each.took ?? 0;
      return rig.putBack(lease, {
        accessedAt: each.took === null ? null : clock.time,
        notBefore: each.rest === null ? null : clock.time + each.rest,
      });
    }
    case 'retry': {
      const lease = take(each.which);
      if (lease === undefined) return null;
      clock.time += each.took;
      return rig.retry(lease, { accessedAt: clock.time, notBefore: clock.time + each.rest });
    }
    case 'delay':
      return frontier.setDelay(`h${each.host}.br`, each.ms);
    case 'rest':
      return frontier.restUntil(`h${each.host}.br`, clock.time + each.ms);
    case 'retire':
      return frontier.retire(`h${each.host}.br`, 'retired');
    case 'passBy': {
      const queue = [...leases.keys()].sort()[each.which];
      if (queue === undefined) return null;
      const [host, address] = [`h${each.host}.br`, `192.0.2.${each.address}`];
      return unlessPassing(() => frontier.passBy(leases.get(queue)!, host, address));
    }
    case 'flush':
      return frontier.flush();
    case 'wait':
      clock.time += each.ms;
  }
}

/** A lease that has passed by can only be ended. */
function unlessPassing(act: () => number): number | null {
  try {
    return act();
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError);
    return null;
  }
}

/**
 * The same answer; but the time to ask again may come too early, when what rests until then turns out to be stale: never too
 * late, and never now.
 */
function agree(real: unknown, expected: unknown, now: number): void {
  const [a, b] = [real, expected] as { kind?: string; until: number }[];
  if ((a?.kind === 'wait' || a?.kind === 'later') && a.kind === b?.kind) {
    expect(a.until).toBeGreaterThan(now);
    expect(a.until).toBeLessThanOrEqual(b.until);
  } else expect(real).toEqual(expected);
}

function compare(rig: Rig, reference: ReferenceFrontier): void {
  const { outcomes: _, ...counts } = rig.frontier.counts();
  expect(counts).toEqual(reference.counts());
  expect([...rig.frontier.queues()]).toEqual(reference.states());
}

/** Ends everything open, then fetches until nothing is left, asking both. */
function drainBoth(rig: Rig, reference: ReferenceFrontier, leases: Map<string, Lease>): void {
  const time = { now: rig.clock.time };
  const both = (each: Step): unknown => {
    const expected = onReference(reference, each, time);
    agree(onReal(rig, each, leases), expected, rig.clock.time);
    return expected;
  };
  while (leases.size > 0) both({ do: 'putBack', which: 0, took: null, rest: null });
  // Killed once more: the rests that began with the last opening go on.
  rig.crash();
  reference.reopen(time.now);
  compare(rig, reference);
  for (let i = 0; i < 1000; i++) {
    const answer = both({ do: 'next' }) as { kind: string; until?: number };
    if (answer.kind === 'empty') break;
    if (answer.kind === 'wait' || answer.kind === 'later') both({ do: 'wait', ms: answer.until! - time.now });
    else both({ do: 'complete', which: 0, took: 10, found: [], revisit: null });
  }
  compare(rig, reference);
  expect(rig.frontier.counts()).toMatchObject({ queued: 0, inFlight: 0, scheduled: 0 });
}

function check(options: Partial<FolderOptions>, runs: number): void {
  const script = fc.array(step, { minLength: 1, maxLength: 80, size: 'max' });
  const cut = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(script, cut, fc.integer({ min: 0, max: 5000 }), (steps, where, away) => {
      const rig = new Rig({ delay: 700, addressDelay: 400, ...options });
      try {
        const settings = rig.options;
        let reference = new ReferenceFrontier(settings);
        const time = { now: START };
        rig.clock.time = START;
        const leases = new Map<string, Lease>();
        // After how many steps the journal had which size.
        const sizes: { readonly size: number; readonly steps: number }[] = [{ size: 0, steps: 0 }];
        steps.forEach((each, index) => {
          const expected = onReference(reference, each, time);
          const size = rig.lastSegment().size;
          agree(onReal(rig, each, leases), expected, rig.clock.time);
          const after = rig.lastSegment().size;
          if (after > size) sizes.push({ size: after, steps: index + 1 });
          expect(rig.clock.time).toBe(time.now);
        });
        compare(rig, reference);

        const { path, size } = rig.lastSegment();
        const kept = Math.floor(size * where);
        rig.disk.kill();
        truncateSync(path, kept);
        const prefix = sizes.filter((each) => each.size <= kept).pop()!.steps;
        reference = new ReferenceFrontier(settings);
        const replayed = { now: START };
        for (const each of steps.slice(0, prefix)) onReference(reference, each, replayed);
        rig.clock.time = time.now + away;
        rig.crash();
        reference.reopen(rig.clock.time);
        compare(rig, reference);
        const orphans = new Map(rig.frontier.orphans().map((lease) => [lease.queue, lease]));
        const urls = new Map([...orphans].map(([queue, lease]) => [queue, lease.url]));
        expect(urls).toEqual(reference.flights());
        drainBoth(rig, reference, orphans);
        // And what was drained stays drained.
        rig.crash();
        expect(rig.frontier.next()).toEqual({ kind: 'empty' });
      } finally {
        rig.remove();
      }
    }),
    { numRuns: runs, seed: 20_240 },
  );
}

describe('the frontier against a simple reference, the journal cut at any byte', () => {
  it('[H-12, T-FRO-12] breadth-first', () => check({ policy: 'breadth-first' }, 120));
  it('[H-12, T-FRO-12] horizontal', () => check({ policy: 'horizontal' }, 120));
  it('[H-12, T-FRO-12] horizontal, full', () => check({ policy: 'horizontal', capacity: 6 }, 120));
  it('[H-12, T-FRO-12] horizontal, with a budget for each queue', () =>
    check({ policy: 'horizontal', queueBudget: 3 }, 60));
  it('[H-12, T-FRO-12] horizontal-compat', () => check({ policy: 'horizontal-compat' }, 120));
  it('[H-12, T-FRO-12] priority', () => check({ policy: 'priority' }, 120));
  it('[H-12, T-FRO-12] priority, full, exact', () =>
    check({ policy: 'priority', capacity: 6, exact: true }, 120));
});
