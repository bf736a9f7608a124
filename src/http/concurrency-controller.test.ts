import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import { ConcurrencyController, type ConcurrencyOptions } from './concurrency-controller.ts';
import { VirtualClock } from './virtual-clock.fixture.ts';

interface Network {
  /** Bytes a second of the one line that everything comes through. */
  capacity: number;
  /** Round trip and server, without any queue, in ms. */
  latency: number;
  /** Requests above which servers and routers begin to drop. */
  breaksAbove: number;
  /** Requests that politeness makes possible at once. */
  ready: number;
}

const PAGE = 60_000;

/** The number that keeps the line full without a queue. */
function knee(network: Network): number {
  return network.capacity / PAGE / (1000 / (network.latency + (PAGE * 1000) / network.capacity));
}

/** A closed loop: as many requests as the controller says, each a wait for the server and then its turn on the line. */
class Simulation {
  readonly clock = new VirtualClock();
  readonly controller: ConcurrencyController;
  readonly network: Network;
  readonly #random: () => number;
  #inFlight = 0;
  #lineFreeAt = 0;
  bytes = 0;
  failures = 0;
  lag = 0;

  constructor(network: Network, seed: number, options: ConcurrencyOptions = {}) {
    this.network = network;
    this.controller = new ConcurrencyController(options);
    this.#random = seededRandom(seed);
    const tick = () => {
      this.controller.lagged(this.lag);
      this.controller.tick(this.clock.now(), this.#inFlight);
      this.#fill();
      this.clock.at(this.clock.now() + 100, tick);
    };
    tick();
  }

  #fill(): void {
    while (this.#inFlight < Math.min(this.controller.target, this.network.ready)) {
      this.#inFlight++;
      this.#start();
    }
  }

  #start(): void {
    const began = this.clock.now();
    const server = this.network.latency * (0.7 + 0.6 * this.#random());
    const fails = this.#inFlight > this.network.breaksAbove && this.#random() < 0.4;
    const size = PAGE * (0.2 + 1.6 * this.#random());
    this.clock.at(began + (fails ? 5 * server : server), () => {
      if (fails) {
        this.failures++;
        this.#end({ bytes: 0, latencyMs: 5 * server, ok: false });
        return;
      }
      const turn = Math.max(this.clock.now(), this.#lineFreeAt);
      this.#lineFreeAt = turn + (size * 1000) / this.network.capacity;
      this.clock.at(this.#lineFreeAt, () => {
        this.bytes += size;
        this.#end({ bytes: size, latencyMs: turn - began, ok: true });
      });
    });
  }

  #end(completion: { bytes: number; latencyMs: number; ok: boolean }): void {
    this.#inFlight--;
    this.controller.completed(completion);
    this.#fill();
  }

  /** Share of the line's capacity used, and mean target, over the coming seconds. */
  run(seconds: number): { used: number; target: number } {
    const from = this.clock.now();
    const bytes = this.bytes;
    let sum = 0;
    for (let i = 1; i <= seconds; i++) {
      this.clock.runUntil(from + i * 1000);
      sum += this.controller.target;
    }
    return { used: (this.bytes - bytes) / (this.network.capacity * seconds), target: sum / seconds };
  }
}

const LINES: Network[] = [
  { capacity: 430_000, latency: 400, breaksAbove: 1e9, ready: 1e9 }, // the 3.45 Mbit/s of the source
  { capacity: 5_000_000, latency: 300, breaksAbove: 1e9, ready: 1e9 },
  { capacity: 12_000_000, latency: 1500, breaksAbove: 1e9, ready: 1e9 },
];

describe('ConcurrencyController', () => {
  it('[H-8] finds by itself a concurrency that fills the line and does not flood it', () => {
    for (const [i, network] of LINES.entries()) {
      const simulation = new Simulation({ ...network }, i + 1);
      simulation.run(60);
      const { used, target } = simulation.run(120);
      expect([i, used > 0.9]).toEqual([i, true]);
      expect([i, target < 3 * knee(network) + 8]).toEqual([i, true]);
    }
  });

  it('[H-8] follows a line that becomes narrower and wider', () => {
    const simulation = new Simulation({ ...LINES[1]! }, 7);
    simulation.run(90);
    const before = simulation.run(30).target;
    simulation.network.capacity /= 4;
    simulation.run(60);
    const narrow = simulation.run(60);
    expect(narrow.used).toBeGreaterThan(0.85);
    expect(narrow.target).toBeLessThan(before);
    simulation.network.capacity *= 8;
    simulation.run(180);
    expect(simulation.run(60).used).toBeGreaterThan(0.8);
  });

  it('[H-8] stays below what makes answers fail', () => {
    const simulation = new Simulation(
      { capacity: 50_000_000, latency: 300, breaksAbove: 60, ready: 1e9 },
      11,
    );
    simulation.run(60);
    const { target } = simulation.run(120);
    expect(target).toBeLessThan(120);
    expect(target).toBeGreaterThan(25);
  });

  it('[H-8] draws back when this process cannot keep up, and comes back after', () => {
    const simulation = new Simulation({ ...LINES[1]! }, 13);
    simulation.run(60);
    const before = simulation.controller.target;
    simulation.lag = 250;
    simulation.run(20);
    expect(simulation.controller.target).toBeLessThan(before * 0.5);
    simulation.lag = 0;
    simulation.run(120);
    expect(simulation.run(60).used).toBeGreaterThan(0.85);
  });

  it('does not run away while politeness leaves little to do', () => {
    const simulation = new Simulation({ ...LINES[2]!, ready: 10 }, 17);
    simulation.run(300);
    expect(simulation.controller.target).toBeLessThanOrEqual(32);
  });

  it('keeps its bounds, and bears a clock that is set back and periods without an answer', () => {
    const controller = new ConcurrencyController({ min: 2, max: 8, initial: 100 });
    expect(controller.target).toBe(8);
    controller.tick(10_000, 8);
    controller.tick(5_000, 8);
    for (let now = 5_000; now < 100_000; now += 500) {
      expect(controller.tick(now, 8)).toBeLessThanOrEqual(8);
      expect(controller.target).toBeGreaterThanOrEqual(2);
    }
    for (let now = 100_000; now < 200_000; now += 500) {
      for (let i = 0; i < 20; i++) controller.completed({ bytes: 0, latencyMs: 1, ok: false });
      controller.tick(now, 8);
    }
    expect(controller.target).toBe(2);
  });
});
