import { describe, expect, it } from 'vitest';
import { HeldBytes } from './held-bytes.ts';

const LONG = 300_000;

class Reader {
  reading = true;
  bytes = 0;
  readonly held: HeldBytes;

  constructor(held: HeldBytes) {
    this.held = held;
  }

  receive(bytes: number): void {
    if (!this.reading) throw new Error('reads although it is held back');
    this.bytes += bytes;
    this.reading = this.held.received(this, bytes, this.bytes);
  }

  resume(): void {
    this.reading = true;
  }

  end(): void {
    this.held.ended(this, this.bytes);
  }
}

describe('the memory of all bodies together', () => {
  it('once full is for one long body at a time, the eldest first', () => {
    const held = new HeldBytes(1_000_000);
    const readers = [1, 2, 3, 4].map(() => new Reader(held));
    for (const reader of readers) reader.receive(LONG);
    // The fourth filled it; the others are told with their next bytes.
    for (const reader of readers.slice(0, 3)) reader.receive(10);
    expect(readers.map((reader) => reader.reading)).toEqual([true, false, false, false]);
    for (let i = 0; i < 20; i++) readers[0]!.receive(LONG);
    expect(held.bytes).toBe(24 * LONG + 30);
    readers[0]!.end();
    expect(held.bytes).toBe(3 * LONG + 20);
    expect(readers.slice(1).map((reader) => reader.reading)).toEqual([true, true, true]);
  });

  it('is given to the next eldest when the first ends, full or not', () => {
    const held = new HeldBytes(1_000_000);
    const [first, second, third] = [1, 2, 3].map(() => new Reader(held)) as [Reader, Reader, Reader];
    for (const reader of [first, second, third]) reader.receive(LONG);
    held.take(2_000_000);
    for (const reader of [first, second, third]) reader.receive(10);
    expect([first, second, third].map((reader) => reader.reading)).toEqual([true, false, false]);
    first.end();
    expect([held.full, second.reading, third.reading]).toEqual([true, true, false]);
    held.give(2_000_000);
    expect(third.reading).toBe(true);
    second.end();
    third.end();
    expect(held.bytes).toBe(0);
  });

  it('never holds back a short one: who sends much does not keep ordinary pages from being read', () => {
    const held = new HeldBytes(1_000_000);
    held.take(5_000_000);
    const long = new Reader(held);
    const other = new Reader(held);
    const page = new Reader(held);
    long.receive(LONG);
    other.receive(LONG);
    page.receive(200_000);
    expect([long.reading, other.reading, page.reading]).toEqual([true, false, true]);
  });
});
